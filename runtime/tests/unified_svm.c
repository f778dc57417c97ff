// SPDX-License-Identifier: Apache-2.0
// cl_khr_unified_svm: types, allocation, queries, freeing, suggestions.
#include "runtime/tests/unified_svm.h"

#include <pthread.h>

#include "compiler/kernel_abi.h"

static const cl_svm_capabilities_khr macros[TYPES] = {
    CL_SVM_TYPE_MACRO_COARSE_GRAIN_BUFFER_KHR,
    CL_SVM_TYPE_MACRO_FINE_GRAIN_BUFFER_KHR,
    CL_SVM_TYPE_MACRO_DEVICE_KHR,
    CL_SVM_TYPE_MACRO_HOST_KHR,
    CL_SVM_TYPE_MACRO_SINGLE_DEVICE_SHARED_KHR,
    CL_SVM_TYPE_MACRO_SYSTEM_KHR,
};

static __typeof__(&clGetSVMPointerInfoKHR) pointer_info;
static __typeof__(&clGetSVMSuggestedTypeIndexKHR) suggested_type;

static int
setup(void **state)
{
    FIND(pointer_info, clGetSVMPointerInfoKHR);
    FIND(suggested_type, clGetSVMSuggestedTypeIndexKHR);
    return unified_svm_setup(state);
}

static bool
has_version(const cl_name_version *versions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(versions[i].name, "cl_khr_unified_svm") == 0)
            return versions[i].version == CL_MAKE_VERSION(0, 9, 0);
    return false;
}

static void
platform_and_device_list_version_0_9_0(void **state)
{
    struct fixture *f = *state;
    cl_name_version versions[128];
    size_t size = 0;

    assert_success(clGetDeviceInfo(f->device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof(versions), versions, &size));
    assert_true(has_version(versions, size / sizeof(versions[0])));
    assert_success(
        clGetPlatformInfo(f->platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, sizeof(versions), versions, &size));
    assert_true(has_version(versions, size / sizeof(versions[0])));
}

static void
the_platforms_types_are_the_devices(void **state)
{
    struct fixture *f = *state;
    cl_svm_capabilities_khr platform[TYPES] = {0};
    size_t size = 0;

    assert_success(clGetPlatformInfo(f->platform, CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR, 0, NULL, &size));
    assert_int_equal(size, sizeof(platform));
    assert_success(
        clGetPlatformInfo(f->platform, CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR, sizeof(platform), platform, NULL));
    assert_memory_equal(platform, capabilities, sizeof(platform));
    assert_error(
        clGetPlatformInfo(f->platform, CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR, sizeof(platform) - 1, platform, NULL),
        CL_INVALID_VALUE);
    assert_error(clGetDeviceInfo(f->device, CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, sizeof(platform) - 1, platform, NULL),
                 CL_INVALID_VALUE);
}

static void
types_have_what_their_macros_say(void **state)
{
    const cl_svm_capabilities_khr owned = CL_SVM_CAPABILITY_DEVICE_OWNED_KHR,
                                  unassociated = CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR;

    (void)state;
    for (int i = 0; i < TYPES; i++) {
        assert_int_equal(capabilities[i] & macros[i], macros[i]);
        assert_int_equal(capabilities[i] >> 15, 0);
        // What sets types apart is only where it belongs, and no two are alike.
        assert_int_equal((capabilities[i] & owned) != 0, i == DEVICE);
        assert_int_equal((capabilities[i] & CL_SVM_CAPABILITY_HOST_OWNED_KHR) != 0, i == HOST);
        assert_int_equal((capabilities[i] & CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR) != 0, i == SYSTEM);
        assert_int_equal((capabilities[i] & unassociated) == 0, i == DEVICE || i == SHARED);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(capabilities[i], capabilities[j]);
    }
}

static void
single_bytes_can_be_accessed_at_once(void **state)
{
    struct fixture *f = *state;
    size_t bytes = 0;

    assert_success(
        clGetDeviceInfo(f->device, CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR, sizeof(bytes), &bytes, NULL));
    assert_int_equal(bytes, 1);
}

struct answers {
    cl_uint type;
    cl_svm_capabilities_khr capabilities;
    cl_svm_alloc_properties_khr properties[7];
    size_t properties_bytes;
    cl_svm_alloc_access_flags_khr access;
    void *base;
    size_t size;
    cl_device_id device;
};

