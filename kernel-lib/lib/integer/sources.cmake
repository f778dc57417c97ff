# SPDX-License-Identifier: Apache-2.0
# Integer Functions
weft_kernel_sources(integer
    abs.cl
    abs_diff.cl
    add_sat.cl
    clamp.cl
    clz.cl
    ctz.cl
    hadd.cl
    mad24.cl
    mad_hi.cl
    mad_sat.cl
    max.cl
    min.cl
    mul24.cl
    mul_hi.cl
    popcount.cl
    rhadd.cl
    rotate.cl
    sub_sat.cl
    upsample.cl)
