// SPDX-License-Identifier: Apache-2.0
// What compiled kernels and the runtime agree on: structures, symbols and argument layout.
//
// The passes build the same structures as LLVM types by field index (compiler/analysis/abi_types.cpp)
// and check their offsets against this header, so this file is the only definition.
#ifndef WEFT_KERNEL_ABI_H
#define WEFT_KERNEL_ABI_H

#include <stddef.h>
#include <stdint.h>

#define WEFT_KERNEL_ABI_VERSION 6u

// No memory object is larger, nor shared virtual memory that is allocated: kernels are compiled as if two addresses in
// one were never 2^32 elements of 4 bytes apart. The same goes for what the system allocates and kernels index with 32
// bits.
#define WEFT_MAX_OBJECT_BYTES ((UINT64_C(1) << 34) - (UINT64_C(1) << 20))

// Exported by every kernel object: one entry per kernel, `__weft_kernel_<name>`, and the variable
// `__weft_services` (a `const struct weft_services *`) that the loader sets before the first launch.
#define WEFT_KERNEL_SYMBOL_PREFIX "__weft_kernel_"
#define WEFT_SERVICES_SYMBOL "__weft_services"

// Alignment in bytes of the worker's local memory and context areas, and of each __local argument in it.
#define WEFT_ARENA_ALIGN 128u

// Work-items that the context has places for beside those of the group, so that what is kept for lanes that are off is
// written as it was, and is nothing else. The sum is rounded up to WEFT_CONTEXT_PADDING.
#define WEFT_CONTEXT_SLACK 64u
#define WEFT_CONTEXT_PADDING 64u

// Bytes ahead of and behind the worker's local memory (behind it, those of its context come first) that kernels may
// read, and write as they were.
#define WEFT_LOCAL_MARGIN 4096u

// Work-items of a sub-group, which begins where the linear local id is a multiple of it; the last one of a group may
// have fewer. kernel-lib/include/weft_workitem.h has it too.
#define WEFT_SUB_GROUP_SIZE 32u

// A printf argument's type: kind << 16 | element bytes << 8 | lanes (1, 2, 3, 4, 8 or 16).
enum weft_printf_kind {
    WEFT_PRINTF_INTEGER = 0,
    WEFT_PRINTF_FLOAT = 1,
    WEFT_PRINTF_POINTER = 2, // also the string of %s
};

struct weft_launch;

// The barriers of a kernel whose launches are checked. Regions are what lies between them; 0 starts the kernel.
struct weft_barrier_places {
    const char *kernel;
    uint64_t regions;
    const uint32_t *lines; // by region: the source line of the barrier before it, 0 where that is not known
};

// ndrange_t of OpenCL C: the range of a kernel that a kernel enqueues. A local size of 0 in dimension 0: any.
struct weft_enqueued_range {
    uint32_t work_dim;
    uint64_t offset[3], global_size[3], local_size[3];
};

// Of the number of a block that a kernel enqueues: which of weft_program_info's it is, and whether enqueue_kernel is to
// tell why it fails, as it does in programs that are built with -g.
#define WEFT_BLOCK_NUMBER UINT64_C(0x7FFFFFFF)
#define WEFT_BLOCK_SAYS_WHY (UINT64_C(1) << 31)

// What get_kernel_work_group_size and so on ask.
enum weft_block_query {
    WEFT_QUERY_WORK_GROUP_SIZE,
    WEFT_QUERY_PREFERRED_MULTIPLE,
    WEFT_QUERY_SUB_GROUP_COUNT, // for a range, likewise the next
    WEFT_QUERY_SUB_GROUP_SIZE,
};

