// SPDX-License-Identifier: Apache-2.0
// Lists for both sides of the native tests, in OpenCL C and in C.
#ifndef WEFT_TESTS_TYPES_H
#define WEFT_TESTS_TYPES_H

#define INTEGERS(M, ...)                                                                                               \
    M(char, __VA_ARGS__)                                                                                               \
    M(uchar, __VA_ARGS__)                                                                                              \
    M(short, __VA_ARGS__)                                                                                              \
    M(ushort, __VA_ARGS__)                                                                                             \
    M(int, __VA_ARGS__)                                                                                                \
    M(uint, __VA_ARGS__)                                                                                               \
    M(long, __VA_ARGS__)                                                                                               \
    M(ulong, __VA_ARGS__)
#define SOURCES(M, ...)                                                                                                \
    M(char, __VA_ARGS__)                                                                                               \
    M(uchar, __VA_ARGS__)                                                                                              \
    M(short, __VA_ARGS__)                                                                                              \
    M(ushort, __VA_ARGS__)                                                                                             \
    M(int, __VA_ARGS__)                                                                                                \
    M(uint, __VA_ARGS__)                                                                                               \
    M(long, __VA_ARGS__)                                                                                               \
    M(ulong, __VA_ARGS__)                                                                                              \
    M(float, __VA_ARGS__)                                                                                              \
    M(double, __VA_ARGS__)
// M(suffix, rounding, saturated, ...): rounding as in enum rounding of harness.h, `none` is the type's default
#define ROUNDINGS(M, ...)                                                                                              \
    M(, NONE, 0, __VA_ARGS__)                                                                                          \
    M(_rte, RTE, 0, __VA_ARGS__)                                                                                       \
    M(_rtz, RTZ, 0, __VA_ARGS__)                                                                                       \
    M(_rtp, RTP, 0, __VA_ARGS__)                                                                                       \
    M(_rtn, RTN, 0, __VA_ARGS__)
#define SATURATIONS(M, ...)                                                                                            \
    M(_sat, NONE, 1, __VA_ARGS__)                                                                                      \
    M(_sat_rte, RTE, 1, __VA_ARGS__)                                                                                   \
    M(_sat_rtz, RTZ, 1, __VA_ARGS__)                                                                                   \
    M(_sat_rtp, RTP, 1, __VA_ARGS__)                                                                                   \
    M(_sat_rtn, RTN, 1, __VA_ARGS__)

#endif
