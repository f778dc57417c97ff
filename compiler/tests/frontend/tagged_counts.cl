// RUN: %weftc --cpu=znver4 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s
// Work-items that count in one place until their own tag stands there: a pack waits for what it has stored and gathers
// again before it knows which of its lanes go on, one work-item at a time goes on meanwhile. (Zen 4, counts of bytes as
// programs for devices without atomic operations have them: half the time of 8 lanes.)
// CHECK: kernel 'counts': one work-item at a time

kernel void
counts(global const uint *data, global uint *out, uint n)
{
    local uint bins[256];
    const uint tag = (uint)get_local_id(0) << 27;

    for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
        bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        const uint value = data[i];

        for (int byte = 0; byte < 4; byte++) {
            local volatile uint *bin = bins + (value >> 8 * byte & 0xff);
            uint count;

            do {
                count = (*bin & 0x7ffffff) + 1 | tag;
                *bin = count;
            } while (*bin != count);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
        atomic_add(&out[i], bins[i] & 0x7ffffff);
}
