// What a loop only reads need not be in registers: packs of 32 want eleven values of four registers each, of sixteen, and
// yet take half the time of packs of 16, which wait for their operations (measured on Zen 3).
// RUN: %weftc --cpu=znver3 --emit=ir -o - %s | FileCheck %s

kernel void
rounds(global float *p, int n)
{
    size_t i = get_global_id(0);
    float v0 = p[i], v1 = v0 * v0, v2 = v1 * v1, v3 = v2 * v2, v4 = v3 * v3, v5 = v4 * v4, v6 = v5 * v5, v7 = v6 * v6;
    float v8 = v7 * v7, v9 = v8 * v8, x = 0;

    for (int k = 0; k < n; k++) {
        x = x * v0 + v1;
        x = x * v2 + v3;
        x = x * v4 + v5;
        x = x * v6 + v7;
        x = x * v8 + v9;
    }
    p[i] = x;
}

// CHECK: attributes {{.*}} "weft.entry"="rounds" {{.*}}"weft.pack_width"="32"
