// SPDX-License-Identifier: Apache-2.0
// What checks in kernels find wrong, kept for the launch's owner.
#ifndef WEFT_EXEC_COMPLAINT_H
#define WEFT_EXEC_COMPLAINT_H

struct weft_ndrange;

// Notes that something is wrong, if it is the first such thing of the launch. `sentence` is taken over, and may be NULL
// when there was no memory for it. From any thread.
void weft_ndrange_complain(struct weft_ndrange *ndrange, char *sentence);

// The launch that the calling thread runs groups of; NULL: none. Returns the one before.
const struct weft_ndrange *weft_complain_about(const struct weft_ndrange *ndrange);

// weft_services.complain, of that launch.
void weft_complain(const char *sentence);

#endif
