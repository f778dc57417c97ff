// SPDX-License-Identifier: Apache-2.0
// Threads as contexts of one real thread, a heap by their clocks, and cache lines by address.
#define _GNU_SOURCE 1
#include "runtime/tests/simulation/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "runtime/exec/topology.h"

#define STACK_BYTES (128u << 10)
#define THREADS_MAX 512u
#define LINES 65536u // entries of the table
#define LINE_BYTES 64u
#define ENDS_EARLY 4u // of sleeps while threads are held up, one in so many

enum state { READY, WAITS, ENDED };

struct sim_thread {
    ucontext_t context;
    void *stack;
    void (*function)(void *data);
    void *data;
    enum state state;
    bool must_end;
    unsigned cpu;
    uint64_t now;
    uint64_t order; // of those with one clock
    const volatile void *waits_for;
    struct sim_locals locals;
};

struct line {
    uintptr_t number; // 0: free
    uint64_t free_at; // when it can be fetched next
    uint64_t has[SIM_CPUS_MAX / 64];
    unsigned owner; // the last that wrote it
    bool is_written;
};

static struct {
    struct sim_thread *threads[THREADS_MAX];
    unsigned thread_count;
    struct sim_thread *heap[THREADS_MAX];
    unsigned heap_count;
    struct sim_thread *running;
    ucontext_t main;
    uint64_t random;
    bool delays;
    struct sim_counts counts;
    struct weft_place places[SIM_CPUS_MAX]; // by CPU
    unsigned cpus;
} sim;

static struct line lines[LINES];

uint64_t
sim_random(void)
{
    // xorshift64*
    sim.random ^= sim.random >> 12;
    sim.random ^= sim.random << 25;
    sim.random ^= sim.random >> 27;
    return sim.random * UINT64_C(2685821657736338717);
}

static bool
is_before(const struct sim_thread *a, const struct sim_thread *b)
{
    return a->now < b->now || (a->now == b->now && a->order < b->order);
}

static void
push(struct sim_thread *thread)
{
    unsigned at = sim.heap_count++;

    thread->state = READY;
    thread->order = sim_random();
    for (; at > 0 && is_before(thread, sim.heap[(at - 1) / 2]); at = (at - 1) / 2)
        sim.heap[at] = sim.heap[(at - 1) / 2];
    sim.heap[at] = thread;
}

static struct sim_thread *
pop(void)
{
    struct sim_thread *first = sim.heap[0], *last = sim.heap[--sim.heap_count];
    unsigned at = 0;

    for (;;) {
        unsigned child = 2 * at + 1;

        if (child + 1 < sim.heap_count && is_before(sim.heap[child + 1], sim.heap[child]))
            child++;
        if (child >= sim.heap_count || !is_before(sim.heap[child], last))
            break;
        sim.heap[at] = sim.heap[child];
        at = child;
    }
    sim.heap[at] = last;
    return first;
}

// Goes on with the thread whose clock is the earliest, or leaves the simulation.
static void
switch_from(struct sim_thread *from)
{
    struct sim_thread *to = sim.heap_count > 0 ? pop() : NULL;
    static const struct sim_locals none;

    if (to == from)
        return;
    sim_swap_locals(from ? &from->locals : &(struct sim_locals){0}, to ? &to->locals : &none);
    sim.running = to;
    swapcontext(from ? &from->context : &sim.main, to ? &to->context : &sim.main);
}

void
sim_yield(void)
{
    struct sim_thread *self = sim.running;

    if (!self)
        return;
    if (sim.delays && sim_random() % 64 == 0)
        self->now += sim_random() % (sim_random() % 16 == 0 ? 200000 : 2000);
    if (sim.heap_count == 0 || self->now < sim.heap[0]->now)
        return;
    push(self);
    switch_from(self);
}

static void
thread_main(void)
{
    struct sim_thread *self = sim.running;

    self->function(self->data);
    self->state = ENDED;
    switch_from(self);
    abort();
}

struct sim_thread *
sim_start(void (*function)(void *data), void *data, unsigned cpu, bool must_end)
{
    struct sim_thread *thread = calloc(1, sizeof(*thread));

    if (!thread || sim.thread_count == THREADS_MAX)
        abort();
    thread->stack = malloc(STACK_BYTES);
    thread->function = function;
    thread->data = data;
    thread->cpu = cpu;
    thread->must_end = must_end;
    getcontext(&thread->context);
    thread->context.uc_stack.ss_sp = thread->stack;
    thread->context.uc_stack.ss_size = STACK_BYTES;
    makecontext(&thread->context, thread_main, 0);
    if (sim.running) {
        sim.counts.creations++;
        sim.running->now += SIM_CREATE_NS;
        thread->now = sim.running->now + SIM_AWAKE_MIN_NS + sim_random() % (SIM_AWAKE_MAX_NS - SIM_AWAKE_MIN_NS);
    }
    sim.threads[sim.thread_count++] = thread;
    push(thread);
    return thread;
}

