// SPDX-License-Identifier: Apache-2.0
// Functions that the kernel library calls and the passes give a meaning to; shared with OpenCL C, so macros only.
#ifndef WEFT_ANALYSIS_PRIMITIVES_H
#define WEFT_ANALYSIS_PRIMITIVES_H

// All are declared without a body and without name mangling. Dimensions out of range are the library's matter.
//
//   i64 __weft_global_id_{x,y,z}(void)            offset + group id * enqueued local size + local id
//   i32 __weft_global_id32_{x,y,z}(void)          its low bits; written by narrow-ids only
//   i64 __weft_local_id_{x,y,z}(void)             0 <= id < __weft_local_size
//   i32 __weft_local_id32_{x,y,z}(void)           the same, likewise
//   i64 __weft_group_id_{x,y,z}(void)
//   i64 __weft_local_size_{x,y,z}(void)           of this group: the last group of a dimension may be smaller
//   i64 __weft_enqueued_local_size_{x,y,z}(void)
//   i64 __weft_global_size_{x,y,z}(void)
//   i64 __weft_global_offset_{x,y,z}(void)
//   i64 __weft_num_groups_{x,y,z}(void)
//   i32 __weft_work_dim(void)
//   ptr addrspace(1) __weft_default_queue(void)   a queue_t: weft_launch.default_queue
//   void __weft_barrier(void)                     the work-group barrier; convergent, noduplicate
//   void __weft_sub_group_barrier(void)           likewise of the sub-group
//   i32 __weft_sub_group_meet(void)               work-items of the sub-group that come by meet, others need not come;
//                                                 which they are, bit i for local id i; convergent; until
//                                                 sub-group-meets
//   void __weft_sub_group_stay(void)              those who met last meet again: none has come by another of these
//                                                 functions, and none has gone another way; likewise
//   i64 __weft_sub_group_id(void)                 the linear local id / WEFT_SUB_GROUP_SIZE
//   i64 __weft_sub_group_local_id(void)           and the rest
//   i64 __weft_sub_group_items(void)              work-items of the sub-group; the last one of a group may have fewer
//   ptr __weft_scratch(void)                      24 bytes for each work-item of the group, aligned to 64; undefined
//                                                 at its start
//   ptr __weft_sub_group_scratch(void)            8 bytes likewise of the sub-group, other memory than the group's
//   ptr __weft_sub_group_tray(void)               4 bytes for each of WEFT_SUB_GROUP_SIZE work-items, aligned to 128;
//                                                 other memory
//   ptr __weft_sub_group_states(void)             likewise of 8 bytes, written by sub-group-meets only
//   i64 __weft_linear_id(void)                    written by work-group only: the linear local id
//   ptr addrspace(3) __weft_local_base(void)      weft_worker_memory.local
//   ptr __weft_context_{base,end}(void)           weft_worker_memory.context, and what of it the group takes
//   ptr __weft_stack_{bottom,top}(void)           the entry's frame, where all variables are that pointers lead to
//   i32 printf(ptr addrspace(2), ...)             as Clang emits it; lowered by printf-lowering
//   ptr addrspace(2) __weft_image(image)          struct weft_image, for each of its types; mangled; until retarget
//   i64 __weft_sampler(sampler)                   its value; likewise
//   i1 __weft_has_scaling(void)                   whether the CPU multiplies by powers of two, rounded once, in one
//                                                 instruction (llvm.ldexp); likewise
//   i1 __weft_is_known(ptr)                       whether the image's format is known; until fixed-images
//   i1 __weft_is_small(ptr)                       whether the image's bytes are known to be less than 2^31 away from
//                                                 the first; likewise
//   __weft_service_<field>                        a call through weft_services of kernel_abi.h; until service-lowering
//   i1 __weft_any(i1)                             of packing/linearize.h, which says more; cleanup ends it
//
// All but barriers and printf must be declared `__attribute__((const))` (memory(none), nounwind), so that LLVM
// merges and moves them. Nothing defined in the kernel library may be called in their place after the inline pass.

