// SPDX-License-Identifier: Apache-2.0
// clGetDeviceInfo: each query of the specification, as one case, and what the answers must satisfy.
#include <stdio.h>
#include <unistd.h>

#include "runtime/tests/support.h"

#ifndef CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR
#define CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR 0x105F
#endif

enum check { ANY, EQUALS, AT_LEAST, HAS_BITS };

struct query {
    const char *name;
    cl_device_info param;
    size_t size; // of the answer
    enum check check;
    cl_ulong value;
};

#define UINT(name, check, value) {#name, name, sizeof(cl_uint), check, value}
#define ULONG(name, check, value) {#name, name, sizeof(cl_ulong), check, value}
#define SIZE(name, check, value) {#name, name, sizeof(size_t), check, value}

// The least a FULL_PROFILE device may answer, by the table "OpenCL Device Queries".
static const struct query queries[] = {
    ULONG(CL_DEVICE_TYPE, EQUALS, CL_DEVICE_TYPE_CPU),
    UINT(CL_DEVICE_VENDOR_ID, ANY, 0),
    UINT(CL_DEVICE_MAX_COMPUTE_UNITS, AT_LEAST, 1),
    UINT(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, AT_LEAST, 3),
    SIZE(CL_DEVICE_MAX_WORK_GROUP_SIZE, AT_LEAST, 4096),
    UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, EQUALS, 1),
    UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, EQUALS, 1),
    UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, EQUALS, 1),
    UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, EQUALS, 1),
    UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, EQUALS, 1),
    UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, EQUALS, 1),
    UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, EQUALS, 1),
    UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, AT_LEAST, 1),
    UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, AT_LEAST, 1),
    UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, AT_LEAST, 1),
    UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, AT_LEAST, 1),
    UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, AT_LEAST, 1),
    UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, AT_LEAST, 1),
    UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, AT_LEAST, 1),
    UINT(CL_DEVICE_MAX_CLOCK_FREQUENCY, ANY, 0),
    UINT(CL_DEVICE_ADDRESS_BITS, EQUALS, 64),
    ULONG(CL_DEVICE_MAX_MEM_ALLOC_SIZE, AT_LEAST, 32 << 20),
    UINT(CL_DEVICE_IMAGE_SUPPORT, EQUALS, CL_TRUE),
    UINT(CL_DEVICE_MAX_READ_IMAGE_ARGS, AT_LEAST, 128),
    UINT(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, AT_LEAST, 64),
    UINT(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, AT_LEAST, 64),
    SIZE(CL_DEVICE_IMAGE2D_MAX_WIDTH, AT_LEAST, 16384),
    SIZE(CL_DEVICE_IMAGE2D_MAX_HEIGHT, AT_LEAST, 16384),
    SIZE(CL_DEVICE_IMAGE3D_MAX_WIDTH, AT_LEAST, 2048),
    SIZE(CL_DEVICE_IMAGE3D_MAX_HEIGHT, AT_LEAST, 2048),
    SIZE(CL_DEVICE_IMAGE3D_MAX_DEPTH, AT_LEAST, 2048),
    SIZE(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, AT_LEAST, 65536),
    SIZE(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, AT_LEAST, 2048),
    UINT(CL_DEVICE_MAX_SAMPLERS, AT_LEAST, 16),
    UINT(CL_DEVICE_IMAGE_PITCH_ALIGNMENT, EQUALS, 1),
    UINT(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, EQUALS, 1),
    SIZE(CL_DEVICE_MAX_PARAMETER_SIZE, AT_LEAST, 1024),
    UINT(CL_DEVICE_MEM_BASE_ADDR_ALIGN, AT_LEAST, 1024),
    UINT(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, AT_LEAST, 128),
    ULONG(CL_DEVICE_SINGLE_FP_CONFIG, HAS_BITS, CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN),
    ULONG(CL_DEVICE_DOUBLE_FP_CONFIG, HAS_BITS, CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM),
    UINT(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, EQUALS, CL_READ_WRITE_CACHE),
    UINT(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, AT_LEAST, 16),
    ULONG(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, ANY, 0),
    ULONG(CL_DEVICE_GLOBAL_MEM_SIZE, AT_LEAST, 64 << 20),
    ULONG(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, AT_LEAST, 64 << 10),
    UINT(CL_DEVICE_MAX_CONSTANT_ARGS, AT_LEAST, 8),
    SIZE(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, AT_LEAST, 64 << 10),
    SIZE(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, AT_LEAST, 64 << 10),
    UINT(CL_DEVICE_LOCAL_MEM_TYPE, EQUALS, CL_GLOBAL),
    ULONG(CL_DEVICE_LOCAL_MEM_SIZE, AT_LEAST, 32 << 10),
    UINT(CL_DEVICE_ERROR_CORRECTION_SUPPORT, EQUALS, CL_FALSE),
    UINT(CL_DEVICE_HOST_UNIFIED_MEMORY, EQUALS, CL_TRUE),
    SIZE(CL_DEVICE_PROFILING_TIMER_RESOLUTION, EQUALS, 1),
    UINT(CL_DEVICE_ENDIAN_LITTLE, EQUALS, CL_TRUE),
    UINT(CL_DEVICE_AVAILABLE, EQUALS, CL_TRUE),
    UINT(CL_DEVICE_COMPILER_AVAILABLE, EQUALS, CL_TRUE),
    UINT(CL_DEVICE_LINKER_AVAILABLE, EQUALS, CL_TRUE),
    ULONG(CL_DEVICE_EXECUTION_CAPABILITIES, EQUALS, CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL),
    ULONG(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, HAS_BITS,
          CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
    ULONG(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, EQUALS,
          CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
    UINT(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, AT_LEAST, 16 << 10),
    UINT(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, AT_LEAST, 256 << 10),
    UINT(CL_DEVICE_MAX_ON_DEVICE_QUEUES, AT_LEAST, 1),
    UINT(CL_DEVICE_MAX_ON_DEVICE_EVENTS, AT_LEAST, 1024),
    SIZE(CL_DEVICE_PRINTF_BUFFER_SIZE, AT_LEAST, 1 << 20),
    UINT(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, ANY, 0),
    UINT(CL_DEVICE_PARTITION_MAX_SUB_DEVICES, AT_LEAST, 1),
    ULONG(CL_DEVICE_PARTITION_AFFINITY_DOMAIN, ANY, 0),
    UINT(CL_DEVICE_REFERENCE_COUNT, EQUALS, 1),
    ULONG(CL_DEVICE_SVM_CAPABILITIES, EQUALS, 15),
    UINT(CL_DEVICE_MAX_PIPE_ARGS, AT_LEAST, 16),
    UINT(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, AT_LEAST, 1),
    UINT(CL_DEVICE_PIPE_MAX_PACKET_SIZE, AT_LEAST, 1024),
    UINT(CL_DEVICE_PIPE_SUPPORT, EQUALS, CL_TRUE),
    UINT(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, EQUALS, 0),
    UINT(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, EQUALS, 0),
    UINT(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, EQUALS, 0),
    UINT(CL_DEVICE_MAX_NUM_SUB_GROUPS, EQUALS, 128),
    UINT(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, EQUALS, CL_FALSE),
    UINT(CL_DEVICE_NUMERIC_VERSION, EQUALS, CL_MAKE_VERSION(3, 0, 0)),
    UINT(CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, EQUALS, CL_MAKE_VERSION(1, 2, 0)),
    ULONG(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, HAS_BITS,
          CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
              CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES),
    ULONG(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, HAS_BITS,
          CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP),
    ULONG(CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT, EQUALS, 0x70007), // all there is, global and local
    ULONG(CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT, EQUALS, 0x70007),
    ULONG(CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT, EQUALS, 0),
    UINT(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, EQUALS, CL_TRUE),
    SIZE(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, AT_LEAST, 1),
    UINT(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, EQUALS, CL_TRUE),
    UINT(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, EQUALS, CL_TRUE),
    ULONG(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, EQUALS,
          CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT),
};
#define QUERY_COUNT (sizeof(queries) / sizeof(queries[0]))

static cl_device_id device;

static int
find_device(void **state)
{
    (void)state;
    return clGetDeviceIDs(weft_test_platform(), CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS ? 0 : -1;
}

// One query of the table: its size, its value, and what too little room gives.
static void
answers(void **state)
{
    const struct query *query = *state;
    cl_ulong value = 0;
    size_t size = 0;
    char byte;

    assert_success(clGetDeviceInfo(device, query->param, 0, NULL, &size));
    assert_int_equal(size, query->size);
    assert_success(clGetDeviceInfo(device, query->param, sizeof(value), &value, NULL));
    assert_error(clGetDeviceInfo(device, query->param, 1, &byte, NULL), CL_INVALID_VALUE);
    switch (query->check) {
    case ANY:
        break;
    case EQUALS:
        assert_int_equal(value, query->value);
        break;
    case AT_LEAST:
        assert_true(value >= query->value);
        break;
    case HAS_BITS:
        assert_int_equal(value & query->value, query->value);
        break;
    }
}

static void
device_text(cl_device_info name, char *text, size_t size)
{
    assert_success(clGetDeviceInfo(device, name, size, text, NULL));
}

static void
name_is_not_empty(void **state)
{
    char text[256];

    (void)state;
    device_text(CL_DEVICE_NAME, text, sizeof(text));
    assert_true(strlen(text) > 0);
    assert_true(text[0] != ' ' && text[strlen(text) - 1] != ' ');
}

// Programs that know the names of GPUs' vendors must not find them.
static void
vendor_is_spelled_as_by_the_cpu(void **state)
{
    static const struct {
        const char *name;
        cl_uint id;
    } known[] = {{"GenuineIntel", 0x8086}, {"AuthenticAMD", 0x1022}};
    char text[256];
    cl_uint id;

    (void)state;
    device_text(CL_DEVICE_VENDOR, text, sizeof(text));
    assert_true(strlen(text) > 0);
    for (const char *const *gpus =
             (const char *const[]){"AMD", "Advanced Micro Devices, Inc.", "Intel", "Intel(R) Corporation", NULL};
         *gpus; gpus++)
        assert_string_not_equal(text, *gpus);
    assert_int_equal(clGetDeviceInfo(device, CL_DEVICE_VENDOR_ID, sizeof(id), &id, NULL), CL_SUCCESS);
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        assert_int_equal(strcmp(text, known[i].name) == 0, id == known[i].id);
}

static void
profile_is_full(void **state)
{
    char text[256];

    (void)state;
    device_text(CL_DEVICE_PROFILE, text, sizeof(text));
    assert_string_equal(text, "FULL_PROFILE");
}

static void
versions_are_spelled_as_specified(void **state)
{
    char text[256];
    int major;
    int minor;

    (void)state;
    device_text(CL_DEVICE_VERSION, text, sizeof(text));
    assert_memory_equal(text, "OpenCL 3.0 ", 11);
    device_text(CL_DEVICE_OPENCL_C_VERSION, text, sizeof(text));
    assert_memory_equal(text, "OpenCL C 1.2 ", 13);
    device_text(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, text, sizeof(text));
    assert_int_equal(sscanf(text, "v%4d-%2d", &major, &minor), 2);
    device_text(CL_DRIVER_VERSION, text, sizeof(text));
    assert_int_equal(sscanf(text, "%d.%d", &major, &minor), 2);
}

static void
texts_that_are_empty(void **state)
{
    static const cl_device_info names[] = {CL_DEVICE_BUILT_IN_KERNELS, CL_DEVICE_IL_VERSION};
    char text[256];

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        device_text(names[i], text, sizeof(text));
        assert_string_equal(text, "");
    }
}

static void
arrays_that_are_empty(void **state)
{
    size_t size = 1;

    (void)state;
    assert_success(clGetDeviceInfo(device, CL_DEVICE_ILS_WITH_VERSION, 0, NULL, &size));
    assert_int_equal(size, 0);
    assert_success(clGetDeviceInfo(device, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, 0, NULL, &size));
    assert_int_equal(size, 0);
}

static void
extensions_hold_what_OpenCL_C_1_2_and_3_0_demand(void **state)
{
    static const char *const names[] = {
        "cl_khr_byte_addressable_store",
        "cl_khr_global_int32_base_atomics",
        "cl_khr_global_int32_extended_atomics",
        "cl_khr_local_int32_base_atomics",
        "cl_khr_local_int32_extended_atomics",
        "cl_khr_fp16",
        "cl_khr_fp64",
        "cl_khr_int64_base_atomics",
        "cl_khr_int64_extended_atomics",
        "cl_ext_cxx_for_opencl",
        "cl_ext_float_atomics",
        "cl_khr_device_enqueue_local_arg_types",
        "cl_khr_device_uuid",
        "cl_khr_extended_versioning",
    };
    char text[4096];

    (void)state;
    device_text(CL_DEVICE_EXTENSIONS, text, sizeof(text));
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        assert_non_null(strstr(text, names[i]));
}

static void
extensions_of_images_are_all_there(void **state)
{
    static const char *const names[] = {
        "cl_khr_image2d_from_buffer",
        "cl_khr_depth_images",
        "cl_khr_mipmap_image",
        "cl_khr_mipmap_image_writes",
        "cl_khr_3d_image_writes",
        "cl_khr_srgb_image_writes",
        "cl_ext_image_from_buffer",
        "cl_ext_image_requirements_info",
        "cl_ext_image_raw10_raw12",
        "cl_ext_image_unorm_int_2_101010",
        "cl_ext_image_unsigned_10x6_12x4_14x2",
    };
    char text[4096];

    (void)state;
    device_text(CL_DEVICE_EXTENSIONS, text, sizeof(text));
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        assert_non_null(strstr(text, names[i]));
}

static void
extensions_hold_nothing_unsupported(void **state)
{
    static const char *const names[] = {"cl_khr_subgroups", "cl_khr_il_program", "cl_khr_gl_sharing", "cl_khr_icd"};
    char text[4096];

    (void)state;
    device_text(CL_DEVICE_EXTENSIONS, text, sizeof(text));
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        assert_null(strstr(text, names[i]));
}

static size_t
name_versions(cl_device_info name, cl_name_version *versions, size_t room)
{
    size_t size = 0;

    assert_success(clGetDeviceInfo(device, name, room * sizeof(*versions), versions, &size));
    assert_int_equal(size % sizeof(*versions), 0);
    return size / sizeof(*versions);
}

static void
extensions_with_version_match_the_names(void **state)
{
    cl_name_version versions[64];
    char text[4096];
    size_t count = name_versions(CL_DEVICE_EXTENSIONS_WITH_VERSION, versions, 64);
    size_t length = 0;

    (void)state;
    device_text(CL_DEVICE_EXTENSIONS, text, sizeof(text));
    for (size_t i = 0; i < count; i++) {
        assert_non_null(strstr(text, versions[i].name));
        length += strlen(versions[i].name) + 1;
    }
    assert_int_equal(length, strlen(text) + 1);
}

static void
OpenCL_C_versions_are_1_0_to_3_1(void **state)
{
    static const cl_version expected[] = {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0), CL_MAKE_VERSION(1, 2, 0),
                                          CL_MAKE_VERSION(2, 0, 0), CL_MAKE_VERSION(3, 0, 0), CL_MAKE_VERSION(3, 1, 0)};
    cl_name_version versions[16];

    (void)state;
    assert_int_equal(name_versions(CL_DEVICE_OPENCL_C_ALL_VERSIONS, versions, 16), 6);
    for (int i = 0; i < 6; i++) {
        assert_string_equal(versions[i].name, "OpenCL C");
        assert_int_equal(versions[i].version, expected[i]);
    }
}

