// SPDX-License-Identifier: Apache-2.0
// What kernels call to enqueue others: enqueue_kernel and its relatives.
#include "runtime/commands/device_enqueue.h"

#include <string.h>

#include "runtime/commands/child.h"
#include "runtime/commands/device_event.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/queue/public.h"

#define PROFILING_COMMAND_EXEC_TIME 1
#define LITERAL_BYTES_MAX 65536u // of what a block captures

static size_t
align_up(size_t bytes, size_t alignment)
{
    return (bytes + alignment - 1) & ~(alignment - 1);
}

static bool
are_events(uint32_t count, const uint64_t *events)
{
    if ((events == NULL) != (count == 0))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!weft_device_event_is_valid(events[i]))
            return false;
    return true;
}

// The kernel of a block; NULL if there is none of that number.
static const struct weft_kernel_info *
find_block(const struct weft_family *family, uint64_t block)
{
    const struct weft_program_info *info = &family->executable->info;
    const uint64_t number = block & WEFT_BLOCK_NUMBER;

    return number < info->block_count ? weft_program_info_block(info, number) : NULL;
}

static bool
set_global(struct weft_launch *launch, const struct weft_enqueued_range *range)
{
    if (range->work_dim < 1 || range->work_dim > 3)
        return false;
    launch->work_dim = range->work_dim;
    for (uint32_t d = 0; d < 3; d++) {
        bool is_used = d < range->work_dim;

        launch->global_size[d] = is_used ? range->global_size[d] : 1;
        launch->global_offset[d] = is_used ? range->offset[d] : 0;
        launch->local_size[d] = is_used ? range->local_size[d] : 1;
        if (launch->global_offset[d] + launch->global_size[d] < launch->global_offset[d])
            return false;
    }
    return true;
}

// False if the local size cannot be. One that is not given is chosen.
static bool
set_local(const struct weft_family *family, const struct weft_kernel_info *info, struct weft_launch *launch)
{
    uint64_t items = 1, most = weft_max_work_group_size_of(info);

    if (!launch->local_size[0] && launch->global_size[0] * launch->global_size[1] * launch->global_size[2] == 1) {
        launch->local_size[0] = launch->local_size[1] = launch->local_size[2] = 1;
        return true;
    }
    if (!launch->local_size[0]) {
        weft_ndrange_choose_local_size(launch->local_size, launch->global_size, weft_form_dimension(info->form),
                                       weft_worker_pool_size(family->pool), most, info->uniform_work_groups);
        return true;
    }
    for (uint32_t d = 0; d < 3; d++) {
        const uint64_t size = launch->local_size[d];

        if (!size || size > most || (info->uniform_work_groups && launch->global_size[d] % size))
            return false;
        items *= size;
    }
    return items <= most;
}

// Fills the child's launch. 0, or the error.
static int32_t
set_range(struct weft_child *child, const struct weft_kernel_info *info, const struct weft_enqueued_range *range)
{
    struct weft_family *family = child->parent.family;
    struct weft_ndrange *ndrange = &child->ndrange;
    struct weft_launch *launch = &ndrange->launch;

    if (!set_global(launch, range))
        return WEFT_CLK_INVALID_NDRANGE;
    if (!launch->global_size[0] || !launch->global_size[1] || !launch->global_size[2])
        return 0; // nothing to run
    if (!set_local(family, info, launch) || !weft_ndrange_count_groups(ndrange))
        return WEFT_CLK_INVALID_NDRANGE;
    ndrange->entry = family->executable->blocks[info - weft_program_info_block(&family->executable->info, 0)];
    launch->default_queue = (uintptr_t)weft_context_default_queue(family->context, family->device);
    ndrange->experience = &family->executable->experiences[info - family->executable->info.kernels];
    ndrange->stack_bytes = info->stack_bytes;
    ndrange->merged_items = info->merged_items;
    child->may_enqueue = info->enqueues;
    child->ticks = weft_ndrange_expected_ticks(ndrange);
    if (child->ticks > WEFT_CHILD_TICKS_MAX)
        child->ticks = child->ticks == UINT64_MAX ? WEFT_CHILD_TICKS_UNKNOWN : WEFT_CHILD_TICKS_MAX;
    ndrange->context_bytes = info->context_bytes_per_item * weft_ndrange_context_items(launch->local_size);
    if (ndrange->local_bytes > WEFT_LOCAL_MEMORY_BYTES || ndrange->stack_bytes > WEFT_FRAME_BYTES_MAX)
        return WEFT_CLK_OUT_OF_RESOURCES;
    return 0;
}

