// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s
// A round of which each value takes half of the registers computes it for all lanes before the next one, and what it
// adds up waits in memory: 64 lanes take half as long again as 32 there.
// CHECK: kernel 'nearest': 32 work-items of dimension 0 side by side

kernel void
nearest(global const float *feature, global const float *centre, global int *out)
{
    const int point = get_global_id(0), points = 1 << 18;

    if (point < points) {
        int index = 0;
        float best = FLT_MAX;

        for (int c = 0; c < 16; c++) {
            float distance = 0;

            for (int f = 0; f < 16; f++) {
                float d = feature[f * points + point] - centre[c * 16 + f];

                distance += d * d;
            }
            if (distance < best) {
                best = distance;
                index = c;
            }
        }
        out[point] = index;
    }
}
