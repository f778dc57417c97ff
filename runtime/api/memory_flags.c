// SPDX-License-Identifier: Apache-2.0
// Validation of memory objects' flags.
#include "runtime/api/memory_flags.h"

#include <stdbool.h>

#include "runtime/core/error.h"
#include "runtime/core/memory.h"

static bool
more_than_one(cl_mem_flags flags)
{
    return (flags & (flags - 1)) != 0;
}

cl_int
weft_validate_memory_flags(cl_context context, cl_mem_flags flags, cl_mem_flags known)
{
    // "if values specified in flags are not valid as defined in the Memory Flags table"
    if (flags & ~known)
        return weft_error(context, CL_INVALID_VALUE, "flags 0x%llx have unknown bits",
                          (unsigned long long)(flags & ~known));
    // "CL_MEM_READ_WRITE and CL_MEM_WRITE_ONLY are mutually exclusive", and so on for CL_MEM_READ_ONLY
    if (more_than_one(flags & WEFT_DEVICE_ACCESS_FLAGS))
        return weft_error(context, CL_INVALID_VALUE,
                          "CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY and CL_MEM_READ_ONLY exclude each other");
    // "CL_MEM_ALLOC_HOST_PTR and CL_MEM_USE_HOST_PTR are mutually exclusive"
    // "CL_MEM_COPY_HOST_PTR and CL_MEM_USE_HOST_PTR are mutually exclusive"
    if ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        return weft_error(context, CL_INVALID_VALUE,
                          "CL_MEM_USE_HOST_PTR excludes CL_MEM_ALLOC_HOST_PTR and CL_MEM_COPY_HOST_PTR");
    // "CL_MEM_HOST_WRITE_ONLY and CL_MEM_HOST_READ_ONLY are mutually exclusive", and so on for CL_MEM_HOST_NO_ACCESS
    if (more_than_one(flags & WEFT_HOST_ACCESS_FLAGS))
        return weft_error(context, CL_INVALID_VALUE,
                          "CL_MEM_HOST_WRITE_ONLY, _READ_ONLY and _NO_ACCESS exclude each other");
    // "if CL_MEM_IMMUTABLE_EXT is set in flags and CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, or CL_MEM_HOST_WRITE_ONLY is
    // set in flags"
    if ((flags & CL_MEM_IMMUTABLE_EXT) && (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY)))
        return weft_error(context, CL_INVALID_VALUE, "CL_MEM_IMMUTABLE_EXT excludes flags 0x%llx that are for writing",
                          (unsigned long long)flags);
    return CL_SUCCESS;
}

cl_int
weft_validate_immutable(cl_context context, cl_mem_flags flags)
{
    // CL_INVALID_VALUE "if CL_MEM_IMMUTABLE_EXT is set in flags and none of the following conditions are met:
    // CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR is set in flags"
    if ((flags & CL_MEM_IMMUTABLE_EXT) && !(flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)))
        return weft_error(context, CL_INVALID_VALUE, "an object that is CL_MEM_IMMUTABLE_EXT needs contents");
    return CL_SUCCESS;
}

cl_int
weft_validate_destination(cl_mem memory)
{
    // CL_INVALID_OPERATION "if dst_buffer was created with CL_MEM_IMMUTABLE_EXT", and so on
    if (memory->flags & CL_MEM_IMMUTABLE_EXT)
        return weft_error(memory->context, CL_INVALID_OPERATION, "the destination is CL_MEM_IMMUTABLE_EXT");
    return CL_SUCCESS;
}

cl_int
weft_validate_part_flags(cl_mem parent, cl_mem_flags flags, cl_mem_flags known)
{
    cl_context context = parent->context;

    // CL_INVALID_VALUE "if buffer was created with CL_MEM_WRITE_ONLY and flags specifies CL_MEM_READ_WRITE or
    // CL_MEM_READ_ONLY"
    if ((parent->flags & CL_MEM_WRITE_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)))
        return weft_error(context, CL_INVALID_VALUE, "a part of a CL_MEM_WRITE_ONLY object cannot be read");
    // "if buffer was created with CL_MEM_READ_ONLY and flags specifies CL_MEM_READ_WRITE or CL_MEM_WRITE_ONLY"
    if ((parent->flags & CL_MEM_READ_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)))
        return weft_error(context, CL_INVALID_VALUE, "a part of a CL_MEM_READ_ONLY object cannot be written");
    // "if buffer was created with CL_MEM_IMMUTABLE_EXT and flags specifies CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, or
    // CL_MEM_HOST_WRITE_ONLY"
    if ((parent->flags & CL_MEM_IMMUTABLE_EXT) &&
        (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY)))
        return weft_error(context, CL_INVALID_VALUE, "a part of a CL_MEM_IMMUTABLE_EXT object cannot be written");
    // "if buffer was created with CL_MEM_HOST_WRITE_ONLY and flags specify CL_MEM_HOST_READ_ONLY"
    if ((parent->flags & CL_MEM_HOST_WRITE_ONLY) && (flags & CL_MEM_HOST_READ_ONLY))
        return weft_error(context, CL_INVALID_VALUE, "a part of a CL_MEM_HOST_WRITE_ONLY object cannot be read");
    // "if buffer was created with CL_MEM_HOST_READ_ONLY and flags specify CL_MEM_HOST_WRITE_ONLY"
    if ((parent->flags & CL_MEM_HOST_READ_ONLY) && (flags & CL_MEM_HOST_WRITE_ONLY))
        return weft_error(context, CL_INVALID_VALUE, "a part of a CL_MEM_HOST_READ_ONLY object cannot be written");
    // "if buffer was created with CL_MEM_HOST_NO_ACCESS and flags specify CL_MEM_HOST_READ_ONLY or
    // CL_MEM_HOST_WRITE_ONLY"
    if ((parent->flags & CL_MEM_HOST_NO_ACCESS) && (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)))
        return weft_error(context, CL_INVALID_VALUE, "a part of a CL_MEM_HOST_NO_ACCESS object has no host access");
    // "if flags specifies CL_MEM_USE_HOST_PTR or CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR"
    if (flags & WEFT_HOST_PTR_FLAGS)
        return weft_error(context, CL_INVALID_VALUE, "host pointer flags are inherited by parts");
    return weft_validate_memory_flags(context, flags, known);
}

cl_mem_flags
weft_inherit_memory_flags(cl_mem_flags parent, cl_mem_flags flags)
{
    if (!(flags & (WEFT_DEVICE_ACCESS_FLAGS | CL_MEM_IMMUTABLE_EXT)))
        flags |= parent & WEFT_DEVICE_ACCESS_FLAGS;
    if (!(flags & WEFT_HOST_ACCESS_FLAGS))
        flags |= parent & WEFT_HOST_ACCESS_FLAGS;
    return flags | (parent & (WEFT_HOST_PTR_FLAGS | CL_MEM_IMMUTABLE_EXT));
}

cl_int
weft_validate_host_ptr(cl_context context, cl_mem_flags flags, const void *host_ptr)
{
    // CL_INVALID_HOST_PTR "if host_ptr is NULL, and CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR are set in flags"
    if (!host_ptr && (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        return weft_error(context, CL_INVALID_HOST_PTR, "host_ptr is NULL but flags want it used or copied");
    // "if host_ptr is not NULL but CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR are not set in flags"
    if (host_ptr && !(flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        return weft_error(context, CL_INVALID_HOST_PTR, "host_ptr is given but flags neither use nor copy it");
    return CL_SUCCESS;
}