static void
OpenCL_C_features_are_what_the_compiler_announces(void **state)
{
    static const char *const expected[] = {"__opencl_c_fp64",
                                           "__opencl_c_int64",
                                           "__opencl_c_generic_address_space",
                                           "__opencl_c_atomic_order_acq_rel",
                                           "__opencl_c_atomic_order_seq_cst",
                                           "__opencl_c_atomic_scope_device",
                                           "__opencl_c_atomic_scope_all_devices",
                                           "__opencl_c_program_scope_global_variables",
                                           "__opencl_c_work_group_collective_functions",
                                           "__opencl_c_subgroups",
                                           "__opencl_c_pipes",
                                           "__opencl_c_device_enqueue",
                                           "__opencl_c_images",
                                           "__opencl_c_3d_image_writes",
                                           "__opencl_c_read_write_images",
                                           "__opencl_c_integer_dot_product_input_4x8bit",
                                           "__opencl_c_integer_dot_product_input_4x8bit_packed",
                                           "__opencl_c_ext_image_raw10_raw12",
                                           "__opencl_c_ext_image_unorm_int_2_101010",
                                           "__opencl_c_ext_image_unsigned_10x6_12x4_14x2",
                                           "__opencl_c_ext_fp32_global_atomic_add",
                                           "__opencl_c_ext_fp32_global_atomic_min_max",
                                           "__opencl_c_ext_fp32_local_atomic_add",
                                           "__opencl_c_ext_fp32_local_atomic_min_max",
                                           "__opencl_c_ext_fp64_global_atomic_add",
                                           "__opencl_c_ext_fp64_global_atomic_min_max",
                                           "__opencl_c_ext_fp64_local_atomic_add",
                                           "__opencl_c_ext_fp64_local_atomic_min_max"};
    enum { COUNT = sizeof(expected) / sizeof(*expected) };
    cl_name_version versions[32];

    (void)state;
    assert_int_equal(name_versions(CL_DEVICE_OPENCL_C_FEATURES, versions, 32), COUNT);
    for (int i = 0; i < COUNT; i++) {
        assert_string_equal(versions[i].name, expected[i]);
        assert_int_equal(versions[i].version, CL_MAKE_VERSION(3, 0, 0));
    }
}

