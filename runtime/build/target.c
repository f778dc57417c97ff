// SPDX-License-Identifier: Apache-2.0
// weft_binary_target(): what program binaries are made for, from the CPU's own feature bits.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "compiler/kernel_abi.h"
#include "compiler/program_binary.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#else
#include <sys/auxv.h>
#endif

#ifndef WEFT_VERSION
#define WEFT_VERSION "0"
#endif

static char target[96];
static pthread_once_t once = PTHREAD_ONCE_INIT;

#if defined(__x86_64__) || defined(__i386__)
#define ARCHITECTURE "x86"

// Which register states the operating system saves: without them AVX and AVX-512 are not usable.
static unsigned
saved_states(unsigned leaf1_ecx)
{
    unsigned low, high;

    if (!(leaf1_ecx & bit_OSXSAVE))
        return 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

// The feature words of the CPU; registers that number cores or describe caches are left out.
static size_t
feature_words(unsigned words[16])
{
    unsigned a, b, c, d, sub;
    size_t n = 0;

    if (__get_cpuid(1, &a, &b, &c, &d)) {
        words[n++] = c;
        words[n++] = d;
        words[n++] = saved_states(c);
    }
    if (__get_cpuid_count(7, 0, &sub, &b, &c, &d)) {
        words[n++] = b;
        words[n++] = c;
        words[n++] = d;
        if (sub >= 1 && __get_cpuid_count(7, 1, &a, &b, &c, &d)) {
            words[n++] = a;
            words[n++] = d;
        }
    }
    if (__get_cpuid_count(0x24, 0, &a, &b, &c, &d))
        words[n++] = b;
    if (__get_cpuid(0x80000001, &a, &b, &c, &d)) {
        words[n++] = c;
        words[n++] = d;
    }
    return n;
}
#else
#if defined(__aarch64__)
#define ARCHITECTURE "aarch64"
#elif defined(__riscv)
#define ARCHITECTURE "riscv"
#elif defined(__powerpc64__)
#define ARCHITECTURE "ppc64"
#else
#define ARCHITECTURE "cpu"
#endif

static size_t
feature_words(unsigned words[16])
{
    unsigned long hwcap[2] = {getauxval(AT_HWCAP), getauxval(AT_HWCAP2)};

    memcpy(words, hwcap, sizeof(hwcap));
    return sizeof(hwcap) / sizeof(*words);
}
#endif

static void
make_target(void)
{
    unsigned words[16] = {0};
    size_t count = feature_words(words);

    snprintf(target, sizeof(target), "weft-%s abi%u %s%d-%016llx", WEFT_VERSION, WEFT_KERNEL_ABI_VERSION, ARCHITECTURE,
             (int)(8 * sizeof(void *)), (unsigned long long)weft_hash64(words, count * sizeof(*words), 0));
}

const char *
weft_binary_target(void)
{
    pthread_once(&once, make_target);
    return target;
}
