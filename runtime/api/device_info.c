// SPDX-License-Identifier: Apache-2.0
// clGetDeviceInfo: constants from a table, facts about the machine and the device by code.
#include <stdio.h>
#include <string.h>

#include "compiler/kernel_abi.h"
#include "runtime/api/extensions.h"
#include "runtime/api/info.h"
#include "runtime/build/cpu.h"
#include "runtime/commands/device_event.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/core/image.h"
#include "runtime/core/machine.h"
#include "runtime/core/pipe.h"
#include "runtime/core/platform.h"
#include "runtime/core/svm.h"
#include "runtime/exec/topology.h"
#include "runtime/queue/public.h"

// Arguments of 8 bytes that fit CL_DEVICE_MAX_PARAMETER_SIZE; one stays free for where results go.
#define MAX_CONSTANT_ARGS (WEFT_MAX_PARAMETER_BYTES / 8 - 1)
_Static_assert(WEFT_MAX_IMAGE_ARGS <= MAX_CONSTANT_ARGS, "image arguments fit CL_DEVICE_MAX_PARAMETER_SIZE");
#define ATOMIC_CAPABILITIES                                                                                            \
    (CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST |                \
     CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES)
#define FP_ATOMIC_CAPABILITIES                                                                                         \
    (CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT | CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT |                                  \
     CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT |                               \
     CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT)
#define SVM_CAPABILITIES                                                                                               \
    (CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_SYSTEM |           \
     CL_DEVICE_SVM_ATOMICS)
#define USM_CAPABILITIES                                                                                               \
    (CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |                            \
     CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL)
#define HALF_FP_CONFIG (CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA)
#define MAX_CONSTANT_BUFFER_BYTES ((cl_ulong)64 << 20)

enum width { AS_UINT, AS_ULONG, AS_SIZE };

