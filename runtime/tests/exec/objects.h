// SPDX-License-Identifier: Apache-2.0
// A context, queues and kernels for tests of launching: kernels are C functions with the signature of compiled code.
#ifndef WEFT_TESTS_EXEC_OBJECTS_H
#define WEFT_TESTS_EXEC_OBJECTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/program/public.h"

// One context on the root device for the whole test program.
cl_context test_context(void);
cl_device_id test_device(void);
// A second context on the same device.
cl_context test_other_context(void);
// The caller releases it.
cl_command_queue test_queue(cl_command_queue_properties flags);
// A kernel without arguments; released by clReleaseKernel like any other. `info` is borrowed and must outlive it.
cl_kernel test_kernel(weft_kernel_entry entry, const struct weft_kernel_info *info);
// A buffer in the context; the caller releases it.
cl_mem test_buffer(size_t bytes);
void test_sleep_ms(unsigned milliseconds);
// Waits until *counter reaches the value; fails the test after ten seconds.
void test_await(_Atomic uint64_t *counter, uint64_t value);
// Kernels of launches get at their data by these.
extern _Atomic uint64_t test_counter;
extern const struct weft_kernel_info test_plain_info;
void test_count_groups(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first,
                       uint64_t end);

#define assert_success(call) assert_int_equal((call), CL_SUCCESS)
#define assert_error(call, code) assert_int_equal((call), (code))

#endif
