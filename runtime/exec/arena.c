// SPDX-License-Identifier: Apache-2.0
// Arenas: a thread's own, kept until it ends; growing; switching stacks.
#define _GNU_SOURCE 1
#include "runtime/exec/arena.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "compiler/kernel_abi.h"
#include "runtime/base/fork.h"
#include "runtime/base/thread.h"

// Of what a kernel asks for, so many bytes at most are paged in before they are used.
#define PRESENT_MAX 0x10000u
// Beside a kernel's frame: what it calls (printf is the largest), and a handler of the application's signals.
#define STACK_RESERVE ((size_t)192 * 1024)
#define STACK_GUARD ((size_t)64 * 1024)
// Of a stack that is made before there is a kernel: a frame that nearly all fit, and what is paged in, bytes.
#define PREPARED_FRAME ((size_t)64 * 1024)
#define PREPARED_PAGES ((size_t)4 * PAGE)
#define STEP ((size_t)64 * 1024)
#define PAGE 4096u // or a part of one

static struct weft_mutex arenas_lock = WEFT_MUTEX_INITIALIZER; // leaf
static struct weft_arena *arenas WEFT_GUARDED_BY(arenas_lock); // owned; each is its thread's to use
static pthread_key_t thread_key;                               // its destructor ends a thread's arena
static bool has_thread_key WEFT_GUARDED_BY(arenas_lock);
static _Thread_local struct weft_arena *own; // NULL until the thread needs one

static void
destroy(struct weft_arena *arena)
{
    if (arena->memory)
        munmap(arena->memory - WEFT_LOCAL_MARGIN, arena->bytes + 2 * WEFT_LOCAL_MARGIN);
    if (arena->stack)
        munmap(arena->stack - STACK_GUARD, arena->stack_bytes + STACK_GUARD);
    free(arena);
}

static void
discard(struct weft_arena *arena)
{
    weft_mutex_lock(&arenas_lock);
    *arena->link = arena->next;
    if (arena->next)
        arena->next->link = arena->link;
    weft_mutex_unlock(&arenas_lock);
    destroy(arena);
}

static void
end_of_thread(void *data)
{
    own = NULL;
    discard(data);
}

static struct weft_arena *
create(bool is_own)
{
    static struct weft_fork_lock fork_lock = {.lock = &arenas_lock};
    struct weft_arena *arena = calloc(1, sizeof(*arena));

    if (!arena)
        return NULL;
    weft_fork_takes(&fork_lock);
    weft_mutex_lock(&arenas_lock);
    if (!has_thread_key)
        has_thread_key = pthread_key_create(&thread_key, end_of_thread) == 0;
    arena->is_own = is_own && has_thread_key && pthread_setspecific(thread_key, arena) == 0;
    if (arena->is_own)
        own = arena;
    arena->next = arenas;
    arena->link = &arenas;
    if (arenas)
        arenas->link = &arena->next;
    arenas = arena;
    weft_mutex_unlock(&arenas_lock);
    return arena;
}

