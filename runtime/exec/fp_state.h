// SPDX-License-Identifier: Apache-2.0
// Kernels run under the default floating-point control state, whatever the thread they run on has chosen.
#ifndef WEFT_EXEC_FP_STATE_H
#define WEFT_EXEC_FP_STATE_H

#include <stdint.h>

// Round to nearest even, denormals kept, no exception trapped. Returns the thread's own state for weft_fp_leave.
static inline uint64_t
weft_fp_enter(void)
{
#if defined(__x86_64__)
    uint32_t own = __builtin_ia32_stmxcsr();

    if ((own & ~0x3fu) != 0x1f80u) // bits 0 to 5 are sticky exception flags
        __builtin_ia32_ldmxcsr(0x1f80u);
    return own;
#elif defined(__aarch64__)
    uint64_t own;

    __asm__ volatile("mrs %0, fpcr" : "=r"(own));
    if (own)
        __asm__ volatile("msr fpcr, %0" ::"r"((uint64_t)0));
    return own;
#else
    return 0;
#endif
}

static inline void
weft_fp_leave(uint64_t own)
{
#if defined(__x86_64__)
    // Unconditional: the kernel may have raised sticky flags the application looks at.
    __builtin_ia32_ldmxcsr((uint32_t)own);
#elif defined(__aarch64__)
    if (own)
        __asm__ volatile("msr fpcr, %0" ::"r"(own));
#else
    (void)own;
#endif
}

#endif
