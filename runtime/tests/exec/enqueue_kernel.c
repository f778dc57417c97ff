// SPDX-License-Identifier: Apache-2.0
// clEnqueueNDRangeKernel and clEnqueueTask.
#include <pthread.h>
#include <string.h>

#include "runtime/tests/exec/objects.h"

static struct weft_launch seen;
static _Atomic uint64_t items_run;

// Counts the work-items of ragged groups as compiled kernels do.
static void
count_items(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first, uint64_t end)
{
    (void)memory;
    if (first == 0)
        seen = *launch;
    for (uint64_t g = first; g < end; g++) {
        uint64_t group = g;
        uint64_t items = 1;

        for (int d = 0; d < 3; d++) {
            uint64_t at = group % launch->num_groups[d] * launch->local_size[d];
            uint64_t left = launch->global_size[d] - at;

            items *= left < launch->local_size[d] ? left : launch->local_size[d];
            group /= launch->num_groups[d];
        }
        atomic_fetch_add(&items_run, items);
    }
}

static const struct weft_kernel_info uniform_info = {.name = (char *)"uniform", .uniform_work_groups = 1};
static const struct weft_kernel_info required_info = {.name = (char *)"required",
                                                      .required_work_group_size = {8, 4, 2}};
static const struct weft_kernel_info uniform_required_info = {
    .name = (char *)"uniform_required", .uniform_work_groups = 1, .required_work_group_size = {8, 4, 2}};
static const struct weft_kernel_info local_info = {.name = (char *)"local", .local_bytes = 64 << 20};
static const struct weft_kernel_info frame_info = {.name = (char *)"frame", .stack_bytes = UINT64_C(1) << 30};
static const struct weft_kernel_info deep_info = {.name = (char *)"deep", .stack_bytes = 1 << 20};
static const struct weft_kernel_info context_info = {.name = (char *)"context", .context_bytes_per_item = 1 << 16};

struct fixture {
    cl_command_queue queue;
    cl_kernel plain, uniform, required;
};

static int
setup(void **state)
{
    static struct fixture f;

    f.queue = test_queue(0);
    f.plain = test_kernel(count_items, &test_plain_info);
    f.uniform = test_kernel(count_items, &uniform_info);
    f.required = test_kernel(count_items, &required_info);
    *state = &f;
    return 0;
}

static int
teardown(void **state)
{
    struct fixture *f = *state;

    clReleaseKernel(f->plain);
    clReleaseKernel(f->uniform);
    clReleaseKernel(f->required);
    clReleaseCommandQueue(f->queue);
    return 0;
}

static cl_int
launch(const struct fixture *f, cl_kernel kernel, cl_uint dim, const size_t *global, const size_t *local)
{
    cl_int err;

    items_run = 0;
    memset(&seen, 0, sizeof(seen));
    err = clEnqueueNDRangeKernel(f->queue, kernel, dim, NULL, global, local, 0, NULL, NULL);
    assert_success(clFinish(f->queue));
    return err;
}

