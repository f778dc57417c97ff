# SPDX-License-Identifier: Apache-2.0
# Explicit Memory Fence Functions
weft_kernel_sources(fence
    atomic_work_item_fence.cl
    mem_fence.cl
    read_mem_fence.cl
    write_mem_fence.cl)
