// SPDX-License-Identifier: Apache-2.0
// Memory objects: where their bytes come from, what is mapped, and what happens at their end.
#include "runtime/core/memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/core/properties.h"
#include "runtime/core/svm.h"
#include "runtime/exec/scheduler.h"

// From here on memory comes straight from the system: whole pages, touched first by the thread that uses them.
#define LARGE_BYTES ((size_t)256 << 10)
// From here on it is aligned for, and asks for, huge pages.
#define HUGE_BYTES ((size_t)2 << 20)
#define PAGE_BYTES ((size_t)4096)
// On both sides of what is mapped; whole pages on all systems.
#define MARGIN_BYTES ((size_t)64 << 10)
// Up to here an object has all its pages when it is made, where it is no matter which thread touches them first.
#define PRESENT_BYTES ((size_t)64 << 20)
// From here on several threads copy what the host gives, in pieces of a huge page.
#define SHARED_COPY_BYTES ((size_t)8 << 20)
#define SHARED_COPY_GRAIN_BYTES HUGE_BYTES

struct weft_mapping {
    struct weft_mapping *next; // owned
    cl_mem memory;             // borrowed: what was mapped, which takes its mappings along when it ends
    unsigned char *pointer;    // what the application got
    struct weft_extent extent; // of the root's bytes
    bool writes;
};

// Takes a mapping of the object with this address, or any with NULL, off its root's list; NULL if there is none.
static struct weft_mapping *
take_mapping(cl_mem memory, const void *pointer)
{
    cl_mem root = weft_memory_root(memory);
    struct weft_mapping **at, *found;

    weft_mutex_lock(&root->lock);
    at = &root->mappings;
    while (*at && ((*at)->memory != memory || (pointer && (*at)->pointer != pointer)))
        at = &(*at)->next;
    found = *at;
    if (found)
        *at = found->next;
    weft_mutex_unlock(&root->lock);
    return found;
}

static void
destroy_memory(struct weft_object *object)
{
    cl_mem memory = (cl_mem)object;
    struct weft_mapping *mapping;
    weft_destructor_call call;
    void *data;

    while ((call = weft_destructors_take(&memory->destructors, &data)))
        ((void(CL_CALLBACK *)(cl_mem, void *))call)(memory, data);
    while ((mapping = take_mapping(memory, NULL)))
        free(mapping);
    if (memory->mapped_bytes)
        munmap((unsigned char *)memory->data - MARGIN_BYTES, memory->mapped_bytes + 2 * MARGIN_BYTES);
    else if (!memory->parent && !(memory->flags & CL_MEM_USE_HOST_PTR))
        free(memory->data);
    free(memory->image);
    free(memory->properties);
    weft_object_unref(memory->parent);
    weft_object_unref(memory->context);
}

static cl_int
memory_new(cl_context context, cl_mem_object_type type, cl_mem_flags flags, size_t size, cl_mem *memory)
{
    cl_mem m = weft_object_create(WEFT_OBJECT_MEMORY, sizeof(*m), destroy_memory);

    if (!m)
        return weft_error(context, CL_OUT_OF_HOST_MEMORY, "no memory left for a memory object");
    weft_object_ref(context);
    m->context = context;
    m->type = type;
    m->flags = flags;
    m->size = size;
    weft_mutex_init(&m->lock);
    *memory = m;
    return CL_SUCCESS;
}

