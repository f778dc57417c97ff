// SPDX-License-Identifier: Apache-2.0
// Which of several forms of a kernel is the fastest, by what launches of it take.
#include "runtime/program/trials.h"

#include <math.h>
#include <string.h>

// A trial ends after so many rounds, or launches that measured nothing.
#define MOST_ROUNDS 48u
#define MOST_LOST 64u
// Forms within this of each other are alike: an expected order decides.
#define ALIKE 0.03
// Differences vary by at least so much, whatever few rounds may show.
#define LEAST_DEVIATION 0.01
// A launch counts as at most so much longer than what is usual; and that grows from round to round by so much.
#define MOST_LONGER 0.2
#define USUAL_GROWS 0.03
// A launch that takes less than so much of the one in which a tick is, on the average, decides little.
#define LEAST_SHARE 0.4
// That is asked where the launch in which a tick is takes more than so many times the mean. Else all do the same, and
// what is short is a fast form.
#define UNLIKE 2
// One that takes more than so many times the mean counts no more than that: it was stopped.
#define MOST_MEANS 8
// So many launches at most, each number as often, are let pass after one that does not decide.
#define MOST_WAIT 16u
// A trial ends after so many of those: what is left may never take long again.
#define MOST_SLIGHT 1000u
// Launches of less are short: about 0.1 ms.
#define SHORT_TICKS ((uint64_t)1 << 18)
// So many launches with a form until caches, and which thread has what in its own, are as they are with it.
#define WARM_LAUNCHES 3u
// Trials may take one part of so many of the time: processes may end before they gain anything by them.
#define LOST_SHARE 8u
// Fewer rounds say nothing of how much differences vary.
#define LEAST_ROUNDS 4u
// A form that seems so much slower after one, two and three rounds is not waited for, but for the one that is expected
// to be best: that would be a guess.
static const double far_slower[LEAST_ROUNDS] = {0, 1.39, 0.69, 0.4}; // 4 times, twice, 1.5 times

void
weft_launch_times_reset(struct weft_launch_times *times)
{
    times->all = times->first = times->squares = times->lost = 0;
    times->count = 0;
}

void
weft_launch_times_add(struct weft_launch_times *times, uint64_t ticks, uint32_t weight)
{
    const uint64_t all = atomic_fetch_add_explicit(&times->all, ticks * weight, memory_order_relaxed);
    const uint32_t count = atomic_fetch_add_explicit(&times->count, weight, memory_order_relaxed);
    uint64_t most;

    if (!count) { // the first one also waits for memory
        atomic_store_explicit(&times->first, ticks * weight, memory_order_relaxed);
        return;
    }
    most = MOST_MEANS * all / count;
    ticks = (ticks < most ? ticks : most) / 256;
    atomic_fetch_add_explicit(&times->squares, ticks * ticks * weight, memory_order_relaxed);
}

void
weft_launch_times_add_trial(struct weft_launch_times *times, uint64_t ticks, uint32_t weight, bool warms_up)
{
    const uint64_t all = atomic_load_explicit(&times->all, memory_order_relaxed);
    const uint32_t count = atomic_load_explicit(&times->count, memory_order_relaxed);
    const uint64_t mean = count ? all / count : ticks;
    const uint64_t launches = weight + (warms_up ? WARM_LAUNCHES : 0);

    if (ticks > mean)
        atomic_fetch_add_explicit(&times->lost, (ticks - mean) * launches, memory_order_relaxed);
    weft_launch_times_add(times, ticks, weight);
}

bool
weft_launch_times_allow_trial(const struct weft_launch_times *times)
{
    return atomic_load_explicit(&times->lost, memory_order_relaxed) <=
           atomic_load_explicit(&times->all, memory_order_relaxed) / LOST_SHARE;
}

bool
weft_launch_times_are_decided_by(const struct weft_launch_times *times, uint64_t ticks)
{
    const double all = (double)atomic_load_explicit(&times->all, memory_order_relaxed);
    const double squares = (double)atomic_load_explicit(&times->squares, memory_order_relaxed) * 256 * 256;
    const double count = atomic_load_explicit(&times->count, memory_order_relaxed);

    return squares * count <= UNLIKE * all * all || (double)ticks * all >= LEAST_SHARE * squares;
}