// Answers that are the same on every machine. cl_bool is a cl_uint; bit fields are cl_ulong.
static const struct {
    cl_device_info name;
    enum width width;
    cl_ulong value;
} constants[] = {
    {CL_DEVICE_TYPE, AS_ULONG, CL_DEVICE_TYPE_CPU},
    {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, AS_UINT, 3},
    {CL_DEVICE_MAX_WORK_GROUP_SIZE, AS_SIZE, WEFT_MAX_WORK_GROUP_SIZE},
    {CL_DEVICE_ADDRESS_BITS, AS_UINT, 8 * sizeof(void *)},
    {CL_DEVICE_MAX_PARAMETER_SIZE, AS_SIZE, WEFT_MAX_PARAMETER_BYTES},
    {CL_DEVICE_MEM_BASE_ADDR_ALIGN, AS_UINT, 8 * WEFT_MEM_BASE_ADDR_ALIGN_BYTES}, // bits
    {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, AS_UINT, 128},                           // bytes: of a long16
    {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, AS_UINT, CL_READ_WRITE_CACHE},
    {CL_DEVICE_MAX_CONSTANT_ARGS, AS_UINT, MAX_CONSTANT_ARGS},
    {CL_DEVICE_LOCAL_MEM_TYPE, AS_UINT, CL_GLOBAL},
    {CL_DEVICE_LOCAL_MEM_SIZE, AS_ULONG, WEFT_LOCAL_MEMORY_BYTES},
    {CL_DEVICE_ERROR_CORRECTION_SUPPORT, AS_UINT, CL_FALSE},
    {CL_DEVICE_HOST_UNIFIED_MEMORY, AS_UINT, CL_TRUE},
    {CL_DEVICE_PROFILING_TIMER_RESOLUTION, AS_SIZE, 1}, // ns
    {CL_DEVICE_ENDIAN_LITTLE, AS_UINT, __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__},
    {CL_DEVICE_AVAILABLE, AS_UINT, CL_TRUE},
    {CL_DEVICE_COMPILER_AVAILABLE, AS_UINT, CL_TRUE},
    {CL_DEVICE_LINKER_AVAILABLE, AS_UINT, CL_TRUE},
    {CL_DEVICE_EXECUTION_CAPABILITIES, AS_ULONG, CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL},
    {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, AS_ULONG, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE},
    {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, AS_UINT, CL_TRUE},
    {CL_DEVICE_PRINTF_BUFFER_SIZE, AS_SIZE, (cl_ulong)16 << 20}, // text is written at once: no limit in truth
    {CL_DEVICE_NUMERIC_VERSION, AS_UINT, CL_MAKE_VERSION(3, 0, 0)},
    {CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, AS_UINT, CL_MAKE_VERSION(1, 2, 0)},
    {CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT, AS_UINT, CL_MAKE_VERSION(1, 0, 0)}, // 2021 does not fit a cl_version
    {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, AS_UINT, CL_TRUE},
    {CL_DEVICE_IMAGE_SUPPORT, AS_UINT, CL_TRUE},
    {CL_DEVICE_MAX_READ_IMAGE_ARGS, AS_UINT, WEFT_MAX_IMAGE_ARGS},
    {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, AS_UINT, WEFT_MAX_IMAGE_ARGS},
    {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, AS_UINT, WEFT_MAX_IMAGE_ARGS},
    {CL_DEVICE_IMAGE2D_MAX_WIDTH, AS_SIZE, WEFT_IMAGE2D_MAX_SIDE},
    {CL_DEVICE_IMAGE2D_MAX_HEIGHT, AS_SIZE, WEFT_IMAGE2D_MAX_SIDE},
    {CL_DEVICE_IMAGE3D_MAX_WIDTH, AS_SIZE, WEFT_IMAGE3D_MAX_SIDE},
    {CL_DEVICE_IMAGE3D_MAX_HEIGHT, AS_SIZE, WEFT_IMAGE3D_MAX_SIDE},
    {CL_DEVICE_IMAGE3D_MAX_DEPTH, AS_SIZE, WEFT_IMAGE3D_MAX_SIDE},
    {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, AS_SIZE, WEFT_IMAGE_MAX_BUFFER_PIXELS},
    {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, AS_SIZE, WEFT_IMAGE_MAX_LAYERS},
    {CL_DEVICE_MAX_SAMPLERS, AS_UINT, WEFT_MAX_SAMPLERS},
    {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, AS_UINT, WEFT_IMAGE_PITCH_ALIGN_PIXELS},
    {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, AS_UINT, WEFT_IMAGE_BASE_ALIGN_PIXELS},
    // Program-scope variables are in the object file, whose code reaches 2 GB.
    {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, AS_SIZE, (cl_ulong)16 << 20},
    {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, AS_SIZE, (cl_ulong)64 << 20},
    {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, AS_UINT, CL_TRUE},
    {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, AS_UINT, CL_TRUE},
    {CL_DEVICE_PIPE_SUPPORT, AS_UINT, CL_TRUE},
    {CL_DEVICE_MAX_PIPE_ARGS, AS_UINT, 16},
    {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, AS_UINT, WEFT_PIPE_MAX_RESERVATIONS},
    {CL_DEVICE_PIPE_MAX_PACKET_SIZE, AS_UINT, WEFT_PIPE_MAX_PACKET_BYTES},
    {CL_DEVICE_SVM_CAPABILITIES, AS_ULONG, SVM_CAPABILITIES},
    {CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR, AS_SIZE, 1},
    // cl_intel_unified_shared_memory: all memory is the host's
    {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, AS_ULONG, USM_CAPABILITIES},
    {CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL, AS_ULONG, USM_CAPABILITIES},
    {CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, AS_ULONG, USM_CAPABILITIES},
    {CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, AS_ULONG, USM_CAPABILITIES},
    {CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL, AS_ULONG, USM_CAPABILITIES},
    {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, AS_ULONG,
     CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE},
    {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, AS_UINT, WEFT_DEVICE_QUEUE_BYTES},
    {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, AS_UINT, WEFT_DEVICE_QUEUE_BYTES_MAX},
    {CL_DEVICE_MAX_ON_DEVICE_QUEUES, AS_UINT, 1024},
    {CL_DEVICE_MAX_ON_DEVICE_EVENTS, AS_UINT, WEFT_MOST_DEVICE_EVENTS},
    {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, AS_ULONG, CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT},
    {CL_DEVICE_MAX_NUM_SUB_GROUPS, AS_UINT, WEFT_MAX_WORK_GROUP_SIZE / WEFT_SUB_GROUP_SIZE},
    {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, AS_UINT, CL_FALSE},
    {CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, AS_ULONG,
     CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR | CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR},
    // 0: natural alignment
    {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, AS_UINT, 0},
    {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, AS_UINT, 0},
    {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, AS_UINT, 0},
    {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, AS_ULONG, ATOMIC_CAPABILITIES},
    {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, AS_ULONG, ATOMIC_CAPABILITIES | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM},
    {CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT, AS_ULONG, FP_ATOMIC_CAPABILITIES},
    {CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT, AS_ULONG, FP_ATOMIC_CAPABILITIES},
    {CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT, AS_ULONG, 0}, // none on halves
    // OpenCL 1.2, whose C is the default language version, demands the other rounding modes: conversions have them.
    {CL_DEVICE_DOUBLE_FP_CONFIG, AS_ULONG,
     CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_INF_NAN | CL_FP_DENORM},
    {CL_DEVICE_LUID_VALID_KHR, AS_UINT, CL_FALSE},
    {CL_DEVICE_NODE_MASK_KHR, AS_UINT, 0},
};

