# SPDX-License-Identifier: Apache-2.0
# Common Functions
weft_kernel_sources(common
    clamp.cl
    degrees.cl
    max.cl
    min.cl
    mix.cl
    radians.cl
    sign.cl
    smoothstep.cl
    step.cl)
