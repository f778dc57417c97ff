// SPDX-License-Identifier: Apache-2.0
// Each work-item puts itself at the head of one list of all, by compare-and-exchange until it succeeds.
kernel void
list_push(global int *next, volatile global int *head)
{
    int i = get_global_id(0), seen;

    do {
        seen = *head;
        next[i] = seen;
    } while (atomic_cmpxchg(head, seen, i) != seen);
}