// The block's arguments: where what it has captured is, and where its local memory begins, in the group's.
static int32_t
set_arguments(struct weft_child *child, const struct weft_kernel_info *info, unsigned char *at, const void *literal,
              size_t literal_bytes, uint32_t local_count, const uint64_t *local_sizes)
{
    const uint64_t arguments = align_up((1 + (size_t)local_count) * sizeof(uint64_t), WEFT_ARENA_ALIGN);
    uint64_t *args = (uint64_t *)(void *)at;
    uint64_t bytes = info->local_bytes;

    memcpy(at + arguments, literal, literal_bytes);
    args[0] = (uintptr_t)(at + arguments);
    for (uint32_t i = 0; i < local_count; i++) {
        if (!local_sizes[i])
            return WEFT_CLK_INVALID_ARG_SIZE;
        args[1 + i] = align_up(bytes, WEFT_ARENA_ALIGN);
        bytes = local_sizes[i] > WEFT_LOCAL_MEMORY_BYTES ? UINT32_MAX : args[1 + i] + local_sizes[i];
    }
    child->ndrange.local_bytes = bytes;
    child->ndrange.launch.args = args;
    return 0;
}

static int32_t
enqueue_block(uint64_t queue_word, uint32_t flags, const struct weft_enqueued_range *range, uint32_t event_count,
              const uint64_t *events, uint64_t *event, uint64_t block, const void *literal, uint32_t local_count,
              const uint64_t *local_sizes)
{
    struct weft_parent *parent = weft_child_parent();
    struct weft_family *family = parent ? parent->family : NULL;
    const struct weft_kernel_info *info = parent ? find_block(family, block) : NULL;
    cl_command_queue queue;
    struct weft_child *child;
    uint32_t literal_bytes;
    size_t bytes;
    int32_t err;

    memcpy(&literal_bytes, literal, sizeof(literal_bytes));
    if (!info || info->arg_count != 1 + (uint64_t)local_count || literal_bytes > LITERAL_BYTES_MAX)
        return WEFT_CLK_OUT_OF_RESOURCES;
    queue = weft_family_get_queue(family, queue_word);
    if (!queue)
        return WEFT_CLK_INVALID_QUEUE;
    if (!are_events(event_count, events)) {
        weft_family_return_queue(family, queue);
        return WEFT_CLK_INVALID_EVENT_WAIT_LIST;
    }
    bytes = align_up((1 + (size_t)local_count) * sizeof(uint64_t), WEFT_ARENA_ALIGN) + literal_bytes;
    err = weft_child_create(queue, event_count, bytes, &child);
    if (err)
        return err;
    err = set_arguments(child, info, child->bytes, literal, literal_bytes, local_count, local_sizes);
    if (!err)
        err = set_range(child, info, range);
    if (!err && event && !weft_child_add_event(child))
        err = WEFT_CLK_EVENT_ALLOCATION_FAILURE;
    if (err) {
        weft_child_drop(child);
        return err;
    }
    weft_child_enqueue(child, event_count, events, event, flags);
    return 0;
}

