// SPDX-License-Identifier: Apache-2.0
// The mean of an array's layers.
kernel void
array_mean(read_only image2d_array_t in, write_only image2d_t out)
{
    int x = get_global_id(0), y = get_global_id(1);
    uint layers = get_image_array_size(in), sum = layers / 2;

    for (uint layer = 0; layer < layers; layer++)
        sum += read_imageui(in, (int4)(x, y, layer, 0)).x;
    write_imageui(out, (int2)(x, y), (uint4)(sum / layers, 0, 0, 1));
}
