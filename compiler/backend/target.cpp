// SPDX-License-Identifier: Apache-2.0
// The machine kernels are made for: the running CPU by its features, never by its name, or one that is named.
#include "compiler/backend/target.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"

#include <vector>

using namespace llvm;

namespace {

// "NAME", or "NAME,+FEATURE,-FEATURE": what WEFT_CPU and weftc's --cpu say.
struct Choice {
    StringRef Name;
    SmallVector<StringRef, 4> Changes;

    explicit Choice(StringRef Text)
    {
        Text.split(Changes, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
        if (!Changes.empty() && !Changes[0].starts_with("+") && !Changes[0].starts_with("-")) {
            Name = Changes[0];
            Changes.erase(Changes.begin());
        }
    }
    bool isNative() const { return Name.empty() || Name == "native"; }
};

struct Description {
    Triple TheTriple;
    const Target *TheTarget = nullptr;
    std::string Cpu;
    std::string Features;
};

} // namespace

const weft::HostCpu &
weft::hostCpu()
{
    static const HostCpu Host = [] {
        HostCpu Result;
        const Triple T(sys::getProcessTriple());

        Result.Features = T.isAArch64() ? aarch64HostFeatures() : sys::getHostCPUFeatures();
        Result.Tuning = T.isX86() ? x86Level(Result.Features) : T.isRISCV() ? "generic-rv64" : "generic";
        return Result;
    }();

    return Host;
}

// Sorted, so that it is the same in every process.
static std::string
hostFeatureString()
{
    std::vector<std::string> Names;

    for (const auto &Feature : weft::hostCpu().Features)
        Names.push_back((Feature.second ? "+" : "-") + Feature.first().str());
    llvm::sort(Names, [](StringRef A, StringRef B) { return A.substr(1) < B.substr(1); });
    return join(Names, ",");
}

static bool
isFeature(const MCSubtargetInfo &Known, StringRef Name)
{
    return any_of(Known.getAllProcessorFeatures(), [&](const SubtargetFeatureKV &F) { return Name == F.Key; });
}

static bool
complain(weft_log *Log, const Twine &Sentence)
{
    weft::appendLog(Log, ("error: " + Sentence + "\n").str());
    return false;
}

// Fills Its, or says what is wrong. LLVM itself ignores unknown names and ends the process for CPUs of 32 bits.
static bool
resolve(const Choice &Wanted, const Triple &T, Description &Its, weft_log *Log)
{
    const bool IsHost = T.getArch() == Triple(sys::getProcessTriple()).getArch();
    std::string Error;
    std::vector<std::string> Features;

    Its.TheTriple = T;
    Its.TheTarget = TargetRegistry::lookupTarget(T, Error);
    if (!Its.TheTarget)
        return complain(Log, "there is no code generator for '" + T.str() + "'");
    std::unique_ptr<MCSubtargetInfo> Known(Its.TheTarget->createMCSubtargetInfo(T, "", ""));
    if (!Wanted.isNative()) {
        if (!Known->isCPUStringValid(Wanted.Name))
            return complain(Log, "'" + Wanted.Name + "' is not the name of a CPU of this architecture (" +
                                     T.getArchName() + ")");
        Its.Cpu = Wanted.Name.str();
        if (T.isX86() && !weft::isX86Of64Bits(Wanted.Name))
            return complain(Log, "the CPU '" + Wanted.Name + "' has no 64 bits");
    } else if (IsHost) {
        Its.Cpu = weft::hostCpu().Tuning;
        Features.push_back(hostFeatureString());
    } else if (Wanted.Name == "native") {
        return complain(Log, "this machine's CPU is not of the architecture " + T.getArchName());
    } else {
        // What distributions of that architecture begin at.
        Its.Cpu = T.isX86() ? "x86-64" : T.isRISCV() ? "generic-rv64" : "generic";
    }
    if (T.isRISCV() && !(IsHost && Wanted.isNative()))
        Features.push_back("+m,+a,+f,+d,+c");
    for (StringRef Change : Wanted.Changes) {
        if (Change.size() < 2 || (Change[0] != '+' && Change[0] != '-') || !isFeature(*Known, Change.substr(1)))
            return complain(Log, "'" + Change + "' is not '+' or '-' and the name of a feature of " + T.getArchName());
        Features.push_back(Change.str());
    }
    if (T.isX86()) {
        const std::string AsAsked = join(Features, ",");
        std::unique_ptr<MCSubtargetInfo> Asked(Its.TheTarget->createMCSubtargetInfo(T, Its.Cpu, AsAsked));
        Features.insert(Features.begin(), weft::x86Tuning(*Asked).str()); // before what is asked for: that counts
    }
    llvm::erase_if(Features, [](const std::string &Part) { return Part.empty(); });
    Its.Features = join(Features, ",");
    return true;
}

// Names what the running CPU lacks of what kernels may make use of.
static bool
checkHost(const MCSubtargetInfo &Wanted, StringRef Name, weft_log *Log)
{
    std::vector<StringRef> Missing;

    for (const auto &Feature : weft::hostCpu().Features)
        if (!Feature.second && !weft::isForSystems(Feature.first()) &&
            Wanted.checkFeatures(("+" + Feature.first()).str()))
            Missing.push_back(Feature.first());
    if (Missing.empty())
        return true;
    llvm::sort(Missing);
    return complain(Log, "this machine's CPU lacks " + join(Missing, ", ") + ", which '" + Name + "' has");
}

std::unique_ptr<TargetMachine>
weft::createMachine(const weft_options &Options, bool Optimize, weft_log *Log)
{
    const StringRef Text = Options.cpu ? Options.cpu : "";
    const Choice Wanted(Text);
    const bool IsCross = Options.triple && *Options.triple;
    Description Its;

    if (!resolve(Wanted, Triple(IsCross ? Triple::normalize(Options.triple) : sys::getProcessTriple()), Its, Log))
        return nullptr;
    TargetOptions Machine;
    Machine.EmitStackSizeSection = true;
    // A trap behind `unreachable` keeps a wrong kernel from running on into the next function.
    Machine.TrapUnreachable = true;
    Machine.NoTrapAfterNoreturn = true;
    if (Its.TheTriple.isRISCV())
        Machine.MCOptions.ABIName = "lp64d"; // the only one that Linux distributions have
    CodeGenOptLevel Level = Optimize ? CodeGenOptLevel::Default : CodeGenOptLevel::None;
    std::unique_ptr<TargetMachine> Result(Its.TheTarget->createTargetMachine(
        Its.TheTriple, Its.Cpu, Its.Features, Machine, Reloc::PIC_,
        Its.TheTriple.isX86() ? std::optional(CodeModel::Small) : std::nullopt, Level));
    if (!Result)
        complain(Log, "there is no code generator for '" + Its.TheTriple.str() + "'");
    else if (!Options.offline && !Text.empty() && !checkHost(*Result->getMCSubtargetInfo(), Text, Log))
        Result.reset();
    return Result;
}

unsigned
weft::vectorBytes(const TargetMachine &Machine)
{
    return Machine.getTargetTriple().isX86() ? x86VectorBytes(*Machine.getMCSubtargetInfo()) : 16;
}

bool
weft::hasHalfConversions(const TargetMachine &Machine)
{
    const MCSubtargetInfo &Features = *Machine.getMCSubtargetInfo();
    const Triple &T = Machine.getTargetTriple();

    if (T.isX86())
        return Features.checkFeatures("+f16c");
    if (T.isRISCV())
        return Features.checkFeatures("+zfhmin") &&
               (!Features.checkFeatures("+zve32x") || Features.checkFeatures("+zvfhmin"));
    return true;
}

bool
weft::hasFusedMultiplyAdd(const TargetMachine &Machine)
{
    const MCSubtargetInfo &Features = *Machine.getMCSubtargetInfo();

    return !Machine.getTargetTriple().isX86() || Features.checkFeatures("+fma") || Features.checkFeatures("+fma4") ||
           Features.checkFeatures("+avx512f");
}

bool
weft::hasScaling(const TargetMachine &Machine)
{
    return Machine.getTargetTriple().isX86() && Machine.getMCSubtargetInfo()->checkFeatures("+avx512f");
}

extern "C" bool
weft_target_describe(const char *Cpu, weft_target_facts *Facts, weft_log *Log)
{
    weft_options Options = {};

    Options.cpu = Cpu;
    std::unique_ptr<TargetMachine> Machine = weft::createMachine(Options, /*Optimize=*/true, Log);
    if (!Machine)
        return false;
    Facts->vector_bytes = weft::vectorBytes(*Machine);
    Facts->has_fma = weft::hasFusedMultiplyAdd(*Machine);
    return true;
}
