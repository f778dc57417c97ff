// RUN: %weftc --cpu=x86-64-v3 -cl-std=CL3.0 --emit=ir -o - %s | FileCheck %s
// RUN: %weftc --cpu=x86-64-v3 -cl-std=CL3.0 --without=lent-variables --emit=ir -o - %s | FileCheck %s --check-prefix=WITHOUT
// Pointers of OpenCL C 2.0 and later are generic where nothing is said; variables are lent all the same.
// CHECK-NOT: call {{.*}}@turn
// WITHOUT: call {{.*}}@turn
void
turn(float *v, global const float *a)
{
    for (int k = 0; k < 3; k++) {
        v[k] = v[k] * a[k] + v[3 - k];
        v[3] -= v[k] / a[k + 4];
    }
    v[0] += v[1] * v[3] - a[9];
    v[1] = v[2] > v[0] ? v[1] * a[10] : v[3] - v[0] * a[11];
    v[2] = v[3] * v[1] + v[0] / a[12];
}

kernel void
lends(global float *out, global const float *in)
{
    int i = get_global_id(0);
    float v[4] = {i, 1, 2, 3};

    turn(v, in);
    turn(v, in + 16);
    out[i] = v[0] + v[1] + v[2] + v[3];
}
