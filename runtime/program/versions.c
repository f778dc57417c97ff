// SPDX-License-Identifier: Apache-2.0
// Versions of a kernel for launches that are alike, and the forms that they may have. WEFT_SPECIALIZE: `0` never,
// `always` at the first launch, which waits for it. WEFT_TUNE: `0` in the form that is expected to be best, `always` in
// all forms by turns, `replay` in what launches have shown before, both from the first launch on, which waits.
#include <stdlib.h>
#include <string.h>

#include "runtime/base/background.h"
#include "runtime/base/log.h"
#include "runtime/program/versions.h"

// Hot: as many launches of a kind, with as many work-items in all or so many more launches.
#define HOT_LAUNCHES 16
#define HOT_ITEMS ((uint64_t)1 << 20)
#define HOT_LAUNCHES_OF_ANY_SIZE 256
// Or as many ticks in so many launches: a few that take long.
#define HOT_TICKS ((uint64_t)1 << 28)
#define HOT_LAUNCHES_THAT_TAKE_LONG 4
// As many ticks also for other forms; those that are not expected to be as fast once that costs a tenth of the time
// that the kernel takes at most, even if it is so.
#define LAUNCHES_FOR_EXPECTED 10
// And as many of both for what nobody expects anything of.
#define LAUNCHES_FOR_ALL_WIDTHS 400
#define TICKS_FOR_ALL_WIDTHS (4 * HOT_TICKS)
// Shorter launches do not show which form is faster.
#define SHORTEST_TRIAL_NS 2000
// Or as many work-items in all, or ticks, where the version is several times as fast.
#define HOT_ITEMS_OF_MUCH_SLOWER ((uint64_t)1 << 18)
#define HOT_TICKS_OF_MUCH_SLOWER (HOT_TICKS / 8)
// Loops that run more often are not unrolled.
#define LARGEST_FIXED_VALUE 64
// After as many kinds that others took the place of before they were hot, an argument of which the kinds have more
// values than this is none that makes launches alike.
#define KINDS_BEFORE_LOOKING 32
#define MOST_VALUES (WEFT_KINDS / 2)

static _Atomic uint32_t turn; // WEFT_TUNE=always: of all launches, so that kernels which run once have all forms, too

static void
forget(struct weft_kind *kind)
{
    for (unsigned form = 0; form < WEFT_TRIAL_FORMS; form++)
        weft_executable_unref(kind->versions[form].executable);
}

static void
destroy(struct weft_versions *versions)
{
    for (uint32_t i = 0; i < versions->count; i++) {
        forget(&versions->kinds[i].plain);
        for (int j = 0; j < WEFT_KINDS; j++)
            forget(&versions->kinds[i].others[j]);
    }
    free(versions);
}

void
weft_versions_allow(struct weft_executable *executable)
{
    const uint32_t count = executable->info.kernel_count;
    struct weft_versions *versions = calloc(1, sizeof(*versions) + count * sizeof(versions->kinds[0]));

    if (!versions)
        return;
    weft_mutex_init(&versions->lock);
    versions->count = count;
    executable->versions = versions;
    executable->destroy_versions = destroy;
}

// What a version takes for granted of an argument, whose bytes are at `bytes`; false if nothing.
static bool
describe_argument(const struct weft_arg_info *arg, const unsigned char *bytes, struct weft_fixed_argument *fixed)
{
    const unsigned char *image;

    fixed->is_image = arg->kind == WEFT_ARG_IMAGE;
    fixed->value = 0;
    if (fixed->is_image) {
        memcpy(&image, bytes, sizeof(image));
        if (image) // none: CL_INVALID_KERNEL_ARGS
            memcpy(fixed->facts, image + WEFT_IMAGE_FACTS_OFFSET, WEFT_IMAGE_FACTS_BYTES);
        return image;
    }
    if (arg->size > sizeof(fixed->value) || (arg->kind != WEFT_ARG_VALUE && arg->kind != WEFT_ARG_SAMPLER))
        return false;
    memcpy(&fixed->value, bytes, arg->size);
    return arg->kind == WEFT_ARG_SAMPLER || fixed->value <= LARGEST_FIXED_VALUE;
}

static const struct weft_specialization nothing;

