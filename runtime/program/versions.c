// SPDX-License-Identifier: Apache-2.0
// Versions of a kernel for launches that are alike, and the forms that they may have. WEFT_SPECIALIZE: `0` never,
// `always` at the first launch, which waits for it. WEFT_TUNE: `0` in the form that is expected to be best, `always` in
// all forms by turns, `replay` in what launches have shown before, both from the first launch on, which waits.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/background.h"
#include "runtime/base/log.h"
#include "runtime/build/cache_forms.h"
#include "runtime/build/compiler_client.h"
#include "runtime/build/object_loader.h"
#include "runtime/core/device.h"
#include "runtime/exec/arena.h"
#include "runtime/program/private.h"
#include "runtime/program/trials.h"

// Kinds of launches that are told apart at a time.
#define KINDS 8
// Hot: as many launches of a kind, with as many work-items in all or so many more launches.
#define HOT_LAUNCHES 16
#define HOT_ITEMS ((uint64_t)1 << 20)
#define HOT_LAUNCHES_OF_ANY_SIZE 256
// Or as many ticks in so many launches: a few that take long.
#define HOT_TICKS ((uint64_t)1 << 28)
#define HOT_LAUNCHES_THAT_TAKE_LONG 4
// As many ticks also for other forms; those that are not expected to be as fast once that costs a tenth of the time
// that the kernel takes at most, even if it is so.
#define NEAR_EXPECTED 2
#define LAUNCHES_FOR_EXPECTED 10
// Shorter launches do not show which form is faster.
#define SHORTEST_TRIAL_TICKS 20000
// Or as many work-items in all, where the version knows images: it is several times faster, and often more.
#define HOT_PIXELS ((uint64_t)1 << 18)
// Loops that run more often are not unrolled.
#define LARGEST_FIXED_VALUE 64

enum state { COUNTING, BUILDING, TRYING, READY, FAILED };

// What is tried, or has been: nothing; the forms that are expected to be as fast; all.
enum stage { NO_FORMS, NEAR_FORMS, ALL_FORMS };

struct version {
    struct weft_executable *executable; // owned; NULL: the kernel's own code
    weft_kernel_entry entry;
    const struct weft_kernel_info *info;
};

// What is COUNTING is guarded by the lock, and so are the trials; what is past that stays as it is, but for the steps
// from BUILDING to TRYING and to the end, and launches look at it without.
struct weft_kind {
    struct weft_specialization key; // kernel NULL; form 0
    _Atomic int state;              // enum state; written last
    bool is_used;                   // there was such a launch
    _Atomic int stage;              // enum stage
    uint32_t launches;
    uint64_t items;
    struct weft_launch_times times;
    struct version versions[WEFT_TRIAL_FORMS]; // TRYING, READY
    uint32_t version_count;
    _Atomic uint32_t chosen; // READY: one of them
    // Not NULL: the first one, if it can also take over launches of the kernel's own code that have begun.
    _Atomic(weft_kernel_entry) later;
    bool has_cache_key;
    struct weft_cache_key cache_key; // of the first version's build
    struct weft_trials trials;
};

struct weft_versions {
    struct weft_mutex lock;
    uint32_t count; // kernels
    struct kinds {
        struct weft_kind plain; // launches of which nothing is taken for granted
        struct weft_kind others[KINDS];
    } kinds[];
};

// A build on its way. No object of the application's is kept for it: a program may be built anew once its kernels are
// released.
struct job {
    struct weft_executable *executable;  // owned
    const struct weft_kernel_info *info; // of executable
    weft_kernel_entry entry;             // the kernel's own
    char *source;                        // owned; the program's
    struct weft_specialization key;
    struct weft_versions *versions; // of executable
    struct weft_kind *kind;
};

static _Atomic uint32_t turn; // WEFT_TUNE=always: of all launches, so that kernels which run once have all forms, too
static _Atomic bool is_building; // one at a time: the processors are busy with what is hot

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
        for (int j = 0; j < KINDS; j++)
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

static enum mode { NEVER, WHEN_HOT, ALWAYS, REPLAY } mode, tuning;
static pthread_once_t modes_once = PTHREAD_ONCE_INIT;