// Whether all memory is as near to each thread: there is one NUMA node.
static bool
has_one_node(void)
{
    static _Atomic int known; // 1: yes, 2: no
    int answer = atomic_load_explicit(&known, memory_order_relaxed);

    if (answer == 0) {
        char nodes[8] = "0\n";
        FILE *file = fopen("/sys/devices/system/node/possible", "re");

        if (file && !fgets(nodes, sizeof nodes, file))
            nodes[0] = '\0';
        if (file)
            fclose(file);
        answer = strcmp(nodes, "0\n") == 0 ? 1 : 2;
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer == 1;
}

// Whole pages; huge ones when it is at least half as large as one: the first to touch 2 MB waits 0.2 ms for one of
// them, and 1 ms for 512 small ones. On both sides is memory that nobody else has: kernels of other people's programs
// read an element ahead of their buffers, or behind (OpenCV's pyrUp does), which on other platforms is there, too.
static cl_int
map_pages(cl_mem memory, size_t size)
{
    size_t page = size >= HUGE_BYTES / 2 ? HUGE_BYTES : PAGE_BYTES;
    size_t bytes = (size + page - 1) & ~(page - 1);
    size_t all = bytes + 2 * MARGIN_BYTES + (page == HUGE_BYTES ? HUGE_BYTES : 0);
    unsigned char *start, *aligned, *end;

    if (bytes < size || all < bytes)
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    start = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    aligned = (unsigned char *)(((uintptr_t)start + MARGIN_BYTES + page - 1) & ~(uintptr_t)(page - 1));
    end = aligned + bytes + MARGIN_BYTES;
    if (aligned - MARGIN_BYTES > start)
        munmap(start, (size_t)(aligned - MARGIN_BYTES - start));
    if (end < start + all)
        munmap(end, (size_t)(start + all - end));
    // A hint: systems without it are only slower. With the margins, so that all is one mapping.
    if (page == HUGE_BYTES)
        madvise(aligned - MARGIN_BYTES, bytes + 2 * MARGIN_BYTES, MADV_HUGEPAGE);
    // A kernel that writes there first would wait for the system at each page, which in virtual machines takes longer
    // than the kernel. What the host copies to it at once is touched by that. A hint, too (Linux 5.14).
    if (bytes <= PRESENT_BYTES && !(memory->flags & CL_MEM_COPY_HOST_PTR) && has_one_node())
        madvise(aligned, bytes, MADV_POPULATE_WRITE);
    memory->data = aligned;
    memory->mapped_bytes = bytes;
    return CL_SUCCESS;
}

static cl_int
allocate(cl_mem memory, size_t alignment, size_t slack)
{
    size_t size = memory->size + slack;
    void *data = NULL;

    if (size < slack)
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    if (size >= LARGE_BYTES)
        return map_pages(memory, size);
    // A whole number of cache lines, so that two buffers never share one.
    if (posix_memalign(&data, alignment,
                       (size + WEFT_MEM_BASE_ADDR_ALIGN_BYTES - 1) & ~(size_t)(WEFT_MEM_BASE_ADDR_ALIGN_BYTES - 1)))
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    memory->data = data;
    return CL_SUCCESS;
}

struct host_copy {
    struct weft_awaited_range awaited; // first
    unsigned char *to;
    const unsigned char *from;
};

static void
copy_part(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end)
{
    const struct host_copy *copy = (const struct host_copy *)(void *)range;

    (void)arena;
    memcpy(copy->to + begin, copy->from + begin, end - begin);
}

// The first to touch pages of a large object are the threads that kernels will run on, which puts pages near to them.
void
weft_memory_copy_from_host(cl_mem memory, const void *host_ptr, size_t size)
{
    struct host_copy copy = {
        .awaited.range = {.run = copy_part, .count = size, .grain = SHARED_COPY_GRAIN_BYTES},
        .to = memory->data,
        .from = host_ptr,
    };
    struct weft_worker_pool *pool = size >= SHARED_COPY_BYTES ? weft_device_pool(memory->context->devices[0]) : NULL;

    if (pool)
        weft_range_run(pool, &copy.awaited);
    else
        memcpy(memory->data, host_ptr, size);
}

cl_int
weft_memory_keep_properties(cl_mem memory, const cl_mem_properties *properties)
{
    return weft_properties_copy(properties, &memory->properties, &memory->property_count) ? CL_SUCCESS
                                                                                          : CL_OUT_OF_HOST_MEMORY;
}

cl_int
weft_memory_create(cl_context context, cl_mem_object_type type, cl_mem_flags flags, size_t size, size_t alignment,
                   size_t slack, cl_mem *memory)
{
    cl_mem made = NULL;
    cl_int err = memory_new(context, type, flags, size, &made);

    if (err != CL_SUCCESS)
        return err;
    err = allocate(made, alignment, slack);
    if (err != CL_SUCCESS) {
        (void)weft_error(context, err, "the system has no %zu bytes for a memory object", size);
        weft_object_api_release(made);
        return err;
    }
    *memory = made;
    return CL_SUCCESS;
}

cl_int
weft_memory_create_at(cl_context context, cl_mem_object_type type, cl_mem_flags flags, size_t size, void *host_ptr,
                      cl_mem *memory)
{
    cl_mem made = NULL;
    cl_int err = memory_new(context, type, flags, size, &made);

    if (err != CL_SUCCESS)
        return err;
    made->data = host_ptr;
    made->host_ptr = host_ptr;
    made->uses_svm = type == CL_MEM_OBJECT_BUFFER && weft_svm_find(context, WEFT_SVM_BUFFERS | WEFT_SVM_UNIFIED,
                                                                   host_ptr, &(struct weft_svm_allocation){0});
    *memory = made;
    return CL_SUCCESS;
}

cl_int
weft_memory_create_part(cl_mem parent, cl_mem_object_type type, cl_mem_flags flags, size_t origin, size_t size,
                        cl_mem *memory)
{
    cl_mem made = NULL;
    cl_int err = memory_new(parent->context, type, flags, size, &made);

    if (err != CL_SUCCESS)
        return err;
    weft_object_ref(parent);
    made->parent = parent;
    made->origin = origin;
    made->data = parent->data + origin;
    made->uses_svm = parent->uses_svm && type == CL_MEM_OBJECT_BUFFER;
    made->has_address = parent->has_address && type == CL_MEM_OBJECT_BUFFER;
    if (parent->host_ptr)
        made->host_ptr = (unsigned char *)parent->host_ptr + origin;
    *memory = made;
    return CL_SUCCESS;
}

cl_int
weft_buffer_create(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t size,
                   void *host_ptr, cl_mem *buffer)
{
    cl_mem memory = NULL;
    cl_int err;

    if (flags & CL_MEM_USE_HOST_PTR)
        err = weft_memory_create_at(context, CL_MEM_OBJECT_BUFFER, flags, size, host_ptr, &memory);
    else
        err =
            weft_memory_create(context, CL_MEM_OBJECT_BUFFER, flags, size, WEFT_MEM_BASE_ADDR_ALIGN_BYTES, 0, &memory);
    if (err != CL_SUCCESS)
        return err;
    err = weft_memory_keep_properties(memory, properties);
    if (err != CL_SUCCESS) {
        weft_object_api_release(memory);
        return weft_error(context, err, "no memory left for the properties of a buffer");
    }
    for (; properties && properties[0]; properties += 2)
        memory->has_address = properties[0] == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT && properties[1];
    if (flags & CL_MEM_COPY_HOST_PTR)
        weft_memory_copy_from_host(memory, host_ptr, size);
    *buffer = memory;
    return CL_SUCCESS;
}

static bool
overlaps_written(cl_mem root, const struct weft_extent *extent) WEFT_REQUIRES(root->lock)
{
    for (const struct weft_mapping *m = root->mappings; m; m = m->next)
        if (m->writes && weft_extents_overlap(&m->extent, extent))
            return true;
    return false;
}

cl_int
weft_memory_map(cl_mem memory, cl_map_flags flags, const struct weft_extent *extent, void **pointer)
{
    cl_mem root = weft_memory_root(memory);
    struct weft_mapping *mapping = malloc(sizeof(*mapping));

    if (!mapping)
        return CL_OUT_OF_HOST_MEMORY;
    mapping->memory = memory;
    mapping->pointer = memory->data + extent->start;
    mapping->extent = *extent;
    mapping->extent.start += (size_t)(memory->data - root->data);
    mapping->writes = (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
    weft_mutex_lock(&root->lock);
    if (mapping->writes && overlaps_written(root, &mapping->extent)) {
        weft_mutex_unlock(&root->lock);
        free(mapping);
        return CL_INVALID_OPERATION;
    }
    mapping->next = root->mappings;
    root->mappings = mapping;
    atomic_fetch_add_explicit(&memory->map_count, 1, memory_order_relaxed);
    *pointer = mapping->pointer;
    weft_mutex_unlock(&root->lock);
    return CL_SUCCESS;
}

bool
weft_memory_unmap(cl_mem memory, const void *pointer)
{
    struct weft_mapping *mapping = pointer ? take_mapping(memory, pointer) : NULL;

    free(mapping);
    return mapping != NULL;
}

void
weft_memory_unmapped(cl_mem memory)
{
    atomic_fetch_sub_explicit(&memory->map_count, 1, memory_order_relaxed);
}

cl_uint
weft_memory_map_count(cl_mem memory)
{
    return atomic_load_explicit(&memory->map_count, memory_order_relaxed);
}