static struct answers
ask(cl_context context, cl_device_id device, const void *p)
{
    struct answers a;

#define ASK(name, field) assert_success(pointer_info(context, device, p, name, sizeof(a.field), &a.field, NULL))
    ASK(CL_SVM_INFO_TYPE_INDEX_KHR, type);
    ASK(CL_SVM_INFO_CAPABILITIES_KHR, capabilities);
    ASK(CL_SVM_INFO_ACCESS_FLAGS_KHR, access);
    ASK(CL_SVM_INFO_BASE_PTR_KHR, base);
    ASK(CL_SVM_INFO_SIZE_KHR, size);
    ASK(CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR, device);
#undef ASK
    assert_success(pointer_info(context, device, p, CL_SVM_INFO_PROPERTIES_KHR, sizeof(a.properties), a.properties,
                                &a.properties_bytes));
    return a;
}

static void
assert_nothing(cl_context context, cl_device_id device, const void *p)
{
    struct answers a = ask(context, device, p);

    assert_int_equal(a.type, CL_UINT_MAX);
    assert_int_equal(a.capabilities, 0);
    assert_int_equal(a.properties_bytes, 0);
    assert_int_equal(a.access, 0);
    assert_null(a.base);
    assert_int_equal(a.size, 0);
    assert_null(a.device);
}

// Allocates with a list of properties (its 0 included, or NULL and 0 entries) and looks at all answers.
static void
assert_answers(const struct fixture *f, cl_uint type, const cl_svm_alloc_properties_khr *list, size_t entries,
               cl_device_id device, cl_svm_alloc_access_flags_khr access, size_t alignment)
{
    static const size_t sizes[] = {1, 1000, 100000, 3 << 20};
    cl_int err;

    for (size_t i = 0; i < 4; i++) {
        unsigned char *p = svm_alloc(f->context, list, type, sizes[i], &err);

        assert_success(err);
        assert_int_equal((uintptr_t)p % (alignment ? alignment : 128), 0);
        memset(p, 1, sizes[i]);
        for (int j = 0; j < 4; j++) {
            const unsigned char *at = j / 2 ? p + sizes[i] - 1 : p;
            struct answers a = ask(f->context, j % 2 ? f->device : NULL, at);

            assert_int_equal(a.type, type);
            assert_int_equal(a.capabilities, capabilities[type]);
            assert_int_equal(a.properties_bytes, entries * sizeof(*list));
            if (entries)
                assert_memory_equal(a.properties, list, entries * sizeof(*list));
            assert_int_equal(a.access, access);
            assert_ptr_equal(a.base, p);
            assert_int_equal(a.size, sizes[i]);
            assert_ptr_equal(a.device, device);
        }
        assert_nothing(f->context, NULL, p + sizes[i]);
        release(f, p);
        assert_nothing(f->context, f->device, p);
    }
}

static void
queries_know_what_was_asked_for(void **state)
{
    struct fixture *f = *state;
    const cl_svm_alloc_properties_khr device = (uintptr_t)f->device, empty[] = {0};
    const cl_svm_alloc_properties_khr nothing[] = {CL_SVM_ALLOC_ALIGNMENT_KHR,
                                                   0,
                                                   CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR,
                                                   0,
                                                   CL_SVM_ALLOC_ACCESS_FLAGS_KHR,
                                                   0,
                                                   0};

    for (cl_uint type = 0; type < TYPES; type++) {
        const cl_svm_alloc_properties_khr associated[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, device, 0};

        assert_answers(f, type, associated, 3, f->device, 0, 0);
        if (capabilities[type] & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR) {
            assert_answers(f, type, NULL, 0, NULL, 0, 0);
            assert_answers(f, type, empty, 1, NULL, 0, 0);
            assert_answers(f, type, nothing, 7, NULL, 0, 0);
        }
        for (cl_svm_alloc_properties_khr alignment = 1; alignment <= 128; alignment *= 2) {
            const cl_svm_alloc_properties_khr aligned[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, alignment,
                                                           CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, device, 0};

            assert_answers(f, type, aligned, 5, f->device, 0, alignment);
        }
        for (cl_svm_alloc_access_flags_khr i = 0; i < 16; i++) {
            const cl_svm_alloc_access_flags_khr access = (i & 3) | (i & 12) << 6;
            const cl_svm_alloc_properties_khr accessed[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR,
                                                            device,
                                                            CL_SVM_ALLOC_ACCESS_FLAGS_KHR,
                                                            access,
                                                            CL_SVM_ALLOC_ALIGNMENT_KHR,
                                                            64,
                                                            0};

            assert_answers(f, type, accessed, 7, f->device, access, 64);
        }
    }
}

