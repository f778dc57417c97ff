// SPDX-License-Identifier: Apache-2.0
// The machine kernels are made for: chosen by the running CPU's features, never by its name.
#include "compiler/module.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <optional>
#include <vector>

using namespace llvm;

namespace {
struct HostFeatures {
    std::string Names; // "+avx2,-sse4a,..." sorted, so that it is the same in every process
    std::string Cpu;   // what the scheduling model and tuning come from
    bool Halves = true;
};
} // namespace

static bool
hasAll(const StringMap<bool, MallocAllocator> &Features, std::initializer_list<StringRef> Wanted)
{
    return std::all_of(Wanted.begin(), Wanted.end(), [&](StringRef Name) { return Features.lookup(Name); });
}

static const HostFeatures &
hostFeatures()
{
    static const HostFeatures Host = [] {
        HostFeatures Result;
        auto Features = sys::getHostCPUFeatures();
        std::vector<std::string> Names;

        for (const auto &Feature : Features)
            Names.push_back((Feature.second ? "+" : "-") + Feature.first().str());
        std::sort(Names.begin(), Names.end(), [](StringRef A, StringRef B) { return A.substr(1) < B.substr(1); });
        Result.Names = join(Names, ",");
        Result.Halves = !Triple(sys::getProcessTriple()).isX86() || Features.lookup("f16c");
        if (!Triple(sys::getProcessTriple()).isX86())
            Result.Cpu = "generic";
        else if (hasAll(Features, {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx2", "fma", "bmi2"}))
            Result.Cpu = "x86-64-v4";
        else if (hasAll(Features, {"avx2", "fma", "f16c", "bmi", "bmi2", "lzcnt", "movbe"}))
            Result.Cpu = "x86-64-v3";
        else if (hasAll(Features, {"sse4.2", "popcnt"}))
            Result.Cpu = "x86-64-v2";
        else
            Result.Cpu = "x86-64";
        return Result;
    }();

    return Host;
}

bool
weft::hostHasHalves()
{
    return hostFeatures().Halves;
}

std::unique_ptr<TargetMachine>
weft::createHostMachine(bool Optimize)
{
    const HostFeatures &Host = hostFeatures();
    Triple HostTriple(sys::getProcessTriple());
    std::string Error;
    const Target *HostTarget = TargetRegistry::lookupTarget(HostTriple, Error);

    if (!HostTarget)
        return nullptr;
    TargetOptions Machine;
    Machine.EmitStackSizeSection = true;
    // A trap behind `unreachable` keeps a wrong kernel from running on into the next function.
    Machine.TrapUnreachable = true;
    Machine.NoTrapAfterNoreturn = true;
    CodeGenOptLevel Level = Optimize ? CodeGenOptLevel::Default : CodeGenOptLevel::None;
    return std::unique_ptr<TargetMachine>(HostTarget->createTargetMachine(HostTriple, Host.Cpu, Host.Names, Machine,
                                                                          Reloc::PIC_, CodeModel::Small, Level));
}