static bool
constant_info(cl_device_info name, struct weft_info out, cl_int *err)
{
    for (size_t i = 0; i < sizeof(constants) / sizeof(constants[0]); i++) {
        if (constants[i].name != name)
            continue;
        if (constants[i].width == AS_UINT)
            *err = weft_info_uint(out, (cl_uint)constants[i].value);
        else if (constants[i].width == AS_SIZE)
            *err = weft_info_size(out, (size_t)constants[i].value);
        else
            *err = weft_info_ulong(out, constants[i].value);
        return true;
    }
    return false;
}

static bool
string_info(cl_device_info name, struct weft_info out, cl_int *err)
{
    char cpu[128];

    switch (name) {
    case CL_DEVICE_NAME:
        weft_machine_cpu_name(cpu, sizeof(cpu));
        if (*weft_cpu_name())
            snprintf(cpu + strlen(cpu), sizeof(cpu) - strlen(cpu), " (as %s)", weft_cpu_name());
        *err = weft_info_string(out, cpu);
        return true;
    case CL_DEVICE_VENDOR:
        weft_machine_vendor_name(cpu, sizeof(cpu));
        *err = weft_info_string(out, cpu);
        return true;
    case CL_DRIVER_VERSION:
        *err = weft_info_string(out, WEFT_VERSION);
        return true;
    case CL_DEVICE_PROFILE:
        *err = weft_info_string(out, "FULL_PROFILE");
        return true;
    case CL_DEVICE_VERSION:
        *err = weft_info_string(out, "OpenCL 3.0 Weft " WEFT_VERSION);
        return true;
    case CL_DEVICE_OPENCL_C_VERSION:
        *err = weft_info_string(out, "OpenCL C 1.2 Weft " WEFT_VERSION);
        return true;
    case CL_DEVICE_EXTENSIONS:
        *err = weft_info_extensions(out, WEFT_EXTENSION_OF_DEVICE);
        return true;
    case CL_DEVICE_BUILT_IN_KERNELS:
    case CL_DEVICE_IL_VERSION:
        *err = weft_info_string(out, "");
        return true;
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
        *err = weft_info_string(out, "v0000-01-01-00"); // the conformance tests' spelling of "none submitted"
        return true;
    default:
        return false;
    }
}

