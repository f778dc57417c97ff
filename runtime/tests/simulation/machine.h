// SPDX-License-Identifier: Apache-2.0
// A machine that is not there: CPUs with clocks of their own, cache lines that travel between them, threads that sleep
// and wake up. Runs the pool's own code on one real thread, one simulated thread at a time, in the order of their
// clocks.
//
// The model. Every atomic access is a point where another thread may come first. A line is read at once by who has it;
// else it is fetched, which takes as long as the way is; lines are written by one CPU at a time, and fetches of one
// line for writing wait for each other. Memory is sequentially consistent: orders that only weaker memory allows are
// not seen. Two threads on one CPU do not slow each other down.
#ifndef WEFT_TESTS_SIMULATION_MACHINE_H
#define WEFT_TESTS_SIMULATION_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#define SIM_CPUS_MAX 256u

// Nanoseconds.
#define SIM_HIT_NS 1u
#define SIM_SAME_CACHE_NS 40u
#define SIM_SAME_NODE_NS 80u
#define SIM_OTHER_NODE_NS 160u
#define SIM_READ_SLOT_NS 8u // a line is handed to so many readers one after the other
#define SIM_PAUSE_NS 40u
#define SIM_WAKE_NS 2000u // for who wakes
#define SIM_AWAKE_MIN_NS 5000u
#define SIM_AWAKE_MAX_NS 50000u
#define SIM_CREATE_NS 20000u

struct sim_thread;

// What the compiler puts into thread-local storage, kept while another thread runs.
struct sim_locals {
    void *self;
    unsigned char shares[1024];
};
void sim_swap_locals(struct sim_locals *out, const struct sim_locals *in);

struct sim_counts {
    uint64_t transfers; // of lines, between CPUs
    uint64_t remote;    // of these between nodes
    uint64_t wakes;     // system calls that wake a thread
    uint64_t creations; // of threads
};

// `text` describes the machine as HWLOC_SYNTHETIC does, with PUs numbered from 0. `delays`: threads are held up
// and sleeps end at random.
void sim_begin(const char *text, unsigned cpus, uint64_t seed, bool delays);
// Runs until no thread is left that could run. Returns whether all that have to end have.
bool sim_run(void);
void sim_end(void); // threads that have not ended are given up

// `must_end`: sim_run fails if it does not.
struct sim_thread *sim_start(void (*function)(void *data), void *data, unsigned cpu, bool must_end);

uint64_t sim_now(void);
uint64_t sim_random(void);
void sim_spend(uint64_t ns); // of the running thread
void sim_yield(void);
void sim_access(const volatile void *address, bool writes);
void sim_wait(const volatile void *word, uint32_t seen);
void sim_wake(const volatile void *word);
void sim_lock(void *mutex);
void sim_unlock(void *mutex);
void sim_move(unsigned cpu); // the running thread is bound to this one
unsigned sim_cpu(void);
unsigned sim_node_of(unsigned cpu);
struct sim_counts sim_counts(void);

#endif