static void
integer_dot_products_are_there_and_not_accelerated(void **state)
{
    static const cl_device_integer_dot_product_acceleration_properties_khr none;
    cl_device_integer_dot_product_capabilities_khr all = 0;
    size_t size = 0;

    (void)state;
    assert_success(clGetDeviceInfo(device, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, sizeof(all), &all, &size));
    assert_int_equal(size, sizeof(all));
    assert_int_equal(all, CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
                              CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR);
    for (int i = 0; i < 2; i++) {
        cl_device_integer_dot_product_acceleration_properties_khr properties;
        const cl_device_info name = i ? CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR
                                      : CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR;
        memset(&properties, 0xff, sizeof(properties));
        assert_success(clGetDeviceInfo(device, name, sizeof(properties), &properties, &size));
        assert_int_equal(size, sizeof(properties));
        assert_memory_equal(&properties, &none, sizeof(none));
    }
}

static void
work_item_sizes_reach_the_group_size(void **state)
{
    size_t sizes[3];
    size_t size = 0;

    (void)state;
    assert_success(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(sizes), sizes, &size));
    assert_int_equal(size, sizeof(sizes));
    for (int i = 0; i < 3; i++)
        assert_true(sizes[i] >= 4096);
}

static void
allocation_limit_is_at_least_a_quarter_of_memory_or_1_GB(void **state)
{
    cl_ulong all;
    cl_ulong one;
    cl_ulong gigabyte = (cl_ulong)1 << 30;

    (void)state;
    assert_success(clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(all), &all, NULL));
    assert_success(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(one), &one, NULL));
    assert_true(one >= all / 4 || one >= gigabyte);
    assert_true(one <= all);
}

