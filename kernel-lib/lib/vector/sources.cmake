# SPDX-License-Identifier: Apache-2.0
# Vector Data Load and Store Functions, Miscellaneous Vector Functions
weft_kernel_sources(vector
    shuffle.cl
    shuffle2.cl
    vload.cl
    vload_half.cl
    vstore.cl
    vstore_half.cl)
