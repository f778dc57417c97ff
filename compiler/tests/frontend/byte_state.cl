// RUN: %weftc --cpu=x86-64-v3 --emit=ir -o %t %s && FileCheck %s < %t
// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=REMARKS
// A cipher's state of bytes, which rounds look up in a table and mix by loops: it is in registers, the table is found in
// registers, and the bytes that each work-item has next to each other are read and written together.
// CHECK-NOT: alloca [{{(256|512|1024)}} x i8]
// CHECK: call <32 x i8> @llvm.x86.avx2.pshuf.b
// CHECK-NOT: call {{.*}} @llvm.masked.{{gather|scatter}}.v32i8
// REMARKS: kernel 'encrypt': 32 work-items of dimension 0 side by side

void
mix(uchar *state)
{
    for (int i = 0; i < 4; i++) {
        uchar a[4], b[4];

        for (uchar c = 0; c < 4; c++) {
            const uchar high = (uchar)((char)state[4 * i + c] >> 7);

            a[c] = state[4 * i + c];
            b[c] = state[4 * i + c] << 1 ^ (high & 0x1b);
        }
        for (int c = 0; c < 4; c++)
            state[4 * i + c] = b[c] ^ a[(c + 3) % 4] ^ a[(c + 2) % 4] ^ b[(c + 1) % 4] ^ a[(c + 1) % 4];
    }
}

kernel void
encrypt(global uchar *data, global const uchar *key, global const uchar *table)
{
    const int item = get_global_id(0);
    uchar state[16];

    for (int i = 0; i < 16; i++)
        state[i] = data[16 * item + i];
    for (int round = 0; round < 10; round++) {
        uchar moved[16];

        for (int i = 0; i < 16; i++)
            moved[i] = table[state[(5 * i) % 16]];
        mix(moved);
        for (int i = 0; i < 16; i++)
            state[i] = moved[i] ^ key[16 * round + i];
    }
    for (int i = 0; i < 16; i++)
        data[16 * item + i] = state[i];
}
