# SPDX-License-Identifier: Apache-2.0
# Image Read and Write Functions
weft_kernel_sources(image
    get_image_array_size.cl
    get_image_channel_data_type.cl
    get_image_channel_order.cl
    get_image_depth.cl
    get_image_dim.cl
    get_image_height.cl
    get_image_num_mip_levels.cl
    get_image_width.cl
    read_imagef.cl
    read_imageh.cl
    read_imagei.cl
    read_imageui.cl
    sample.cl
    texel.cl
    translate_sampler_initializer.cl
    write_imagef.cl
    write_imageh.cl
    write_imagei.cl
    write_imageui.cl
)