static void
memory_is_not_more_than_the_machine_has(void **state)
{
    cl_ulong all;

    (void)state;
    assert_success(clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(all), &all, NULL));
    assert_true(all <= (cl_ulong)sysconf(_SC_PHYS_PAGES) * (cl_ulong)sysconf(_SC_PAGESIZE));
}

static void
platform_is_the_platform(void **state)
{
    cl_platform_id platform = NULL;

    (void)state;
    assert_success(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, NULL));
    assert_ptr_equal(platform, weft_test_platform());
}

static void
root_device_has_no_parent(void **state)
{
    cl_device_id parent = device;

    (void)state;
    assert_success(clGetDeviceInfo(device, CL_DEVICE_PARENT_DEVICE, sizeof(parent), &parent, NULL));
    assert_null(parent);
}

static void
root_device_has_no_partition_type(void **state)
{
    cl_device_partition_property type[8] = {1};
    size_t size = 0;

    (void)state;
    assert_success(clGetDeviceInfo(device, CL_DEVICE_PARTITION_TYPE, sizeof(type), type, &size));
    assert_true(size == 0 || (size == sizeof(type[0]) && type[0] == 0));
}

static void
uuids_are_stable_and_not_zero(void **state)
{
    static const unsigned char zero[CL_UUID_SIZE_KHR];
    unsigned char first[CL_UUID_SIZE_KHR];
    unsigned char again[CL_UUID_SIZE_KHR];
    size_t size = 0;

    (void)state;
    assert_success(clGetDeviceInfo(device, CL_DEVICE_UUID_KHR, sizeof(first), first, &size));
    assert_int_equal(size, CL_UUID_SIZE_KHR);
    assert_success(clGetDeviceInfo(device, CL_DEVICE_UUID_KHR, sizeof(again), again, NULL));
    assert_memory_equal(first, again, sizeof(first));
    assert_memory_not_equal(first, zero, sizeof(zero));
    assert_success(clGetDeviceInfo(device, CL_DRIVER_UUID_KHR, sizeof(again), again, NULL));
    assert_memory_not_equal(again, first, sizeof(first));
    assert_memory_not_equal(again, zero, sizeof(zero));
}

