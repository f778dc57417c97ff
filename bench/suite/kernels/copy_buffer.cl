// SPDX-License-Identifier: Apache-2.0
// image_copy on buffers.
kernel void
copy_buffer(global const uchar4 *in, global uchar4 *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);

    out[y * width + x] = in[y * width + x];
}
