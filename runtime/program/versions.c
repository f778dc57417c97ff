// SPDX-License-Identifier: Apache-2.0
// Versions of a kernel for launches that are alike. WEFT_SPECIALIZE: `0` never, `always` at the first launch, which
// waits for it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/background.h"
#include "runtime/base/log.h"
#include "runtime/build/compiler_client.h"
#include "runtime/build/object_loader.h"
#include "runtime/core/device.h"
#include "runtime/exec/arena.h"
#include "runtime/program/private.h"

// Kinds of launches that are told apart at a time.
#define KINDS 8
// Hot: as many launches of a kind, with as many work-items in all or so many more launches.
#define HOT_LAUNCHES 16
#define HOT_ITEMS ((uint64_t)1 << 20)
#define HOT_LAUNCHES_OF_ANY_SIZE 256
// Or as many work-items in all, where the version knows images: it is several times faster, and often more.
#define HOT_PIXELS ((uint64_t)1 << 18)
// Loops that run more often are not unrolled.
#define LARGEST_FIXED_VALUE 64

enum state { COUNTING, BUILDING, READY, FAILED };

// What is COUNTING is guarded by the lock; what is not stays as it is, but for the step from BUILDING to its end, and
// launches look at it without.
struct kind {
    struct weft_specialization key; // kernel NULL; no launch at all: no local size and nothing fixed
    _Atomic int state;              // enum state; written last
    uint32_t launches;
    uint64_t items;
    struct weft_executable *executable; // owned; READY
    weft_kernel_entry entry;            // of executable
};

struct weft_versions {
    struct weft_mutex lock;
    uint32_t count; // kernels
    struct kind kinds[][KINDS];
};

// A build on its way. No object of the application's is kept for it: a program may be built anew once its kernels are
// released.
struct job {
    struct weft_executable *executable;  // owned
    const struct weft_kernel_info *info; // of executable
    char *source;                        // owned; the program's
    struct weft_specialization key;
    struct kind *kind;
};

static _Atomic bool is_building; // one at a time: the processors are busy with what is hot

