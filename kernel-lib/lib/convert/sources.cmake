# SPDX-License-Identifier: Apache-2.0
# Explicit Conversions
weft_kernel_sources(convert
    convert_char.cl
    convert_double.cl
    convert_float.cl
    convert_half.cl
    convert_int.cl
    convert_long.cl
    convert_short.cl
    convert_uchar.cl
    convert_uint.cl
    convert_ulong.cl
    convert_ushort.cl)
