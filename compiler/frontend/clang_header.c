// SPDX-License-Identifier: Apache-2.0
// Embeds Clang's opencl-c-base.h, mipmap_functions.h and integer_functions.h; WEFT_CLANG_HEADER, WEFT_MIPMAP_HEADER and
// WEFT_INTEGER_HEADER are their paths. What
// Clang 22 makes of its CLK_NULL_RESERVE_ID and CLK_NULL_EVENT for SPIR is no valid code: a cast of a constant to an
// opaque type. What images' queries return has names in every version of OpenCL C, whichever of them Clang knows, or
// has under two spellings.
#include "compiler/frontend/clang_header.h"

#define CONSTANT(name, value) ".ascii \"#define CLK_" #name " " #value "\\n\"\n"
#define WEFT_CHANNEL_ORDER(name, value, ...) CONSTANT(name, value)
#define WEFT_CHANNEL_TYPE(name, value, ...) CONSTANT(name, value)
#define WEFT_PACKED_TYPE(name, value, ...) CONSTANT(name, value)
#define WEFT_RAW_TYPE(name, value, ...) CONSTANT(name, value)

// clang-format off
__asm__(".section .rodata.weft_clang_header,\"a\"\n"
        ".globl weft_clang_header\n"
        ".hidden weft_clang_header\n"
        ".type weft_clang_header,@object\n"
        "weft_clang_header:\n"
        ".incbin \"" WEFT_CLANG_HEADER "\"\n"
        ".ascii \"#if defined(__opencl_c_pipes)\\n\"\n"
        ".ascii \"#undef CLK_NULL_RESERVE_ID\\n\"\n"
        ".ascii \"reserve_id_t __weft_null_reserve_id(void)\"\n"
        ".ascii \"__asm__(\\\"__weft_null_reserve_id\\\") __attribute__((const));\\n\"\n"
        ".ascii \"#define CLK_NULL_RESERVE_ID __weft_null_reserve_id()\\n\"\n"
        ".ascii \"#endif\\n\"\n"
        ".ascii \"#if defined(__opencl_c_device_enqueue)\\n\"\n"
        ".ascii \"#undef CLK_NULL_EVENT\\n\"\n"
        ".ascii \"clk_event_t __weft_null_event(void)\"\n"
        ".ascii \"__asm__(\\\"__weft_null_event\\\") __attribute__((const));\\n\"\n"
        ".ascii \"#define CLK_NULL_EVENT __weft_null_event()\\n\"\n"
        ".ascii \"ulong __weft_queue_word(queue_t)\"\n"
        ".ascii \"__asm__(\\\"__weft_queue_word\\\") __attribute__((const));\\n\"\n"
        ".ascii \"ulong __weft_event_word(clk_event_t)\"\n"
        ".ascii \"__asm__(\\\"__weft_event_word\\\") __attribute__((const));\\n\"\n"
        ".ascii \"#endif\\n\"\n"
        ".ascii \"#undef cl_khr_subgroups\\n\"\n"
#include "compiler/image_formats.def"
        CONSTANT(UNORM_10X6_EXT, 0x10E1)
        CONSTANT(UNORM_12X4_EXT, 0x10E9)
        CONSTANT(UNORM_14X2_EXT, 0x10EA)
        ".globl weft_clang_header_end\n"
        ".hidden weft_clang_header_end\n"
        ".type weft_clang_header_end,@object\n"
        "weft_clang_header_end:\n"
        ".byte 0\n"
        ".globl weft_mipmap_header\n"
        ".hidden weft_mipmap_header\n"
        ".type weft_mipmap_header,@object\n"
        "weft_mipmap_header:\n"
        ".incbin \"" WEFT_MIPMAP_HEADER "\"\n"
        ".globl weft_mipmap_header_end\n"
        ".hidden weft_mipmap_header_end\n"
        ".type weft_mipmap_header_end,@object\n"
        "weft_mipmap_header_end:\n"
        ".byte 0\n"
        ".globl weft_integer_header\n"
        ".hidden weft_integer_header\n"
        ".type weft_integer_header,@object\n"
        "weft_integer_header:\n"
        ".incbin \"" WEFT_INTEGER_HEADER "\"\n"
        ".globl weft_integer_header_end\n"
        ".hidden weft_integer_header_end\n"
        ".type weft_integer_header_end,@object\n"
        "weft_integer_header_end:\n"
        ".byte 0\n"
        ".previous\n");
// clang-format on
