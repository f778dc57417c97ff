// SPDX-License-Identifier: Apache-2.0
// Tones compressed in the image itself.
kernel void
image_inplace(read_write image2d_t image, float exposure)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 color = exposure * read_imagef(image, at);

    write_imagef(image, at, color / (1.0f + color));
}
