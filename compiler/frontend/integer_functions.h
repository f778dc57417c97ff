// SPDX-License-Identifier: Apache-2.0
// OpenCL C: cl_khr_extended_bit_ops and cl_khr_integer_dot_product for versions below 2.0, in which Clang has none of
// their functions. As a name that is declared here is not looked for among Clang's own, all of dot are here.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define __WEFT_FN __attribute__((overloadable, const))
#define __WEFT_BITS(T, I, U)                                                                                           \
    T __WEFT_FN bitfield_insert(T, T, uint, uint);                                                                     \
    I __WEFT_FN bitfield_extract_signed(T, uint, uint);                                                                \
    U __WEFT_FN bitfield_extract_unsigned(T, uint, uint);                                                              \
    T __WEFT_FN bit_reverse(T);
#define __WEFT_BOTH(I, U)                                                                                              \
    __WEFT_BITS(I, I, U)                                                                                               \
    __WEFT_BITS(U, I, U)
#define __WEFT_SIZES(I, U)                                                                                             \
    __WEFT_BOTH(I, U)                                                                                                  \
    __WEFT_BOTH(I##2, U##2)                                                                                            \
    __WEFT_BOTH(I##3, U##3)                                                                                            \
    __WEFT_BOTH(I##4, U##4)                                                                                            \
    __WEFT_BOTH(I##8, U##8)                                                                                            \
    __WEFT_BOTH(I##16, U##16)
__WEFT_SIZES(char, uchar)
__WEFT_SIZES(short, ushort)
__WEFT_SIZES(int, uint)
__WEFT_SIZES(long, ulong)
#define __WEFT_DOT(T)                                                                                                  \
    T __WEFT_FN dot(T, T);                                                                                             \
    T __WEFT_FN dot(T##2, T##2);                                                                                       \
    T __WEFT_FN dot(T##3, T##3);                                                                                       \
    T __WEFT_FN dot(T##4, T##4);
__WEFT_DOT(half)
__WEFT_DOT(float)
__WEFT_DOT(double)
#define __WEFT_DOT_BYTES(R, A, B, types)                                                                               \
    R __WEFT_FN dot(A, B);                                                                                             \
    R __WEFT_FN dot_acc_sat(A, B, R);                                                                                  \
    R __WEFT_FN dot_4x8packed_##types(uint, uint);                                                                     \
    R __WEFT_FN dot_acc_sat_4x8packed_##types(uint, uint, R);
__WEFT_DOT_BYTES(uint, uchar4, uchar4, uu_uint)
__WEFT_DOT_BYTES(int, char4, char4, ss_int)
__WEFT_DOT_BYTES(int, uchar4, char4, us_int)
__WEFT_DOT_BYTES(int, char4, uchar4, su_int)
#undef __WEFT_DOT_BYTES
#undef __WEFT_DOT
#undef __WEFT_SIZES
#undef __WEFT_BOTH
#undef __WEFT_BITS
#undef __WEFT_FN
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
