# SPDX-License-Identifier: Apache-2.0
# Work-group Collective Functions
weft_kernel_sources(workgroup
    work_group_all.cl
    work_group_any.cl
    work_group_broadcast.cl
    work_group_reduce_add.cl
    work_group_reduce_max.cl
    work_group_reduce_min.cl
    work_group_scan_exclusive_add.cl
    work_group_scan_exclusive_max.cl
    work_group_scan_exclusive_min.cl
    work_group_scan_inclusive_add.cl
    work_group_scan_inclusive_max.cl
    work_group_scan_inclusive_min.cl)
