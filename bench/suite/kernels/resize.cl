// SPDX-License-Identifier: Apache-2.0
// An image in another size, from `origin` on; mirrored beyond its edges.
kernel void
resize(read_only image2d_t in, write_only image2d_t out, sampler_t linear, float step_x, float step_y, float origin)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float2 from = (convert_float2(at) + 0.5f) * (float2)(step_x, step_y) + origin;

    write_imagef(out, at, read_imagef(in, linear, from));
}