// What a version for the launch would take for granted, of these arguments at most. False if there is nothing of use.
static bool
describe(const struct weft_kernel_info *info, uint64_t wanted, const unsigned char *args,
         const struct weft_launch *launch, struct weft_specialization *key)
{
    bool even = info->wants_local_size;

    key->kernel = NULL;
    key->form = 0;
    key->fixed_count = 0;
    memset(key->local_size, 0, sizeof(key->local_size));
    for (int d = 0; d < 3; d++)
        even = even && launch->global_size[d] % launch->local_size[d] == 0;
    if (even)
        memcpy(key->local_size, launch->local_size, sizeof(key->local_size));
    for (uint32_t i = 0; i < info->arg_count && i < 64 && key->fixed_count < WEFT_MAX_FIXED_ARGUMENTS; i++) {
        struct weft_fixed_argument *fixed = &key->fixed[key->fixed_count];

        if (!(wanted >> i & 1) || !describe_argument(&info->args[i], args + info->args[i].offset, fixed))
            continue;
        fixed->argument = i;
        key->fixed_count++;
    }
    return weft_takes_for_granted(key);
}

static bool
has_taken_long(const struct weft_kind *kind)
{
    return atomic_load_explicit(&kind->times.all, memory_order_relaxed) >= HOT_TICKS;
}

static bool
knows_images(const struct weft_specialization *key)
{
    for (uint32_t i = 0; i < key->fixed_count; i++)
        if (key->fixed[i].is_image)
            return true;
    return false;
}

// Whether packs of the kernel's are at most half full in such groups.
static bool
is_too_wide(const struct weft_kernel_info *info, const uint64_t local_size[3])
{
    return local_size[0] && !info->merged_items && !info->orders_groups &&
           2 * local_size[weft_form_dimension(info->form)] <= weft_form_width(info->form);
}

bool
weft_version_gains_much(const struct weft_kernel_info *info, const struct weft_specialization *key)
{
    return knows_images(key) || is_too_wide(info, key->local_size);
}

static bool
is_hot(const struct weft_kernel_info *info, const struct weft_kind *kind)
{
    if (weft_version_modes()->special == WEFT_ALWAYS)
        return true;
    if (weft_version_gains_much(info, &kind->key) &&
        (kind->items >= HOT_ITEMS_OF_MUCH_SLOWER ||
         atomic_load_explicit(&kind->times.all, memory_order_relaxed) >= HOT_TICKS_OF_MUCH_SLOWER))
        return true;
    if (has_taken_long(kind) && kind->launches >= HOT_LAUNCHES_THAT_TAKE_LONG)
        return true;
    return kind->launches >= HOT_LAUNCHES && (kind->items >= HOT_ITEMS || kind->launches >= HOT_LAUNCHES_OF_ANY_SIZE);
}

static bool
is_same(const struct weft_specialization *a, const struct weft_specialization *b)
{
    bool same = memcmp(a->local_size, b->local_size, sizeof(a->local_size)) == 0 && a->fixed_count == b->fixed_count;

    for (uint32_t i = 0; same && i < a->fixed_count; i++)
        same = a->fixed[i].argument == b->fixed[i].argument && a->fixed[i].value == b->fixed[i].value &&
               (!a->fixed[i].is_image || memcmp(a->fixed[i].facts, b->fixed[i].facts, WEFT_IMAGE_FACTS_BYTES) == 0);
    return same;
}

// The kind with this key that is past counting, or NULL. *may_count: a kind can still be counted.
static struct weft_kind *
find_settled(struct weft_kind kinds[WEFT_KINDS], const struct weft_specialization *key, bool *may_count)
{
    *may_count = false;
    for (int i = 0; i < WEFT_KINDS; i++) {
        if (weft_kind_state(&kinds[i]) == WEFT_COUNTING)
            *may_count = true;
        else if (is_same(&kinds[i].key, key))
            return &kinds[i];
    }
    return NULL;
}

static const struct weft_fixed_argument *
find_fixed(const struct weft_specialization *key, uint32_t argument)
{
    for (uint32_t i = 0; i < key->fixed_count; i++)
        if (key->fixed[i].argument == argument)
            return &key->fixed[i];
    return NULL;
}

// How many values of an argument the kinds take for granted.
static uint32_t
count_values(const struct weft_kind kinds[WEFT_KINDS], uint32_t argument)
{
    uint64_t seen[(LARGEST_FIXED_VALUE + 64) / 64] = {0};
    uint32_t count = 0;

    for (int i = 0; i < WEFT_KINDS; i++) {
        const struct weft_fixed_argument *fixed = find_fixed(&kinds[i].key, argument);

        if (fixed)
            seen[fixed->value / 64] |= UINT64_C(1) << fixed->value % 64;
    }
    for (size_t i = 0; i < sizeof(seen) / sizeof(seen[0]); i++)
        count += (uint32_t)__builtin_popcountll(seen[i]);
    return count;
}

