// SPDX-License-Identifier: Apache-2.0
// clSVMAlloc, clSVMFree.
#include "runtime/core/svm.h"

#include "runtime/api/memory_flags.h"
#include "runtime/api/pointers.h"
#include "runtime/api/validate.h"
#include "runtime/core/error.h"

// The code is for the log and the context's notify: clSVMAlloc only returns NULL.
static cl_int
validate_alloc(cl_context context, cl_svm_mem_flags flags, cl_uint alignment)
{
    const cl_svm_mem_flags fine = CL_MEM_SVM_FINE_GRAIN_BUFFER, atomics = CL_MEM_SVM_ATOMICS;
    cl_int err;

    // "context is not a valid context, or no devices in context support SVM"
    if (weft_validate_context(context) != CL_SUCCESS)
        return CL_INVALID_CONTEXT;
    // "flags does not contain CL_MEM_SVM_FINE_GRAIN_BUFFER but does contain CL_MEM_SVM_ATOMICS"
    if ((flags & atomics) && !(flags & fine))
        return weft_error(context, CL_INVALID_VALUE, "CL_MEM_SVM_ATOMICS needs CL_MEM_SVM_FINE_GRAIN_BUFFER");
    // "flags contains CL_MEM_IMMUTABLE_EXT", "Values specified in flags do not follow rules described for supported
    // values in the SVM Memory Flags table"
    err = weft_validate_memory_flags(context, flags, WEFT_DEVICE_ACCESS_FLAGS | fine | atomics);
    if (err != CL_SUCCESS)
        return err;
    // "alignment is not a power of two or the OpenCL implementation cannot support the specified alignment for at least
    // one device in context"
    if (!weft_is_svm_alignment(alignment))
        return weft_error(context, CL_INVALID_VALUE, "alignment %u is no power of two up to %u", alignment,
                          WEFT_SVM_ALIGN_BYTES);
    return CL_SUCCESS;
}

CL_API_ENTRY void *CL_API_CALL
clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment)
{
    struct weft_svm_allocation wanted = {.bytes = size,
                                         .kind = WEFT_SVM_BUFFER,
                                         .type = flags & CL_MEM_SVM_FINE_GRAIN_BUFFER ? WEFT_SVM_TYPE_FINE
                                                                                      : WEFT_SVM_TYPE_COARSE,
                                         .context = context};

    if (validate_alloc(context, flags, alignment) != CL_SUCCESS)
        return NULL;
    // "size is 0 or > CL_DEVICE_MAX_MEM_ALLOC_SIZE value for any device in context, unless the device supports
    // cl_khr_unified_svm": "When size is zero, [it] must return a NULL pointer and must not generate an error"
    if (size == 0)
        return NULL;
    // "There was a failure to allocate resources."
    return weft_svm_allocate(&wanted) == CL_SUCCESS ? wanted.base : NULL;
}

CL_API_ENTRY void CL_API_CALL
clSVMFree(cl_context context, void *svm_pointer)
{
    // "If a NULL pointer is passed in svm_pointer, no action occurs."
    if (!svm_pointer || weft_validate_context(context) != CL_SUCCESS)
        return;
    // "svm_pointer must be the value returned by a call to clSVMAlloc" or clSVMAllocWithPropertiesKHR
    if (!weft_svm_free(context, WEFT_SVM_BUFFERS, svm_pointer))
        weft_error(context, CL_INVALID_VALUE,
                   "%p is not what clSVMAlloc has returned for this context, or has been freed before", svm_pointer);
}
