// SPDX-License-Identifier: Apache-2.0
// Every call with a handle that is none: NULL, memory that was never an object, an object of another type, and one
// that was released. Linked with the library itself, because loaders keep NULL to themselves.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/core/platform.h"

struct call {
    const char *name;
    cl_int code;
    cl_int (*make)(void *handle);
};

static cl_device_id device;

// What calls need besides the handle; they must not get far enough to use it.
static size_t size;
static size_t sizes[3] = {1, 1, 1};
static const size_t one = 1;
static cl_uint count;
static cl_ulong stamp;
static cl_event event;
static const char *text = "text";
static char data[64];

#define CALL(name, code, expression)                                                                                   \
    static cl_int make_##name(void *h)                                                                                 \
    {                                                                                                                  \
        return expression;                                                                                             \
    }
#define CREATE(name, code, expression)                                                                                 \
    static cl_int make_##name(void *h)                                                                                 \
    {                                                                                                                  \
        cl_int err = CL_SUCCESS;                                                                                       \
                                                                                                                       \
        assert_null(expression);                                                                                       \
        return err;                                                                                                    \
    }
#include "runtime/tests/invalid_handles.def"
#undef CALL
#undef CREATE

static const struct call calls[] = {
#define CALL(name, code, expression) {#name, code, make_##name},
#define CREATE CALL
#include "runtime/tests/invalid_handles.def"
};
#define CALL_COUNT (sizeof(calls) / sizeof(calls[0]))

static void
with_NULL(void **state)
{
    const struct call *call = *state;

    assert_int_equal(call->make(NULL), call->code);
}

static void
with_foreign_memory(void **state)
{
    static _Alignas(512) char memory[1024];
    const struct call *call = *state;

    memset(memory, 0x55, sizeof(memory));
    assert_int_equal(call->make(memory), call->code);
}

static void
with_an_object_of_another_type(void **state)
{
    const struct call *call = *state;
    void *other = call->code == CL_INVALID_DEVICE ? (void *)weft_platform() : (void *)device;

    assert_int_equal(call->make(other), call->code);
}

static void
with_a_released_object(void **state)
{
    const struct call *call = *state;
    void *released = weft_object_create(WEFT_OBJECT_SAMPLER, sizeof(struct weft_object), NULL);

    weft_object_api_release(released);
    assert_int_equal(call->make(released), call->code);
}

static int
run(const char *group, CMUnitTestFunction function)
{
    struct CMUnitTest tests[CALL_COUNT];

    for (size_t i = 0; i < CALL_COUNT; i++)
        tests[i] = (struct CMUnitTest){calls[i].name, function, NULL, NULL, (void *)(uintptr_t)&calls[i]};
    return cmocka_run_group_tests_name(group, tests, NULL, NULL);
}

int
main(void)
{
    int failed = 0;

    device = weft_platform_device();
    failed += run("invalid_handles: NULL", with_NULL);
    failed += run("invalid_handles: foreign memory", with_foreign_memory);
    failed += run("invalid_handles: another type", with_an_object_of_another_type);
    failed += run("invalid_handles: released", with_a_released_object);
    return failed;
}