// Arguments that are another one in each launch would keep all launches apart: they are not taken for granted any more,
// where no kind has become hot.
static void
find_varying(const struct weft_kernel_info *info, struct weft_kinds *kinds)
{
    uint64_t varying = 0;

    for (int i = 0; i < WEFT_KINDS; i++)
        if (weft_kind_state(&kinds->others[i]) != WEFT_COUNTING)
            return;
    for (uint32_t i = 0; i < info->arg_count && i < 64; i++)
        if (info->args[i].kind == WEFT_ARG_VALUE && count_values(kinds->others, i) > MOST_VALUES)
            varying |= UINT64_C(1) << i;
    atomic_fetch_or_explicit(&kinds->varying, varying, memory_order_relaxed);
}

// The kind with this key, or the one that was counted least in its place; NULL if all others are beyond counting.
static struct weft_kind *
find_counted(const struct weft_kernel_info *info, struct weft_kinds *of_kernel, const struct weft_specialization *key)
{
    struct weft_kind *kinds = of_kernel->others, *least = NULL;

    for (int i = 0; i < WEFT_KINDS; i++) {
        if (kinds[i].is_used && is_same(&kinds[i].key, key))
            return &kinds[i];
        if (weft_kind_state(&kinds[i]) == WEFT_COUNTING && (!least || kinds[i].items < least->items))
            least = &kinds[i];
    }
    if (least && least->is_used && ++of_kernel->replaced % KINDS_BEFORE_LOOKING == 0)
        find_varying(info, of_kernel);
    if (least) {
        least->key = *key;
        least->is_used = true;
        least->launches = 0;
        least->items = 0;
        weft_launch_times_reset(&least->times);
    }
    return least;
}

static void
begin_build(struct weft_kind *kind)
{
    if (weft_version_modes()->tuning != WEFT_NEVER && (weft_is_tuned_at_once() || has_taken_long(kind)))
        atomic_store(&kind->stage, weft_version_modes()->tuning == WEFT_ALWAYS ? WEFT_ALL_WIDTHS : WEFT_NEAR_FORMS);
    weft_kind_set_state(kind, WEFT_BUILDING);
}

// Counts a launch of that kind. Returns the kind, or NULL if there is no room; it may have become hot, and is
// WEFT_BUILDING then, and *is_due.
static struct weft_kind *
count_launch(cl_kernel kernel, struct weft_kinds *kinds, const struct weft_specialization *key, uint64_t items,
             bool *is_due)
{
    struct weft_versions *versions = kernel->executable->versions;
    struct weft_kind *kind;

    weft_mutex_lock(&versions->lock);
    kind = find_counted(kernel->info, kinds, key);
    if (kind && weft_kind_state(kind) == WEFT_COUNTING) {
        kind->launches++;
        kind->items += items;
        *is_due = is_hot(kernel->info, kind) && weft_version_builds_claim();
        if (*is_due)
            begin_build(kind);
    }
    weft_mutex_unlock(&versions->lock);
    return kind;
}

static uint64_t
items_of(const struct weft_launch *launch)
{
    return launch->global_size[0] * launch->global_size[1] * launch->global_size[2];
}

// Whether the kind, of which nothing is taken for granted or which is WEFT_READY, is due for what is tried next.
static bool
is_next_due(const struct weft_kind *kind, int stage)
{
    const uint32_t runs = atomic_load_explicit(&kind->times.count, memory_order_relaxed);
    uint64_t others;

    if (weft_is_tuned_at_once())
        return true;
    if (stage == WEFT_NO_FORMS)
        return has_taken_long(kind) && runs >= HOT_LAUNCHES_THAT_TAKE_LONG;
    // The stage comes before the first version, which another thread may be building.
    if (weft_kind_state(kind) != WEFT_READY)
        return false;
    if (stage == WEFT_ALL_FORMS && atomic_load_explicit(&kind->chosen, memory_order_relaxed) != 0)
        return true; // a surprise
    if (stage >= WEFT_ALL_FORMS)
        return runs >= LAUNCHES_FOR_ALL_WIDTHS &&
               atomic_load_explicit(&kind->times.all, memory_order_relaxed) >= TICKS_FOR_ALL_WIDTHS;
    others = kind->versions[0].info->other_forms;
    while (others && weft_form_is_near(others))
        others >>= 16;
    return runs >= LAUNCHES_FOR_EXPECTED * weft_form_expected(others);
}

// Whether there is more to try after that stage.
static bool
may_be_tuned(int stage)
{
    return weft_version_modes()->tuning != WEFT_NEVER && stage < WEFT_ALL_WIDTHS;
}

