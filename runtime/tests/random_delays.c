// SPDX-License-Identifier: Apache-2.0
// What WEFT_DELAY_SEED chooses: how often, how long, by which threads and at which places delays are.
//
// Nothing here orders memory, so that the thread sanitizer sees the same races as without.
#define _GNU_SOURCE 1
#include "runtime/tests/random_delays.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#define DEFAULT_SEED 1

// How likely something is, of 2^32.
#define ONE_IN(n) (UINT32_MAX / (n))

struct manner {
    uint32_t spin, yield, sleep; // how likely each is
    uint32_t spin_ns, sleep_us;  // at most
    uint32_t places;             // one in so many delays
    uint32_t threads;            // likewise
    uint32_t period;             // places are drawn anew after so many calls of a thread; 0: never
};

static const struct manner manners[] = {
    // all places: a little of all; frequent and short; rare and long; turns
    {ONE_IN(8), ONE_IN(256), ONE_IN(4096), 500, 200, 1, 1, 0},
    {ONE_IN(2), ONE_IN(65536), 0, 120, 0, 1, 1, 0},
    {0, ONE_IN(4096), ONE_IN(512), 0, 200, 1, 1, 0},
    {ONE_IN(64), ONE_IN(8), 0, 500, 0, 1, 1, 0},
    // few places: longer, much longer, always
    {ONE_IN(4), ONE_IN(8), ONE_IN(16), 500, 100, 16, 1, 0},
    {0, ONE_IN(4), ONE_IN(4), 0, 200, 64, 1, 0},
    {ONE_IN(1), 0, 0, 2000, 0, 32, 1, 0},
    {0, 0, ONE_IN(2), 0, 1000, 256, 1, 0},
    // few places, other ones after a while
    {ONE_IN(4), ONE_IN(4), ONE_IN(8), 500, 200, 32, 1, 4096},
    {0, ONE_IN(8), ONE_IN(2), 0, 200, 128, 1, 512},
    // slow threads among others
    {ONE_IN(2), ONE_IN(16), ONE_IN(64), 500, 200, 1, 3, 0},
    {ONE_IN(4), ONE_IN(4), ONE_IN(4), 500, 200, 16, 3, 0},
};

extern const char __ehdr_start[] __attribute__((visibility("hidden"))); // the linker's: where the module begins

static struct manner manner; // all of it 0: no delays
static uint64_t seed;
static uint32_t thread_count; // atomic, relaxed

static _Thread_local struct {
    uint64_t random; // 0: not begun
    uint64_t begin;  // by weft_ticks
    uint64_t spent;  // of them, in delays
    uint32_t calls;
    uint32_t phase; // how often places were drawn
    bool is_quick;  // this thread does not delay
} self;

static uint64_t
mix(uint64_t x) // SplitMix64's
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

// Before the library's own constructor, and before there are threads: what it writes is constant then.
__attribute__((constructor(101))) static void
choose(void)
{
    const char *text = getenv("WEFT_DELAY_SEED");

    seed = text && *text ? strtoull(text, NULL, 0) : DEFAULT_SEED;
    if (seed)
        manner = manners[mix(seed) % (sizeof manners / sizeof manners[0])];
}

static void
begin(void)
{
    uint32_t number = __atomic_fetch_add(&thread_count, 1, __ATOMIC_RELAXED);

    self.random = mix(seed ^ mix(number)) | 1;
    self.is_quick = mix(self.random) % manner.threads != 0;
    self.begin = weft_ticks();
}

static uint32_t
draw(void)
{
    self.random ^= self.random << 13;
    self.random ^= self.random >> 7;
    self.random ^= self.random << 17;
    return (uint32_t)(self.random >> 32);
}

// Whether this thread may delay at this place.
static bool
may_delay(const void *caller)
{
    const uint64_t place = (uint64_t)((const char *)caller - __ehdr_start);

    if (!manner.places)
        return false;
    if (!self.random)
        begin();
    if (self.is_quick)
        return false;
    if (manner.period && ++self.calls % manner.period == 0)
        self.phase++;
    if (manner.places > 1 && mix(seed ^ mix(place ^ (uint64_t)self.phase << 40)) % manner.places)
        return false;
    return true;
}

static void
sleep_for(uint32_t microseconds)
{
    const struct timespec time = {.tv_nsec = (long)microseconds * 1000};

    nanosleep(&time, NULL);
}

// Delays take half of a thread's time at most, or what is called very often would make a program take forever.
static void
delay(uint32_t likely)
{
    const uint64_t start = weft_ticks();

    if (self.spent > (start - self.begin) / 2)
        return;
    if (likely < manner.sleep) {
        sleep_for(10 + draw() % (manner.sleep_us - 9));
    } else if (likely < manner.sleep + manner.yield) {
        sched_yield();
    } else {
        uint32_t ticks = 10 + draw() % (manner.spin_ns - 9);

        while (weft_ticks() - start < ticks)
            ;
    }
    self.spent += weft_ticks() - start;
}

void
weft_random_delay(void)
{
    uint32_t likely;
    int error;

    if (!may_delay(__builtin_return_address(0)))
        return;
    likely = draw();
    if (likely >= (uint64_t)manner.sleep + manner.yield + manner.spin)
        return;
    error = errno;
    delay(likely);
    errno = error;
}

bool
weft_random_failure(void)
{
    return may_delay(__builtin_return_address(0)) && draw() < ONE_IN(16);
}
