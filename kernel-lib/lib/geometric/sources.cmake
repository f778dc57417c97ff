# SPDX-License-Identifier: Apache-2.0
# Geometric Functions
weft_kernel_sources(geometric
    cross.cl
    distance.cl
    dot.cl
    fast_distance.cl
    fast_length.cl
    fast_normalize.cl
    length.cl
    normalize.cl)
