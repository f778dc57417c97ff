// SPDX-License-Identifier: Apache-2.0
// cl_khr_unified_svm: clSVMAllocWithPropertiesKHR, clSVMFreeWithPropertiesKHR, clGetSVMPointerInfoKHR,
// clGetSVMSuggestedTypeIndexKHR. All devices support all types.
#include "runtime/api/info.h"
#include "runtime/api/pointers.h"
#include "runtime/api/validate.h"
#include "runtime/core/context.h"
#include "runtime/core/error.h"

#define ACCESS_FLAGS                                                                                                   \
    (CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR |                                      \
     CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR)

// The properties of allocations; each may be given once.
static const cl_svm_alloc_properties_khr names[] = {
    CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR,
    CL_SVM_ALLOC_ACCESS_FLAGS_KHR,
    CL_SVM_ALLOC_ALIGNMENT_KHR,
};
enum { DEVICE, ACCESS, ALIGNMENT, NAMES };
#define MAX_ENTRIES (2 * NAMES + 1) // of a list, its 0 included

// A list of properties is kept in the allocation's device and flags, so that nothing else need be kept for it: which
// properties there are, in their order, and their values.
#define LIST_GIVEN 1u                                         // also if it is empty
#define LIST_NAME(at, name) (((name) + 1u) << (2 + 2 * (at))) // two bits each for three of them; 0: the end
#define LIST_NAME_AT(flags, at) ((flags) >> (2 + 2 * (at)) & 3u)
#define LIST_ALIGNMENT_SHIFT 8u // 0, or one more than the alignment's logarithm
#define LIST_ACCESS_SHIFT 16u   // the access flags

static size_t
alignment_of(cl_uint flags)
{
    const unsigned log = flags >> LIST_ALIGNMENT_SHIFT & 15u;

    return log ? (size_t)1 << (log - 1) : 0;
}

static cl_svm_alloc_access_flags_khr
access_flags_of(cl_uint flags)
{
    return flags >> LIST_ACCESS_SHIFT;
}

static cl_int
keep_property(struct weft_svm_allocation *wanted, unsigned name, cl_properties value)
{
    const cl_device_id device = (cl_device_id)(uintptr_t)value;

    // CL_INVALID_PROPERTY "if the value specified for a supported property name is not valid"
    switch (name) {
    case DEVICE:
        if (device && (!WEFT_IS(device, DEVICE) || !weft_context_has_device(wanted->context, device)))
            return weft_error(wanted->context, CL_INVALID_PROPERTY,
                              "CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR: %p is not a device of the context",
                              (void *)device);
        wanted->device = device;
        break;
    case ACCESS:
        if (value & ~(cl_properties)ACCESS_FLAGS)
            return weft_error(wanted->context, CL_INVALID_PROPERTY,
                              "CL_SVM_ALLOC_ACCESS_FLAGS_KHR: 0x%llx has unknown bits", (unsigned long long)value);
        wanted->flags |= (cl_uint)value << LIST_ACCESS_SHIFT;
        break;
    default:
        if (value > WEFT_SVM_ALIGN_BYTES || !weft_is_svm_alignment((size_t)value))
            return weft_error(wanted->context, CL_INVALID_PROPERTY,
                              "CL_SVM_ALLOC_ALIGNMENT_KHR: %llu is no power of two up to %u", (unsigned long long)value,
                              WEFT_SVM_ALIGN_BYTES);
        if (value)
            wanted->flags |= (cl_uint)(__builtin_ctzll(value) + 1) << LIST_ALIGNMENT_SHIFT;
    }
    return CL_SUCCESS;
}

// The context is set; sets the device and the flags.
static cl_int
keep_properties(struct weft_svm_allocation *wanted, const cl_svm_alloc_properties_khr *properties)
{
    // CL_INVALID_PROPERTY "if a memory property name in properties is not a supported property name", "if the same
    // property name is specified more than once"
    cl_int err = weft_validate_property_names(wanted->context, "an allocation", properties, names, NAMES);

    if (err == CL_SUCCESS && properties)
        wanted->flags |= LIST_GIVEN;
    for (unsigned at = 0; err == CL_SUCCESS && properties && properties[2 * at]; at++) {
        unsigned name = 0;

        while (names[name] != properties[2 * at])
            name++;
        wanted->flags |= LIST_NAME(at, name);
        err = keep_property(wanted, name, properties[2 * at + 1]);
    }
    return err;
}

