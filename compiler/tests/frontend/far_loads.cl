// RUN: %weftc --cpu=znver3 --width=8 --remarks --emit=info -o - %s 2>&1 | FileCheck %s
// Where what a round loads decides which lanes go on, the next round's loads wait for it: masks are not foreseen, as
// branches are. That takes long where nothing has fetched the lines ahead, here of planes that lie far apart, and no
// longer where more lanes wait.

// CHECK: kernel 'far': 1{{[0-9]+}}.{{[0-9]}} cycles
kernel void far(global const float4 *planes, global int *out, int step, float4 p, float near)
{
    int i = get_global_id(0), found = -1;

    for (int n = 0; n < 21; n++) {
        float4 d = planes[n * step + i] - p;
        if (dot(d, d) < near) {
            found = n;
            break;
        }
    }
    out[i] = found;
}

// CHECK: kernel 'behind': {{[1-6][0-9]}}.{{[0-9]}} cycles
kernel void behind(global const float4 *planes, global int *out, int step, float4 p, float near)
{
    int i = get_global_id(0), found = -1;

    for (int n = 0; n < 21; n++) {
        float4 d = planes[n * 32 + i] - p;
        if (dot(d, d) < near) {
            found = n;
            break;
        }
    }
    out[i] = found;
}

// All lanes go on.
// CHECK: kernel 'counted': {{[1-9][0-9]}}.{{[0-9]}} cycles
kernel void counted(global const float4 *planes, global int *out, int step, float4 p, float near)
{
    int i = get_global_id(0), found = 0;

    for (int n = 0; n < 21; n++) {
        float4 d = planes[n * step + i] - p;
        found += dot(d, d) < near;
    }
    out[i] = found;
}
