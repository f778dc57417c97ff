// SPDX-License-Identifier: Apache-2.0
// Which memory a generic pointer points into. A flat machine does not say: addresses are compared with where the
// group's local memory, its context (values and variables that live across barriers) and the running frames are.
#ifndef WEFT_ADDRESS_H
#define WEFT_ADDRESS_H

#include "weft_gentype.h"
#include "weft_workitem.h"

WEFT_HELPER int
__weft_is_between(ulong address, ulong begin, ulong end)
{
    return address - begin < end - begin;
}

WEFT_HELPER int
__weft_is_local(const WEFT_GENERIC void *p)
{
    return __weft_is_between((ulong)p, (ulong)__weft_local_base(), (ulong)__weft_context_base());
}

WEFT_HELPER int
__weft_is_private(const WEFT_GENERIC void *p)
{
    return __weft_is_between((ulong)p, (ulong)__weft_context_base(), (ulong)__weft_context_end()) |
           __weft_is_between((ulong)p, (ulong)__weft_stack_bottom(), (ulong)__weft_stack_top());
}

#endif
