// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s
// Work-items that part under a condition which is the same for all are together again where it ends: what is counted
// there is the same for all, and no pack looks up four numbers for each of its lanes in each round.
// CHECK: kernel 'phases': {{16|32}} work-items of dimension 0 side by side

struct wave {
    float x, y, z, magnitude;
};

kernel void
phases(int n, global const float *x, global const float *y, global const float *z, global float *out,
       constant struct wave *waves)
{
    const int id = get_global_id(0);
    float sum = out[id];
    int k = 0;

    if (n % 2) {
        float phase = waves[0].x * x[id] + waves[0].y * y[id] + waves[0].z * z[id];

        sum += waves[0].magnitude * cos(phase);
        k++;
    }
    for (; k < n; k += 2) {
        float first = waves[k].x * x[id] + waves[k].y * y[id] + waves[k].z * z[id];
        float second = waves[k + 1].x * x[id] + waves[k + 1].y * y[id] + waves[k + 1].z * z[id];

        sum += waves[k].magnitude * cos(first) + waves[k + 1].magnitude * cos(second);
    }
    out[id] = sum;
}