// Whether a build is to be begun for it; it is marked as begun then.
static bool
is_tuning_due(struct weft_versions *versions, struct weft_kind *kind)
{
    const int stage = atomic_load(&kind->stage);
    bool is_claimed, is_due;
    int state;

    if (!may_be_tuned(stage) || !is_next_due(kind, stage))
        return false;
    weft_mutex_lock(&versions->lock);
    is_claimed = atomic_load(&kind->stage) == stage && weft_version_builds_claim();
    state = weft_kind_state(kind); // after the claim: a build of the kind may just have ended
    is_due = is_claimed && (state == WEFT_READY || state == WEFT_COUNTING);
    if (is_claimed && !is_due)
        weft_version_builds_release();
    else if (is_due && state == WEFT_COUNTING)
        begin_build(kind);
    else if (is_due)
        atomic_store(&kind->stage, stage + 1);
    weft_mutex_unlock(&versions->lock);
    return is_due;
}

// The form that the launch is to try, or WEFT_NO_TRIAL.
static uint32_t
form_to_try(struct weft_kind *kind, uint64_t items)
{
    if (weft_trials_are_warming_up(&kind->trials) || weft_launch_times_allow_trial(&kind->times))
        return weft_trials_next(&kind->trials, items);
    weft_trials_pass(&kind->trials);
    return WEFT_NO_TRIAL;
}

// The version that the launch is to have; if it is to show what that takes, the trial says so.
static const struct weft_version *
choose_version(struct weft_versions *versions, struct weft_kind *kind, uint64_t items, struct weft_trial *trial)
{
    uint32_t form;

    if (weft_kind_state(kind) == WEFT_READY)
        return &kind->versions[atomic_load_explicit(&kind->chosen, memory_order_acquire)];
    weft_mutex_lock(&versions->lock);
    if (weft_version_modes()->tuning == WEFT_ALWAYS) {
        form = atomic_fetch_add(&turn, 1) % kind->version_count;
    } else {
        form = form_to_try(kind, items);
        if (form == WEFT_NO_TRIAL || weft_trials_awaits(&kind->trials, form))
            *trial = (struct weft_trial){versions, kind, form, kind->trials.warms_up};
        if (form == WEFT_NO_TRIAL)
            form = weft_trials_best(&kind->trials);
    }
    weft_mutex_unlock(&versions->lock);
    return &kind->versions[form];
}

// The kind of the launch, if it is counted or past that.
static struct weft_kind *
find_kind(cl_kernel kernel, struct weft_kinds *kinds, const struct weft_specialization *key, uint64_t items)
{
    bool may_count, is_due = false;
    struct weft_kind *kind = find_settled(kinds->others, key, &may_count);

    if (kind || !may_count)
        return kind;
    kind = count_launch(kernel, kinds, key, items, &is_due);
    if (is_due)
        weft_version_builds_start(kernel, key, kind);
    return kind;
}

const struct weft_kernel_info *
weft_versions_choose(cl_kernel kernel, const unsigned char *args, struct weft_ndrange *range, struct weft_trial *trial)
{
    const struct weft_kernel_info *info = kernel->info;
    const bool is_plain = !info->wants_local_size && !info->wants_arguments;
    const struct weft_version *version;
    struct weft_versions *versions;
    struct weft_specialization key;
    struct weft_kinds *kinds;
    struct weft_kind *kind;
    uint64_t wanted;
    int state;

    range->entry = kernel->entry;
    *trial = (struct weft_trial){NULL, NULL, WEFT_NO_TRIAL, false};
    if (is_plain && !info->other_forms)
        return info;
    versions = kernel->executable->versions;
    if (weft_version_modes()->special == WEFT_NEVER || !versions ||
        (is_plain && weft_version_modes()->tuning == WEFT_NEVER))
        return info;
    kinds = &versions->kinds[info - kernel->executable->info.kernels];
    wanted = info->wants_arguments & ~atomic_load_explicit(&kinds->varying, memory_order_relaxed);
    if (is_plain || !describe(info, wanted, args, &range->launch, &key))
        kind = weft_version_modes()->tuning == WEFT_NEVER || !info->other_forms ? NULL : &kinds->plain;
    else
        kind = find_kind(kernel, kinds, &key, items_of(&range->launch));
    if (!kind)
        return info;
    state = weft_kind_state(kind);
    if (state != WEFT_COUNTING && kind != &kinds->plain && !is_same(&kind->key, &key)) // another one's by now
        return info;
    if ((state == WEFT_READY || (state == WEFT_COUNTING && kind == &kinds->plain)) && is_tuning_due(versions, kind)) {
        if (kind == &kinds->plain)
            key = nothing;
        weft_version_builds_start(kernel, &key, kind);
        state = weft_kind_state(kind);
    }
    if ((state == WEFT_COUNTING || state == WEFT_READY) &&
        may_be_tuned(atomic_load_explicit(&kind->stage, memory_order_relaxed)))
        *trial = (struct weft_trial){versions, kind, WEFT_NO_TRIAL, false};
    if (state == WEFT_BUILDING)
        range->later = &kind->later;
    if (state != WEFT_TRYING && state != WEFT_READY)
        return info;
    version = choose_version(versions, kind, items_of(&range->launch), trial);
    range->entry = version->entry;
    return version->info;
}

