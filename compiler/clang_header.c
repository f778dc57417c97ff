// SPDX-License-Identifier: Apache-2.0
// Embeds Clang's opencl-c-base.h; WEFT_CLANG_HEADER is its path at build time.
#include "compiler/clang_header.h"

__asm__(".section .rodata.weft_clang_header,\"a\"\n"
        ".globl weft_clang_header\n"
        ".hidden weft_clang_header\n"
        ".type weft_clang_header,@object\n"
        "weft_clang_header:\n"
        ".incbin \"" WEFT_CLANG_HEADER "\"\n"
        ".globl weft_clang_header_end\n"
        ".hidden weft_clang_header_end\n"
        ".type weft_clang_header_end,@object\n"
        "weft_clang_header_end:\n"
        ".byte 0\n"
        ".previous\n");