static void
memory_of_clSVMAlloc_has_a_type(void **state)
{
    struct fixture *f = *state;
    static const cl_svm_mem_flags flags[] = {0, CL_MEM_READ_ONLY, CL_MEM_SVM_FINE_GRAIN_BUFFER,
                                             CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS};

    for (int i = 0; i < 4; i++) {
        char *p = clSVMAlloc(f->context, flags[i], 100, 64);
        struct answers a = ask(f->context, NULL, p + 99);

        assert_int_equal(a.type, i < 2 ? COARSE : FINE);
        assert_int_equal(a.capabilities, capabilities[a.type]);
        assert_int_equal(a.properties_bytes, 0);
        assert_int_equal(a.access, 0);
        assert_ptr_equal(a.base, p);
        assert_int_equal(a.size, 100);
        assert_null(a.device);
        release(f, p);
        assert_nothing(f->context, NULL, p);
    }
}

static void
queries_of_other_pointers_find_nothing(void **state)
{
    struct fixture *f = *state;
    cl_context other = other_context(f);
    char *p = allocate(f, FINE, 64);

    assert_nothing(f->context, NULL, NULL);
    assert_nothing(f->context, f->device, &p);
    assert_nothing(f->context, NULL, p - 1);
    assert_nothing(other, NULL, p);
    release(f, p);
    assert_success(clReleaseContext(other));
}

static void
invalid_queries_are_refused(void **state)
{
    struct fixture *f = *state;
    char *p = allocate(f, SHARED, 64);
    size_t size = 0;
    cl_svm_alloc_properties_khr list[3];

    assert_error(pointer_info(foreign_handle(), NULL, p, CL_SVM_INFO_SIZE_KHR, 0, NULL, &size), CL_INVALID_CONTEXT);
    assert_error(pointer_info(f->context, foreign_handle(), p, CL_SVM_INFO_SIZE_KHR, 0, NULL, &size),
                 CL_INVALID_DEVICE);
    assert_error(pointer_info(f->context, NULL, p, 1, sizeof(size), &size, NULL), CL_INVALID_VALUE);
    assert_error(pointer_info(f->context, NULL, p, CL_SVM_INFO_SIZE_KHR, sizeof(size) - 1, &size, NULL),
                 CL_INVALID_VALUE);
    assert_error(pointer_info(f->context, NULL, p, CL_SVM_INFO_PROPERTIES_KHR, sizeof(list) - 1, list, NULL),
                 CL_INVALID_VALUE);
    assert_success(pointer_info(f->context, NULL, p, CL_SVM_INFO_PROPERTIES_KHR, 0, NULL, &size));
    assert_int_equal(size, sizeof(list));
    assert_success(pointer_info(f->context, NULL, p, CL_SVM_INFO_SIZE_KHR, 0, NULL, NULL));
    release(f, p);
}

