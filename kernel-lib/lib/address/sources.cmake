# SPDX-License-Identifier: Apache-2.0
# Address Space Qualifier Functions
weft_kernel_sources(address
    get_fence.cl
    to_global.cl
    to_local.cl
    to_private.cl)
