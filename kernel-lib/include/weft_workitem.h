// SPDX-License-Identifier: Apache-2.0
// What a work-item knows of its place: functions without bodies that the work-group compiler replaces.
#ifndef WEFT_WORKITEM_H
#define WEFT_WORKITEM_H

// Unmangled names; constant within a work-item, so that calls fold.
#define WEFT_WORKITEM_QUERY(name)                                                                                      \
    ulong __weft_##name##_x(void) __attribute__((const));                                                              \
    ulong __weft_##name##_y(void) __attribute__((const));                                                              \
    ulong __weft_##name##_z(void) __attribute__((const));

WEFT_WORKITEM_QUERY(global_id)
WEFT_WORKITEM_QUERY(local_id)
WEFT_WORKITEM_QUERY(group_id)
WEFT_WORKITEM_QUERY(local_size)          // of this group: the last one of a dimension may be smaller
WEFT_WORKITEM_QUERY(enqueued_local_size) // of all groups but the last of each dimension
WEFT_WORKITEM_QUERY(global_size)
WEFT_WORKITEM_QUERY(global_offset)
WEFT_WORKITEM_QUERY(num_groups)
uint __weft_work_dim(void) __attribute__((const));

// All work-items of the group meet here; memory accesses do not move across.
void __weft_barrier(void) __attribute__((convergent));
void __weft_sub_group_barrier(void) __attribute__((convergent)); // and those of the sub-group

// Those of the sub-group meet who come here, and it says which, a bit for each; others need not come. Then the same meet
// again: all of them come to the second, and to no other of these in between.
uint __weft_sub_group_meet(void) __attribute__((convergent));
void __weft_sub_group_stay(void) __attribute__((convergent));

// Whether a barrier has anything to publish: one thread runs a group, and has its local memory for itself.
#define WEFT_REACHES_OTHER_THREADS(flags, scope)                                                                       \
    ((flags) != CLK_LOCAL_MEM_FENCE && (scope) != memory_scope_work_group && (scope) != memory_scope_sub_group)

// Sub-groups are the work-items with linear ids from a multiple of this on; that of compiler/kernel_abi.h.
#define WEFT_SUB_GROUP_SIZE 32
ulong __weft_sub_group_id(void) __attribute__((const));
ulong __weft_sub_group_local_id(void) __attribute__((const));
ulong __weft_sub_group_items(void) __attribute__((const)); // the last one of a group may have fewer

// Where the group's local memory begins, which ends before the context; the context; the frames of what runs.
__local void *__weft_local_base(void) __attribute__((const));
void *__weft_context_base(void) __attribute__((const));
void *__weft_context_end(void) __attribute__((const));
void *__weft_stack_bottom(void) __attribute__((const));
void *__weft_stack_top(void) __attribute__((const));

// Memory of the group, 24 bytes for each work-item, and of the sub-group, 8.
void *__weft_scratch(void) __attribute__((const));
void *__weft_sub_group_scratch(void) __attribute__((const));
// Other memory of the sub-group, 128 bytes.
void *__weft_sub_group_tray(void) __attribute__((const));

// The value for dimension `d`, `outside` past the third. Unused dimensions have size 1, identifier and offset 0.
#define WEFT_BY_DIMENSION(d, name, outside)                                                                            \
    ((d) == 0 ? __weft_##name##_x() : (d) == 1 ? __weft_##name##_y() : (d) == 2 ? __weft_##name##_z() : (outside))

#endif