struct memory {
    struct weft_cache_key key;
    struct weft_form_choice choice;
};

static void
remember(void *data)
{
    struct memory *memory = data;

    weft_cache_remember_form(&memory->key, memory->choice);
    free(memory);
}

// What a trial has shown, as of its end: the kind may be tried anew at once.
struct outcome {
    const struct weft_kernel_info *info;
    struct memory memory;
    uint32_t forms, rounds;
    bool is_kept;
};

static struct outcome
settle(struct weft_kind *kind)
{
    const uint32_t before = atomic_load(&kind->chosen), best = weft_trials_best(&kind->trials);
    const struct weft_kernel_info *info = kind->versions[best].info;
    struct outcome outcome = {
        info, {kind->cache_key, {info->form, 0}}, kind->version_count, kind->trials.rounds, kind->has_cache_key};

    atomic_store(&kind->chosen, best);
    if (atomic_load(&kind->stage) == WEFT_NEIGHBOURS && best != before)
        atomic_store(&kind->stage, WEFT_ALL_FORMS); // and what lies beyond it?
    outcome.memory.choice.stage = (uint32_t)atomic_load(&kind->stage);
    weft_kind_set_state(kind, WEFT_READY);
    return outcome;
}

static void
tell_chosen(const struct outcome *outcome)
{
    weft_log_message(
        WEFT_LOG_INFO, "kernel %s: %u work-items of dimension %u side by side are fastest, of %u forms in %u rounds%s",
        outcome->info->name, weft_form_width(outcome->info->form), weft_form_dimension(outcome->info->form),
        outcome->forms, outcome->rounds, weft_form_rest_text(outcome->info->form));
}

// For other processes; not by the thread that ends a launch.
static void
keep_chosen(const struct outcome *outcome)
{
    struct memory *memory = outcome->is_kept ? malloc(sizeof(*memory)) : NULL;

    if (!memory)
        return;
    *memory = outcome->memory;
    if (!weft_background_run(remember, memory))
        free(memory);
}

// Notes what a launch with a form in question took. True when nothing is left to try.
static bool
note_trial(struct weft_kind *kind, uint32_t form, uint64_t ticks, struct weft_ndrange *range)
{
    const uint64_t own_ns = atomic_load_explicit(&range->own_ns, memory_order_relaxed);

    if (ticks && !weft_launch_times_are_decided_by(&kind->times, ticks))
        return weft_trials_repeat(&kind->trials, form);
    return !ticks || own_ns < SHORTEST_TRIAL_NS
               ? weft_trials_drop(&kind->trials, form)
               : weft_trials_note(&kind->trials, form, (double)own_ns / (double)items_of(&range->launch));
}

void
weft_trial_end(struct weft_trial *trial, struct weft_ndrange *range, uint64_t ticks, uint32_t weight)
{
    struct weft_versions *versions = trial->versions;
    struct weft_kind *kind = trial->kind;
    const uint32_t form = trial->form;
    const bool is_short = trial->is_short;
    struct outcome outcome;
    bool is_over;

    if (!versions)
        return;
    *trial = (struct weft_trial){NULL, NULL, WEFT_NO_TRIAL, false};
    if (ticks && form == WEFT_NO_TRIAL)
        weft_launch_times_add(&kind->times, ticks, weight);
    else if (ticks)
        weft_launch_times_add_trial(&kind->times, ticks, weight, is_short);
    if (form == WEFT_NO_TRIAL)
        return;
    weft_mutex_lock(&versions->lock);
    is_over = note_trial(kind, form, ticks, range) && weft_kind_state(kind) == WEFT_TRYING;
    if (is_over)
        outcome = settle(kind);
    weft_mutex_unlock(&versions->lock);
    if (is_over) {
        tell_chosen(&outcome);
        keep_chosen(&outcome);
    }
}