static bool
version_info(cl_device_info name, struct weft_info out, cl_int *err)
{
    static const char *const languages[] = {"OpenCL C", "OpenCL C", "OpenCL C", "OpenCL C", "OpenCL C", "OpenCL C"};
    static const cl_version language_versions[] = {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0),
                                                   CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(2, 0, 0),
                                                   CL_MAKE_VERSION(3, 0, 0), CL_MAKE_VERSION(3, 1, 0)};
    static const char *const features[] = {
#define WEFT_FEATURE(name) "__opencl_c_" #name,
#include "compiler/language_features.def"
    };
    enum { FEATURES = sizeof(features) / sizeof(*features) };
    cl_version feature_versions[FEATURES];
    // Nothing: what a program writes out becomes the same instructions.
    static const cl_device_integer_dot_product_acceleration_properties_khr accelerated;

    switch (name) {
    case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR:
    case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR:
        *err = weft_info_bytes(out, &accelerated, sizeof(accelerated));
        return true;
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
        *err = weft_info_extension_versions(out, WEFT_EXTENSION_OF_DEVICE);
        return true;
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
        *err = weft_info_name_versions(out, languages, language_versions,
                                       sizeof(language_versions) / sizeof(*language_versions));
        return true;
    case CL_DEVICE_OPENCL_C_FEATURES:
        for (int i = 0; i < FEATURES; i++)
            feature_versions[i] = CL_MAKE_VERSION(3, 0, 0);
        *err = weft_info_name_versions(out, features, feature_versions, FEATURES);
        return true;
    case CL_DEVICE_ILS_WITH_VERSION:
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
        *err = weft_info_bytes(out, NULL, 0);
        return true;
    default:
        return false;
    }
}

// Lanes of a vector register for elements of this size, as far as OpenCL C has such vectors.
static cl_uint
lanes(size_t element_bytes)
{
    cl_uint count = (cl_uint)(weft_machine_vector_bytes() / element_bytes);

    return count > 16 ? 16 : count;
}

static bool
vector_info(cl_device_info name, struct weft_info out, cl_int *err)
{
    switch (name) {
    // Kernels on scalars: their work-items are packed in vectors. One whose items have vectors themselves takes these
    // apart, or is left with one item at a time.
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
        *err = weft_info_uint(out, 1);
        return true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
        *err = weft_info_uint(out, lanes(sizeof(cl_char)));
        return true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
        *err = weft_info_uint(out, lanes(sizeof(cl_short)));
        return true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
        *err = weft_info_uint(out, lanes(sizeof(cl_int)));
        return true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
        *err = weft_info_uint(out, lanes(sizeof(cl_long)));
        return true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
        *err = weft_info_uint(out, lanes(sizeof(cl_float)));
        return true;
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        *err = weft_info_size(out, WEFT_PREFERRED_MULTIPLE);
        return true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
        *err = weft_info_uint(out, lanes(sizeof(cl_double)));
        return true;
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
        *err = weft_info_uint(out, lanes(sizeof(cl_half)));
        return true;
    case CL_DEVICE_HALF_FP_CONFIG:
        *err = weft_info_ulong(out, HALF_FP_CONFIG);
        return true;
    case CL_DEVICE_SINGLE_FP_CONFIG:
        *err = weft_info_ulong(out, CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                        CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT |
                                        (weft_machine_has_fma() ? (cl_ulong)CL_FP_FMA : 0));
        return true;
    default:
        return false;
    }
}

