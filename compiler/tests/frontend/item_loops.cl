// Whether a row is part of the image is asked once for the row, not for each of its packs.
// RUN: %weftc --without=row-bounds --cpu=x86-64-v3 --width=16 --emit=ir -o - %s | FileCheck %s
// RUN: %weftc --without=row-bounds --cpu=x86-64-v3 --width=16 --without=item-loop-unswitch --emit=ir -o - %s | FileCheck --check-prefix=WITHOUT %s

kernel void
neighbours(global const float *in, global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);

    if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
        out[y * width + x] = in[y * width + x - 1] + in[y * width + x + 1];
}

// CHECK-LABEL: @__weft_kernel_neighbours(
// CHECK: {{^}}items.pack.us:
// WITHOUT-LABEL: @__weft_kernel_neighbours(
// WITHOUT-NOT: .us:
