// SPDX-License-Identifier: Apache-2.0
// Commands about shared virtual memory.
#include "runtime/commands/svm.h"

#include <string.h>

#include "runtime/core/error.h"
#include "runtime/core/svm.h"

struct svm_range {
    const void *pointer; // borrowed from the application
    size_t bytes;
};

struct ranges {
    struct weft_command base; // first
    size_t count;
    struct svm_range ranges[];
};

struct free_command {
    struct weft_command base;        // first
    weft_svm_free_callback callback; // may be NULL
    void *data;                      // the application's
    cl_uint count;
    void *pointers[]; // borrowed from the application
};

static cl_int
run_ranges(struct weft_command *command)
{
    const struct ranges *ranges = (const struct ranges *)command;
    cl_int err = CL_SUCCESS;

    for (size_t i = 0; err == CL_SUCCESS && i < ranges->count; i++)
        err = weft_svm_check(command->queue->context, CL_INVALID_VALUE, "when its turn came,",
                             ranges->ranges[i].pointer, ranges->ranges[i].bytes);
    return err;
}

static void
release_nothing(struct weft_command *command)
{
    (void)command;
}

cl_int
weft_svm_enqueue_ranges(cl_command_queue queue, cl_command_type type, cl_uint count, const void *const *pointers,
                        const size_t *sizes, struct weft_wait wait)
{
    static const struct weft_command_ops ops = {.run = run_ranges, .release = release_nothing};
    struct weft_command *command;
    struct ranges *ranges;
    cl_int err = weft_command_create(queue, type, sizeof(*ranges) + count * sizeof(ranges->ranges[0]), &ops, &command);

    if (err != CL_SUCCESS)
        return err;
    ranges = (struct ranges *)command;
    ranges->count = count;
    for (cl_uint i = 0; i < count; i++)
        ranges->ranges[i] = (struct svm_range){pointers[i], sizes ? sizes[i] : 0};
    return weft_command_enqueue(command, wait.count, wait.list, wait.blocking, wait.event);
}

static cl_int
run_free(struct weft_command *command)
{
    struct free_command *freeing = (struct free_command *)command;
    cl_context context = command->queue->context;
    cl_int err = CL_SUCCESS;

    if (freeing->callback) {
        // As in a native kernel: the thread may be a worker, and must not wait for others.
        weft_native_kernels_inside++;
        freeing->callback(command->queue, freeing->count, freeing->pointers, freeing->data);
        weft_native_kernels_inside--;
        return CL_SUCCESS;
    }
    for (cl_uint i = 0; i < freeing->count; i++)
        if (freeing->pointers[i] && !weft_svm_free(context, WEFT_SVM_BUFFERS, freeing->pointers[i]))
            err = weft_error(context, CL_INVALID_VALUE, "svm_pointers[%u] (%p) had been freed when its turn came", i,
                             freeing->pointers[i]);
    return err;
}

cl_int
weft_svm_enqueue_free(cl_command_queue queue, cl_uint count, void *const *pointers, weft_svm_free_callback callback,
                      void *data, struct weft_wait wait)
{
    static const struct weft_command_ops ops = {.run = run_free, .release = release_nothing};
    struct free_command *freeing;
    struct weft_command *command;
    cl_int err =
        weft_command_create(queue, CL_COMMAND_SVM_FREE, sizeof(*freeing) + count * sizeof(void *), &ops, &command);

    if (err != CL_SUCCESS)
        return err;
    freeing = (struct free_command *)command;
    freeing->callback = callback;
    freeing->data = data;
    freeing->count = count;
    if (count)
        memcpy(freeing->pointers, pointers, count * sizeof(void *));
    if (callback)
        command->expected_ticks = UINT64_MAX; // nobody knows
    return weft_command_enqueue(command, wait.count, wait.list, CL_FALSE, wait.event);
}