static bool
machine_info(cl_device_id device, cl_device_info name, struct weft_info out, cl_int *err)
{
    struct weft_cache_facts facts;
    uint8_t uuid[WEFT_UUID_BYTES];
    cl_ulong limit;

    switch (name) {
    case CL_DEVICE_VENDOR_ID:
        *err = weft_info_uint(out, weft_machine_vendor_id());
        return true;
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
        *err = weft_info_uint(out, weft_machine_clock_mhz(device->cpus->cpus[0]));
        return true;
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        *err = weft_info_ulong(out, weft_device_global_memory_bytes());
        return true;
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        *err = weft_info_ulong(out, weft_device_max_alloc_bytes(device));
        return true;
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
        limit = weft_device_max_alloc_bytes(device);
        *err = weft_info_ulong(out, limit < MAX_CONSTANT_BUFFER_BYTES ? limit : MAX_CONSTANT_BUFFER_BYTES);
        return true;
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
        weft_topology_cache_facts(device->cpus, &facts);
        *err = weft_info_ulong(out, facts.last_level_bytes);
        return true;
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
        weft_topology_cache_facts(device->cpus, &facts);
        *err = weft_info_uint(out, facts.line_bytes ? (cl_uint)facts.line_bytes : 64);
        return true;
    case CL_DEVICE_UUID_KHR:
        weft_machine_uuid(uuid);
        *err = weft_info_bytes(out, uuid, sizeof(uuid));
        return true;
    case CL_DRIVER_UUID_KHR:
        // Differs between versions, is the same on every machine.
        memset(uuid, 0, sizeof(uuid));
        memcpy(uuid, "Weft", 4);
        strncpy((char *)uuid + 8, WEFT_VERSION, 8);
        uuid[6] = 0x80;
        *err = weft_info_bytes(out, uuid, sizeof(uuid));
        return true;
    case CL_DEVICE_LUID_KHR:
        memset(uuid, 0, sizeof(uuid));
        *err = weft_info_bytes(out, uuid, CL_LUID_SIZE_KHR);
        return true;
    default:
        return false;
    }
}

// The schemes, or 0 alone.
static cl_int
partition_properties(cl_device_id device, struct weft_info out)
{
    cl_device_partition_property schemes[WEFT_PARTITION_SCHEMES] = {0};
    cl_uint count = weft_device_partition_schemes(device, schemes);

    return weft_info_bytes(out, schemes, (count ? count : 1) * sizeof(schemes[0]));
}

static bool
object_info(cl_device_id device, cl_device_info name, struct weft_info out, cl_int *err)
{
    static const size_t item_sizes[3] = {WEFT_MAX_WORK_GROUP_SIZE, WEFT_MAX_WORK_GROUP_SIZE, WEFT_MAX_WORK_GROUP_SIZE};

    switch (name) {
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        *err = weft_info_uint(out, device->compute_units);
        return true;
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        *err = weft_info_bytes(out, item_sizes, sizeof(item_sizes));
        return true;
    case CL_DEVICE_PLATFORM:
        *err = weft_info_pointer(out, weft_platform());
        return true;
    case CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR: // the platform's: all of its devices are the same
        *err = weft_info_bytes(out, weft_svm_capabilities, sizeof(weft_svm_capabilities));
        return true;
    case CL_DEVICE_PARENT_DEVICE:
        *err = weft_info_pointer(out, device->parent);
        return true;
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
        *err = weft_info_uint(out, device->compute_units);
        return true;
    case CL_DEVICE_PARTITION_PROPERTIES:
        *err = partition_properties(device, out);
        return true;
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
        *err = weft_info_ulong(out, weft_device_affinity_domains(device));
        return true;
    case CL_DEVICE_PARTITION_TYPE:
        *err = weft_info_bytes(out, device->partition, device->partition_count * sizeof(device->partition[0]));
        return true;
    case CL_DEVICE_REFERENCE_COUNT:
        *err = weft_info_uint(out, weft_object_api_count(device));
        return true;
    default:
        return false;
    }
}

CL_API_ENTRY cl_int CL_API_CALL
clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size, void *param_value,
                size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};
    cl_int err = CL_SUCCESS;

    // CL_INVALID_DEVICE if device is not a valid device.
    if (!WEFT_IS(device, DEVICE))
        return weft_error(NULL, CL_INVALID_DEVICE, "clGetDeviceInfo: %p is not a device", (void *)device);
    if (constant_info(param_name, out, &err) || object_info(device, param_name, out, &err) ||
        machine_info(device, param_name, out, &err) || string_info(param_name, out, &err) ||
        vector_info(param_name, out, &err) || version_info(param_name, out, &err)) {
        if (err != CL_SUCCESS)
            weft_error(NULL, err, "clGetDeviceInfo: 0x%x does not fit %zu bytes", param_name, param_value_size);
        return err;
    }
    // CL_INVALID_VALUE if param_name is not one of the supported values
    return weft_error(NULL, CL_INVALID_VALUE, "clGetDeviceInfo: 0x%x is not a query", param_name);
}
