// SPDX-License-Identifier: Apache-2.0
// Events of commands that kernels enqueue: clk_event_t, words that only this file can read. Any word can be given to
// any function: what is no live event is told apart, and nothing is done.
#ifndef WEFT_COMMANDS_DEVICE_EVENT_H
#define WEFT_COMMANDS_DEVICE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#define WEFT_NO_DEVICE_EVENT UINT64_MAX  // CLK_NULL_EVENT
#define WEFT_MOST_DEVICE_EVENTS 1048576u // alive at once

// Something that waits for an event; in the event's list.
struct weft_dependent {
    struct weft_dependent *next;
    void *waiter; // borrowed
};

// A new event with a reference of the kernels', which somebody is to finish: its command, or set_user_event_status.
// WEFT_NO_DEVICE_EVENT if there are too many, or memory is exhausted.
uint64_t weft_device_event_create(bool is_user);
bool weft_device_event_is_valid(uint64_t event);
void weft_device_event_retain(uint64_t event);
// After the last reference nobody can set a user event: returns those who wait for it in vain, else NULL.
struct weft_dependent *weft_device_event_release(uint64_t event);
bool weft_device_event_is_user(uint64_t event);
// The event's command is complete, or it is a user event: CL_COMPLETE or an error. Times are from the command's start
// to its own end, and to that of its children. Returns those who wait for it. A second time it does nothing.
struct weft_dependent *weft_device_event_finish(uint64_t event, int32_t status, uint64_t execution_ns,
                                                uint64_t complete_ns);
// True if the event is not final: then the dependent is in its list, borrowed until the event is. Else *status is what
// it ended with, or CL_INVALID_EVENT if it is none.
bool weft_device_event_wait(uint64_t event, struct weft_dependent *dependent, int32_t *status);
// value[0] and value[1] get the times once the event is final.
void weft_device_event_capture(uint64_t event, uint64_t *value);
void weft_device_events_shutdown(void); // at unload: frees all

#endif