static void
LUID_is_not_valid(void **state)
{
    cl_bool valid = CL_TRUE;
    cl_uint mask = 1;
    size_t size = 0;

    (void)state;
    assert_success(clGetDeviceInfo(device, CL_DEVICE_LUID_VALID_KHR, sizeof(valid), &valid, NULL));
    assert_int_equal(valid, CL_FALSE);
    assert_success(clGetDeviceInfo(device, CL_DEVICE_LUID_KHR, 0, NULL, &size));
    assert_int_equal(size, CL_LUID_SIZE_KHR);
    assert_success(clGetDeviceInfo(device, CL_DEVICE_NODE_MASK_KHR, sizeof(mask), &mask, NULL));
    assert_int_equal(mask, 0);
}

static void
unknown_query_returns_CL_INVALID_VALUE(void **state)
{
    (void)state;
    assert_error(clGetDeviceInfo(device, 0xdead, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void
foreign_device_returns_CL_INVALID_DEVICE(void **state)
{
    (void)state;
    assert_error(clGetDeviceInfo(foreign_handle(), CL_DEVICE_NAME, 0, NULL, NULL), CL_INVALID_DEVICE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(name_is_not_empty),
        cmocka_unit_test(vendor_is_spelled_as_by_the_cpu),
        cmocka_unit_test(profile_is_full),
        cmocka_unit_test(versions_are_spelled_as_specified),
        cmocka_unit_test(texts_that_are_empty),
        cmocka_unit_test(arrays_that_are_empty),
        cmocka_unit_test(extensions_hold_what_OpenCL_C_1_2_and_3_0_demand),
        cmocka_unit_test(extensions_of_images_are_all_there),
        cmocka_unit_test(extensions_hold_nothing_unsupported),
        cmocka_unit_test(extensions_with_version_match_the_names),
        cmocka_unit_test(OpenCL_C_versions_are_1_0_to_3_1),
        cmocka_unit_test(OpenCL_C_features_are_what_the_compiler_announces),
        cmocka_unit_test(integer_dot_products_are_there_and_not_accelerated),
        cmocka_unit_test(work_item_sizes_reach_the_group_size),
        cmocka_unit_test(allocation_limit_is_at_least_a_quarter_of_memory_or_1_GB),
        cmocka_unit_test(memory_is_not_more_than_the_machine_has),
        cmocka_unit_test(platform_is_the_platform),
        cmocka_unit_test(root_device_has_no_parent),
        cmocka_unit_test(root_device_has_no_partition_type),
        cmocka_unit_test(uuids_are_stable_and_not_zero),
        cmocka_unit_test(LUID_is_not_valid),
        cmocka_unit_test(unknown_query_returns_CL_INVALID_VALUE),
        cmocka_unit_test(foreign_device_returns_CL_INVALID_DEVICE),
    };
    struct CMUnitTest each[QUERY_COUNT];
    int failed = cmocka_run_group_tests_name("device_info", tests, find_device, NULL);

    for (size_t i = 0; i < QUERY_COUNT; i++)
        each[i] = (struct CMUnitTest){queries[i].name, answers, NULL, NULL, (void *)(uintptr_t)&queries[i]};
    failed += cmocka_run_group_tests_name("device_info of each query", each, find_device, NULL);
    return failed;
}
