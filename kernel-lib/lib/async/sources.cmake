# SPDX-License-Identifier: Apache-2.0
# Async Copies from Global to Local Memory, Local to Global Memory, and Prefetch
weft_kernel_sources(async
    async_work_group_copy.cl
    async_work_group_strided_copy.cl
    prefetch.cl
    wait_group_events.cl)
