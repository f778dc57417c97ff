// SPDX-License-Identifier: Apache-2.0
// Builds of versions, and of the forms that they may have.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/background.h"
#include "runtime/base/log.h"
#include "runtime/build/compiler_client.h"
#include "runtime/build/object_loader.h"
#include "runtime/core/device.h"
#include "runtime/exec/arena.h"
#include "runtime/program/versions.h"

// A build on its way. No object of the application's is kept for it: a program may be built anew once its kernels are
// released.
struct job {
    struct weft_executable *executable;  // owned; has versions
    const struct weft_kernel_info *info; // of executable
    weft_kernel_entry entry;             // the kernel's own
    struct weft_specialization key;
    struct weft_kind *kind;
};

// As the compiler packs at most.
#define WIDEST_NEIGHBOUR 256
// All widths: as logarithms.
#define NARROWEST 2
#define WIDEST 7

static _Atomic bool is_building;
static struct weft_version_modes modes;
static pthread_once_t modes_once = PTHREAD_ONCE_INIT;

// A build that was on its way at a fork is the parent's.
static void
forget_build(void)
{
    atomic_store(&is_building, false);
}

static enum weft_mode
mode_of(const char *variable)
{
    const char *text = getenv(variable);

    if (!text)
        return WEFT_WHEN_HOT;
    return strcmp(text, "0") == 0        ? WEFT_NEVER
           : strcmp(text, "always") == 0 ? WEFT_ALWAYS
           : strcmp(text, "replay") == 0 ? WEFT_REPLAY
                                         : WEFT_WHEN_HOT;
}

static void
read_modes(void)
{
    pthread_atfork(NULL, NULL, forget_build);
    modes.special = mode_of("WEFT_SPECIALIZE");
    modes.tuning = mode_of("WEFT_TUNE");
    if (modes.special == WEFT_NEVER)
        modes.tuning = WEFT_NEVER;
    else if (modes.tuning == WEFT_ALWAYS || modes.tuning == WEFT_REPLAY)
        modes.special = WEFT_ALWAYS;
    else if (modes.special == WEFT_ALWAYS)
        modes.tuning = WEFT_NEVER; // nothing but the version that was asked for
}

const struct weft_version_modes *
weft_version_modes(void)
{
    pthread_once(&modes_once, read_modes);
    return &modes;
}

bool
weft_is_tuned_at_once(void)
{
    const enum weft_mode tuning = weft_version_modes()->tuning;

    return tuning == WEFT_ALWAYS || tuning == WEFT_REPLAY;
}

bool
weft_version_builds_claim(void)
{
    return !atomic_exchange(&is_building, true);
}

bool
weft_version_builds_are_busy(void)
{
    return atomic_load_explicit(&is_building, memory_order_relaxed);
}

