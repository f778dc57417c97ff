// SPDX-License-Identifier: Apache-2.0
// Headers that programs get, embedded: Clang's own opencl-c-base.h, so that an installation needs no Clang, and ours.
#ifndef WEFT_FRONTEND_CLANG_HEADER_H
#define WEFT_FRONTEND_CLANG_HEADER_H

#ifdef __cplusplus
extern "C" {
#endif

extern const char weft_clang_header[];     // NUL-terminated
extern const char weft_clang_header_end[]; // the NUL
extern const char weft_mipmap_header[];    // mipmap_functions.h, likewise
extern const char weft_mipmap_header_end[];
extern const char weft_integer_header[]; // integer_functions.h, likewise
extern const char weft_integer_header_end[];

#ifdef __cplusplus
}
#endif
#endif
