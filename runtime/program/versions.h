// SPDX-License-Identifier: Apache-2.0
// Versions of kernels: what versions.c, which counts launches and chooses, and version_builds.c have in common.
#ifndef WEFT_PROGRAM_VERSIONS_H
#define WEFT_PROGRAM_VERSIONS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/base/futex.h"
#include "runtime/build/cache_forms.h"
#include "runtime/program/private.h"
#include "runtime/program/trials.h"

// Kinds of launches that are told apart at a time.
#define WEFT_KINDS 8

enum weft_mode { WEFT_NEVER, WEFT_WHEN_HOT, WEFT_ALWAYS, WEFT_REPLAY };

// WEFT_SPECIALIZE and WEFT_TUNE, as they were when they were first asked for.
struct weft_version_modes {
    enum weft_mode special, tuning;
};

enum weft_kind_state { WEFT_COUNTING, WEFT_BUILDING, WEFT_TRYING, WEFT_READY, WEFT_FAILED };

// What is tried, or has been: nothing; the forms that are expected to be as fast; all that the compiler thought of; the
// neighbours of the fastest, as long as one of them is faster; and what is left of the widths.
enum weft_kind_stage { WEFT_NO_FORMS, WEFT_NEAR_FORMS, WEFT_ALL_FORMS, WEFT_NEIGHBOURS, WEFT_ALL_WIDTHS };

struct weft_version {
    struct weft_executable *executable; // owned; NULL: the kernel's own code
    weft_kernel_entry entry;
    const struct weft_kernel_info *info;
};

// What is WEFT_COUNTING is guarded by the lock, and so are the trials; what is past that stays as it is, but for the
// steps from WEFT_BUILDING to WEFT_TRYING and to the end, and launches look at it without.
struct weft_kind {
    struct weft_specialization key; // kernel NULL; form 0
    _Atomic int state;              // enum weft_kind_state; written last
    bool is_used;                   // there was such a launch
    _Atomic int stage;              // enum weft_kind_stage
    uint32_t launches;
    uint64_t items;
    struct weft_launch_times times;
    struct weft_version versions[WEFT_TRIAL_FORMS]; // WEFT_TRYING, WEFT_READY
    uint32_t version_count;
    _Atomic uint32_t chosen; // WEFT_READY: one of them
    // Not NULL: the first one, if it can also take over launches of the kernel's own code that have begun.
    _Atomic(weft_kernel_entry) later;
    bool has_cache_key;
    struct weft_cache_key cache_key; // of the first version's build
    struct weft_trials trials;
};

struct weft_versions {
    struct weft_mutex lock;
    uint32_t count; // kernels
    struct weft_kinds {
        _Atomic uint64_t varying; // bit i: argument i is not taken for granted, launches hardly have it alike
        uint32_t replaced;        // kinds that were not hot when others took their place
        struct weft_kind plain;   // launches of which nothing is taken for granted
        struct weft_kind others[WEFT_KINDS];
    } kinds[];
};

static inline bool
weft_takes_for_granted(const struct weft_specialization *key)
{
    return key->local_size[0] || key->fixed_count;
}

static inline int
weft_kind_state(const struct weft_kind *kind)
{
    // Acquire: pairs with weft_kind_set_state.
    return atomic_load_explicit(&kind->state, memory_order_acquire);
}

static inline void
weft_kind_set_state(struct weft_kind *kind, enum weft_kind_state state)
{
    atomic_store_explicit(&kind->state, state, memory_order_release);
}

// Whether one of weft_kernel_info.other_forms is expected to take so many times as long at most.
#define WEFT_NEAR_EXPECTED 2
static inline bool
weft_form_is_near(uint64_t other)
{
    return weft_form_expected(other) <= WEFT_NEAR_EXPECTED;
}

// What messages say of how a form ends a row; mostly nothing.
static inline const char *
weft_form_rest_text(uint32_t form)
{
    return form & WEFT_FORM_WIDE_REST ? ", with wide rests" : "";
}

const struct weft_version_modes *weft_version_modes(void);
// Whether a version is expected to be several times as fast as the kernel: one for its images, or for groups along which
// packs of the kernel's are at most half full.
bool weft_version_gains_much(const struct weft_kernel_info *info, const struct weft_specialization *key);
// Whether forms are chosen from the first launch on, which waits for them.
bool weft_is_tuned_at_once(void);
// True for whoever may build: one at a time, as the processors are busy with what is hot.
bool weft_version_builds_claim(void);
// Whether somebody may, and does, at the moment.
bool weft_version_builds_are_busy(void);
// Of what was claimed and is not built after all.
void weft_version_builds_release(void);
// Builds what the kind is due for, in the background, or before it returns if launches are to wait for it. The caller
// has claimed that. The kind is marked as WEFT_BUILDING, or is WEFT_READY and marked as past that stage. Without memory
// or threads nothing comes of it.
void weft_version_builds_start(cl_kernel kernel, const struct weft_specialization *key, struct weft_kind *kind);

#endif
