// SPDX-License-Identifier: Apache-2.0
// Clang's own opencl-c-base.h, embedded so that an installation needs no Clang.
#ifndef WEFT_CLANG_HEADER_H
#define WEFT_CLANG_HEADER_H

#ifdef __cplusplus
extern "C" {
#endif

extern const char weft_clang_header[];     // NUL-terminated
extern const char weft_clang_header_end[]; // the NUL

#ifdef __cplusplus
}
#endif
#endif
