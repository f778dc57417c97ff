// SPDX-License-Identifier: Apache-2.0
// Pass small-functions: functions that are small, only compute, or work on variables of their callers, are part of
// these.
#include "compiler/passes/small_functions.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/switched.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/Inliner.h"

#include <optional>

using namespace llvm;

namespace weft {

// In LLVM's units of cost, 5 for an instruction. Clang's own limits are 225 and 250.
static constexpr int SmallFunction = 75, ComputingFunction = 500, LendingFunction = 750;
// So many instructions of the larger ones at most in one caller.
static constexpr uint64_t MaxBrought = 3000;
// And so many of those that only compute for each kernel of a program, where launches wait for the build.
static constexpr uint64_t MaxComputingAtFirst = 1600;
// LLVM's name for what a call may cost.
static constexpr const char *Limit = "function-inline-threshold";

// Whether the called function gets the address of a variable, of the caller or of one of its callers. Pointers of
// OpenCL C 2.0 do not say that they are to variables.
static bool
lendsVariable(const CallBase &Call)
{
    return any_of(Call.args(), [](const Use &Arg) {
        const auto *T = dyn_cast<PointerType>(Arg->getType());
        const Value *Object = T ? getUnderlyingObject(Arg) : nullptr;
        return T && (isa<AllocaInst>(Object) ||
                     (isa<Argument>(Object) &&
                      is_contained({PrivateSpace, GenericSpace}, Object->getType()->getPointerAddressSpace())));
    });
}

// What the call may cost, where that is more than others may.
static std::optional<int>
limitOf(const CallBase &Call, const Function &Called, bool MayLend)
{
    if (MayLend && lendsVariable(Call))
        return LendingFunction;
    if (Called.doesNotAccessMemory())
        return ComputingFunction;
    return std::nullopt;
}

namespace {

// Marks calls with what they may cost, of called functions before their callers.
class Limits {
public:
    Limits(bool Lend, uint64_t Computing) : MayLend(Lend), ComputingLeft(Computing) {}
    uint64_t mark(Function &F);

private:
    bool MayLend;
    uint64_t ComputingLeft;
    DenseMap<const Function *, uint64_t> Sizes; // with what they are to have of others
};

} // namespace

// Returns how many instructions the function is to have.
uint64_t
Limits::mark(Function &F)
{
    const auto [Place, IsNew] = Sizes.try_emplace(&F, F.getInstructionCount());
    const uint64_t Own = Place->second;
    uint64_t Brought = 0;

    if (!IsNew)
        return Own;
    for (Instruction &I : instructions(F)) {
        auto *Call = dyn_cast<CallBase>(&I);
        Function *Called = Call ? Call->getCalledFunction() : nullptr;
        if (!Called || Called->isDeclaration() || Call->isNoInline())
            continue;
        const uint64_t Its = mark(*Called);
        const std::optional<int> Most = limitOf(*Call, *Called, MayLend);
        const bool Computes = Most == ComputingFunction;
        if (!Most || Brought + Its > MaxBrought || (Computes && Its > ComputingLeft))
            continue;
        Brought += Its;
        ComputingLeft -= Computes ? Its : 0;
        Call->addFnAttr(Attribute::get(F.getContext(), Limit, std::to_string(*Most)));
    }
    return Sizes[&F] = Own + Brought;
}

PreservedAnalyses
SmallFunctionsPass::run(Module &M, ModuleAnalysisManager &AM)
{
    const uint64_t Computing =
        M.getModuleFlag(VersionFlag) ? UINT64_MAX : MaxComputingAtFirst * std::max<uint64_t>(1, kernelsOf(M).size());
    InlineParams Params = getInlineParams(SmallFunction);
    Limits Its(isOn(M, WEFT_SWITCH_LENT_VARIABLES), Computing);

    Params.ComputeFullInlineCost = true; // else a call's own limit is read after the common one has ended the count
    for (Function &F : M)
        Its.mark(F);
    ModuleInlinerWrapperPass(Params).run(M, AM);
    for (Function &F : M)
        for (Instruction &I : instructions(F))
            if (auto *Call = dyn_cast<CallBase>(&I))
                Call->removeFnAttr(Limit);
    return PreservedAnalyses::none();
}

} // namespace weft
