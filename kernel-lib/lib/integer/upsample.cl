// SPDX-License-Identifier: Apache-2.0
// upsample(high, low): both put together to a number of twice the width.
#include "weft_gentype.h"

#define DEFINE(R, UR, H, L, bits)                                                                                      \
    R WEFT_INLINE upsample(H high, L low)                                                                              \
    {                                                                                                                  \
        return (R)(UR)(((UR)high << bits) | low);                                                                      \
    }                                                                                                                  \
    WEFT_BINARY(R, upsample, H, L)
DEFINE(short, ushort, char, uchar, 8)
DEFINE(ushort, ushort, uchar, uchar, 8)
DEFINE(int, uint, short, ushort, 16)
DEFINE(uint, uint, ushort, ushort, 16)
DEFINE(long, ulong, int, uint, 32)
DEFINE(ulong, ulong, uint, uint, 32)
