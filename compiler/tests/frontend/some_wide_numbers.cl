// RUN: %weftc --cpu=x86-64-v4 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s
// Some numbers of 64 bits among thousands of 32: twice a vector of the wide ones, a vector of the others, is affordable
// also where the kernel is just not large (Zen 4: SHOC's ratt 1.4 times as fast as with 8).
// CHECK: kernel 'mixed': 16 work-items of dimension 0 side by side

#define FOUR(X) X X X X
#define MANY(X) FOUR(FOUR(X)) FOUR(FOUR(X)) FOUR(FOUR(X)) FOUR(FOUR(X))
#define FLOAT x = mad(x, x, y); y = x > y ? y * x : x - y;
#define DOUBLE d = d * d + y;

kernel void
mixed(global const float *a, global double *out)
{
    int id = get_global_id(0);
    float x = a[id], y = x + 1;
    double d = y;

    MANY(FLOAT) MANY(FLOAT) MANY(FLOAT) MANY(FLOAT) MANY(FLOAT) MANY(FLOAT) MANY(FLOAT) MANY(FLOAT) MANY(FLOAT)
    FOUR(FLOAT)
    MANY(DOUBLE) MANY(DOUBLE) MANY(DOUBLE) MANY(DOUBLE) FOUR(FOUR(DOUBLE)) FOUR(FOUR(DOUBLE)) FOUR(DOUBLE DOUBLE DOUBLE)
    out[id] = x + y + d;
}
