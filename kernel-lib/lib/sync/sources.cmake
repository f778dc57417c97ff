# SPDX-License-Identifier: Apache-2.0
# Synchronization Functions
weft_kernel_sources(sync
    barrier.cl
    work_group_barrier.cl)
