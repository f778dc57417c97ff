// SPDX-License-Identifier: Apache-2.0
// What an application wants to be called when an object is destroyed, the newest first.
#ifndef WEFT_CORE_DESTRUCTORS_H
#define WEFT_CORE_DESTRUCTORS_H

#include <stdatomic.h>

#include "runtime/base/opencl.h"

struct weft_destructor;

struct weft_destructors {
    _Atomic(struct weft_destructor *) newest; // owned list
};

// A void(CL_CALLBACK *)(handle, void *) of the object's kind.
typedef void(CL_CALLBACK *weft_destructor_call)(void);

// Thread-safe. CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_destructors_add(struct weft_destructors *list, weft_destructor_call call, void *data);
// Takes the newest off the list; NULL when there are no more. By whoever destroys the object, without locks.
weft_destructor_call weft_destructors_take(struct weft_destructors *list, void **data);

#endif
