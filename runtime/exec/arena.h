// SPDX-License-Identifier: Apache-2.0
// What a thread that runs work-groups has for one group at a time: its memory, and a stack for kernels' frames, which
// may be larger than what the thread has left of its own.
#ifndef WEFT_EXEC_ARENA_H
#define WEFT_EXEC_ARENA_H

#include <stdbool.h>
#include <stddef.h>

// The largest frame of a kernel, bytes. Address space only, until it is used.
#define WEFT_FRAME_BYTES_MAX ((size_t)63 * 1024 * 1024)

struct weft_arena {
    unsigned char *memory; // owned; aligned to a page, WEFT_LOCAL_MARGIN bytes more on both sides
    size_t bytes;
    size_t present;       // from the start of the margin in front of it: paged in
    unsigned char *stack; // owned; NULL, or the mapping whose end is where the stack begins
    size_t stack_bytes;
    bool is_used, is_own;            // by a thread; its thread's first
    bool has_frame;                  // acquired with one
    struct weft_arena *next, **link; // of all threads' arenas
};

// The calling thread's arena with at least so many bytes, and room for a frame of `frame_bytes` on its stack (0: none).
// NULL if memory is exhausted. Until it is released, another call gives another arena.
struct weft_arena *weft_arena_acquire(size_t bytes, size_t frame_bytes);
void weft_arena_release(struct weft_arena *arena); // NULL is fine
// Gives the calling thread an arena with a stack for small frames, of which the first pages are there, so that its first
// kernel does not wait for that. Nothing where memory is exhausted.
void weft_arena_prepare(void);
// Calls function(data) on the arena's stack.
void weft_arena_call(struct weft_arena *arena, void (*function)(void *data), void *data);
// Gives the memory of all threads back that live on; none of them uses it. At unload.
void weft_arena_shutdown(void);

#endif