void
sim_begin(const char *text, unsigned cpus, uint64_t seed, bool delays)
{
    struct weft_cpu_set *set = calloc(1, sizeof(*set) + cpus * sizeof(set->cpus[0]));
    struct weft_place places[SIM_CPUS_MAX];

    memset(&sim, 0, sizeof(sim));
    memset(lines, 0, sizeof(lines));
    sim.random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    sim.delays = delays;
    sim.cpus = cpus;
    setenv("HWLOC_SYNTHETIC", text, 1);
    weft_topology_shutdown();
    set->count = cpus;
    for (unsigned i = 0; i < cpus; i++)
        set->cpus[i] = i;
    weft_topology_places(set, places);
    for (unsigned i = 0; i < cpus; i++)
        sim.places[places[i].cpu] = places[i];
    free(set);
}

bool
sim_run(void)
{
    switch_from(NULL);
    for (unsigned i = 0; i < sim.thread_count; i++)
        if (sim.threads[i]->must_end && sim.threads[i]->state != ENDED)
            return false;
    return true;
}

void
sim_end(void)
{
    for (unsigned i = 0; i < sim.thread_count; i++) {
        free(sim.threads[i]->stack);
        free(sim.threads[i]);
    }
    sim.thread_count = 0;
}

uint64_t
sim_now(void)
{
    return sim.running ? sim.running->now : 0;
}

void
sim_spend(uint64_t ns)
{
    sim.running->now += ns;
}

void
sim_move(unsigned cpu)
{
    sim.running->cpu = cpu;
}

unsigned
sim_cpu(void)
{
    return sim.running->cpu;
}

unsigned
sim_node_of(unsigned cpu)
{
    return sim.places[cpu].node;
}

struct sim_counts
sim_counts(void)
{
    return sim.counts;
}

static struct line *
find_line(const volatile void *address)
{
    uintptr_t number = (uintptr_t)address / LINE_BYTES;
    size_t at = number * UINT64_C(0x9e3779b97f4a7c15) >> 48;

    while (lines[at % LINES].number && lines[at % LINES].number != number)
        at++;
    lines[at % LINES].number = number;
    return &lines[at % LINES];
}

// How far the line is away that another CPU has.
static uint64_t
way(unsigned from, unsigned to)
{
    if (sim.places[from].node != sim.places[to].node)
        return SIM_OTHER_NODE_NS;
    return sim.places[from].cache == sim.places[to].cache ? SIM_SAME_CACHE_NS : SIM_SAME_NODE_NS;
}

static bool
has_another(const struct line *line, unsigned cpu)
{
    for (unsigned w = 0; w < SIM_CPUS_MAX / 64; w++)
        if (line->has[w] & ~(w == cpu / 64 ? UINT64_C(1) << cpu % 64 : 0))
            return true;
    return false;
}

void
sim_access(const volatile void *address, bool writes)
{
    struct sim_thread *self = sim.running;
    struct line *line;
    unsigned cpu;
    bool has;

    if (!self)
        return; // before the simulation, or after it
    sim_yield();
    line = find_line(address);
    cpu = self->cpu;
    has = line->has[cpu / 64] >> cpu % 64 & 1;
    if (has && (!writes || !has_another(line, cpu))) {
        self->now += SIM_HIT_NS;
    } else {
        uint64_t ns = line->is_written ? way(cpu, line->owner) : SIM_SAME_NODE_NS;

        if (self->now < line->free_at)
            self->now = line->free_at;
        line->free_at = self->now + (writes ? ns : SIM_READ_SLOT_NS);
        self->now += ns;
        sim.counts.transfers++;
        sim.counts.remote += ns == SIM_OTHER_NODE_NS;
    }
    if (writes) {
        memset(line->has, 0, sizeof(line->has));
        line->owner = cpu;
        line->is_written = true;
    }
    line->has[cpu / 64] |= UINT64_C(1) << cpu % 64;
}

void
sim_wait(const volatile void *word, uint32_t seen)
{
    struct sim_thread *self = sim.running;

    sim_access(word, false);
    if (*(const volatile uint32_t *)word != seen || (sim.delays && sim_random() % ENDS_EARLY == 0))
        return;
    self->state = WAITS;
    self->waits_for = word;
    switch_from(self);
}

void
sim_wake(const volatile void *word)
{
    struct sim_thread *self = sim.running;

    if (!self)
        return;
    sim_yield();
    self->now += SIM_WAKE_NS;
    sim.counts.wakes++;
    for (unsigned i = 0; i < sim.thread_count; i++) {
        struct sim_thread *thread = sim.threads[i];

        if (thread->state != WAITS || thread->waits_for != word)
            continue;
        thread->waits_for = NULL;
        thread->now = self->now + SIM_AWAKE_MIN_NS + sim_random() % (SIM_AWAKE_MAX_NS - SIM_AWAKE_MIN_NS);
        push(thread);
        return;
    }
}

// A mutex's first bytes are a word: 0 free, 1 locked.
void
sim_lock(void *mutex)
{
    volatile uint32_t *word = mutex;

    sim_access(word, true);
    while (*word) {
        sim_spend(SIM_PAUSE_NS);
        sim_access(word, false);
    }
    *word = 1;
}

void
sim_unlock(void *mutex)
{
    sim_access(mutex, true);
    *(volatile uint32_t *)mutex = 0;
}
