# SPDX-License-Identifier: Apache-2.0
# Work-Item Functions
weft_kernel_sources(workitem
    get_enqueued_local_size.cl
    get_global_id.cl
    get_global_linear_id.cl
    get_global_offset.cl
    get_global_size.cl
    get_group_id.cl
    get_local_id.cl
    get_local_linear_id.cl
    get_local_size.cl
    get_num_groups.cl
    get_work_dim.cl)