// The list that was given, with its 0; returns its entries, none if it was NULL.
static size_t
list_properties(const struct weft_svm_allocation *allocation, cl_svm_alloc_properties_khr list[MAX_ENTRIES])
{
    const cl_svm_alloc_properties_khr values[] = {
        [DEVICE] = (cl_svm_alloc_properties_khr)(uintptr_t)allocation->device,
        [ACCESS] = access_flags_of(allocation->flags),
        [ALIGNMENT] = alignment_of(allocation->flags),
    };
    size_t count = 0;

    if (!(allocation->flags & LIST_GIVEN))
        return 0;
    for (unsigned at = 0; at < NAMES && LIST_NAME_AT(allocation->flags, at); at++) {
        const unsigned name = LIST_NAME_AT(allocation->flags, at) - 1;

        list[count++] = names[name];
        list[count++] = values[name];
    }
    list[count++] = 0;
    return count;
}

static cl_int
validate_alloc(struct weft_svm_allocation *wanted, const cl_svm_alloc_properties_khr *properties)
{
    cl_int err;

    // CL_INVALID_CONTEXT "if context is not a valid OpenCL context"
    if (weft_validate_context(wanted->context) != CL_SUCCESS)
        return CL_INVALID_CONTEXT;
    err = keep_properties(wanted, properties);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if svm_type_index is greater than the number of SVM types supported by the devices in context"
    if (wanted->type >= WEFT_SVM_TYPES)
        return weft_error(wanted->context, CL_INVALID_VALUE, "svm_type_index is %u, but there are %d types",
                          wanted->type, WEFT_SVM_TYPES);
    // CL_INVALID_PROPERTY: "The associated device handle property is required unless the specified SVM type contains
    // CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR"
    if (!wanted->device && !(weft_svm_capabilities[wanted->type] & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR))
        return weft_error(wanted->context, CL_INVALID_PROPERTY,
                          "memory of the type with index %u needs CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR",
                          wanted->type);
    return CL_SUCCESS;
}

CL_API_ENTRY void *CL_API_CALL
clSVMAllocWithPropertiesKHR(cl_context context, const cl_svm_alloc_properties_khr *properties, cl_uint svm_type_index,
                            size_t size, cl_int *errcode_ret)
{
    struct weft_svm_allocation wanted = {
        .bytes = size, .kind = WEFT_SVM_BUFFER, .type = svm_type_index, .context = context};
    cl_int err = validate_alloc(&wanted, properties);

    // "When size is zero, [it] must return a NULL pointer and must not generate an error"
    // CL_OUT_OF_RESOURCES "if there is a failure to allocate resources required by the OpenCL implementation on the
    // device"
    if (err == CL_SUCCESS && size)
        err = weft_svm_allocate(&wanted);
    weft_set_errcode(errcode_ret, err);
    return wanted.base;
}