static void
destroy(struct weft_versions *versions)
{
    for (uint32_t i = 0; i < versions->count; i++)
        for (int j = 0; j < KINDS; j++)
            weft_executable_unref(versions->kinds[i][j].executable);
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

static enum { NEVER, WHEN_HOT, ALWAYS } mode;
static pthread_once_t mode_once = PTHREAD_ONCE_INIT;

// A build that was on its way at a fork is the parent's.
static void
forget_build(void)
{
    atomic_store(&is_building, false);
}

static void
read_mode(void)
{
    const char *text = getenv("WEFT_SPECIALIZE");

    pthread_atfork(NULL, NULL, forget_build);
    mode = !text ? WHEN_HOT : strcmp(text, "0") == 0 ? NEVER : strcmp(text, "always") == 0 ? ALWAYS : WHEN_HOT;
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

// What a version for the launch would take for granted; false if nothing of use.
static bool
describe(const struct weft_kernel_info *info, const unsigned char *args, const struct weft_launch *launch,
         struct weft_specialization *key)
{
    bool even = info->wants_local_size;

    key->kernel = NULL;
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
    return even || key->fixed_count;
}

static bool
is_hot(const struct kind *kind)
{
    if (mode == ALWAYS || (kind->items >= HOT_PIXELS && weft_specialization_knows_images(&kind->key)))
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
state_of(const struct kind *kind)
{
    // Acquire: pairs with set_state.
    return atomic_load_explicit(&kind->state, memory_order_acquire);
}

static void
set_state(struct kind *kind, enum state state)
{
    atomic_store_explicit(&kind->state, state, memory_order_release);
}

// The kind with this key that is past counting, or NULL. *may_count: a kind can still be counted.
static struct kind *
find_settled(struct kind kinds[KINDS], const struct weft_specialization *key, bool *may_count)
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
static struct kind *
find_counted(struct kind kinds[KINDS], const struct weft_specialization *key)
{
    struct kind *least = NULL;

    for (int i = 0; i < KINDS; i++) {
        if (is_same(&kinds[i].key, key))
            return &kinds[i];
        if (state_of(&kinds[i]) == COUNTING && (!least || kinds[i].items < least->items))
            least = &kinds[i];
    }
    if (least) {
        least->key = *key;
        least->launches = 0;
        least->items = 0;
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

// The source built again for one kind of launches of one kernel; loaded, with one reference. NULL when that cannot be
// done.
static struct weft_executable *
build_version(const char *source, const struct weft_executable *executable, const struct weft_specialization *special)
{
    struct weft_request request = {.kind = WEFT_REQUEST_BUILD,
                                   .options = executable->options,
                                   .source = {source, strlen(source)},
                                   .width = weft_wanted_width(),
                                   .remarks = weft_wants_remarks(),
                                   .checks = weft_wanted_checks(),
                                   .without = weft_wanted_without(),
                                   .specialization = special};
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

// Consumes the job.
static void
run_job(void *data)
{
    struct job *job = data;
    const struct weft_kernel_info *info = job->info;
    struct weft_executable *made = build_version(job->source, job->executable, &job->key);
    weft_kernel_entry entry = NULL;

    if (made && made->info.kernel_count == 1 && fits(info, &made->info.kernels[0]))
        entry = weft_loaded_object_entry(made->object, info->name);
    job->kind->entry = entry;
    job->kind->executable = entry ? made : NULL;
    set_state(job->kind, entry ? READY : FAILED);
    if (entry)
        weft_log_message(WEFT_LOG_INFO,
                         "kernel %s: a version for groups of %llu x %llu x %llu and %u arguments is ready", info->name,
                         (unsigned long long)job->key.local_size[0], (unsigned long long)job->key.local_size[1],
                         (unsigned long long)job->key.local_size[2], job->key.fixed_count);
    else
        weft_executable_unref(made);
    end_job(job);
}

// The kind is marked as BUILDING. Without memory or threads it stays so, and nothing comes of it.
static void
start_job(cl_kernel kernel, const struct weft_specialization *key, struct kind *kind)
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
    job->source = source;
    job->key = *key;
    job->key.kernel = kernel->info->name;
    job->kind = kind;
    weft_executable_ref(job->executable);
    if (mode == ALWAYS)
        run_job(job);
    else if (!weft_background_run(run_job, job))
        end_job(job);
}

// Counts a launch of that kind. Returns the kind if it has become hot, and is BUILDING now, else NULL.
static struct kind *
count_launch(struct weft_versions *versions, struct kind kinds[KINDS], const struct weft_specialization *key,
             const struct weft_launch *launch)
{
    struct kind *kind;
    bool is_due = false;

    weft_mutex_lock(&versions->lock);
    kind = find_counted(kinds, key);
    if (kind && state_of(kind) == COUNTING) {
        kind->launches++;
        kind->items += launch->global_size[0] * launch->global_size[1] * launch->global_size[2];
        is_due = is_hot(kind) && !atomic_exchange(&is_building, true);
        if (is_due)
            set_state(kind, BUILDING);
    }
    weft_mutex_unlock(&versions->lock);
    return is_due ? kind : NULL;
}

const struct weft_kernel_info *
weft_versions_choose(cl_kernel kernel, const unsigned char *args, struct weft_ndrange *range)
{
    const struct weft_kernel_info *info = kernel->info;
    struct weft_versions *versions;
    struct weft_specialization key;
    struct kind *kinds, *kind, *due;
    bool may_count;

    range->entry = kernel->entry;
    if (!info->wants_local_size && !info->wants_arguments)
        return info;
    pthread_once(&mode_once, read_mode);
    versions = kernel->executable->versions;
    if (mode == NEVER || !versions || !describe(info, args, &range->launch, &key))
        return info;
    kinds = versions->kinds[info - kernel->executable->info.kernels];
    kind = find_settled(kinds, &key, &may_count);
    if (!kind && may_count) {
        due = count_launch(versions, kinds, &key, &range->launch);
        if (due)
            start_job(kernel, &key, due);
        if (mode == ALWAYS)
            kind = find_settled(kinds, &key, &may_count);
    }
    if (!kind || state_of(kind) != READY)
        return info;
    range->entry = kind->entry;
    return &kind->executable->info.kernels[0];
}
