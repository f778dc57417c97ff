// SPDX-License-Identifier: Apache-2.0
// weft_host_features(): the running CPU's own feature bits.
#include "compiler/program_binary.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#else
#include <sys/auxv.h>
#endif

#if defined(__x86_64__) || defined(__i386__)
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
static size_t
feature_words(unsigned words[16])
{
    const uint64_t hwcap[2] = {getauxval(AT_HWCAP), getauxval(AT_HWCAP2)};
    size_t n = 0;

    for (size_t i = 0; i < 2; i++) {
        words[n++] = (unsigned)hwcap[i];
        words[n++] = (unsigned)(hwcap[i] >> 32);
    }
    return n;
}
#endif

uint64_t
weft_host_features(void)
{
    unsigned words[16] = {0};
    size_t count = feature_words(words);
    uint64_t digest = weft_hash64(words, count * sizeof(*words), 0);

    return digest ? digest : 1;
}
