// SPDX-License-Identifier: Apache-2.0
// The heap of shared virtual memory: allocations of any size in one address range, so that any pointer can be judged by
// arithmetic and loads, without a lock and without a crash, also while other threads allocate and free.
#ifndef WEFT_CORE_SVM_HEAP_H
#define WEFT_CORE_SVM_HEAP_H

#include <stdbool.h>
#include <stddef.h>

#include "runtime/base/opencl.h"

#define WEFT_SVM_ALIGN_BYTES 128u // of every allocation: a long16

enum weft_svm_kind {
    WEFT_SVM_NONE,
    WEFT_SVM_BUFFER, // clSVMAlloc, clSVMAllocWithPropertiesKHR
    WEFT_SVM_HOST,   // clHostMemAllocINTEL, clDeviceMemAllocINTEL, clSharedMemAllocINTEL
    WEFT_SVM_DEVICE,
    WEFT_SVM_SHARED,
};

// What is known of an allocation.
struct weft_svm_allocation {
    unsigned char *base;
    size_t bytes; // as asked for
    enum weft_svm_kind kind;
    unsigned type;       // enum weft_svm_type of WEFT_SVM_BUFFER, else 0
    cl_context context;  // only kept and compared
    cl_device_id device; // likewise
    cl_uint flags;       // only kept: what runtime/api/ makes of what was asked for
};

enum weft_svm_place {
    WEFT_SVM_SYSTEM,   // outside the range: the application's own memory
    WEFT_SVM_LIVE,     // in an allocation
    WEFT_SVM_DANGLING, // in the range, and in none: freed, or between two
};

// Memory for what `wanted` says, but for its base, which is returned. NULL if there is none. Thread-safe.
void *weft_svm_heap_take(const struct weft_svm_allocation *wanted);
// Frees the allocation that begins there. False if none does: another thread has freed it. Thread-safe.
WEFT_MUST_CHECK bool weft_svm_heap_give(void *base);
// Judges a pointer. *allocation is set if it is live. Thread-safe; takes no lock.
enum weft_svm_place weft_svm_heap_find(const void *pointer, struct weft_svm_allocation *allocation);
// At unload, when nothing is allocated.
void weft_svm_heap_shutdown(void);

#endif
