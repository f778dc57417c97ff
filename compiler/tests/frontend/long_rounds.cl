// RUN: %weftc --cpu=x86-64-v3 --remarks -o %t %s 2>&1 | FileCheck %s
// A long chain of operations in each round of a loop: the next rounds do not hide its waiting, a second vector does. It
// takes registers for one vector at a time, as strand-order computes one after the other.
// CHECK: kernel 'pull': 16 work-items of dimension 0 side by side
kernel void
pull(global const float4 *at, global float4 *sums, global const float4 *places, int count, float reach)
{
    int id = get_global_id(0);
    float4 own = places[id], sum = 0;

    for (int i = 0; i < count; i++) {
        float dx = own.x - at[i].x, dy = own.y - at[i].y, dz = own.z - at[i].z;
        float near = exp(-reach * (dx * dx + dy * dy + dz * dz));
        float pull = at[i].w * near * exp(-near);

        sum.x += pull * dx;
        sum.y += pull * dy;
        sum.z += pull * dz;
        sum.w += pull;
    }
    sums[id] = sum;
}
