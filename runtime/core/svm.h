// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory: allocations of contexts, and what pointers of an application's lead to.
#ifndef WEFT_CORE_SVM_H
#define WEFT_CORE_SVM_H

#include "runtime/core/svm_heap.h"

// The types of shared virtual memory of cl_khr_unified_svm, by their index: all devices have them all.
enum weft_svm_type {
    WEFT_SVM_TYPE_COARSE,
    WEFT_SVM_TYPE_FINE,
    WEFT_SVM_TYPE_DEVICE,
    WEFT_SVM_TYPE_HOST,
    WEFT_SVM_TYPE_SHARED,
    WEFT_SVM_TYPE_SYSTEM,
    WEFT_SVM_TYPES
};
extern const cl_svm_capabilities_khr weft_svm_capabilities[WEFT_SVM_TYPES];

// What is wrong with a range of bytes that an application names. Its own memory is never wrong: nobody can tell.
enum weft_svm_fault {
    WEFT_SVM_SOUND,
    WEFT_SVM_FREED,    // it begins in no allocation
    WEFT_SVM_TOO_LONG, // it goes beyond the end of the allocation that it begins in
    WEFT_SVM_OF_ANOTHER_CONTEXT,
};

// The largest allocation, in bytes: what the device has, and no more than kernels can index.
cl_ulong weft_svm_most_bytes(void);
// Memory for what `wanted` says; its base is set. The allocation keeps the context. Thread-safe. CL_OUT_OF_RESOURCES
// with a sentence. No lock may be held.
WEFT_MUST_CHECK cl_int weft_svm_allocate(struct weft_svm_allocation *wanted);
// Frees the allocation of the context and of one of the kinds (bits 1 << enum weft_svm_kind) that begins there. False
// if there is none. Thread-safe.
WEFT_MUST_CHECK bool weft_svm_free(cl_context context, unsigned kinds, void *pointer);
// The same check without freeing.
bool weft_svm_is_allocation(cl_context context, unsigned kinds, const void *pointer);
// Judges `bytes` bytes from the pointer on, of which 0 are also sound at the end of an allocation. Thread-safe; takes
// no lock.
enum weft_svm_fault weft_svm_judge(cl_context context, const void *pointer, size_t bytes);
// Judges, and returns `code` with a sentence about `what` if it is not sound. No lock may be held.
WEFT_MUST_CHECK cl_int weft_svm_check(cl_context context, cl_int code, const char *what, const void *pointer,
                                      size_t bytes);
// Finds the allocation of the context that the pointer leads into, if it is of one of the kinds.
bool weft_svm_find(cl_context context, unsigned kinds, const void *pointer, struct weft_svm_allocation *allocation);

#define WEFT_SVM_BUFFERS (1u << WEFT_SVM_BUFFER)
#define WEFT_SVM_UNIFIED (1u << WEFT_SVM_HOST | 1u << WEFT_SVM_DEVICE | 1u << WEFT_SVM_SHARED)

#endif
