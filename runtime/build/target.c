// SPDX-License-Identifier: Apache-2.0
// weft_binary_target(): what program binaries are made for.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "compiler/kernel_abi.h"
#include "compiler/program_binary.h"
#include "runtime/build/cpu.h"

#ifndef WEFT_VERSION
#define WEFT_VERSION "0"
#endif

#if defined(__x86_64__) || defined(__i386__)
#define ARCHITECTURE "x86"
#elif defined(__aarch64__)
#define ARCHITECTURE "aarch64"
#elif defined(__riscv)
#define ARCHITECTURE "riscv"
#elif defined(__powerpc64__)
#define ARCHITECTURE "ppc64"
#else
#define ARCHITECTURE "cpu"
#endif

static char target[96];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
make_target(void)
{
    const char *cpu = weft_cpu_name();

    snprintf(target, sizeof(target), "weft-%s abi%u %s%d-%016llx", WEFT_VERSION, WEFT_KERNEL_ABI_VERSION, ARCHITECTURE,
             (int)(8 * sizeof(void *)), (unsigned long long)weft_hash64(cpu, strlen(cpu), weft_host_features()));
}

const char *
weft_binary_target(void)
{
    pthread_once(&once, make_target);
    return target;
}
