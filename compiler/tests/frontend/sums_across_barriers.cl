// Where each work-item reads is a long sum of ids and arguments. Behind the barrier it is computed again, so that packs
// know that they write next to each other, rather than kept for each work-item.
// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck --implicit-check-not=gather --implicit-check-not=scatter %s

kernel void
layer(global float *weight, local float *tile, int in, int hidden)
{
    int block = get_group_id(1), x = get_local_id(0), y = get_local_id(1);
    int index = (hidden + 1) * 16 * block + (hidden + 1) * y + (in - 3) * y + x + 1 + (hidden + 1);

    tile[y * 16 + x] = weight[index];
    barrier(CLK_LOCAL_MEM_FENCE);
    weight[index] = tile[y * 16 + x] + tile[(y ^ 1) * 16 + x];
}

// CHECK: kernel 'layer': 16 work-items of dimension 0 side by side
