// SPDX-License-Identifier: Apache-2.0
// Moves bytes for commands: one memcpy when small, all of the device's threads when large.
#include "runtime/commands/transfer.h"

#include <string.h>

#include "runtime/core/svm.h"
#include "runtime/queue/public.h"

// Below this a single thread is done before a second one has woken up.
#define PARALLEL_BYTES ((size_t)1 << 20)
// What one thread takes at a time: large against the cost of handing it out, small against the whole.
#define GRAIN_BYTES ((size_t)256 << 10)
// What a thread moves in a nanosecond or so.
#define BYTES_PER_TICK 8
#define PATTERN_BYTES 128
// What a row is filled with at a time: it stays in the first cache.
#define PATTERN_ROUND_BYTES ((size_t)4 << 10)

// A command whose bytes are moved by several threads.
struct transfer {
    struct weft_command command; // first
    struct weft_range range;
    void (*move)(struct transfer *transfer, size_t begin, size_t end);
};

struct copy {
    struct transfer transfer; // first
    cl_mem memory[2];         // retained, or NULL; both NULL: pointers of the application's
    struct weft_box to, from;
    size_t region[3];
};

// Rows are filled in pieces, a whole number of patterns but for the end of a row.
struct fill {
    struct transfer transfer; // first
    cl_mem memory;            // retained, or NULL: a pointer of the application's
    struct weft_box to;
    size_t size[3];
    size_t piece_bytes;
    size_t pieces; // of a row
    size_t pattern_size;
    unsigned char pattern[PATTERN_BYTES];
    bool one_byte; // all bytes of the pattern are the same
};

static void
run_range(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end)
{
    struct transfer *transfer = (struct transfer *)(void *)((char *)range - offsetof(struct transfer, range));

    (void)arena;
    transfer->move(transfer, begin, end);
}

static void
end_range(struct weft_range *range)
{
    struct transfer *transfer = (struct transfer *)(void *)((char *)range - offsetof(struct transfer, range));

    weft_command_end(&transfer->command, CL_SUCCESS);
}

// Shares [0, count) among the device's threads, in pieces of `grain`. The last thing that run() does.
static cl_int
move_in_parallel(struct transfer *transfer, size_t count, size_t grain,
                 void (*move)(struct transfer *transfer, size_t begin, size_t end))
{
    transfer->move = move;
    transfer->range.run = run_range;
    transfer->range.end = end_range;
    transfer->range.count = count;
    transfer->range.grain = grain;
    return weft_command_start_range(&transfer->command, &transfer->range);
}

static void
copy_bytes(struct transfer *transfer, size_t begin, size_t end)
{
    const struct copy *copy = (const struct copy *)transfer;

    memcpy(copy->to.data + begin, copy->from.data + begin, end - begin);
}

static void
copy_rows(struct transfer *transfer, size_t begin, size_t end)
{
    const struct copy *copy = (const struct copy *)transfer;
    size_t row = begin % copy->region[1], slice = begin / copy->region[1];

    for (size_t i = begin; i < end; i++) {
        memmove(copy->to.data + slice * copy->to.slice_pitch + row * copy->to.row_pitch,
                copy->from.data + slice * copy->from.slice_pitch + row * copy->from.row_pitch, copy->region[0]);
        if (++row == copy->region[1]) {
            row = 0;
            slice++;
        }
    }
}

// Whether what a pointer leads to is still there.
static cl_int
check_pointer(const struct weft_command *command, const void *pointer, size_t bytes)
{
    return weft_svm_check(command->queue->context, CL_INVALID_VALUE, "when its turn came,", pointer, bytes);
}

static cl_int
run_copy(struct weft_command *command)
{
    struct copy *copy = (struct copy *)command;
    size_t bytes = copy->region[0], rows = copy->region[1] * copy->region[2];
    uintptr_t to = (uintptr_t)copy->to.data, from = (uintptr_t)copy->from.data;
    bool has_pointers = !copy->memory[0] && !copy->memory[1];

    if (bytes == 0)
        return CL_SUCCESS;
    if (has_pointers && (check_pointer(command, copy->to.data, bytes) != CL_SUCCESS ||
                         check_pointer(command, copy->from.data, bytes) != CL_SUCCESS))
        return CL_INVALID_VALUE;
    if (rows == 1) {
        // An application may read a CL_MEM_USE_HOST_PTR buffer into its own memory, or near it.
        bool apart = to >= from + bytes || from >= to + bytes;

        if (to == from)
            return CL_SUCCESS;
        if (apart && bytes >= PARALLEL_BYTES)
            return move_in_parallel(&copy->transfer, bytes, GRAIN_BYTES, copy_bytes);
        memmove(copy->to.data, copy->from.data, bytes);
    } else if (bytes * rows >= PARALLEL_BYTES) {
        return move_in_parallel(&copy->transfer, rows, GRAIN_BYTES / bytes + 1, copy_rows);
    } else {
        copy_rows(&copy->transfer, 0, rows);
    }
    return CL_SUCCESS;
}

static void
release_copy(struct weft_command *command)
{
    struct copy *copy = (struct copy *)command;

    weft_object_unref(copy->memory[0]);
    weft_object_unref(copy->memory[1]);
}

