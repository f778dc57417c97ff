// SPDX-License-Identifier: Apache-2.0
// The dispatch table all objects point to, and calls by name.
#ifndef WEFT_ICD_DISPATCH_H
#define WEFT_ICD_DISPATCH_H

// Constant; laid out as struct _cl_icd_dispatch.
const void *weft_icd_dispatch(void);
// The function of this name, or NULL. Thread-safe; cheapest when names come in the table's order.
void *weft_icd_function(const char *name);

#endif
