// SPDX-License-Identifier: Apache-2.0
// What checks in kernels find wrong, kept for the launch's owner: a pointer that is NULL until then.
#ifndef WEFT_EXEC_COMPLAINT_H
#define WEFT_EXEC_COMPLAINT_H

// Notes that something is wrong, if it is the first such thing. `sentence` is taken over, and may be NULL when there
// was no memory for it. From any thread.
void weft_complaint_note(_Atomic(char *) *complaint, char *sentence);
// What was noted, or NULL; borrowed.
const char *weft_complaint_get(_Atomic(char *) *complaint);
void weft_complaint_finish(_Atomic(char *) *complaint);

// Where complaints of the launch go that the calling thread runs groups of; NULL: nowhere. Returns the one before.
_Atomic(char *) *weft_complain_to(_Atomic(char *) *complaint);

// weft_services.complain, of that launch.
void weft_complain(const char *sentence);

#endif