#define WEFT_PRIMITIVE_GLOBAL_ID "__weft_global_id_" // and x, y or z
#define WEFT_PRIMITIVE_GLOBAL_ID32 "__weft_global_id32_"
#define WEFT_PRIMITIVE_LOCAL_ID "__weft_local_id_"
#define WEFT_PRIMITIVE_LOCAL_ID32 "__weft_local_id32_"
#define WEFT_PRIMITIVE_GROUP_ID "__weft_group_id_"
#define WEFT_PRIMITIVE_LOCAL_SIZE "__weft_local_size_"
#define WEFT_PRIMITIVE_ENQUEUED_LOCAL_SIZE "__weft_enqueued_local_size_"
#define WEFT_PRIMITIVE_GLOBAL_SIZE "__weft_global_size_"
#define WEFT_PRIMITIVE_GLOBAL_OFFSET "__weft_global_offset_"
#define WEFT_PRIMITIVE_NUM_GROUPS "__weft_num_groups_"
#define WEFT_PRIMITIVE_WORK_DIM "__weft_work_dim"
#define WEFT_PRIMITIVE_DEFAULT_QUEUE "__weft_default_queue"
#define WEFT_PRIMITIVE_LINEAR_ID "__weft_linear_id"
#define WEFT_PRIMITIVE_CONTEXT_BASE "__weft_context_base"
#define WEFT_PRIMITIVE_CONTEXT_END "__weft_context_end"
#define WEFT_PRIMITIVE_STACK_BOTTOM "__weft_stack_bottom"
#define WEFT_PRIMITIVE_STACK_TOP "__weft_stack_top"
#define WEFT_PRIMITIVE_SCRATCH "__weft_scratch"
#define WEFT_PRIMITIVE_BARRIER "__weft_barrier"
#define WEFT_PRIMITIVE_SUB_GROUP_BARRIER "__weft_sub_group_barrier"
#define WEFT_PRIMITIVE_SUB_GROUP_MEET "__weft_sub_group_meet"
#define WEFT_PRIMITIVE_SUB_GROUP_STAY "__weft_sub_group_stay"
#define WEFT_PRIMITIVE_SUB_GROUP_ID "__weft_sub_group_id"
#define WEFT_PRIMITIVE_SUB_GROUP_LOCAL_ID "__weft_sub_group_local_id"
#define WEFT_PRIMITIVE_SUB_GROUP_ITEMS "__weft_sub_group_items"
#define WEFT_PRIMITIVE_SUB_GROUP_SCRATCH "__weft_sub_group_scratch"
#define WEFT_PRIMITIVE_SUB_GROUP_TRAY "__weft_sub_group_tray"
#define WEFT_PRIMITIVE_SUB_GROUP_STATES "__weft_sub_group_states"
#define WEFT_PRIMITIVE_LOCAL_BASE "__weft_local_base"
#define WEFT_PRIMITIVE_PRINTF "printf"
#define WEFT_PRIMITIVE_IMAGE "_Z12__weft_image" // and the mangled type
#define WEFT_PRIMITIVE_SAMPLER "_Z14__weft_sampler11ocl_sampler"
#define WEFT_PRIMITIVE_HAS_SCALING "__weft_has_scaling"

#define WEFT_PREFIX_SERVICE "__weft_service_" // and the field of weft_services
#define WEFT_PRIMITIVE_IS_KNOWN "__weft_is_known"
#define WEFT_PRIMITIVE_IS_SMALL "__weft_is_small"

// Functions of the kernel library between a channel's code and its value, of (code, largest code) and (value, largest
// code): the second undoes the first.
#define WEFT_FUNCTION_UNORM_VALUE "__weft_unorm_value"
#define WEFT_FUNCTION_UNORM_CODE "__weft_unorm_code"

// Functions of the kernel library whose names begin so are called for one work-item after the other.
#define WEFT_PREFIX_BY_LANE "__weft_by_lane_"
// Those of them that read by a sampler, which is their argument of this number.
#define WEFT_PREFIX_SAMPLE "__weft_by_lane_sample_"
#define WEFT_SAMPLE_SAMPLER 1

// String attributes on functions.
// On each kernel until work-group: "weft.kernel"="<name>", or without a name when the function has the kernel's.
#define WEFT_ATTRIBUTE_KERNEL "weft.kernel"
#define WEFT_ATTRIBUTE_EVEN_GROUPS "weft.even_groups"       // all groups have the size of !reqd_work_group_size
#define WEFT_ATTRIBUTE_KEEPS_GROUPS "weft.keeps_groups"     // groups are not merged, though they could be
#define WEFT_ATTRIBUTE_WALKS_TILES "weft.walks_tiles"       // its groups are tiles, see packing/cost/tiles.h
#define WEFT_ATTRIBUTE_CHECK_BARRIERS "weft.check_barriers" // on kernels that are to find divergent barriers
#define WEFT_ATTRIBUTE_SMALL_IMAGE "weft.small_image"       // on arguments: an image, all of it less than 2^31 bytes
#define WEFT_ATTRIBUTE_ENTRY "weft.entry"                   // "weft.entry"="<kernel name>" on each __weft_kernel_<name>

#endif
