# SPDX-License-Identifier: Apache-2.0
# Sub-group Functions
weft_kernel_sources(subgroup
    get_enqueued_num_sub_groups.cl
    get_max_sub_group_size.cl
    get_num_sub_groups.cl
    get_sub_group_id.cl
    get_sub_group_local_id.cl
    get_sub_group_size.cl
    sub_group_all.cl
    sub_group_any.cl
    sub_group_barrier.cl
    sub_group_broadcast.cl
    sub_group_reduce_add.cl
    sub_group_reduce_max.cl
    sub_group_reduce_min.cl
    sub_group_scan_exclusive_add.cl
    sub_group_scan_exclusive_max.cl
    sub_group_scan_exclusive_min.cl
    sub_group_scan_inclusive_add.cl
    sub_group_scan_inclusive_max.cl
    sub_group_scan_inclusive_min.cl)