bool
weft_launch_times_are_short(const struct weft_launch_times *times)
{
    const uint64_t first = atomic_load_explicit(&times->first, memory_order_relaxed);
    const double all = (double)(atomic_load_explicit(&times->all, memory_order_relaxed) - first);
    const double squares = (double)atomic_load_explicit(&times->squares, memory_order_relaxed) * 256 * 256;

    // The launch in which a tick is, on the average.
    return all > 0 ? squares < all * SHORT_TICKS : first < SHORT_TICKS;
}

void
weft_trials_init(struct weft_trials *trials, uint32_t forms, bool warms_up)
{
    const uint32_t count = (uint32_t)__builtin_popcount(forms);

    memset(trials, 0, sizeof(*trials));
    trials->pairs = count * (count - 1) / 2;
    trials->left = forms;
    trials->warms_up = warms_up;
    trials->warm = WEFT_NO_TRIAL;
    trials->count = 32 - (uint32_t)__builtin_clz(forms);
}

static uint32_t
first_left(const struct weft_trials *trials)
{
    return (uint32_t)__builtin_ctz(trials->left);
}

// The mean of how much slower a is than b.
static double
difference(const struct weft_trials *trials, uint32_t a, uint32_t b)
{
    return a < b ? trials->pair[a][b].mean : -trials->pair[b][a].mean;
}

// How far the mean of a pair may be from the truth.
static double
uncertainty(const struct weft_trials *trials, uint32_t a, uint32_t b)
{
    const struct weft_trial_pair *pair = a < b ? &trials->pair[a][b] : &trials->pair[b][a];
    const double rounds = trials->rounds;
    const double variance = pair->squares / (rounds - 1) + LEAST_DEVIATION * LEAST_DEVIATION;

    // The chances of all rounds, 6 / (pi n)^2 of the whole for the n-th, sum up to one.
    return sqrt(variance / rounds * 2 * log(M_PI * M_PI * rounds * rounds / 6 * trials->pairs * 2 / 0.05));
}

static bool
is_left(const struct weft_trials *trials, uint32_t form)
{
    return trials->left >> form & 1;
}

// Whether the form is slower than one that is left.
static bool
is_slower(const struct weft_trials *trials, uint32_t form)
{
    for (uint32_t other = 0; other < trials->count; other++) {
        double by;

        if (other == form || !is_left(trials, other))
            continue;
        by = trials->usual[form] - trials->usual[other];
        if (trials->rounds < LEAST_ROUNDS && form != first_left(trials) && by > far_slower[trials->rounds])
            return true;
        by = difference(trials, form, other);
        if (trials->rounds >= LEAST_ROUNDS && by > uncertainty(trials, form, other))
            return true;
    }
    return false;
}

// Whether none of those that are left is more than a little slower or faster than another.
static bool
are_alike(const struct weft_trials *trials)
{
    if (trials->rounds < LEAST_ROUNDS)
        return false;
    for (uint32_t a = 0; a < trials->count; a++)
        for (uint32_t b = a + 1; b < trials->count; b++)
            if (is_left(trials, a) && is_left(trials, b) &&
                fabs(difference(trials, a, b)) + uncertainty(trials, a, b) > ALIKE)
                return false;
    return true;
}

uint32_t
weft_trials_best(const struct weft_trials *trials)
{
    uint32_t best = first_left(trials);
    double by;

    if (trials->rounds == 0)
        return best;
    // A later one only if it is more than alike: the order is that of what was expected.
    by = trials->rounds < LEAST_ROUNDS ? far_slower[trials->rounds] : ALIKE;
    for (uint32_t form = best + 1; form < trials->count; form++)
        if (is_left(trials, form) && difference(trials, best, form) > by)
            best = form;
    return best;
}

