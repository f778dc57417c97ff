// SPDX-License-Identifier: Apache-2.0
// The thread that calls applications' event callbacks, one after the other. It is no worker and no thread that waits: a
// callback may wait for what either of them does.
#ifndef WEFT_QUEUE_CALLBACKS_H
#define WEFT_QUEUE_CALLBACKS_H

// Something that callbacks are due of; embedded in it.
struct weft_callbacks_due {
    struct weft_callbacks_due *next;              // the line's
    void (*call)(struct weft_callbacks_due *due); // calls them; may free what this is embedded in
};

// Puts it in line; its `call` is set. Under any lock but the line's own; whoever holds none calls weft_callbacks_start
// soon.
void weft_callbacks_add(struct weft_callbacks_due *due);
// Sees to it that a thread goes along the line; where the system gives none it is the calling one. Must hold no lock.
void weft_callbacks_start(void);
// The thread ends when the line is empty. At unload, before the background threads are waited for.
void weft_callbacks_shutdown(void);

#endif
