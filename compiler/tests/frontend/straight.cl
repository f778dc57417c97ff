// Code without loops runs in the loop over a row's packs: what does not fit into sixteen registers is written and read
// again in each round, so that eight vectors side by side are slower than four, though operations wait for each other.
// RUN: %weftc --cpu=x86-64-v3 --emit=ir -o - %s | FileCheck %s

kernel void
cosines(global const float *in, global float *out)
{
    size_t i = get_global_id(0);

    out[i] = cos(in[i]);
}

// CHECK: attributes {{.*}} "weft.entry"="cosines" {{.*}}"weft.pack_width"="32"