static cl_int
validate_free(cl_context context, const cl_svm_free_properties_khr *properties, cl_svm_free_flags_khr flags,
              const void *ptr)
{
    cl_int err;

    // CL_INVALID_CONTEXT "if context is not a valid OpenCL context"
    if (weft_validate_context(context) != CL_SUCCESS)
        return CL_INVALID_CONTEXT;
    // CL_INVALID_PROPERTY "if a memory property name in properties is not a supported property name": none is
    err = weft_validate_property_names(context, "a free", properties, NULL, 0);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if flags contains an invalid SVM free flag": all are
    if (flags)
        return weft_error(context, CL_INVALID_VALUE, "flags 0x%llx of a free have unknown bits",
                          (unsigned long long)flags);
    // "if ptr is not a value returned by clSVMAlloc, clSVMAllocWithPropertiesKHR, or a NULL pointer"
    if (ptr && !weft_svm_is_allocation(context, WEFT_SVM_BUFFERS, ptr))
        return weft_error(context, CL_INVALID_VALUE, "%p is not the start of an allocation of the context", ptr);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clSVMFreeWithPropertiesKHR(cl_context context, const cl_svm_free_properties_khr *properties,
                           cl_svm_free_flags_khr flags, void *ptr)
{
    cl_int err = validate_free(context, properties, flags, ptr);

    // "If ptr is NULL then no action occurs."
    if (err == CL_SUCCESS && ptr && !weft_svm_free(context, WEFT_SVM_BUFFERS, ptr))
        err = weft_error(context, CL_INVALID_VALUE, "%p has been freed by another thread", ptr);
    return err;
}

static cl_int
pointer_info(cl_context context, const struct weft_svm_allocation *found, cl_svm_pointer_info_khr name,
             struct weft_info out)
{
    const bool is_found = found->kind != WEFT_SVM_NONE;
    cl_svm_alloc_properties_khr list[MAX_ENTRIES];

    switch (name) {
    case CL_SVM_INFO_TYPE_INDEX_KHR:
        return weft_info_uint(out, is_found ? found->type : CL_UINT_MAX);
    case CL_SVM_INFO_CAPABILITIES_KHR: // "for the specified device": for all devices they are the same
        return weft_info_ulong(out, is_found ? weft_svm_capabilities[found->type] : 0);
    case CL_SVM_INFO_PROPERTIES_KHR:
        return weft_info_bytes(out, list, list_properties(found, list) * sizeof(list[0]));
    case CL_SVM_INFO_ACCESS_FLAGS_KHR:
        return weft_info_ulong(out, access_flags_of(found->flags));
    case CL_SVM_INFO_BASE_PTR_KHR:
        return weft_info_pointer(out, found->base);
    case CL_SVM_INFO_SIZE_KHR:
        return weft_info_size(out, found->bytes);
    case CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR:
        return weft_info_pointer(out, found->device);
    default:
        // CL_INVALID_VALUE "if param_name is not one of the supported values"
        return weft_error(context, CL_INVALID_VALUE, "0x%x is not a query of allocations", name);
    }
}

CL_API_ENTRY cl_int CL_API_CALL
clGetSVMPointerInfoKHR(cl_context context, cl_device_id device, const void *ptr, cl_svm_pointer_info_khr param_name,
                       size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};
    struct weft_svm_allocation found = {0};

    // CL_INVALID_CONTEXT "if context is not a valid OpenCL context"
    if (weft_validate_context(context) != CL_SUCCESS)
        return CL_INVALID_CONTEXT;
    // CL_INVALID_DEVICE "if device is not a valid device", "if device is not associated with context"
    if (device && (!WEFT_IS(device, DEVICE) || !weft_context_has_device(context, device)))
        return weft_error(context, CL_INVALID_DEVICE, "%p is not a device of the context", (void *)device);
    // Answers for a pointer that "does not point into an SVM allocation returned from clSVMAllocWithPropertiesKHR or
    // clSVMAlloc for context" are those of nothing.
    (void)weft_svm_find(context, WEFT_SVM_BUFFERS, ptr, &found);
    return pointer_info(context, &found, param_name, out);
}

// Of the types that have all that is required the first with the most of what is desired; CL_UINT_MAX if none has.
static cl_uint
suggest(cl_svm_capabilities_khr required, cl_svm_capabilities_khr desired)
{
    cl_uint best = CL_UINT_MAX;
    int most = -1;

    for (cl_uint type = 0; type < WEFT_SVM_TYPES; type++) {
        const int has = __builtin_popcountll(weft_svm_capabilities[type] & desired);

        if ((required & ~weft_svm_capabilities[type]) == 0 && has > most) {
            best = type;
            most = has;
        }
    }
    return best;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetSVMSuggestedTypeIndexKHR(cl_context context, cl_svm_capabilities_khr required_capabilities,
                              cl_svm_capabilities_khr desired_capabilities,
                              const cl_svm_alloc_properties_khr *properties, size_t size,
                              cl_uint *suggested_svm_type_index)
{
    struct weft_svm_allocation wanted = {.context = context};
    cl_int err;

    // CL_INVALID_CONTEXT "if context is not a valid OpenCL context"
    if (weft_validate_context(context) != CL_SUCCESS)
        return CL_INVALID_CONTEXT;
    // CL_INVALID_PROPERTY. Which properties they are makes no difference: all devices have all types, and all types all
    // alignments and accesses; a device that a type needs can still be named in the allocation.
    err = keep_properties(&wanted, properties);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE "if suggested_svm_type_index is NULL"
    if (!suggested_svm_type_index)
        return weft_error(context, CL_INVALID_VALUE, "suggested_svm_type_index is NULL");
    // "size is the size in bytes for the suggestion": no type has more than all memory
    *suggested_svm_type_index =
        size > weft_svm_most_bytes() ? CL_UINT_MAX : suggest(required_capabilities, desired_capabilities);
    return CL_SUCCESS;
}
