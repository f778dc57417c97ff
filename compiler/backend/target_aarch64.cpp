// SPDX-License-Identifier: Apache-2.0
// What is special about AArch64: LLVM reads /proc/cpuinfo, which emulators of the CPU alone leave as the host's.
#include "compiler/backend/target.h"

#include <utility>
#if defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

using namespace llvm;

StringMap<bool>
weft::aarch64HostFeatures()
{
    StringMap<bool> Result;
#if defined(__aarch64__)
    // Vectors of a fixed length make no use of SVE, which is left out.
    static constexpr std::pair<unsigned long, const char *> Known[] = {
        {HWCAP_FPHP | HWCAP_ASIMDHP, "fullfp16"},
        {HWCAP_ATOMICS, "lse"},
        {HWCAP_USCAT, "lse2"},
        {HWCAP_CRC32, "crc"},
        {HWCAP_ASIMDDP, "dotprod"},
        {HWCAP_ASIMDRDM, "rdm"},
        {HWCAP_ASIMDFHM, "fp16fml"},
        {HWCAP_FCMA, "complxnum"},
        {HWCAP_JSCVT, "jsconv"},
        {HWCAP_LRCPC, "rcpc"},
        {HWCAP_ILRCPC, "rcpc-immo"},
    };
    const unsigned long Has = getauxval(AT_HWCAP);

    for (auto [Bits, Name] : Known)
        Result[Name] = (Has & Bits) == Bits;
#endif
    return Result;
}
