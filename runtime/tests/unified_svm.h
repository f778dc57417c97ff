// SPDX-License-Identifier: Apache-2.0
// What the tests of cl_khr_unified_svm share: the types, and memory of them.
#ifndef WEFT_TESTS_UNIFIED_SVM_H
#define WEFT_TESTS_UNIFIED_SVM_H

#include "runtime/tests/support.h"

enum type { COARSE, FINE, DEVICE, HOST, SHARED, SYSTEM, TYPES }; // in the order of the device's list

static cl_svm_capabilities_khr capabilities[TYPES];

// The extension's functions, as applications find them.
static __typeof__(&clSVMAllocWithPropertiesKHR) svm_alloc;
static __typeof__(&clSVMFreeWithPropertiesKHR) svm_free;

#define FIND(variable, name)                                                                                           \
    variable = (__typeof__(variable))(uintptr_t)clGetExtensionFunctionAddressForPlatform(weft_test_platform(), #name); \
    assert_non_null(variable)

static inline int
unified_svm_setup(void **state)
{
    int failed = fixture_setup(state);
    const struct fixture *f = *state;
    size_t size = 0;

    FIND(svm_alloc, clSVMAllocWithPropertiesKHR);
    FIND(svm_free, clSVMFreeWithPropertiesKHR);
    assert_success(
        clGetDeviceInfo(f->device, CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, sizeof(capabilities), capabilities, &size));
    assert_int_equal(size, sizeof(capabilities));
    return failed;
}

// Memory of a type, associated with the device where the type demands that.
static inline void *
allocate_of(cl_context context, cl_device_id device, cl_uint type, size_t bytes)
{
    const cl_svm_alloc_properties_khr associated[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, (uintptr_t)device, 0};
    const bool needs = !(capabilities[type] & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR);
    cl_int err = -1;
    void *p = svm_alloc(context, needs ? associated : NULL, type, bytes, &err);

    assert_success(err);
    assert_non_null(p);
    return p;
}

static inline void *
allocate(const struct fixture *f, cl_uint type, size_t bytes)
{
    return allocate_of(f->context, f->device, type, bytes);
}

static inline void
release(const struct fixture *f, void *p)
{
    assert_success(svm_free(f->context, NULL, 0, p));
}

#endif
