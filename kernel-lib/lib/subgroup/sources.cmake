# SPDX-License-Identifier: Apache-2.0
# Sub-group Functions; collective ones are with those of work-groups.
weft_kernel_sources(subgroup
    get_enqueued_num_sub_groups.cl
    get_max_sub_group_size.cl
    get_num_sub_groups.cl
    get_sub_group_id.cl
    get_sub_group_local_id.cl
    get_sub_group_size.cl
    sub_group_barrier.cl
    sub_group_broadcast.cl)
