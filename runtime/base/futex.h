// SPDX-License-Identifier: Apache-2.0
// Sleeping on a 32-bit word, pausing in a spin loop, and a cheap clock for heuristics.
#ifndef WEFT_BASE_FUTEX_H
#define WEFT_BASE_FUTEX_H

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Sleeps while *word == seen, no longer than `limit` (may be NULL); may return for no reason, so the caller looks
// again.
static inline void
weft_futex_wait(const _Atomic uint32_t *word, uint32_t seen, const struct timespec *limit)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, limit, NULL, 0);
}

static inline void
weft_futex_wake(const _Atomic uint32_t *word, int threads)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, threads, NULL, NULL, 0);
}

static inline void
weft_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
}

// Nanoseconds of CLOCK_MONOTONIC: for profiling.
static inline uint64_t
weft_clock_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// What the calling thread has run, without what others ran in its place on its CPU. A system call: 0.2 us.
static inline uint64_t
weft_thread_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// A clock for deciding only: about nanoseconds, right within a factor of two or so, free of system calls.
static inline uint64_t
weft_ticks(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc() * 3 / 8; // time stamp counters run at 1.8 to 4 GHz
#elif defined(__aarch64__)
    uint64_t count;
    uint64_t frequency;

    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(frequency));
    return frequency ? (uint64_t)((unsigned __int128)count * 1000000000u / frequency) : weft_clock_ns();
#else
    return weft_clock_ns();
#endif
}

#endif