static bool
grow_memory(struct weft_arena *arena, size_t bytes)
{
    unsigned char *memory;

    if (bytes > SIZE_MAX / 4)
        return false;
    bytes = (bytes + STEP - 1) & ~(STEP - 1);
    memory = mmap(NULL, bytes + 2 * WEFT_LOCAL_MARGIN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    if (arena->memory)
        munmap(arena->memory - WEFT_LOCAL_MARGIN, arena->bytes + 2 * WEFT_LOCAL_MARGIN);
    arena->memory = memory + WEFT_LOCAL_MARGIN;
    arena->bytes = bytes;
    arena->present = 0;
    return true;
}

// A masked access of which only lanes that are off touch an absent page takes hundreds of cycles: these bytes, and the
// margins beside them, have their pages.
static void
page_in(struct weft_arena *arena, size_t bytes)
{
    const size_t end = (bytes < PRESENT_MAX ? bytes : PRESENT_MAX) + 2 * WEFT_LOCAL_MARGIN;

    for (; arena->present < end; arena->present += PAGE)
        (arena->memory - WEFT_LOCAL_MARGIN)[arena->present] = 0;
}

static bool
grow_stack(struct weft_arena *arena, size_t frame_bytes)
{
    size_t bytes = (frame_bytes + STACK_RESERVE + STEP - 1) & ~(STEP - 1);
    unsigned char *all;

    if (frame_bytes > WEFT_FRAME_BYTES_MAX)
        return false;
    all = mmap(NULL, bytes + STACK_GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (all == MAP_FAILED)
        return false;
    if (mprotect(all + STACK_GUARD, bytes, PROT_READ | PROT_WRITE) != 0) {
        munmap(all, bytes + STACK_GUARD);
        return false;
    }
    if (arena->stack)
        munmap(arena->stack - STACK_GUARD, arena->stack_bytes + STACK_GUARD);
    arena->stack = all + STACK_GUARD;
    arena->stack_bytes = bytes;
    return true;
}

struct weft_arena *
weft_arena_acquire(size_t bytes, size_t frame_bytes)
{
    struct weft_arena *arena = own;

    if (!arena || arena->is_used)
        arena = create(!arena);
    if (!arena)
        return NULL;
    arena->is_used = true;
    arena->has_frame = frame_bytes > 0;
    if ((arena->bytes >= bytes || grow_memory(arena, bytes)) &&
        (!frame_bytes || (arena->stack && arena->stack_bytes >= frame_bytes + STACK_RESERVE) ||
         grow_stack(arena, frame_bytes))) {
        if (bytes)
            page_in(arena, bytes);
        return arena;
    }
    weft_arena_release(arena);
    return NULL;
}

void
weft_arena_prepare(void)
{
    struct weft_arena *arena = own ? own : create(true);

    if (!arena)
        return;
    if (arena->is_own && !arena->is_used && !arena->stack && grow_stack(arena, PREPARED_FRAME))
        for (size_t at = PAGE; at <= PREPARED_PAGES; at += PAGE)
            (arena->stack + arena->stack_bytes)[-(ptrdiff_t)at] = 0;
    if (!arena->is_own)
        discard(arena);
}

void
weft_arena_release(struct weft_arena *arena)
{
    if (!arena)
        return;
    arena->is_used = false;
    if (!arena->is_own)
        discard(arena);
}

// call(end of a stack, function, data): the stack grows down from `end`, which is aligned to 16 bytes. The frame's
// address is described by a register that functions keep, so that debuggers and profilers find the way back.
#if defined(__x86_64__)
__asm__(".pushsection .text\n"
        ".type weft_stack_call, @function\n"
        ".hidden weft_stack_call\n"
        ".globl weft_stack_call\n"
        "weft_stack_call:\n"
        ".cfi_startproc\n"
        "endbr64\n"
        "pushq %rbp\n"
        ".cfi_def_cfa_offset 16\n"
        ".cfi_offset %rbp, -16\n"
        "movq %rsp, %rbp\n"
        ".cfi_def_cfa_register %rbp\n"
        "movq %rdi, %rsp\n"
        "movq %rdx, %rdi\n"
        "callq *%rsi\n"
        "movq %rbp, %rsp\n"
        "popq %rbp\n"
        ".cfi_def_cfa %rsp, 8\n"
        "retq\n"
        ".cfi_endproc\n"
        ".size weft_stack_call, . - weft_stack_call\n"
        ".popsection");
void weft_stack_call(void *end, void (*function)(void *data), void *data);
#elif defined(__aarch64__)
__asm__(".pushsection .text\n"
        ".type weft_stack_call, @function\n"
        ".hidden weft_stack_call\n"
        ".globl weft_stack_call\n"
        "weft_stack_call:\n"
        ".cfi_startproc\n"
        "hint #34\n" // bti c
        "stp x29, x30, [sp, #-16]!\n"
        ".cfi_def_cfa_offset 16\n"
        ".cfi_offset x29, -16\n"
        ".cfi_offset x30, -8\n"
        "mov x29, sp\n"
        ".cfi_def_cfa_register x29\n"
        "mov sp, x0\n"
        "mov x0, x2\n"
        "blr x1\n"
        "mov sp, x29\n"
        ".cfi_def_cfa_register sp\n"
        "ldp x29, x30, [sp], #16\n"
        ".cfi_def_cfa_offset 0\n"
        ".cfi_restore x29\n"
        ".cfi_restore x30\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size weft_stack_call, . - weft_stack_call\n"
        ".popsection");
void weft_stack_call(void *end, void (*function)(void *data), void *data);
#else
#include <ucontext.h>

struct call {
    void (*function)(void *data);
    void *data;
};

// makecontext() passes integers.
static void
enter(unsigned high, unsigned low)
{
    struct call *call = (struct call *)((uintptr_t)high << 32 | low);

    call->function(call->data);
}

static void
weft_stack_call(void *end, void (*function)(void *data), void *data)
{
    struct call call = {function, data};
    ucontext_t here, there;

    getcontext(&there);
    there.uc_stack.ss_sp = (unsigned char *)end - STACK_RESERVE;
    there.uc_stack.ss_size = STACK_RESERVE;
    there.uc_link = &here;
    makecontext(&there, (void (*)(void))enter, 2, (unsigned)((uint64_t)(uintptr_t)&call >> 32),
                (unsigned)(uintptr_t)&call);
    swapcontext(&here, &there);
}
#endif

void
weft_arena_call(struct weft_arena *arena, void (*function)(void *data), void *data)
{
    weft_stack_call(arena->stack + arena->stack_bytes, function, data);
}

void
weft_arena_shutdown(void)
{
    weft_mutex_lock(&arenas_lock);
    if (has_thread_key)
        pthread_key_delete(thread_key);
    has_thread_key = false;
    for (struct weft_arena *next; arenas; arenas = next) {
        next = arenas->next;
        destroy(arenas);
    }
    weft_mutex_unlock(&arenas_lock);
    own = NULL;
}