static void
invalid_objects_have_their_codes(void **state)
{
    struct fixture *f = *state;
    size_t one = 1;
    cl_kernel kernel = f->plain;
    cl_int err;
    cl_command_queue other = clCreateCommandQueue(test_other_context(), test_device(), 0, &err);

    assert_error(clEnqueueNDRangeKernel(NULL, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    assert_error(clEnqueueNDRangeKernel(f->queue, NULL, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_KERNEL);
    assert_error(clEnqueueNDRangeKernel(f->queue, (cl_kernel)f->queue, 1, NULL, &one, NULL, 0, NULL, NULL),
                 CL_INVALID_KERNEL);
    assert_error(clEnqueueNDRangeKernel(other, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_CONTEXT);
    assert_error(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, NULL, 1, NULL, NULL),
                 CL_INVALID_EVENT_WAIT_LIST);
    assert_error(clEnqueueTask(NULL, kernel, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
    assert_error(clEnqueueTask(f->queue, NULL, 0, NULL, NULL), CL_INVALID_KERNEL);
    clReleaseCommandQueue(other);
}

static void
device_without_executable_returns_CL_INVALID_PROGRAM_EXECUTABLE(void **state)
{
    struct fixture *f = *state;
    size_t one = 1;

    f->plain->program->device_count = 0;
    assert_error(launch(f, f->plain, 1, &one, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
    f->plain->program->device_count = 1;
}

static void
unset_argument_returns_CL_INVALID_KERNEL_ARGS(void **state)
{
    struct fixture *f = *state;
    size_t one = 1;
    struct weft_arg_info arg = {.kind = WEFT_ARG_VALUE, .size = 4, .align = 4, .name = (char *)"x"};
    struct weft_kernel_info info = {.name = (char *)"k", .arg_count = 1, .arg_block_bytes = 4, .args = &arg};
    cl_kernel kernel = test_kernel(count_items, &info);
    unsigned char is_set[1] = {0};

    kernel->unset_count = 1;
    kernel->is_set = is_set;
    assert_error(launch(f, kernel, 1, &one, NULL), CL_INVALID_KERNEL_ARGS);
    clReleaseKernel(kernel);
}

static void
work_dim_out_of_range_returns_CL_INVALID_WORK_DIMENSION(void **state)
{
    struct fixture *f = *state;
    size_t sizes[4] = {1, 1, 1, 1};

    assert_error(launch(f, f->plain, 0, sizes, NULL), CL_INVALID_WORK_DIMENSION);
    assert_error(launch(f, f->plain, 4, sizes, NULL), CL_INVALID_WORK_DIMENSION);
}

static void
empty_global_size_succeeds_and_runs_nothing(void **state)
{
    struct fixture *f = *state;
    size_t sizes[3] = {4, 0, 2};
    cl_command_type type;
    cl_event event;

    assert_success(launch(f, f->plain, 3, sizes, NULL));
    assert_int_equal(items_run, 0);
    assert_success(launch(f, f->plain, 1, NULL, NULL));
    assert_int_equal(items_run, 0);
    assert_success(clEnqueueNDRangeKernel(f->queue, f->plain, 3, NULL, sizes, NULL, 0, NULL, &event));
    assert_success(clWaitForEvents(1, &event));
    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
    assert_int_equal(type, CL_COMMAND_NDRANGE_KERNEL);
    assert_success(clReleaseEvent(event));
}

static void
empty_global_size_needs_no_divisor(void **state)
{
    struct fixture *f = *state;
    cl_kernel required = test_kernel(count_items, &uniform_required_info);
    size_t global[3] = {5, 0, 5};
    size_t local[3] = {8, 4, 2};

    assert_success(launch(f, f->uniform, 3, NULL, local));
    assert_success(launch(f, f->uniform, 3, global, local));
    assert_success(launch(f, required, 3, NULL, local));
    assert_success(launch(f, required, 3, NULL, NULL));
    assert_success(launch(f, required, 3, global, NULL));
    assert_int_equal(items_run, 0);
    clReleaseKernel(required);
}

static void
overflowing_offset_returns_CL_INVALID_GLOBAL_OFFSET(void **state)
{
    struct fixture *f = *state;
    size_t offset[2] = {SIZE_MAX - 9, 0};
    size_t size[2] = {10, 1};

    assert_error(clEnqueueNDRangeKernel(f->queue, f->plain, 2, offset, size, NULL, 0, NULL, NULL),
                 CL_INVALID_GLOBAL_OFFSET);
    offset[0] = SIZE_MAX - 10;
    assert_success(clEnqueueNDRangeKernel(f->queue, f->plain, 2, offset, size, NULL, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_true(seen.global_offset[0] == SIZE_MAX - 10);
}

static void
local_sizes_out_of_range_have_their_codes(void **state)
{
    struct fixture *f = *state;
    size_t global[3] = {8192, 64, 64};
    size_t local[3] = {0, 1, 1};

    assert_error(launch(f, f->plain, 3, global, local), CL_INVALID_WORK_GROUP_SIZE);
    local[0] = 8192;
    assert_error(launch(f, f->plain, 3, global, local), CL_INVALID_WORK_ITEM_SIZE);
    local[0] = 4096;
    local[1] = 2;
    assert_error(launch(f, f->plain, 3, global, local), CL_INVALID_WORK_GROUP_SIZE);
    local[1] = 1;
    assert_success(launch(f, f->plain, 3, global, local));
    assert_int_equal(items_run, 8192 * 64 * 64);
}

static void
indivisible_size_is_for_ragged_kernels_only(void **state)
{
    struct fixture *f = *state;
    size_t global[2] = {100, 7};
    size_t local[2] = {16, 2};

    assert_error(launch(f, f->uniform, 2, global, local), CL_INVALID_WORK_GROUP_SIZE);
    assert_success(launch(f, f->plain, 2, global, local));
    assert_int_equal(items_run, 700);
    assert_int_equal(seen.num_groups[0], 7);
    assert_int_equal(seen.num_groups[1], 4);
}

static void
required_size_must_be_met(void **state)
{
    struct fixture *f = *state;
    size_t global[3] = {16, 8, 2};
    size_t wrong[3] = {4, 4, 2};
    size_t right[3] = {8, 4, 2};

    assert_error(launch(f, f->required, 3, global, wrong), CL_INVALID_WORK_GROUP_SIZE);
    assert_success(launch(f, f->required, 3, global, right));
    assert_int_equal(items_run, 256);
    assert_success(launch(f, f->required, 3, global, NULL));
    assert_int_equal(seen.local_size[0], 8);
    assert_int_equal(seen.local_size[2], 2);
    assert_error(clEnqueueTask(f->queue, f->required, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
}

static void
required_size_is_checked_as_if_given(void **state)
{
    struct fixture *f = *state;
    const struct weft_kernel_info infos[] = {
        {.name = (char *)"wide", .required_work_group_size = {8192, 1, 1}},
        {.name = (char *)"many", .required_work_group_size = {4096, 2, 1}},
        {.name = (char *)"wraps", .required_work_group_size = {1 << 22, 1 << 21, 1 << 21}},
        {.name = (char *)"context", .required_work_group_size = {4096, 1, 1}, .context_bytes_per_item = 1 << 16}};
    size_t global[3] = {1 << 22, 1 << 21, 1 << 21};
    size_t suggested[3];

    for (size_t i = 0; i < sizeof(infos) / sizeof(*infos); i++) {
        cl_kernel kernel = test_kernel(count_items, &infos[i]);
        size_t local[3] = {infos[i].required_work_group_size[0], infos[i].required_work_group_size[1],
                           infos[i].required_work_group_size[2]};
        cl_int err = launch(f, kernel, 3, global, local);

        assert_int_not_equal(err, CL_SUCCESS);
        assert_error(launch(f, kernel, 3, global, NULL), err);
        assert_error(clGetKernelSuggestedLocalWorkSizeKHR(f->queue, kernel, 3, NULL, global, suggested), err);
        clReleaseKernel(kernel);
    }
    // The required size has three dimensions.
    assert_error(launch(f, f->required, 1, global, NULL), CL_INVALID_WORK_GROUP_SIZE);
}

static void
chosen_sizes_cover_the_range(void **state)
{
    struct fixture *f = *state;
    const size_t sizes[] = {1, 5, 64, 97, 1000, 4099, 10007};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
        for (cl_uint dim = 1; dim <= 3; dim++) {
            size_t global[3] = {sizes[i], 3, 5};
            uint64_t items = sizes[i] * (dim > 1 ? 3 : 1) * (dim > 2 ? 5 : 1);

            assert_success(launch(f, f->uniform, dim, global, NULL));
            assert_int_equal(items_run, items);
            assert_int_equal(seen.global_size[0] % seen.local_size[0], 0);
            assert_success(launch(f, f->plain, dim, global, NULL));
            assert_int_equal(items_run, items);
            assert_int_equal(seen.work_dim, dim);
        }
}

static void
too_much_local_memory_returns_CL_OUT_OF_RESOURCES(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = test_kernel(count_items, &local_info);
    size_t one = 1;

    assert_error(launch(f, kernel, 1, &one, &one), CL_OUT_OF_RESOURCES);
    clReleaseKernel(kernel);
}

static void
too_large_a_frame_returns_CL_OUT_OF_RESOURCES(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = test_kernel(count_items, &frame_info);
    size_t one = 1;

    assert_error(launch(f, kernel, 1, &one, &one), CL_OUT_OF_RESOURCES);
    clReleaseKernel(kernel);
}

static void
large_frames_run(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = test_kernel(count_items, &deep_info);
    size_t items = 1000;
    size_t local = 10;

    assert_success(launch(f, kernel, 1, &items, &local));
    assert_int_equal(items_run, 1000);
    clReleaseKernel(kernel);
}

static void
group_size_is_limited_by_the_barrier_context(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = test_kernel(count_items, &context_info);
    size_t items = 4096;

    assert_error(launch(f, kernel, 1, &items, &items), CL_INVALID_WORK_GROUP_SIZE);
    assert_success(launch(f, kernel, 1, &items, NULL));
    assert_int_equal(items_run, 4096);
    clReleaseKernel(kernel);
}

static void
task_runs_one_item(void **state)
{
    struct fixture *f = *state;
    cl_command_type type;
    cl_event event;

    items_run = 0;
    assert_success(clEnqueueTask(f->queue, f->plain, 0, NULL, &event));
    assert_success(clWaitForEvents(1, &event));
    assert_int_equal(items_run, 1);
    assert_success(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
    assert_int_equal(type, CL_COMMAND_TASK);
    assert_success(clReleaseEvent(event));
}

static void *
launch_many(void *data)
{
    cl_command_queue queue = test_queue(0);
    size_t global = 10000;
    size_t local = 10;

    for (int i = 0; i < 50; i++) {
        clEnqueueNDRangeKernel(queue, data, 1, NULL, &global, &local, 0, NULL, NULL);
        if (i % 5 == 0)
            clFinish(queue);
    }
    clFinish(queue);
    clReleaseCommandQueue(queue);
    return NULL;
}

static void
several_queues_launch_at_once(void **state)
{
    struct fixture *f = *state;
    pthread_t threads[4];

    items_run = 0;
    f->uniform->entry = test_count_groups; // no unsynchronized `seen`
    test_counter = 0;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, launch_many, f->uniform), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(test_counter, 4 * 50 * 1000);
}

static void
kernel_may_be_released_before_it_runs(void **state)
{
    struct fixture *f = *state;
    cl_kernel kernel = test_kernel(test_count_groups, &test_plain_info);
    size_t one = 1;

    test_counter = 0;
    assert_success(clEnqueueNDRangeKernel(f->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    assert_success(clReleaseKernel(kernel));
    assert_success(clFinish(f->queue));
    assert_int_equal(test_counter, 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invalid_objects_have_their_codes),
        cmocka_unit_test(device_without_executable_returns_CL_INVALID_PROGRAM_EXECUTABLE),
        cmocka_unit_test(unset_argument_returns_CL_INVALID_KERNEL_ARGS),
        cmocka_unit_test(work_dim_out_of_range_returns_CL_INVALID_WORK_DIMENSION),
        cmocka_unit_test(empty_global_size_succeeds_and_runs_nothing),
        cmocka_unit_test(empty_global_size_needs_no_divisor),
        cmocka_unit_test(overflowing_offset_returns_CL_INVALID_GLOBAL_OFFSET),
        cmocka_unit_test(local_sizes_out_of_range_have_their_codes),
        cmocka_unit_test(indivisible_size_is_for_ragged_kernels_only),
        cmocka_unit_test(required_size_must_be_met),
        cmocka_unit_test(required_size_is_checked_as_if_given),
        cmocka_unit_test(chosen_sizes_cover_the_range),
        cmocka_unit_test(too_much_local_memory_returns_CL_OUT_OF_RESOURCES),
        cmocka_unit_test(too_large_a_frame_returns_CL_OUT_OF_RESOURCES),
        cmocka_unit_test(large_frames_run),
        cmocka_unit_test(group_size_is_limited_by_the_barrier_context),
        cmocka_unit_test(task_runs_one_item),
        cmocka_unit_test(several_queues_launch_at_once),
        cmocka_unit_test(kernel_may_be_released_before_it_runs),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