uint32_t
weft_trials_next(struct weft_trials *trials, uint64_t items)
{
    const uint32_t open = trials->left & ~trials->begun;
    uint32_t form;

    if (trials->wait || !open) {
        if (trials->wait)
            trials->wait--;
        trials->warm = WEFT_NO_TRIAL; // the best one runs now
        return WEFT_NO_TRIAL;
    }
    // Others in between do not make it cold: where sizes alternate nothing would be tried for ever.
    if (trials->begun && (items > 2 * trials->items || items < trials->items / 2))
        return WEFT_NO_TRIAL;
    // The other way round in every other round: what gets slower or faster meanwhile is no form's fault.
    form = trials->rounds & 1 ? 31 - (uint32_t)__builtin_clz(open) : (uint32_t)__builtin_ctz(open);
    if (trials->warms_up && trials->warm != form) {
        trials->warm = form;
        trials->warm_launches = 0;
    }
    if (trials->warms_up && trials->warm_launches < WARM_LAUNCHES) {
        trials->warm_launches++;
        return form;
    }
    if (!trials->begun)
        trials->items = items;
    trials->begun |= UINT32_C(1) << form;
    return form;
}

bool
weft_trials_are_warming_up(const struct weft_trials *trials)
{
    return trials->warms_up && trials->warm != WEFT_NO_TRIAL && !weft_trials_awaits(trials, trials->warm);
}

void
weft_trials_pass(struct weft_trials *trials)
{
    trials->warm = WEFT_NO_TRIAL;
}

bool
weft_trials_awaits(const struct weft_trials *trials, uint32_t form)
{
    return trials->begun >> form & 1;
}

// What the launch took, or little more than launches with the form usually take.
static void
limit_cost(struct weft_trials *trials, uint32_t form)
{
    double *cost = &trials->cost[form], *usual = &trials->usual[form];

    *usual = trials->rounds == 0 || *cost < *usual + USUAL_GROWS ? *cost : *usual + USUAL_GROWS;
    if (*cost > *usual + MOST_LONGER)
        *cost = *usual + MOST_LONGER;
}

static void
end_round(struct weft_trials *trials)
{
    for (uint32_t form = 0; form < trials->count; form++)
        if (is_left(trials, form))
            limit_cost(trials, form);
    trials->rounds++;
    trials->begun = trials->done = 0;
    for (uint32_t a = 0; a < trials->count; a++) {
        for (uint32_t b = a + 1; b < trials->count; b++) {
            struct weft_trial_pair *pair = &trials->pair[a][b];
            double off;

            if (!is_left(trials, a) || !is_left(trials, b))
                continue;
            off = trials->cost[a] - trials->cost[b] - pair->mean; // Welford
            pair->mean += off / trials->rounds;
            pair->squares += off * (trials->cost[a] - trials->cost[b] - pair->mean);
        }
    }
    // One after the other: of two that are slower than each other's neighbours one stays.
    for (uint32_t form = trials->count; form-- > 0;)
        if (is_left(trials, form) && is_slower(trials, form))
            trials->left &= ~(UINT32_C(1) << form);
}

static bool
is_over(struct weft_trials *trials)
{
    const bool one = (trials->left & (trials->left - 1)) == 0;

    if (!one && trials->rounds < MOST_ROUNDS && trials->lost < MOST_LOST && trials->passed < MOST_SLIGHT &&
        !are_alike(trials))
        return false;
    trials->left = UINT32_C(1) << weft_trials_best(trials);
    trials->begun = trials->left; // nothing more is tried
    return true;
}

bool
weft_trials_note(struct weft_trials *trials, uint32_t form, double cost)
{
    if (!(trials->begun >> form & 1))
        return false;
    trials->cost[form] = log(cost);
    trials->done |= UINT32_C(1) << form;
    if ((trials->done & trials->left) != trials->left)
        return false;
    end_round(trials);
    return is_over(trials);
}

bool
weft_trials_repeat(struct weft_trials *trials, uint32_t form)
{
    if (!(trials->begun >> form & 1))
        return false;
    trials->begun &= ~(UINT32_C(1) << form);
    // Multiples of the golden section are spread evenly.
    trials->wait = (++trials->passed * UINT32_C(0x9e3779b9) >> 16) % MOST_WAIT;
    return is_over(trials);
}

bool
weft_trials_drop(struct weft_trials *trials, uint32_t form)
{
    if (!(trials->begun >> form & 1))
        return false;
    trials->begun &= ~(UINT32_C(1) << form);
    trials->lost++;
    return is_over(trials);
}
