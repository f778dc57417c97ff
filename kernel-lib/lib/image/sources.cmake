# SPDX-License-Identifier: Apache-2.0
# Image Read and Write Functions: no device has images, so only what programs have that never use them
weft_kernel_sources(image
    translate_sampler_initializer.cl
)
