// SPDX-License-Identifier: Apache-2.0
// Which of several forms of a kernel is the fastest, by what launches of it take.
//
// Launches that are alike try the forms by turns. A round is one launch with each form that is still in question; what
// it shows are differences between forms that ran one after the other, of the logarithms of what a work-item took, by
// the time that threads had their CPUs for it: neither a machine that gets busier nor other processes decide. Where
// launches are short, each comes after three others with its form, as it will once that is chosen, and the clock tells
// the time, as it would take an eighth of it to ask for a thread's own. After each round a form is given up once
// another one is certainly faster: their mean difference is beyond a bound that holds for all rounds together (a union
// bound over rounds and pairs, of normal deviates; an error in 20 trials). What is alike within 3 % is left. A launch
// that took far longer than others with its form counts as a little longer. Once forms in question have lost an eighth
// of all the time, the next launch with one waits until that is made up for, be it in the middle of a round.
#ifndef WEFT_PROGRAM_TRIALS_H
#define WEFT_PROGRAM_TRIALS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define WEFT_TRIAL_FORMS 10u
#define WEFT_NO_TRIAL UINT32_MAX

// Of one pair of forms: the differences so far.
struct weft_trial_pair {
    double mean, squares; // squares: of the deviations from the mean, summed up
};

struct weft_trials {
    uint32_t pairs;                 // of forms
    uint32_t count;                 // forms are less than this; the least is the one that is expected to be best
    uint32_t left;                  // bits: forms in question
    uint32_t begun;                 // bits: of those, launched in this round
    uint32_t done;                  // bits: of those, measured
    uint32_t rounds;                // complete
    bool warms_up;                  // a launch that counts comes after some with the same form,
    uint32_t warm, warm_launches;   // and this one had so many just now
    uint32_t lost;                  // launches that measured nothing
    uint32_t passed;                // launches that were not of those that decide,
    uint32_t wait;                  // and how many are still to come before the next one that tries a form
    uint64_t items;                 // of the round's launches, within a factor of two
    double cost[WEFT_TRIAL_FORMS];  // logarithms: of the round's launches,
    double usual[WEFT_TRIAL_FORMS]; // and of the quick ones of late
    struct weft_trial_pair pair[WEFT_TRIAL_FORMS][WEFT_TRIAL_FORMS]; // [a][b] with a < b: cost of a less that of b
};

// What launches took, in ticks; any thread may add.
struct weft_launch_times {
    _Atomic uint64_t all;
    _Atomic uint64_t first;   // of these, which squares leave out
    _Atomic uint64_t squares; // of 256 ticks each
    _Atomic uint32_t count;
    _Atomic uint64_t lost; // what launches with forms in question took more than the mean
};

// For launches of another kind.
void weft_launch_times_reset(struct weft_launch_times *times);
// A launch that stands for `weight` that are like it.
void weft_launch_times_add(struct weft_launch_times *times, uint64_t ticks, uint32_t weight);
// The same of one with a form in question, and of those before it that were not measured (warms_up).
void weft_launch_times_add_trial(struct weft_launch_times *times, uint64_t ticks, uint32_t weight, bool warms_up);
// Whether so little of all the time was lost to forms in question that one more may be tried.
bool weft_launch_times_allow_trial(const struct weft_launch_times *times);
// Whether a launch that took so long is one of those that decide how long the kernel takes: where they do unlike work,
// as the levels of a search through a graph do, these are the long ones, and others show nothing of them. Where
// launches take about as long as each other, all do.
bool weft_launch_times_are_decided_by(const struct weft_launch_times *times, uint64_t ticks);

// Whether those that decide are so short that what another form has left in caches and predictors would count.
bool weft_launch_times_are_short(const struct weft_launch_times *times);

// A bit for each form, at least one.
void weft_trials_init(struct weft_trials *trials, uint32_t forms, bool warms_up);
// The form that a launch of so many work-items is to try, or WEFT_NO_TRIAL: it is to have weft_trials_best.
uint32_t weft_trials_next(struct weft_trials *trials, uint64_t items);
// Whether launches with a form have begun that only come before the one that counts.
bool weft_trials_are_warming_up(const struct weft_trials *trials);
// The launch that comes next has the best form, and not one in question.
void weft_trials_pass(struct weft_trials *trials);
// Whether weft_trials_note, weft_trials_repeat or weft_trials_drop is to be told of the end of the launch that was just
// given the form: else it only comes before one that counts.
bool weft_trials_awaits(const struct weft_trials *trials, uint32_t form);
// What the launch took for each work-item, in any unit. True when nothing is left to try. Of a launch of trials before
// these, nothing is noted.
bool weft_trials_note(struct weft_trials *trials, uint32_t form, double cost);
// The launch was not one of those that decide: another one is to try the form, some launches later, as the next ones
// may always be alike, as the first of those that are enqueued together are. True after so many that nothing is left to
// try.
bool weft_trials_repeat(struct weft_trials *trials, uint32_t form);
// The launch showed nothing: it has not run, or was too short.
bool weft_trials_drop(struct weft_trials *trials, uint32_t form);
// The best form as far as is known.
uint32_t weft_trials_best(const struct weft_trials *trials);

#endif