static void
invalid_allocations_are_refused(void **state)
{
    struct fixture *f = *state;
    const cl_svm_alloc_properties_khr device = (uintptr_t)f->device, foreign = (uintptr_t)foreign_handle();
    const cl_svm_alloc_properties_khr lists[][5] = {
        {1, 1, 0},
        {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, foreign, 0},
        {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, device, CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, device, 0},
        {CL_SVM_ALLOC_ACCESS_FLAGS_KHR, 0, CL_SVM_ALLOC_ACCESS_FLAGS_KHR, 0, 0},
        {CL_SVM_ALLOC_ACCESS_FLAGS_KHR, 1 << 2, 0},
        {CL_SVM_ALLOC_ACCESS_FLAGS_KHR, (cl_svm_alloc_properties_khr)1 << 32, 0},
        {CL_SVM_ALLOC_ALIGNMENT_KHR, 3, 0},
        {CL_SVM_ALLOC_ALIGNMENT_KHR, 256, 0},
        {CL_SVM_ALLOC_ALIGNMENT_KHR, (cl_svm_alloc_properties_khr)1 << 32, 0},
    };
    cl_ulong all = 0;
    cl_uint index = 77;
    cl_int err;

    assert_success(clGetDeviceInfo(f->device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(all), &all, NULL));
#define REFUSED(call, code)                                                                                            \
    err = CL_SUCCESS;                                                                                                  \
    assert_null(call);                                                                                                 \
    assert_int_equal(err, code)
    REFUSED(svm_alloc(foreign_handle(), NULL, FINE, 64, &err), CL_INVALID_CONTEXT);
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        REFUSED(svm_alloc(f->context, lists[i], FINE, 64, &err), CL_INVALID_PROPERTY);
        REFUSED(svm_alloc(f->context, lists[i], FINE, 0, &err), CL_INVALID_PROPERTY);
        assert_error(suggested_type(f->context, 0, 0, lists[i], 0, &index), CL_INVALID_PROPERTY);
    }
    REFUSED(svm_alloc(f->context, NULL, TYPES, 64, &err), CL_INVALID_VALUE);
    REFUSED(svm_alloc(f->context, NULL, CL_UINT_MAX, 64, &err), CL_INVALID_VALUE);
    // "The associated device handle property is required"
    REFUSED(svm_alloc(f->context, NULL, DEVICE, 64, &err), CL_INVALID_PROPERTY);
    REFUSED(svm_alloc(f->context, NULL, SHARED, 64, &err), CL_INVALID_PROPERTY);
    REFUSED(svm_alloc(f->context, NULL, HOST, all + 1, &err), CL_OUT_OF_RESOURCES);
    REFUSED(svm_alloc(f->context, NULL, HOST, SIZE_MAX, &err), CL_OUT_OF_RESOURCES);
#undef REFUSED
    assert_null(svm_alloc(f->context, NULL, TYPES, 64, NULL));
    assert_null(clSVMAlloc(f->context, 0, all + 1, 0));
    assert_int_equal(index, 77);
}

static void
the_largest_buffer_is_no_limit(void **state)
{
    struct fixture *f = *state;
    cl_ulong most = 0;
    char *p;
    cl_int err;

    assert_success(clGetDeviceInfo(f->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(most), &most, NULL));
    p = svm_alloc(f->context, NULL, FINE, most + 4096, &err);
    assert_success(err);
    p[most + 4095] = 1;
    assert_int_equal(ask(f->context, NULL, p).size, most + 4096);
    release(f, p);
    p = clSVMAlloc(f->context, 0, most + 4096, 0);
    assert_non_null(p);
    clSVMFree(f->context, p);
}

static unsigned notified;

static void CL_CALLBACK
count_notification(const char *text, const void *info, size_t size, void *data)
{
    (void)info, (void)size, (void)data;
    assert_non_null(text);
    notified++;
}

// "When size is zero, clSVMAlloc and clSVMAllocWithPropertiesKHR must return a NULL pointer and must not generate an
// error."
static void
no_bytes_are_NULL_and_no_error(void **state)
{
    struct fixture *f = *state;
    const cl_svm_alloc_properties_khr list[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, (uintptr_t)f->device, 0};
    cl_int err;
    cl_context context = clCreateContext(NULL, 1, &f->device, count_notification, NULL, &err);

    assert_success(err);
    notified = 0;
    for (cl_uint type = 0; type < TYPES; type++) {
        err = -1;
        assert_null(svm_alloc(context, list, type, 0, &err));
        assert_success(err);
    }
    assert_null(clSVMAlloc(context, 0, 0, 0));
    assert_success(svm_free(context, NULL, 0, NULL));
    clSVMFree(context, NULL);
    assert_int_equal(notified, 0);
    assert_null(svm_alloc(context, NULL, TYPES, 0, &err));
    assert_int_equal(notified, 1);
    assert_success(clReleaseContext(context));
}

