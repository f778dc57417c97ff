// SPDX-License-Identifier: Apache-2.0
// Memory objects: buffers, sub-buffers, images and pipes in host memory.
#ifndef WEFT_CORE_MEMORY_H
#define WEFT_CORE_MEMORY_H

#include "runtime/base/thread.h"
#include "runtime/core/destructors.h"
#include "runtime/core/extent.h"
#include "runtime/core/object.h"

struct weft_image_part; // core/image.h
struct weft_mapping;

struct _cl_mem {
    struct weft_object base;
    cl_context context; // retained
    cl_mem_object_type type;
    cl_mem_flags flags;            // as clGetMemObjectInfo reports them
    size_t size;                   // bytes
    unsigned char *data;           // owned, or the application's (CL_MEM_USE_HOST_PTR), or inside parent's
    void *host_ptr;                // borrowed from the application: CL_MEM_HOST_PTR
    cl_mem parent;                 // retained; NULL unless a sub-buffer, or an image of another object's memory
    size_t origin;                 // bytes into parent
    struct weft_image_part *image; // owned; NULL unless an image
    cl_mem_properties *properties; // owned, 0-terminated or NULL
    cl_uint property_count;
    bool uses_svm;    // CL_MEM_USES_SVM_POINTER: data is in shared virtual memory
    bool has_address; // CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
    // data came from mmap, is so long and has a margin on both sides; 0: it is from the heap, or not owned
    size_t mapped_bytes;
    _Atomic cl_uint map_count; // CL_MEM_MAP_COUNT: only counted, orders nothing
    struct weft_mutex lock;
    struct weft_mapping *mappings WEFT_GUARDED_BY(lock); // owned: those of parts too; NULL in a part
    struct weft_destructors destructors;
};

// Buffers whose flags, size and pointer are already valid. `properties` (NULL or 0-terminated) is copied.
// CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY. Thread-safe. "Creating Buffer Objects".
WEFT_MUST_CHECK cl_int weft_buffer_create(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                                          size_t size, void *host_ptr, cl_mem *buffer);
// An object of this type with memory of its own, whose bytes are undefined: aligned, a power of two, and `slack` bytes
// longer than `size`. The same errors.
WEFT_MUST_CHECK cl_int weft_memory_create(cl_context context, cl_mem_object_type type, cl_mem_flags flags, size_t size,
                                          size_t alignment, size_t slack, cl_mem *memory);
// An object of this type in the application's memory (CL_MEM_USE_HOST_PTR). CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_memory_create_at(cl_context context, cl_mem_object_type type, cl_mem_flags flags,
                                             size_t size, void *host_ptr, cl_mem *memory);
// A sub-buffer, or another object of this type, in the parent's memory. `flags` are its own after inheritance; retains
// `parent`. CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_memory_create_part(cl_mem parent, cl_mem_object_type type, cl_mem_flags flags,
                                               size_t origin, size_t size, cl_mem *memory);
// Copies what the application gives into a new object; several threads do when it is much.
void weft_memory_copy_from_host(cl_mem memory, const void *host_ptr, size_t size);
// Keeps a copy of `properties` (NULL or 0-terminated). CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_memory_keep_properties(cl_mem memory, const cl_mem_properties *properties);

// Registers the region as mapped and returns its address. CL_INVALID_OPERATION if it is mapped for writing and overlaps
// another that is, of this object, its parent or a sub-buffer; CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_memory_map(cl_mem memory, cl_map_flags flags, const struct weft_extent *extent,
                                       void **pointer);
// Takes one mapping of `memory` with this address off the list; false if there is none. CL_MEM_MAP_COUNT stays until
// weft_memory_unmapped(), which the unmap command calls when it is executed.
bool weft_memory_unmap(cl_mem memory, const void *pointer);
void weft_memory_unmapped(cl_mem memory);
cl_uint weft_memory_map_count(cl_mem memory);

// The object that owns the bytes: itself unless it is a part of another.
static inline cl_mem
weft_memory_root(cl_mem memory)
{
    while (memory->parent)
        memory = memory->parent;
    return memory;
}

#endif
