// SPDX-License-Identifier: Apache-2.0
// The base of every OpenCL object: the loader's dispatch pointer, its type, and two reference counts.
//
// Objects live in slots of one reserved address range, so that any pointer an application hands in can be judged
// (NULL, foreign, released, of another type) by arithmetic and one load, without a lock and without a crash.
#ifndef WEFT_CORE_OBJECT_H
#define WEFT_CORE_OBJECT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/opencl.h"

enum weft_object_type {
    WEFT_OBJECT_FREE = 0, // slot not in use
    WEFT_OBJECT_PLATFORM = 0x57460001,
    WEFT_OBJECT_DEVICE,
    WEFT_OBJECT_CONTEXT,
    WEFT_OBJECT_QUEUE,
    WEFT_OBJECT_MEMORY, // cl_mem: buffers, images and pipes
    WEFT_OBJECT_SAMPLER,
    WEFT_OBJECT_PROGRAM,
    WEFT_OBJECT_KERNEL,
    WEFT_OBJECT_EVENT,
};

struct weft_object {
    const void *dispatch;                        // borrowed; the loader reads it at offset 0
    void *dispatch_data;                         // cl_khr_icd 2.0: the loader's, copied from the platform
    _Atomic uint32_t type;                       // enum weft_object_type
    _Atomic uint64_t counts;                     // object.c's: both reference counts and the slot's generation
    void (*destroy)(struct weft_object *object); // without references; frees what the object owns, not the slot
    _Atomic uint64_t link;                       // object.c's: between free slots
};

#define WEFT_OBJECT_SLOT_BYTES 512 // no object struct is larger

// A zeroed slot with both counts 1, or NULL when memory is exhausted. Thread-safe, and mostly without atomics: threads
// keep free slots of their own.
void *weft_object_create(enum weft_object_type type, size_t size, void (*destroy)(struct weft_object *));
// True for a live object of this type; false for anything else, NULL and garbage included.
bool weft_object_is(const void *handle, enum weft_object_type type);
void weft_object_ref(void *object);   // internal
void weft_object_unref(void *object); // internal; NULL is fine
// A reference to a memory object or a queue that the caller has a handle of, but no reference to; other threads may be
// releasing it. False if the handle is none any more. It may be another object's of the type by now.
WEFT_MUST_CHECK bool weft_object_try_ref(void *handle, enum weft_object_type type);
// The application's references hold one internal reference together. After the last release a retain is possible as
// long as the object lives: its handle can be had from a query of another one. The caller has validated the handle.
void weft_object_api_retain(void *object);
void weft_object_api_release(void *object);
uint32_t weft_object_api_count(const void *object); // what CL_*_REFERENCE_COUNT reports
// The dispatch table and data given to new objects.
void weft_object_set_dispatch(const void *dispatch, void *dispatch_data);
// The platform and the root device: static storage, alive as long as the library is mapped, never destroyed.
void *weft_object_create_static(enum weft_object_type type, size_t size);
// Objects created and not yet destroyed, the static ones left out.
size_t weft_object_live_count(void);
// Reserves the address range; at load. Failure shows as weft_object_create returning NULL.
void weft_object_startup(void);
// Gives the address range back, unless the application still holds objects. At unload, when no thread is left.
void weft_object_shutdown(void);

#define WEFT_IS(handle, TYPE) weft_object_is((handle), WEFT_OBJECT_##TYPE)

#endif