void
weft_version_builds_release(void)
{
    atomic_store(&is_building, false);
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

// Of the version that the job's key says, from `origin`.
static struct weft_request
request_for(const struct job *job, struct weft_blob *origin)
{
    *origin = (struct weft_blob){job->executable->origin, job->executable->origin_size};
    return (struct weft_request){.kind = WEFT_REQUEST_VERSION,
                                 .options = "",
                                 .directory = "",
                                 .input_count = 1,
                                 .inputs = origin,
                                 .remarks = weft_wants_remarks(),
                                 .specialization = &job->key,
                                 .urgent = !job->key.form && weft_version_gains_much(job->info, &job->key)};
}

// Loaded, with one reference. NULL when that cannot be done.
static struct weft_executable *
build_version(const struct job *job)
{
    struct weft_blob origin;
    const struct weft_request request = request_for(job, &origin);
    struct weft_build_result result = {0};
    struct weft_executable *made = NULL;

    if (weft_compiler_build(&request, &result) != CL_SUCCESS)
        return NULL;
    if (request.remarks && result.log)
        fprintf(stderr, "a version of kernel %s:\n%s", job->key.kernel, result.log);
    if (result.status != CL_SUCCESS)
        weft_log_message(WEFT_LOG_INFO, "no version of kernel %s: %s", job->key.kernel, result.log);
    else if (weft_executable_load(result.binary, result.binary_size, &result.entry, &made) != CL_SUCCESS)
        made = NULL;
    weft_build_result_finish(&result);
    return made;
}

static void
end_job(struct job *job)
{
    weft_executable_unref(job->executable);
    free(job);
    weft_version_builds_release();
}

// Whether one of the first so many versions has that form.
static bool
has_form(const struct weft_kind *kind, uint32_t count, uint32_t form)
{
    for (uint32_t i = 0; i < count; i++)
        if (kind->versions[i].info->form == form)
            return true;
    return false;
}

// Whether it makes one more: it can stand in for the kernel, and none before has its form.
static bool
add_version(struct weft_kind *kind, uint32_t count, const struct weft_kernel_info *info, struct weft_executable *made)
{
    struct weft_version *version = &kind->versions[count];

    if (!made || made->info.kernel_count != 1 || !fits(info, &made->info.kernels[0]) ||
        has_form(kind, count, made->info.kernels[0].form))
        return false;
    version->info = &made->info.kernels[0];
    version->entry = weft_loaded_object_entry(made->object, info->name);
    version->executable = version->entry ? made : NULL;
    return version->entry;
}

// Whether groups of a launch that was prepared for the one, and of which some have run, can run the other: they have
// the same numbers in both.
static bool
can_take_over(const struct weft_kernel_info *info, const struct weft_kernel_info *version)
{
    return !info->orders_groups && !version->orders_groups && version->stack_bytes <= info->stack_bytes &&
           version->context_bytes_per_item <= info->context_bytes_per_item;
}

static bool
build_first(struct job *job)
{
    struct weft_kind *kind = job->kind;
    struct weft_executable *made;

    kind->version_count = 1;
    if (!weft_takes_for_granted(&job->key)) {
        kind->versions[0] = (struct weft_version){NULL, job->entry, job->info};
        return true;
    }
    made = build_version(job);
    if (!add_version(kind, 0, job->info, made)) {
        weft_executable_unref(made);
        return false;
    }
    if (can_take_over(job->info, kind->versions[0].info))
        atomic_store_explicit(&kind->later, kind->versions[0].entry, memory_order_release);
    return true;
}

// Builds one more form. Its bit, if it is one.
static uint32_t
build_form(struct job *job, uint32_t form)
{
    struct weft_kind *kind = job->kind;
    struct weft_executable *made;

    if (kind->version_count == WEFT_TRIAL_FORMS || has_form(kind, kind->version_count, form))
        return 0;
    job->key.form = form;
    made = build_version(job);
    if (add_version(kind, kind->version_count, job->info, made))
        return UINT32_C(1) << kind->version_count++;
    weft_executable_unref(made);
    return 0;
}

// Builds other forms that the compiler thought of: near ones or the others. A bit for each that is one.
static uint32_t
build_others(struct job *job, bool near)
{
    uint32_t built = 0;

    for (uint64_t others = job->kind->versions[0].info->other_forms; others; others >>= 16)
        if (weft_form_is_near(others) == near)
            built |= build_form(job, others & 255);
    return built;
}

// Whether groups have as many work-items, along the dimension where they do not run as one.
static bool
groups_may_have(const struct job *job, uint32_t width, uint32_t dimension)
{
    const uint64_t *local = job->key.local_size;
    const struct weft_kernel_info *info = job->kind->versions[0].info;
    const bool is_merged = info->merged_items || info->orders_groups;

    return !local[0] || (is_merged ? local[0] * local[1] * local[2] : local[dimension]) >= width;
}

// Builds the chosen form twice and half as wide, and with wide rests. A bit for each that is one.
static uint32_t
build_neighbours(struct job *job)
{
    const struct weft_kind *kind = job->kind;
    const uint32_t form = kind->versions[atomic_load(&kind->chosen)].info->form;
    const uint32_t width = weft_form_width(form), log2 = (uint32_t)__builtin_ctz(width);
    const uint32_t dimension = weft_form_dimension(form);
    uint32_t built = 0;

    if (width == 1) // packs were expected to be best, and are not
        return 0;
    if (width < WIDEST_NEIGHBOUR && groups_may_have(job, 2 * width, dimension))
        built |= build_form(job, weft_form(log2 + 1, dimension));
    if (width > 2)
        built |= build_form(job, weft_form(log2 - 1, dimension));
    built |= build_form(job, form | WEFT_FORM_WIDE_REST);
    return built;
}

// Builds all other widths, in the dimension of the chosen form or, if that is no pack, of the first one; and that with
// wide rests: the nearest ones, as far as there is room. A bit for each that is one.
static uint32_t
build_all_widths(struct job *job)
{
    const struct weft_kind *kind = job->kind;
    const uint32_t chosen = kind->versions[atomic_load(&kind->chosen)].info->form;
    const uint32_t pack = weft_form_width(chosen) > 1 ? chosen : kind->versions[0].info->form;
    const uint32_t log2 = (uint32_t)__builtin_ctz(weft_form_width(pack)), dimension = weft_form_dimension(pack);
    uint32_t built = weft_form_width(pack) > 1 ? build_form(job, pack | WEFT_FORM_WIDE_REST) : 0;

    for (uint32_t far = 1; far <= WIDEST; far++) {
        if (log2 + far >= NARROWEST && log2 + far <= WIDEST &&
            groups_may_have(job, UINT32_C(1) << (log2 + far), dimension))
            built |= build_form(job, weft_form(log2 + far, dimension));
        if (log2 >= far + NARROWEST && groups_may_have(job, UINT32_C(1) << (log2 - far), dimension))
            built |= build_form(job, weft_form(log2 - far, dimension));
    }
    return built;
}

// Whether another process has tried the forms; then its choice is this one's, too.
static bool
adopt(struct job *job)
{
    struct weft_kind *kind = job->kind;
    struct weft_blob origin;
    const struct weft_request request = request_for(job, &origin);
    struct weft_form_choice choice;
    uint32_t form;
    int stage;

    kind->has_cache_key = weft_compiler_key(&request, &kind->cache_key);
    if (!kind->has_cache_key || !weft_cache_recall_form(&kind->cache_key, &choice))
        return false;
    if (choice.form != kind->versions[0].info->form) {
        if (!build_form(job, choice.form))
            return false;
        atomic_store(&kind->chosen, 1);
    }
    form = kind->versions[atomic_load(&kind->chosen)].info->form; // a wide rest may be the usual one by now
    stage = choice.stage < WEFT_ALL_WIDTHS ? (int)choice.stage : WEFT_ALL_WIDTHS;
    if (stage > atomic_load(&kind->stage)) // a replay is past all
        atomic_store(&kind->stage, stage);
    weft_log_message(WEFT_LOG_INFO,
                     "kernel %s: %u work-items of dimension %u side by side, as launches have shown before%s",
                     job->info->name, weft_form_width(form), weft_form_dimension(form), weft_form_rest_text(form));
    return true;
}

static void
tell_first(const struct job *job)
{
    const uint64_t *local = job->key.local_size;

    if (weft_takes_for_granted(&job->key))
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

    if (modes.tuning == WEFT_REPLAY)
        atomic_store(&kind->stage, WEFT_ALL_WIDTHS); // nothing is tried after what was remembered

    if (weft_kind_state(kind) == WEFT_BUILDING) {
        if (!build_first(job)) {
            weft_kind_set_state(kind, WEFT_FAILED);
            end_job(job);
            return;
        }
        tell_first(job);
        // None may be tried: sub-groups have a size, WEFT_WIDTH names one.
        if (!kind->versions[0].info->other_forms)
            atomic_store(&kind->stage, WEFT_ALL_WIDTHS);
    }
    if (stage == WEFT_NEAR_FORMS && adopt(job)) {
        weft_kind_set_state(kind, WEFT_READY);
        end_job(job);
        return;
    }
    if ((stage == WEFT_NEAR_FORMS && modes.tuning != WEFT_REPLAY) || modes.tuning == WEFT_ALWAYS)
        built |= build_others(job, true);
    if (stage == WEFT_ALL_FORMS || modes.tuning == WEFT_ALWAYS)
        built |= build_others(job, false);
    else if (stage == WEFT_NEIGHBOURS)
        built |= build_neighbours(job);
    else if (stage == WEFT_ALL_WIDTHS)
        built |= build_all_widths(job);
    if (built) {
        weft_log_message(WEFT_LOG_INFO, "kernel %s: more forms to try: %d", job->info->name, __builtin_popcount(built));
        weft_mutex_lock(&job->executable->versions->lock);
        weft_trials_init(&kind->trials, UINT32_C(1) << atomic_load(&kind->chosen) | built,
                         weft_launch_times_are_short(&kind->times));
        weft_mutex_unlock(&job->executable->versions->lock);
    }
    weft_kind_set_state(kind, built ? WEFT_TRYING : WEFT_READY);
    end_job(job);
}

void
weft_version_builds_start(cl_kernel kernel, const struct weft_specialization *key, struct weft_kind *kind)
{
    struct job *job = calloc(1, sizeof(*job));

    if (!job) {
        weft_version_builds_release();
        return;
    }
    job->executable = kernel->executable;
    job->info = kernel->info;
    job->entry = kernel->entry;
    job->key = *key;
    job->key.kernel = kernel->info->name;
    job->kind = kind;
    weft_executable_ref(job->executable);
    if (modes.special == WEFT_ALWAYS)
        run_job(job);
    else if (!weft_background_run(run_job, job))
        end_job(job);
}
