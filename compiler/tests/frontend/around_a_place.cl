// RUN: %weftc --cpu=x86-64-v3 --remarks -o /dev/null %s 2>&1 | FileCheck %s
// Loops around a place run as often for all work-items, whatever the place is: as long as an argument says, or as far as
// it is from one bound to the other where neither is clamped. Which row of the window work-items are in is the same for
// most packs.
// CHECK: kernel 'windows': 16 work-items of dimension 0 side by side
kernel void
windows(global const uint *in, global const float *mask, global float *out, uint2 size, uint2 window, uint pitch)
{
    uint id = get_global_id(0), x = id % size.x, y = id / size.x;
    float sum = 0;
    int m = 0;
    for (uint j = y; j < y + window.y; j++, m++) {
        int n = 0;
        for (uint i = x; i < x + window.x; i++, n++)
            sum += (float)in[j * pitch + i] * mask[m * window.x + n];
    }
    out[id] = sum;
}

// CHECK-NOT: program.cl:27:{{.*}}prove to be one
// CHECK: kernel 'clamped': {{[0-9][0-9]\.[0-9]}} cycles for each work-item are expected
kernel void
clamped(global const float *in, global const int *place, global float *out, int n)
{
    int id = get_global_id(0), p = place[id];
    float sum = 0;
    for (int i = max(p - 2, 0); i <= min(p + 2, n - 1); i++)
        sum = sum * 0.5f + exp(in[i]);
    out[id] = sum;
}

// Likewise where a choice says where a loop begins and ends, and by a place in a row: those of neighbours are near each
// other, whichever is taken. What they load is mostly consecutive, or one element.
// CHECK: kernel 'chosen': {{8|16}} work-items of dimension 0 side by side
// CHECK-COUNT-2: program.cl:49:{{[0-9]+}}: gather: one load in packs whose addresses prove to be one
kernel void
chosen(global const float *a, global const float *b, global float *out, int wa, int wb, int w)
{
    int id = get_global_id(0), x = (id + 1) % w, y = (id + 1) / w + 1;
    if ((id + 1) % w == 0) {
        x = w;
        y--;
    }
    int left = wb < x + 1 ? x + 1 - wb : 1, right = wa < x ? wa : x;
    int top = wb < y + 1 ? y + 1 - wb : 1, bottom = wa < y ? wa : y;
    float sum = 0;
    for (int j = top; j <= bottom; j++)
        for (int i = left; i <= right; i++)
            sum += a[j * wa + i] * b[(y - j) * wb + x - i];
    out[id] = sum;
}
