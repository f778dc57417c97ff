// SPDX-License-Identifier: Apache-2.0
// An image turned about its middle.
kernel void
rotate_image(read_only image2d_t in, write_only image2d_t out, sampler_t linear, float cosine, float sine)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float2 middle = 0.5f * convert_float2(get_image_dim(in));
    float2 d = convert_float2(at) + 0.5f - middle;
    float2 from = (float2)(cosine * d.x - sine * d.y, sine * d.x + cosine * d.y) + middle;

    write_imagef(out, at, read_imagef(in, linear, from));
}
