// A loop whose iterations wait for the ones before is packed, though its vectors have all lanes of a register by
// themselves: one work-item after the other would do nothing for most of the time.
// RUN: %weftc --cpu=x86-64-v3 --emit=ir -o - %s | FileCheck %s

kernel void
chain(global double4 *out, double4 a, double4 b, int rounds)
{
    double4 x = a + b, y = (double4)(get_local_id(0));

    for (int i = 0; i < rounds; i++) {
        x = mad(y, a, b);
        y = mad(x, a, b);
        x = mad(y, a, b);
        y = mad(x, a, b);
    }
    out[get_global_id(0)] = x + y;
}

// Each component of y, eight work-items side by side.
// CHECK: phi <8 x double>
// CHECK: phi <8 x double>
// CHECK: phi <8 x double>
// CHECK: phi <8 x double>
