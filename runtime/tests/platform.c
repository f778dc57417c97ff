// SPDX-License-Identifier: Apache-2.0
// clGetPlatformIDs and clGetPlatformInfo.
#include <stdio.h>

#include "runtime/tests/support.h"

static void
platform_text(cl_platform_info name, char *text, size_t size)
{
    assert_success(clGetPlatformInfo(weft_test_platform(), name, size, text, NULL));
}

static void
zero_entries_with_platforms_returns_CL_INVALID_VALUE(void **state)
{
    cl_platform_id platform;

    (void)state;
    assert_error(clGetPlatformIDs(0, &platform, NULL), CL_INVALID_VALUE);
}

static void
nothing_to_return_returns_CL_INVALID_VALUE(void **state)
{
    (void)state;
    assert_error(clGetPlatformIDs(0, NULL, NULL), CL_INVALID_VALUE);
}

static void
the_platform_is_the_same_each_time(void **state)
{
    (void)state;
    assert_ptr_equal(weft_test_platform(), weft_test_platform());
}

static void
profile_is_full(void **state)
{
    char text[64];

    (void)state;
    platform_text(CL_PLATFORM_PROFILE, text, sizeof(text));
    assert_string_equal(text, "FULL_PROFILE");
}

static void
version_begins_with_OpenCL_3_0(void **state)
{
    char text[64];

    (void)state;
    platform_text(CL_PLATFORM_VERSION, text, sizeof(text));
    assert_memory_equal(text, "OpenCL 3.0 ", 11);
}

static void
numeric_version_is_3_0_0(void **state)
{
    cl_version version = 0;

    (void)state;
    assert_success(
        clGetPlatformInfo(weft_test_platform(), CL_PLATFORM_NUMERIC_VERSION, sizeof(version), &version, NULL));
    assert_int_equal(version, CL_MAKE_VERSION(3, 0, 0));
}

static void
name_and_vendor_are_Weft(void **state)
{
    char text[64];

    (void)state;
    platform_text(CL_PLATFORM_NAME, text, sizeof(text));
    assert_string_equal(text, "Weft");
    platform_text(CL_PLATFORM_VENDOR, text, sizeof(text));
    assert_string_equal(text, "Weft");
}

static void
suffix_is_WEFT(void **state)
{
    char text[64];

    (void)state;
    platform_text(CL_PLATFORM_ICD_SUFFIX_KHR, text, sizeof(text));
    assert_string_equal(text, "WEFT");
}

static void
extensions_have_cl_khr_icd(void **state)
{
    char text[4096];

    (void)state;
    platform_text(CL_PLATFORM_EXTENSIONS, text, sizeof(text));
    assert_non_null(strstr(text, "cl_khr_icd"));
}

static void
extensions_with_version_list_the_same_names(void **state)
{
    cl_name_version versions[64];
    char text[4096];
    char joined[4096] = "";
    size_t size = 0;

    (void)state;
    platform_text(CL_PLATFORM_EXTENSIONS, text, sizeof(text));
    assert_success(clGetPlatformInfo(weft_test_platform(), CL_PLATFORM_EXTENSIONS_WITH_VERSION, sizeof(versions),
                                     versions, &size));
    for (size_t i = 0; i < size / sizeof(versions[0]); i++) {
        size_t used = strlen(joined);

        snprintf(joined + used, sizeof(joined) - used, "%s%s", i ? " " : "", versions[i].name);
    }
    assert_string_equal(joined, text);
}

static void
extensions_with_version_in_too_little_room_return_CL_INVALID_VALUE(void **state)
{
    cl_name_version one;

    (void)state;
    assert_error(clGetPlatformInfo(weft_test_platform(), CL_PLATFORM_EXTENSIONS_WITH_VERSION, sizeof(one), &one, NULL),
                 CL_INVALID_VALUE);
}

static void
host_timer_resolution_is_1_ns(void **state)
{
    cl_ulong resolution = 0;

    (void)state;
    assert_success(clGetPlatformInfo(weft_test_platform(), CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof(resolution),
                                     &resolution, NULL));
    assert_int_equal(resolution, 1);
}

static void
size_alone_can_be_asked_for(void **state)
{
    size_t size = 0;

    (void)state;
    assert_success(clGetPlatformInfo(weft_test_platform(), CL_PLATFORM_NAME, 0, NULL, &size));
    assert_int_equal(size, sizeof("Weft"));
}

static void
too_little_room_returns_CL_INVALID_VALUE(void **state)
{
    char text[2];

    (void)state;
    assert_error(clGetPlatformInfo(weft_test_platform(), CL_PLATFORM_NAME, sizeof(text), text, NULL), CL_INVALID_VALUE);
}

static void
more_room_than_needed_is_fine(void **state)
{
    char text[100];
    size_t size = 0;

    (void)state;
    assert_success(clGetPlatformInfo(weft_test_platform(), CL_PLATFORM_NAME, sizeof(text), text, &size));
    assert_int_equal(size, sizeof("Weft"));
}

static void
unknown_query_returns_CL_INVALID_VALUE(void **state)
{
    (void)state;
    assert_error(clGetPlatformInfo(weft_test_platform(), 0xdead, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void
foreign_handle_returns_CL_INVALID_PLATFORM(void **state)
{
    (void)state;
    assert_error(clGetPlatformInfo(foreign_handle(), CL_PLATFORM_NAME, 0, NULL, NULL), CL_INVALID_PLATFORM);
}

static void
unloading_the_compiler_succeeds(void **state)
{
    (void)state;
    assert_success(clUnloadPlatformCompiler(weft_test_platform()));
    assert_success(clUnloadCompiler());
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zero_entries_with_platforms_returns_CL_INVALID_VALUE),
        cmocka_unit_test(nothing_to_return_returns_CL_INVALID_VALUE),
        cmocka_unit_test(the_platform_is_the_same_each_time),
        cmocka_unit_test(profile_is_full),
        cmocka_unit_test(version_begins_with_OpenCL_3_0),
        cmocka_unit_test(numeric_version_is_3_0_0),
        cmocka_unit_test(name_and_vendor_are_Weft),
        cmocka_unit_test(suffix_is_WEFT),
        cmocka_unit_test(extensions_have_cl_khr_icd),
        cmocka_unit_test(extensions_with_version_list_the_same_names),
        cmocka_unit_test(extensions_with_version_in_too_little_room_return_CL_INVALID_VALUE),
        cmocka_unit_test(host_timer_resolution_is_1_ns),
        cmocka_unit_test(size_alone_can_be_asked_for),
        cmocka_unit_test(too_little_room_returns_CL_INVALID_VALUE),
        cmocka_unit_test(more_room_than_needed_is_fine),
        cmocka_unit_test(unknown_query_returns_CL_INVALID_VALUE),
        cmocka_unit_test(foreign_handle_returns_CL_INVALID_PLATFORM),
        cmocka_unit_test(unloading_the_compiler_succeeds),
    };

    return cmocka_run_group_tests_name("platform", tests, NULL, NULL);
}