// A build that was on its way at a fork is the parent's.
static void
forget_build(void)
{
    atomic_store(&is_building, false);
}

static enum mode
mode_of(const char *variable)
{
    const char *text = getenv(variable);

    if (!text)
        return WHEN_HOT;
    return strcmp(text, "0") == 0        ? NEVER
           : strcmp(text, "always") == 0 ? ALWAYS
           : strcmp(text, "replay") == 0 ? REPLAY
                                         : WHEN_HOT;
}

// Whether forms are chosen from the first launch on, which waits for them.
static bool
is_tuned_at_once(void)
{
    return tuning == ALWAYS || tuning == REPLAY;
}

static void
read_modes(void)
{
    pthread_atfork(NULL, NULL, forget_build);
    mode = mode_of("WEFT_SPECIALIZE");
    tuning = mode_of("WEFT_TUNE");
    if (mode == NEVER)
        tuning = NEVER;
    else if (is_tuned_at_once())
        mode = ALWAYS;
    else if (mode == ALWAYS)
        tuning = NEVER; // nothing but the version that was asked for
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
    return arg->kind == WEFT_ARG_SAMPLER || (fixed->value > 0 && fixed->value <= LARGEST_FIXED_VALUE);
}

static bool
takes_for_granted(const struct weft_specialization *key)
{
    return key->local_size[0] || key->fixed_count;
}

static const struct weft_specialization nothing;

// What a version for the launch would take for granted. False if there is nothing of use.
static bool
describe(const struct weft_kernel_info *info, const unsigned char *args, const struct weft_launch *launch,
         struct weft_specialization *key)
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

        if (!(info->wants_arguments >> i & 1) || !describe_argument(&info->args[i], args + info->args[i].offset, fixed))
            continue;
        fixed->argument = i;
        key->fixed_count++;
    }
    return takes_for_granted(key);
}

static bool
has_taken_long(const struct weft_kind *kind)
{
    return atomic_load_explicit(&kind->times.all, memory_order_relaxed) >= HOT_TICKS;
}

