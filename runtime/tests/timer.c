// SPDX-License-Identifier: Apache-2.0
// clGetHostTimer and clGetDeviceAndHostTimer.
#include <time.h>

#include "runtime/tests/support.h"

static cl_ulong
monotonic_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (cl_ulong)now.tv_sec * 1000000000u + (cl_ulong)now.tv_nsec;
}

static void
host_timer_is_the_monotonic_clock(void **state)
{
    struct fixture *f = *state;
    cl_ulong before = monotonic_ns();
    cl_ulong timer = 0;

    assert_success(clGetHostTimer(f->device, &timer));
    assert_true(before <= timer && timer <= monotonic_ns());
}

static void
device_and_host_timers_agree(void **state)
{
    struct fixture *f = *state;
    cl_ulong device = 0;
    cl_ulong host = 1;

    assert_success(clGetDeviceAndHostTimer(f->device, &device, &host));
    assert_true(device == host);
}

static void
timers_advance(void **state)
{
    struct fixture *f = *state;
    struct timespec pause = {.tv_nsec = 1000000};
    cl_ulong device[2];
    cl_ulong host[2];

    assert_success(clGetDeviceAndHostTimer(f->device, &device[0], &host[0]));
    nanosleep(&pause, NULL);
    assert_success(clGetDeviceAndHostTimer(f->device, &device[1], &host[1]));
    assert_true(device[1] - device[0] >= 1000000);
    assert_true(host[1] - host[0] >= 1000000);
}

static void
NULL_timestamp_returns_CL_INVALID_VALUE(void **state)
{
    struct fixture *f = *state;
    cl_ulong stamp;

    assert_error(clGetHostTimer(f->device, NULL), CL_INVALID_VALUE);
    assert_error(clGetDeviceAndHostTimer(f->device, NULL, &stamp), CL_INVALID_VALUE);
    assert_error(clGetDeviceAndHostTimer(f->device, &stamp, NULL), CL_INVALID_VALUE);
}

static void
foreign_device_returns_CL_INVALID_DEVICE(void **state)
{
    cl_ulong stamp;

    (void)state;
    assert_error(clGetHostTimer(foreign_handle(), &stamp), CL_INVALID_DEVICE);
    assert_error(clGetDeviceAndHostTimer(foreign_handle(), &stamp, &stamp), CL_INVALID_DEVICE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_timer_is_the_monotonic_clock),
        cmocka_unit_test(device_and_host_timers_agree),
        cmocka_unit_test(timers_advance),
        cmocka_unit_test(NULL_timestamp_returns_CL_INVALID_VALUE),
        cmocka_unit_test(foreign_device_returns_CL_INVALID_DEVICE),
    };

    return RUN_TESTS("timer");
}