// Functions of the runtime that kernels call. Fields are only ever appended.
struct weft_services {
    uint32_t abi_version; // WEFT_KERNEL_ABI_VERSION
    uint32_t reserved;
    // OpenCL C printf. `types` has `count` descriptors as above; argument i starts in `values` at the
    // next multiple of 8 bytes after argument i-1 (lanes * element bytes, packed). Returns 0, or -1
    // when the format is malformed. Thread-safe: one call's text is never mixed with another's.
    int32_t (*printf)(const char *format, uint32_t count, const uint32_t *types, const void *values);
    // Whether the work-items with linear local ids first <= i < first + count are at one barrier, or all at the end:
    // next[i] is the region that the barrier is before, 0 at the end. `group` holds the group's id and its local size,
    // 3 each. Returns 0, or 1 after noting for the launch what is wrong: the group does not go on.
    int32_t (*check_barrier)(const struct weft_launch *launch, const struct weft_barrier_places *places,
                             const uint64_t *group, uint64_t first, uint64_t count, const uint32_t *next);
    // The kernel that this thread runs has found something wrong, which the sentence says: its launch fails.
    void (*complain)(const char *sentence);
    // Enqueuing kernels from kernels, as OpenCL C has it: queues and events are words that only the runtime can read,
    // 0 and ~0 their null ones; whatever else a word holds is told apart. `literal` begins with its size, of which so
    // many bytes are copied. Results are CLK_SUCCESS and so on of OpenCL C.
    int32_t (*enqueue_kernel)(uint64_t queue, uint32_t flags, const struct weft_enqueued_range *range,
                              uint32_t event_count, const uint64_t *events, uint64_t *event, uint64_t block,
                              const void *literal, uint32_t local_count, const uint64_t *local_sizes);
    int32_t (*enqueue_marker)(uint64_t queue, uint32_t event_count, const uint64_t *events, uint64_t *event);
    uint32_t (*query_block)(uint64_t block, uint32_t query, const struct weft_enqueued_range *range);
    uint64_t (*create_user_event)(void);
    void (*retain_event)(uint64_t event);
    void (*release_event)(uint64_t event);
    int32_t (*is_valid_event)(uint64_t event);
    void (*set_user_event_status)(uint64_t event, int32_t status);
    void (*capture_profiling)(uint64_t event, int32_t name, void *value);
};

// One NDRange launch: read-only while it runs, shared by all threads.
struct weft_launch {
    const void *args;          // 0: packed arguments, see struct weft_arg_info.offset
    uint64_t work_dim;         // 1: 1 to 3; unused dimensions have size 1, offset 0
    uint64_t global_size[3];   // 2: work-items
    uint64_t global_offset[3]; // 3
    uint64_t local_size[3];    // 4: enqueued local size; the last group of a dimension may be smaller
    uint64_t num_groups[3];    // 5: ceil(global_size / local_size)
    uint64_t apart;            // 6: 1: no two of the buffers that are arguments have a byte in common; else 0
    uint64_t default_queue;    // 7: where kernels may enqueue: the word of the context's default queue, or 0
};

// The head of a pipe's memory; `capacity` sequence numbers of 8 bytes and as many packets follow. Positions count
// packets from the beginning; kernel-lib/include/weft_pipe.h has the protocol. Sequence number i starts as i.
struct weft_pipe {
    uint32_t packet_bytes, capacity;
    uint64_t unused[7];
    uint64_t written; // the next position to be reserved for writing
    uint64_t unused_too[7];
    uint64_t read; // and for reading
    uint64_t unused_as_well[7];
};

// Memory of the executing thread, good for one group at a time.
struct weft_worker_memory {
    void *local;   // 0: static __local variables from offset 0, then the __local arguments
    void *context; // 1: values that live across barriers: context_bytes_per_item for each place (WEFT_CONTEXT_SLACK)
};

// Runs the work-groups with linear index first <= g < end; dimension 0 varies fastest.
// The local memory's bytes are undefined on entry to each group.
typedef void (*weft_kernel_entry)(const struct weft_launch *launch, const struct weft_worker_memory *memory,
                                  uint64_t first, uint64_t end);

#endif
