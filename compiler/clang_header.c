// SPDX-License-Identifier: Apache-2.0
// Embeds Clang's opencl-c-base.h; WEFT_CLANG_HEADER is its path at build time. What Clang 22 makes of its
// CLK_NULL_RESERVE_ID for SPIR is no valid code: a cast of a constant to an opaque type.
#include "compiler/clang_header.h"

__asm__(".section .rodata.weft_clang_header,\"a\"\n"
        ".globl weft_clang_header\n"
        ".hidden weft_clang_header\n"
        ".type weft_clang_header,@object\n"
        "weft_clang_header:\n"
        ".incbin \"" WEFT_CLANG_HEADER "\"\n"
        ".ascii \"#if defined(__opencl_c_pipes)\\n\"\n"
        ".ascii \"#undef CLK_NULL_RESERVE_ID\\n\"\n"
        ".ascii \"reserve_id_t __weft_null_reserve_id(void) __attribute__((const));\\n\"\n"
        ".ascii \"#define CLK_NULL_RESERVE_ID __weft_null_reserve_id()\\n\"\n"
        ".ascii \"#endif\\n\"\n"
        ".globl weft_clang_header_end\n"
        ".hidden weft_clang_header_end\n"
        ".type weft_clang_header_end,@object\n"
        "weft_clang_header_end:\n"
        ".byte 0\n"
        ".previous\n");