// Rows without gaps on both sides become one long row, slices without gaps too.
static void
merge_rows(struct copy *copy)
{
    if (copy->to.row_pitch != copy->region[0] || copy->from.row_pitch != copy->region[0])
        return;
    copy->region[0] *= copy->region[1];
    copy->region[1] = copy->region[2];
    copy->region[2] = 1;
    copy->to.row_pitch = copy->to.slice_pitch;
    copy->from.row_pitch = copy->from.slice_pitch;
    if (copy->to.row_pitch != copy->region[0] || copy->from.row_pitch != copy->region[0])
        return;
    copy->region[0] *= copy->region[1];
    copy->region[1] = 1;
}

cl_int
weft_transfer_copy(cl_command_queue queue, cl_command_type type, cl_mem first, cl_mem second, struct weft_box to,
                   struct weft_box from, const size_t region[3], struct weft_wait wait)
{
    static const struct weft_command_ops ops = {.run = run_copy, .release = release_copy};
    struct weft_command *command;
    struct copy *copy;
    cl_int err = weft_command_create(queue, type, sizeof(*copy), &ops, &command);

    if (err != CL_SUCCESS)
        return err;
    copy = (struct copy *)command;
    if (first)
        weft_object_ref(first);
    copy->memory[0] = first;
    if (second)
        weft_object_ref(second);
    copy->memory[1] = second;
    copy->to = to;
    copy->from = from;
    memcpy(copy->region, region, sizeof(copy->region));
    command->expected_ticks = region[0] * region[1] * region[2] / BYTES_PER_TICK;
    merge_rows(copy);
    return weft_command_enqueue(command, wait.count, wait.list, wait.blocking, wait.event);
}

// Writes the pattern once and then what is there already, up to so many bytes at a time.
static void
repeat_pattern(unsigned char *to, size_t size, const unsigned char *pattern, size_t pattern_size)
{
    const size_t most = PATTERN_ROUND_BYTES / pattern_size * pattern_size;
    size_t done = pattern_size;

    memcpy(to, pattern, pattern_size);
    while (done < size) {
        size_t bytes = done < most ? done : most;

        bytes = bytes < size - done ? bytes : size - done;
        memcpy(to + done, to, bytes);
        done += bytes;
    }
}

static void
fill_pieces(struct transfer *transfer, size_t begin, size_t end)
{
    const struct fill *fill = (const struct fill *)transfer;

    for (size_t i = begin; i < end; i++) {
        const size_t start = i % fill->pieces * fill->piece_bytes, row = i / fill->pieces;
        const size_t rest = fill->size[0] - start, bytes = rest < fill->piece_bytes ? rest : fill->piece_bytes;
        unsigned char *to = fill->to.data + row / fill->size[1] * fill->to.slice_pitch +
                            row % fill->size[1] * fill->to.row_pitch + start;

        if (fill->one_byte)
            memset(to, fill->pattern[0], bytes);
        else
            repeat_pattern(to, bytes, fill->pattern, fill->pattern_size);
    }
}

static cl_int
run_fill(struct weft_command *command)
{
    struct fill *fill = (struct fill *)command;
    const size_t count = fill->pieces * fill->size[1] * fill->size[2];

    if (fill->size[0] == 0)
        return CL_SUCCESS;
    if (!fill->memory && check_pointer(command, fill->to.data, fill->size[0]) != CL_SUCCESS)
        return CL_INVALID_VALUE;
    if (fill->size[0] * fill->size[1] * fill->size[2] >= PARALLEL_BYTES)
        return move_in_parallel(&fill->transfer, count, (GRAIN_BYTES - 1) / fill->size[0] + 1, fill_pieces);
    fill_pieces(&fill->transfer, 0, count);
    return CL_SUCCESS;
}

static void
release_fill(struct weft_command *command)
{
    weft_object_unref(((struct fill *)command)->memory);
}

cl_int
weft_transfer_fill(cl_command_queue queue, cl_command_type type, cl_mem memory, struct weft_box to,
                   const size_t size[3], const void *pattern, size_t pattern_size, struct weft_wait wait)
{
    static const struct weft_command_ops ops = {.run = run_fill, .release = release_fill};
    struct weft_command *command;
    struct fill *fill;
    cl_int err = weft_command_create(queue, type, sizeof(*fill), &ops, &command);

    if (err != CL_SUCCESS)
        return err;
    fill = (struct fill *)command;
    if (memory)
        weft_object_ref(memory);
    fill->memory = memory;
    fill->to = to;
    memcpy(fill->size, size, sizeof(fill->size));
    fill->piece_bytes = GRAIN_BYTES / pattern_size * pattern_size;
    fill->pieces = (size[0] - 1) / fill->piece_bytes + 1;
    fill->pattern_size = pattern_size;
    memcpy(fill->pattern, pattern, pattern_size);
    fill->one_byte = true;
    for (size_t i = 1; i < pattern_size; i++)
        fill->one_byte = fill->one_byte && fill->pattern[i] == fill->pattern[0];
    command->expected_ticks = size[0] * size[1] * size[2] / BYTES_PER_TICK;
    return weft_command_enqueue(command, wait.count, wait.list, CL_FALSE, wait.event);
}
