// SPDX-License-Identifier: Apache-2.0
// Events: status, callbacks, waiting, profiling; user events. struct _cl_event is defined in core/event_internal.h
#ifndef WEFT_CORE_EVENT_H
#define WEFT_CORE_EVENT_H

#include "runtime/core/object.h"

cl_context weft_event_context(cl_event event); // borrowed

#endif
