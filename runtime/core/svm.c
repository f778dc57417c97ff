// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory of contexts.
#include "runtime/core/svm.h"

#include <stdint.h>

#include "compiler/kernel_abi.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/core/object.h"

// What is true of each type because there is one memory: kernels reach all of it, on every device of the context, and
// meet the host in it as threads meet each other. What a type is not meant for it does not promise, although nothing
// would keep the host from it: coarse-grain buffers are mapped, and what a device owns is the device's.
#define ALL_OF_THEM                                                                                                    \
    (CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR | CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR |                               \
     CL_SVM_CAPABILITY_DEVICE_READ_KHR | CL_SVM_CAPABILITY_DEVICE_WRITE_KHR |                                          \
     CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR)
#define CONCURRENT (CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR | CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR)
#define HOSTS (CL_SVM_CAPABILITY_HOST_READ_KHR | CL_SVM_CAPABILITY_HOST_WRITE_KHR | CL_SVM_CAPABILITY_HOST_MAP_KHR)
#define UNASSOCIATED CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR

const cl_svm_capabilities_khr weft_svm_capabilities[WEFT_SVM_TYPES] = {
    [WEFT_SVM_TYPE_COARSE] = ALL_OF_THEM | UNASSOCIATED | CL_SVM_CAPABILITY_HOST_MAP_KHR,
    [WEFT_SVM_TYPE_FINE] = ALL_OF_THEM | UNASSOCIATED | CONCURRENT | HOSTS,
    [WEFT_SVM_TYPE_DEVICE] = ALL_OF_THEM | CONCURRENT | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR,
    [WEFT_SVM_TYPE_HOST] = ALL_OF_THEM | UNASSOCIATED | CONCURRENT | HOSTS | CL_SVM_CAPABILITY_HOST_OWNED_KHR,
    [WEFT_SVM_TYPE_SHARED] = ALL_OF_THEM | CONCURRENT | HOSTS,
    [WEFT_SVM_TYPE_SYSTEM] = ALL_OF_THEM | UNASSOCIATED | CONCURRENT | HOSTS | CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR,
};

cl_ulong
weft_svm_most_bytes(void)
{
    const cl_ulong all = weft_device_global_memory_bytes();

    return all < WEFT_MAX_OBJECT_BYTES ? all : WEFT_MAX_OBJECT_BYTES;
}

cl_int
weft_svm_allocate(struct weft_svm_allocation *wanted)
{
    const cl_ulong most = weft_svm_most_bytes();

    if (wanted->bytes > most)
        return weft_error(wanted->context, CL_OUT_OF_RESOURCES,
                          "an allocation of %zu bytes exceeds what the device has or kernels can index, %llu",
                          wanted->bytes, (unsigned long long)most);
    // First: whoever gets at the pointer may free it at once.
    weft_object_ref(wanted->context);
    wanted->base = weft_svm_heap_take(wanted);
    if (wanted->base)
        return CL_SUCCESS;
    weft_object_unref(wanted->context);
    return weft_error(wanted->context, CL_OUT_OF_RESOURCES, "the system has no %zu bytes of shared virtual memory",
                      wanted->bytes);
}

bool
weft_svm_find(cl_context context, unsigned kinds, const void *pointer, struct weft_svm_allocation *allocation)
{
    struct weft_svm_allocation found;

    if (weft_svm_heap_find(pointer, &found) != WEFT_SVM_LIVE || found.context != context || !(kinds >> found.kind & 1))
        return false;
    *allocation = found;
    return true;
}

bool
weft_svm_is_allocation(cl_context context, unsigned kinds, const void *pointer)
{
    struct weft_svm_allocation found;

    return weft_svm_find(context, kinds, pointer, &found) && found.base == pointer;
}

bool
weft_svm_free(cl_context context, unsigned kinds, void *pointer)
{
    if (!weft_svm_is_allocation(context, kinds, pointer) || !weft_svm_heap_give(pointer))
        return false;
    weft_object_unref(context);
    return true;
}

enum weft_svm_fault
weft_svm_judge(cl_context context, const void *pointer, size_t bytes)
{
    struct weft_svm_allocation found;
    enum weft_svm_place place = weft_svm_heap_find(pointer, &found);

    if (place == WEFT_SVM_SYSTEM)
        return WEFT_SVM_SOUND;
    // The end of an array is a pointer that programs pass around.
    if (place == WEFT_SVM_DANGLING && (bytes || weft_svm_heap_find((const char *)pointer - 1, &found) != WEFT_SVM_LIVE))
        return WEFT_SVM_FREED;
    if (found.context != context)
        return WEFT_SVM_OF_ANOTHER_CONTEXT;
    if (bytes > found.bytes - (size_t)((const unsigned char *)pointer - found.base))
        return WEFT_SVM_TOO_LONG;
    return WEFT_SVM_SOUND;
}

cl_int
weft_svm_check(cl_context context, cl_int code, const char *what, const void *pointer, size_t bytes)
{
    struct weft_svm_allocation found;

    switch (weft_svm_judge(context, pointer, bytes)) {
    case WEFT_SVM_FREED:
        return weft_error(context, code, "%s %p leads to shared memory that is not allocated: it has been freed", what,
                          pointer);
    case WEFT_SVM_OF_ANOTHER_CONTEXT:
        return weft_error(context, code, "%s %p leads to shared memory of another context", what, pointer);
    case WEFT_SVM_TOO_LONG:
        if (weft_svm_heap_find(pointer, &found) != WEFT_SVM_LIVE)
            return code; // freed since
        return weft_error(context, code, "%zu bytes from %s %p exceed its allocation of %zu bytes from %p", bytes, what,
                          pointer, found.bytes, (void *)found.base);
    default:
        return CL_SUCCESS;
    }
}