static int32_t
enqueue_kernel(uint64_t queue, uint32_t flags, const struct weft_enqueued_range *range, uint32_t event_count,
               const uint64_t *events, uint64_t *event, uint64_t block, const void *literal, uint32_t local_count,
               const uint64_t *local_sizes)
{
    int32_t err =
        enqueue_block(queue, flags, range, event_count, events, event, block, literal, local_count, local_sizes);

    // "If the -g compile option is specified [...], the following errors may be returned instead of
    // CLK_ENQUEUE_FAILURE to indicate why".
    return err && !(block & WEFT_BLOCK_SAYS_WHY) ? WEFT_CLK_ENQUEUE_FAILURE : err;
}

static int32_t
enqueue_marker(uint64_t queue_word, uint32_t event_count, const uint64_t *events, uint64_t *event)
{
    struct weft_parent *parent = weft_child_parent();
    struct weft_family *family = parent ? parent->family : NULL;
    cl_command_queue queue = parent ? weft_family_get_queue(family, queue_word) : NULL;
    struct weft_child *child;
    int32_t err;

    if (!queue)
        return WEFT_CLK_INVALID_QUEUE;
    if (!events || !are_events(event_count, events)) {
        weft_family_return_queue(family, queue);
        return WEFT_CLK_INVALID_EVENT_WAIT_LIST;
    }
    // "event_ret must not be NULL as otherwise this is a no-op."
    if (!event) {
        weft_family_return_queue(family, queue);
        return 0;
    }
    err = weft_child_create(queue, event_count, 0, &child);
    if (err)
        return err;
    child->is_marker = true;
    if (!weft_child_add_event(child)) {
        weft_child_drop(child);
        return WEFT_CLK_EVENT_ALLOCATION_FAILURE;
    }
    weft_child_enqueue(child, event_count, events, event, 0);
    return 0;
}

static uint32_t
query_block(uint64_t block, uint32_t query, const struct weft_enqueued_range *range)
{
    const struct weft_parent *parent = weft_child_parent();
    const struct weft_family *family = parent ? parent->family : NULL;
    const struct weft_kernel_info *info = parent ? find_block(family, block) : NULL;
    struct weft_launch launch = {0};
    uint64_t items;

    if (!info)
        return 0;
    switch (query) {
    case WEFT_QUERY_WORK_GROUP_SIZE:
        return (uint32_t)weft_max_work_group_size_of(info);
    case WEFT_QUERY_PREFERRED_MULTIPLE:
        return WEFT_PREFERRED_MULTIPLE;
    default:
        break;
    }
    if (!set_global(&launch, range) || !set_local(family, info, &launch))
        return 0;
    items = launch.local_size[0] * launch.local_size[1] * launch.local_size[2];
    if (query == WEFT_QUERY_SUB_GROUP_SIZE)
        return (uint32_t)(items < WEFT_SUB_GROUP_SIZE ? items : WEFT_SUB_GROUP_SIZE);
    return (uint32_t)((items + WEFT_SUB_GROUP_SIZE - 1) / WEFT_SUB_GROUP_SIZE);
}

static uint64_t
create_user_event(void)
{
    return weft_device_event_create(true);
}

static void
release_event(uint64_t event)
{
    weft_child_event_ended(weft_device_event_release(event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

static int32_t
is_valid_event(uint64_t event)
{
    return weft_device_event_is_valid(event);
}

static void
set_user_event_status(uint64_t event, int32_t status)
{
    if (status <= CL_COMPLETE && weft_device_event_is_user(event))
        weft_child_event_ended(weft_device_event_finish(event, status, 0, 0), status);
}

static void
capture_profiling(uint64_t event, int32_t name, void *value)
{
    if (name == PROFILING_COMMAND_EXEC_TIME && value)
        weft_device_event_capture(event, value);
}

void
weft_device_enqueue_services(struct weft_services *services)
{
    services->enqueue_kernel = enqueue_kernel;
    services->enqueue_marker = enqueue_marker;
    services->query_block = query_block;
    services->create_user_event = create_user_event;
    services->retain_event = weft_device_event_retain;
    services->release_event = release_event;
    services->is_valid_event = is_valid_event;
    services->set_user_event_status = set_user_event_status;
    services->capture_profiling = capture_profiling;
}