static bool
is_hot(const struct weft_kind *kind)
{
    if (mode == ALWAYS || (kind->items >= HOT_PIXELS && weft_specialization_knows_images(&kind->key)))
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

static int
state_of(const struct weft_kind *kind)
{
    // Acquire: pairs with set_state.
    return atomic_load_explicit(&kind->state, memory_order_acquire);
}

static void
set_state(struct weft_kind *kind, enum state state)
{
    atomic_store_explicit(&kind->state, state, memory_order_release);
}

// The kind with this key that is past counting, or NULL. *may_count: a kind can still be counted.
static struct weft_kind *
find_settled(struct weft_kind kinds[KINDS], const struct weft_specialization *key, bool *may_count)
{
    *may_count = false;
    for (int i = 0; i < KINDS; i++) {
        if (state_of(&kinds[i]) == COUNTING)
            *may_count = true;
        else if (is_same(&kinds[i].key, key))
            return &kinds[i];
    }
    return NULL;
}

// The kind with this key, or the one that was counted least in its place; NULL if all others are beyond counting.
static struct weft_kind *
find_counted(struct weft_kind kinds[KINDS], const struct weft_specialization *key)
{
    struct weft_kind *least = NULL;

    for (int i = 0; i < KINDS; i++) {
        if (kinds[i].is_used && is_same(&kinds[i].key, key))
            return &kinds[i];
        if (state_of(&kinds[i]) == COUNTING && (!least || kinds[i].items < least->items))
            least = &kinds[i];
    }
    if (least) {
        least->key = *key;
        least->is_used = true;
        least->launches = 0;
        least->items = 0;
        least->times.all = least->times.squares = 0;
        least->times.count = 0;
    }
    return least;
}

// Whether the version can stand in for the kernel: the same arguments, and no launch that the device has the memory for
// with one of them is refused with the other.
static bool
fits(const struct weft_kernel_info *info, const struct weft_kernel_info *version)
{
    return strcmp(info->name, version->name) == 0 && info->arg_block_bytes == version->arg_block_bytes &&
           version->local_bytes <= info->local_bytes && !version->uses_printf == !info->uses_printf &&
           (version->stack_bytes <= info->stack_bytes || version->stack_bytes <= WEFT_FRAME_BYTES_MAX) &&
           (version->context_bytes_per_item <= info->context_bytes_per_item ||
            version->context_bytes_per_item <= WEFT_MAX_CONTEXT_BYTES / WEFT_MAX_WORK_GROUP_SIZE);
}

static struct weft_request
request_for(const char *source, const struct weft_executable *executable, const struct weft_specialization *special)
{
    return (struct weft_request){.kind = WEFT_REQUEST_BUILD,
                                 .options = executable->options,
                                 .source = {source, strlen(source)},
                                 .width = weft_wanted_width(),
                                 .remarks = weft_wants_remarks(),
                                 .checks = weft_wanted_checks(),
                                 .without = weft_wanted_without(),
                                 .specialization = special};
}

// The source built again for one kind of launches of one kernel; loaded, with one reference. NULL when that cannot be
// done.
static struct weft_executable *
build_version(const char *source, const struct weft_executable *executable, const struct weft_specialization *special)
{
    const struct weft_request request = request_for(source, executable, special);
    struct weft_build_result result = {0};
    struct weft_executable *made = NULL;

    if (weft_compiler_build(&request, &result) != CL_SUCCESS)
        return NULL;
    if (request.remarks && result.log)
        fprintf(stderr, "a version of kernel %s:\n%s", special->kernel, result.log);
    if (result.status != CL_SUCCESS)
        weft_log_message(WEFT_LOG_INFO, "no version of kernel %s: %s", special->kernel, result.log);
    else if (weft_executable_load(result.binary, result.binary_size, &result.entry, &made) != CL_SUCCESS)
        made = NULL;
    weft_build_result_finish(&result);
    return made;
}

static void
end_job(struct job *job)
{
    weft_executable_unref(job->executable);
    free(job->source);
    free(job);
    atomic_store(&is_building, false);
}

// Whether it makes one more: it can stand in for the kernel, and none before has its form.
static bool
add_version(struct weft_kind *kind, uint32_t count, const struct weft_kernel_info *info, struct weft_executable *made)
{
    struct version *version = &kind->versions[count];

    if (!made || made->info.kernel_count != 1 || !fits(info, &made->info.kernels[0]))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (kind->versions[i].info->form == made->info.kernels[0].form)
            return false;
    version->info = &made->info.kernels[0];
    version->entry = weft_loaded_object_entry(made->object, info->name);
    version->executable = version->entry ? made : NULL;
    return version->entry;
}

// Whether groups of a launch that was prepared for the one can run the other.
static bool
takes_no_more(const struct weft_kernel_info *info, const struct weft_kernel_info *version)
{
    return version->stack_bytes <= info->stack_bytes && version->context_bytes_per_item <= info->context_bytes_per_item;
}

static bool
build_first(struct job *job)
{
    struct weft_kind *kind = job->kind;
    struct weft_executable *made;

    kind->version_count = 1;
    if (!takes_for_granted(&job->key)) {
        kind->versions[0] = (struct version){NULL, job->entry, job->info};
        return true;
    }
    made = build_version(job->source, job->executable, &job->key);
    if (!add_version(kind, 0, job->info, made)) {
        weft_executable_unref(made);
        return false;
    }
    if (takes_no_more(job->info, kind->versions[0].info))
        atomic_store_explicit(&kind->later, kind->versions[0].entry, memory_order_release);
    return true;
}

static bool
is_near(uint64_t other)
{
    return weft_form_expected(other) <= NEAR_EXPECTED;
}

// Builds other forms: near ones or the others. A bit for each that is one.
static uint32_t
build_others(struct job *job, bool near)
{
    struct weft_kind *kind = job->kind;
    uint32_t built = 0;

    for (uint64_t others = kind->versions[0].info->other_forms; others; others >>= 16) {
        struct weft_executable *made;

        if (is_near(others) != near || kind->version_count == WEFT_TRIAL_FORMS)
            continue;
        job->key.form = others & 255;
        made = build_version(job->source, job->executable, &job->key);
        if (add_version(kind, kind->version_count, job->info, made))
            built |= UINT32_C(1) << kind->version_count++;
        else
            weft_executable_unref(made);
    }
    return built;
}

// Whether another process has tried the forms; then its choice is this one's, too.
static bool
adopt(struct job *job)
{
    struct weft_kind *kind = job->kind;
    const struct weft_request request = request_for(job->source, job->executable, &job->key);
    struct weft_form_choice choice;
    struct weft_executable *made;

    kind->has_cache_key = weft_compiler_key(&request, &kind->cache_key);
    if (!kind->has_cache_key || !weft_cache_recall_form(&kind->cache_key, &choice))
        return false;
    if (choice.form != kind->versions[0].info->form) {
        job->key.form = choice.form;
        made = build_version(job->source, job->executable, &job->key);
        if (!add_version(kind, 1, job->info, made)) {
            weft_executable_unref(made);
            return false;
        }
        kind->version_count = 2;
        atomic_store(&kind->chosen, 1);
    }
    if (choice.stage >= ALL_FORMS)
        atomic_store(&kind->stage, ALL_FORMS);
    weft_log_message(WEFT_LOG_INFO,
                     "kernel %s: %u work-items of dimension %u side by side, as launches have shown before",
                     job->info->name, weft_form_width(choice.form), weft_form_dimension(choice.form));
    return true;
}

static void
tell_first(const struct job *job)
{
    const uint64_t *local = job->key.local_size;

    if (takes_for_granted(&job->key))
        weft_log_message(WEFT_LOG_INFO,
                         "kernel %s: a version for groups of %llu x %llu x %llu and %u arguments is ready",
                         job->info->name, (unsigned long long)local[0], (unsigned long long)local[1],
                         (unsigned long long)local[2], job->key.fixed_count);
}

// Consumes the job: the first version, if there is none yet, and then or later, once launches have taken long, others.
static void
run_job(void *data)
{
    struct job *job = data;
    struct weft_kind *kind = job->kind;
    const int stage = atomic_load(&kind->stage);
    uint32_t built = 0;

    if (tuning == REPLAY)
        atomic_store(&kind->stage, ALL_FORMS); // nothing is tried after what was remembered

    if (state_of(kind) == BUILDING) {
        if (!build_first(job)) {
            set_state(kind, FAILED);
            end_job(job);
            return;
        }
        tell_first(job);
    }
    if (stage == NEAR_FORMS && adopt(job)) {
        set_state(kind, READY);
        end_job(job);
        return;
    }
    if ((stage == NEAR_FORMS && tuning != REPLAY) || tuning == ALWAYS)
        built |= build_others(job, true);
    if (stage == ALL_FORMS)
        built |= build_others(job, false);
    if (built) {
        weft_log_message(WEFT_LOG_INFO, "kernel %s: more forms to try: %d", job->info->name, __builtin_popcount(built));
        weft_mutex_lock(&job->versions->lock);
        weft_trials_init(&kind->trials, UINT32_C(1) << atomic_load(&kind->chosen) | built);
        weft_mutex_unlock(&job->versions->lock);
    }
    set_state(kind, built ? TRYING : READY);
    end_job(job);
}

// The kind is marked as BUILDING, or is READY and marked as past that stage. Without memory or threads nothing comes of
// it.
static void
start_job(cl_kernel kernel, const struct weft_specialization *key, struct weft_kind *kind)
{
    struct job *job = calloc(1, sizeof(*job));
    char *source = strdup(kernel->program->source);

    if (!job || !source) {
        free(job);
        free(source);
        atomic_store(&is_building, false);
        return;
    }
    job->executable = kernel->executable;
    job->info = kernel->info;
    job->entry = kernel->entry;
    job->source = source;
    job->key = *key;
    job->key.kernel = kernel->info->name;
    job->versions = kernel->executable->versions;
    job->kind = kind;
    weft_executable_ref(job->executable);
    if (mode == ALWAYS)
        run_job(job);
    else if (!weft_background_run(run_job, job))
        end_job(job);
}

static void
begin_build(struct weft_kind *kind)
{
    if (tuning != NEVER && (is_tuned_at_once() || has_taken_long(kind)))
        atomic_store(&kind->stage, tuning == ALWAYS ? ALL_FORMS : NEAR_FORMS);
    set_state(kind, BUILDING);
}

// Counts a launch of that kind. Returns the kind, or NULL if there is no room; it may have become hot, and is BUILDING
// then, and *is_due.
static struct weft_kind *
count_launch(struct weft_versions *versions, struct weft_kind kinds[KINDS], const struct weft_specialization *key,
             uint64_t items, bool *is_due)
{
    struct weft_kind *kind;

    weft_mutex_lock(&versions->lock);
    kind = find_counted(kinds, key);
    if (kind && state_of(kind) == COUNTING) {
        kind->launches++;
        kind->items += items;
        *is_due = is_hot(kind) && !atomic_exchange(&is_building, true);
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

// Whether the kind, of which nothing is taken for granted or which is READY, is due for what is tried next.
static bool
is_next_due(const struct weft_kind *kind, int stage)
{
    const uint32_t runs = atomic_load_explicit(&kind->times.count, memory_order_relaxed);
    uint64_t others;

    if (is_tuned_at_once())
        return true;
    if (stage == NO_FORMS)
        return has_taken_long(kind) && runs >= HOT_LAUNCHES_THAT_TAKE_LONG;
    // The stage comes before the first version, which another thread may be building.
    if (state_of(kind) != READY)
        return false;
    others = kind->versions[0].info->other_forms;
    while (others && is_near(others))
        others >>= 16;
    return runs >= LAUNCHES_FOR_EXPECTED * weft_form_expected(others);
}

// Whether there is more to try.
static bool
may_be_tuned(const struct weft_kind *kind)
{
    return tuning != NEVER && atomic_load_explicit(&kind->stage, memory_order_relaxed) != ALL_FORMS;
}

// Whether a build is to be begun for it; it is marked as begun then.
static bool
is_tuning_due(struct weft_versions *versions, struct weft_kind *kind)
{
    const int stage = atomic_load(&kind->stage);
    bool is_due;

    if (!may_be_tuned(kind) || !is_next_due(kind, stage))
        return false;
    weft_mutex_lock(&versions->lock);
    is_due = atomic_load(&kind->stage) == stage && (state_of(kind) == READY || state_of(kind) == COUNTING) &&
             !atomic_exchange(&is_building, true);
    if (is_due && state_of(kind) == COUNTING)
        begin_build(kind);
    else if (is_due)
        atomic_store(&kind->stage, stage + 1);
    weft_mutex_unlock(&versions->lock);
    return is_due;
}

// The version that the launch is to have; if it is to show what that takes, the trial says so.
static const struct version *
choose_version(struct weft_versions *versions, struct weft_kind *kind, uint64_t items, struct weft_trial *trial)
{
    uint32_t form;

    if (state_of(kind) == READY)
        return &kind->versions[atomic_load_explicit(&kind->chosen, memory_order_acquire)];
    weft_mutex_lock(&versions->lock);
    if (tuning == ALWAYS) {
        form = atomic_fetch_add(&turn, 1) % kind->version_count;
    } else {
        form = weft_trials_next(&kind->trials, items);
        if (form != WEFT_NO_TRIAL)
            *trial = (struct weft_trial){versions, kind, form};
        else
            form = weft_trials_best(&kind->trials);
    }
    weft_mutex_unlock(&versions->lock);
    return &kind->versions[form];
}

// The kind of the launch, if it is counted or past that.
static struct weft_kind *
find_kind(cl_kernel kernel, struct kinds *kinds, const struct weft_specialization *key, uint64_t items)
{
    struct weft_versions *versions = kernel->executable->versions;
    bool may_count, is_due = false;
    struct weft_kind *kind = find_settled(kinds->others, key, &may_count);

    if (kind || !may_count)
        return kind;
    kind = count_launch(versions, kinds->others, key, items, &is_due);
    if (is_due)
        start_job(kernel, key, kind);
    return kind;
}

const struct weft_kernel_info *
weft_versions_choose(cl_kernel kernel, const unsigned char *args, struct weft_ndrange *range, struct weft_trial *trial)
{
    const struct weft_kernel_info *info = kernel->info;
    const bool is_plain = !info->wants_local_size && !info->wants_arguments;
    const struct version *version;
    struct weft_versions *versions;
    struct weft_specialization key;
    struct kinds *kinds;
    struct weft_kind *kind;
    int state;

    range->entry = kernel->entry;
    *trial = (struct weft_trial){NULL, NULL, WEFT_NO_TRIAL};
    if (is_plain && !info->other_forms)
        return info;
    pthread_once(&modes_once, read_modes);
    versions = kernel->executable->versions;
    if (mode == NEVER || !versions || (is_plain && tuning == NEVER))
        return info;
    kinds = &versions->kinds[info - kernel->executable->info.kernels];
    if (is_plain || !describe(info, args, &range->launch, &key))
        kind = tuning == NEVER || !info->other_forms ? NULL : &kinds->plain;
    else
        kind = find_kind(kernel, kinds, &key, items_of(&range->launch));
    if (!kind)
        return info;
    state = state_of(kind);
    if (state != COUNTING && kind != &kinds->plain && !is_same(&kind->key, &key)) // another one's by now
        return info;
    if ((state == READY || (state == COUNTING && kind == &kinds->plain)) && is_tuning_due(versions, kind)) {
        if (kind == &kinds->plain)
            key = nothing;
        start_job(kernel, &key, kind);
        state = state_of(kind);
    }
    if ((state == COUNTING || state == READY) && may_be_tuned(kind))
        *trial = (struct weft_trial){versions, kind, WEFT_NO_TRIAL};
    if (state == BUILDING)
        range->later = &kind->later;
    if (state != TRYING && state != READY)
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
    const uint32_t best = weft_trials_best(&kind->trials);
    const struct weft_kernel_info *info = kind->versions[best].info;
    const struct weft_form_choice choice = {info->form, (uint32_t)atomic_load(&kind->stage)};
    const struct outcome outcome = {
        info, {kind->cache_key, choice}, kind->version_count, kind->trials.rounds, kind->has_cache_key};

    atomic_store(&kind->chosen, best);
    set_state(kind, READY);
    return outcome;
}

static void
tell_chosen(const struct outcome *outcome)
{
    weft_log_message(WEFT_LOG_INFO,
                     "kernel %s: %u work-items of dimension %u side by side are fastest, of %u forms in %u rounds",
                     outcome->info->name, weft_form_width(outcome->info->form),
                     weft_form_dimension(outcome->info->form), outcome->forms, outcome->rounds);
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
note_trial(struct weft_kind *kind, uint32_t form, uint64_t ticks, uint64_t items)
{
    if (ticks && !weft_launch_times_are_decided_by(&kind->times, ticks))
        return weft_trials_repeat(&kind->trials, form);
    return ticks < SHORTEST_TRIAL_TICKS ? weft_trials_drop(&kind->trials, form)
                                        : weft_trials_note(&kind->trials, form, (double)ticks / (double)items);
}

void
weft_trial_end(struct weft_trial *trial, const struct weft_launch *launch, uint64_t ticks, uint32_t weight)
{
    struct weft_versions *versions = trial->versions;
    struct weft_kind *kind = trial->kind;
    const uint32_t form = trial->form;
    struct outcome outcome;
    bool is_over;

    if (!versions)
        return;
    *trial = (struct weft_trial){NULL, NULL, WEFT_NO_TRIAL};
    if (ticks)
        weft_launch_times_add(&kind->times, ticks, weight);
    if (form == WEFT_NO_TRIAL)
        return;
    weft_mutex_lock(&versions->lock);
    is_over = note_trial(kind, form, ticks, items_of(launch)) && state_of(kind) == TRYING;
    if (is_over)
        outcome = settle(kind);
    weft_mutex_unlock(&versions->lock);
    if (is_over) {
        tell_chosen(&outcome);
        keep_chosen(&outcome);
    }
}