static void
every_free_frees_every_type(void **state)
{
    struct fixture *f = *state;
    const cl_svm_free_properties_khr empty[] = {0};

    for (cl_uint type = 0; type < TYPES; type++) {
        void *p = allocate(f, type, 64), *pointers[2] = {p, NULL};

        assert_success(svm_free(f->context, empty, 0, p));
        assert_error(svm_free(f->context, NULL, 0, p), CL_INVALID_VALUE);
        p = allocate(f, type, 64);
        clSVMFree(f->context, p);
        assert_nothing(f->context, NULL, p);
        pointers[0] = p = allocate(f, type, 64);
        assert_success(clEnqueueSVMFree(f->queue, 2, pointers, NULL, NULL, 0, NULL, NULL));
        assert_success(clFinish(f->queue));
        assert_nothing(f->context, NULL, p);
        assert_error(clEnqueueSVMFree(f->queue, 1, pointers, NULL, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    }
}

static void
invalid_frees_are_refused(void **state)
{
    struct fixture *f = *state;
    const cl_svm_free_properties_khr unknown[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, 0, 0};
    cl_context other = other_context(f);
    char *p = allocate(f, DEVICE, 64);

    assert_error(svm_free(foreign_handle(), NULL, 0, p), CL_INVALID_CONTEXT);
    assert_error(svm_free(f->context, unknown, 0, p), CL_INVALID_PROPERTY);
    assert_error(svm_free(f->context, unknown, 0, NULL), CL_INVALID_PROPERTY);
    assert_error(svm_free(f->context, NULL, 1, p), CL_INVALID_VALUE);
    assert_error(svm_free(f->context, NULL, 1, NULL), CL_INVALID_VALUE);
    assert_error(svm_free(f->context, NULL, 0, p + 1), CL_INVALID_VALUE);
    assert_error(svm_free(f->context, NULL, 0, &p), CL_INVALID_VALUE);
    assert_error(svm_free(other, NULL, 0, p), CL_INVALID_VALUE);
    assert_int_equal(ask(f->context, NULL, p).size, 64); // still there
    release(f, p);
    assert_success(clReleaseContext(other));
}

static cl_uint
suggestion(const struct fixture *f, cl_svm_capabilities_khr required, cl_svm_capabilities_khr desired, size_t size)
{
    cl_uint index = TYPES;

    assert_success(suggested_type(f->context, required, desired, NULL, size, &index));
    return index;
}

static void
suggestions_have_what_is_required(void **state)
{
    struct fixture *f = *state;
    const cl_svm_alloc_properties_khr list[] = {CL_SVM_ALLOC_ALIGNMENT_KHR,
                                                128,
                                                CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR,
                                                (uintptr_t)f->device,
                                                CL_SVM_ALLOC_ACCESS_FLAGS_KHR,
                                                CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR,
                                                0};
    cl_ulong all = 0;
    cl_uint index = TYPES;

    assert_success(clGetDeviceInfo(f->device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(all), &all, NULL));
    for (cl_uint type = 0; type < TYPES; type++) {
        index = suggestion(f, capabilities[type], 0, 16384);
        assert_int_equal(capabilities[index] & capabilities[type], capabilities[type]);
        assert_success(suggested_type(f->context, capabilities[type], 0, list, 0, &index));
        assert_int_equal(capabilities[index] & capabilities[type], capabilities[type]);
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        const cl_svm_capabilities_khr one = (cl_svm_capabilities_khr)1 << bit;

        index = suggestion(f, one, 0, 0);
        assert_true(bit < 15 ? (capabilities[index] & one) != 0 : index == CL_UINT_MAX);
        // "it is also not an error to pass an unsupported or unknown capability as a desired capability"
        assert_true(suggestion(f, 0, one, 0) < TYPES);
    }
    assert_int_equal(suggestion(f, CL_SVM_TYPE_MACRO_DEVICE_KHR, 0, 0), DEVICE);
    assert_int_equal(suggestion(f, CL_SVM_TYPE_MACRO_HOST_KHR, 0, 0), HOST);
    assert_int_equal(suggestion(f, CL_SVM_TYPE_MACRO_SYSTEM_KHR, 0, 0), SYSTEM);
    assert_int_equal(suggestion(f, CL_SVM_TYPE_MACRO_FINE_GRAIN_BUFFER_KHR, 0, 0), FINE);
    assert_int_equal(suggestion(f, CL_SVM_TYPE_MACRO_COARSE_GRAIN_BUFFER_KHR, 0, 0), COARSE);
    assert_int_equal(suggestion(f, 0, CL_SVM_CAPABILITY_HOST_OWNED_KHR, 0), HOST);
    assert_int_equal(suggestion(f, CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR, CL_SVM_TYPE_MACRO_DEVICE_KHR, 0), DEVICE);
    assert_int_equal(suggestion(f, CL_SVM_CAPABILITY_HOST_OWNED_KHR | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR, 0, 0),
                     CL_UINT_MAX);
    assert_int_equal(suggestion(f, 0, 0, all + 1), CL_UINT_MAX);
    assert_int_equal(suggestion(f, 0, 0, WEFT_MAX_OBJECT_BYTES + 1), CL_UINT_MAX);
    assert_error(suggested_type(foreign_handle(), 0, 0, NULL, 0, &index), CL_INVALID_CONTEXT);
    assert_error(suggested_type(f->context, 0, 0, NULL, 0, NULL), CL_INVALID_VALUE);
}

// CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR: also what is associated with one of the devices.
static void
other_devices_of_the_context_reach_memory(void **state)
{
    struct fixture *f = *state;
    const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_svm_capabilities_khr of_part[TYPES] = {0};
    cl_device_id parts[256], devices[2];
    cl_uint units = 0, count = 0;
    cl_context context;
    cl_command_queue queue;
    cl_int err;

    assert_success(clGetDeviceInfo(f->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, NULL));
    if (units < 2 || units > 256)
        skip();
    assert_success(clCreateSubDevices(f->device, by_one, 256, parts, &count));
    assert_success(clGetDeviceInfo(parts[0], CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, sizeof(of_part), of_part, NULL));
    assert_memory_equal(of_part, capabilities, sizeof(of_part));
    devices[0] = parts[0], devices[1] = parts[1];
    context = clCreateContext(NULL, 2, devices, NULL, NULL, &err);
    assert_success(err);
    queue = clCreateCommandQueue(context, parts[1], 0, &err);
    assert_success(err);
    for (cl_uint type = 0; type < TYPES; type++) {
        const cl_svm_alloc_properties_khr list[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, (uintptr_t)parts[0], 0};
        const cl_svm_alloc_properties_khr root[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, (uintptr_t)f->device, 0};
        int *p = svm_alloc(context, list, type, 64, &err), value = 5, got = 0;

        assert_success(err);
        assert_true((capabilities[type] & CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR) != 0);
        assert_success(clEnqueueSVMMemFill(queue, p, &value, sizeof(value), 64, 0, NULL, NULL));
        assert_success(clEnqueueSVMMemcpy(queue, CL_TRUE, &got, p + 15, sizeof(got), 0, NULL, NULL));
        assert_int_equal(got, 5);
        assert_ptr_equal(ask(context, NULL, p).device, parts[0]);
        assert_int_equal(ask(context, parts[1], p).capabilities, capabilities[type]);
        // The device that these are parts of is none of the context's.
        assert_error(pointer_info(context, f->device, p, CL_SVM_INFO_SIZE_KHR, 0, NULL, NULL), CL_INVALID_DEVICE);
        assert_null(svm_alloc(context, root, type, 64, &err));
        assert_error(err, CL_INVALID_PROPERTY);
        assert_success(svm_free(context, NULL, 0, p));
    }
    assert_success(clReleaseCommandQueue(queue));
    assert_success(clReleaseContext(context));
    for (cl_uint i = 0; i < count; i++)
        assert_success(clReleaseDevice(parts[i]));
}

// One heap, but what cl_intel_unified_shared_memory has given is none of this extension's, and the other way round.
static void
memory_of_the_other_extension_is_not_this_ones(void **state)
{
    struct fixture *f = *state;
    clDeviceMemAllocINTEL_fn usm_alloc = (clDeviceMemAllocINTEL_fn)(uintptr_t)clGetExtensionFunctionAddressForPlatform(
        f->platform, "clDeviceMemAllocINTEL");
    clMemFreeINTEL_fn usm_free =
        (clMemFreeINTEL_fn)(uintptr_t)clGetExtensionFunctionAddressForPlatform(f->platform, "clMemFreeINTEL");
    clGetMemAllocInfoINTEL_fn usm_info = (clGetMemAllocInfoINTEL_fn)(uintptr_t)clGetExtensionFunctionAddressForPlatform(
        f->platform, "clGetMemAllocInfoINTEL");
    cl_unified_shared_memory_type_intel type = 0;
    char *ours = allocate(f, DEVICE, 64), *theirs;
    cl_int err;

    theirs = usm_alloc(f->context, f->device, NULL, 64, 0, &err);
    assert_success(err);
    assert_nothing(f->context, NULL, theirs);
    assert_error(svm_free(f->context, NULL, 0, theirs), CL_INVALID_VALUE);
    assert_success(usm_info(f->context, ours, CL_MEM_ALLOC_TYPE_INTEL, sizeof(type), &type, NULL));
    assert_int_equal(type, CL_MEM_TYPE_UNKNOWN_INTEL);
    assert_error(usm_free(f->context, ours), CL_INVALID_VALUE);
    assert_success(clEnqueueSVMMemcpy(f->queue, CL_TRUE, ours, theirs, 64, 0, NULL, NULL));
    assert_success(usm_free(f->context, theirs));
    release(f, ours);
}

// Threads allocate, ask and free, each with lists of its own.
struct worker {
    const struct fixture *f;
    unsigned number;
    bool failed;
};

static void *
allocate_ask_free(void *data)
{
    struct worker *worker = data;
    const struct fixture *f = worker->f;

    for (unsigned i = 0; i < 2000 && !worker->failed; i++) {
        const cl_uint type = (i + worker->number) % TYPES;
        const cl_svm_alloc_properties_khr list[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, 1u << i % 8,
                                                    CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, (uintptr_t)f->device, 0};
        cl_svm_alloc_properties_khr got[5] = {0};
        cl_uint index = TYPES;
        char *p = svm_alloc(f->context, list, type, 32 + i % 70000, NULL);

        worker->failed =
            !p ||
            pointer_info(f->context, NULL, p + 31, CL_SVM_INFO_TYPE_INDEX_KHR, sizeof(index), &index, NULL) !=
                CL_SUCCESS ||
            pointer_info(f->context, NULL, p + 31, CL_SVM_INFO_PROPERTIES_KHR, sizeof(got), got, NULL) != CL_SUCCESS ||
            index != type || memcmp(got, list, sizeof(list)) != 0 || svm_free(f->context, NULL, 0, p) != CL_SUCCESS;
    }
    return NULL;
}

static void
threads_do_not_mix_up_their_memory(void **state)
{
    struct worker workers[8];
    pthread_t threads[8];

    for (unsigned i = 0; i < 8; i++) {
        workers[i] = (struct worker){.f = *state, .number = i};
        assert_int_equal(pthread_create(&threads[i], NULL, allocate_ask_free, &workers[i]), 0);
    }
    for (unsigned i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
        assert_false(workers[i].failed);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(platform_and_device_list_version_0_9_0),
        cmocka_unit_test(the_platforms_types_are_the_devices),
        cmocka_unit_test(types_have_what_their_macros_say),
        cmocka_unit_test(single_bytes_can_be_accessed_at_once),
        cmocka_unit_test(queries_know_what_was_asked_for),
        cmocka_unit_test(memory_of_clSVMAlloc_has_a_type),
        cmocka_unit_test(queries_of_other_pointers_find_nothing),
        cmocka_unit_test(invalid_queries_are_refused),
        cmocka_unit_test(invalid_allocations_are_refused),
        cmocka_unit_test(the_largest_buffer_is_no_limit),
        cmocka_unit_test(no_bytes_are_NULL_and_no_error),
        cmocka_unit_test(every_free_frees_every_type),
        cmocka_unit_test(invalid_frees_are_refused),
        cmocka_unit_test(suggestions_have_what_is_required),
        cmocka_unit_test(other_devices_of_the_context_reach_memory),
        cmocka_unit_test(memory_of_the_other_extension_is_not_this_ones),
        cmocka_unit_test(threads_do_not_mix_up_their_memory),
    };

    return cmocka_run_group_tests_name("unified_svm", tests, setup, fixture_teardown);
}
