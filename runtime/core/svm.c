// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory of contexts.
#include "runtime/core/svm.h"

#include <stdint.h>

#include "runtime/core/error.h"
#include "runtime/core/object.h"

cl_int
weft_svm_allocate(struct weft_svm_allocation *wanted)
{
    // First: whoever gets at the pointer may free it at once.
    weft_object_ref(wanted->context);
    wanted->base = weft_svm_heap_take(wanted);
    if (wanted->base)
        return CL_SUCCESS;
    weft_object_unref(wanted->context);
    return CL_OUT_OF_RESOURCES;
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
