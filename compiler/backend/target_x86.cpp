// SPDX-License-Identifier: Apache-2.0
// What is special about CPUs of the x86 family.
#include "compiler/backend/target.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;

static bool
hasAll(const StringMap<bool> &Features, std::initializer_list<StringRef> Wanted)
{
    return all_of(Wanted, [&](StringRef Name) { return Features.lookup(Name); });
}

// The highest level whose features these are.
std::string
weft::x86Level(const StringMap<bool> &Features)
{
    if (hasAll(Features, {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx2", "fma", "bmi2"}))
        return "x86-64-v4";
    if (hasAll(Features, {"avx2", "fma", "f16c", "bmi", "bmi2", "lzcnt", "movbe"}))
        return "x86-64-v3";
    if (hasAll(Features, {"sse4.2", "popcnt"}))
        return "x86-64-v2";
    return "x86-64";
}

// Instructions that no kernel is compiled to. Virtual machines often hide them.
bool
weft::isForSystems(StringRef Feature)
{
    return StringSwitch<bool>(Feature)
        .Cases({"clzero", "cldemote", "clflushopt", "clwb", "enqcmd", "fsgsbase", "invpcid", "lwp", "mwaitx"}, true)
        .Cases({"pconfig", "pku", "ptwrite", "rdpid", "rdpru", "rdrnd", "rdseed", "rtm", "serialize"}, true)
        .Cases({"sgx", "shstk", "tsxldtrk", "uintr", "usermsr", "waitpkg", "wbnoinvd"}, true)
        .Cases({"xsave", "xsavec", "xsaveopt", "xsaves"}, true)
        .Default(false);
}

bool
weft::isX86Of64Bits(StringRef Cpu)
{
    return X86::parseArchX86(Cpu, /*Only64Bit=*/true) != X86::CK_None;
}

unsigned
weft::x86VectorBytes(const MCSubtargetInfo &Features)
{
    return Features.checkFeatures("+avx512f") ? 64 : Features.checkFeatures("+avx") ? 32 : 16;
}

// LLVM takes gathers of AVX2 for slow unless it is told that they are not: they are better than loads of lanes that may
// be off (isOneInstruction).
StringRef
weft::x86Tuning(const MCSubtargetInfo &Features)
{
    return Features.checkFeatures("+avx2") ? "+fast-gather" : "";
}
