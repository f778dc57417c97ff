// SPDX-License-Identifier: Apache-2.0
// Kernels that kernels enqueue: children. A child is a range of work-groups like a launch of the host's, and runs in
// the same pool; it belongs to no queue's list, as nobody waits for it but its events and its parent.
//
// "A parent kernel's execution status is considered to be complete when it and all its child kernels have finished
// execution." Who counts what is not complete is a struct weft_kin: the launch of the host, and each child that has an
// event, for only of these somebody can see the end. Children without an event, and theirs, count where their parent
// does. So a child that enqueues a last one and ends leaves nothing behind, however many follow.
//
// What becomes ready as something ends is run by the thread that has ended it, one after the other and not within one
// another, while workers that are free are given the rest; what a kernel enqueues as it runs is the workers'.
#ifndef WEFT_COMMANDS_CHILD_H
#define WEFT_COMMANDS_CHILD_H

#include "runtime/core/object.h"
#include "runtime/exec/ndrange.h"
#include "runtime/exec/worker_pool.h"
#include "runtime/program/public.h"

struct weft_child;

// Children that are ready to run.
struct weft_ready {
    struct weft_child *first, *last;
};

struct weft_kin {
    _Atomic uint32_t left;  // itself, and children that are not complete
    _Atomic int32_t status; // CL_SUCCESS, or the first error
    struct weft_kin *upper; // where it counts itself; NULL: a launch of the host's
    void (*complete)(struct weft_kin *kin, struct weft_ready *ready); // may free it
};

// A launch of the host's whose kernel may enqueue others.
struct weft_family {
    struct weft_kin kin;
    cl_context context;                 // borrowed, as the next three, from the launch
    cl_device_id device;                // the queue's
    struct weft_executable *executable; // whose blocks they are
    const struct weft_range *range;     // of the launch: whose work the children are
    struct weft_worker_pool *pool;      // borrowed from the device
};

// What runs and may enqueue: a launch of the host's or a child. In weft_ndrange.parent.
struct weft_parent {
    struct weft_family *family;             // borrowed
    struct weft_kin *kin;                   // where its children count
    _Atomic(struct weft_child *) followers; // that wait for its end; WEFT_NO_FOLLOWERS after it
};

// A launch is about to run: `complete` is called when it and all its children are complete, unless
// weft_family_ended has said so.
void weft_family_begin(struct weft_family *family, struct weft_parent *parent, struct weft_ndrange *ndrange,
                       void (*complete)(struct weft_kin *kin, struct weft_ready *ready));
// The launch's own groups have run. Runs children. True if all are complete: *status is the outcome of all, and
// `complete` is not called.
bool weft_family_ended(struct weft_family *family, struct weft_parent *parent, cl_int *status);

// Sets the functions of weft_services that kernels call to enqueue.
void weft_child_services(struct weft_services *services);

#endif
