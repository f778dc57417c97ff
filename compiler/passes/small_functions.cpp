// SPDX-License-Identifier: Apache-2.0
// Pass small-functions: functions that are small, or work on variables of their callers, are part of these.
#include "compiler/passes/small_functions.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/switched.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/Inliner.h"

using namespace llvm;

namespace weft {

// In LLVM's units of cost, 5 for an instruction. Clang's own limits are 225 and 250.
static constexpr int SmallFunction = 75, LendingFunction = 750;
// So many instructions of lending functions at most in one caller.
static constexpr unsigned MaxLent = 2000;
// LLVM's name for what a call may cost.
static constexpr const char *Limit = "function-inline-threshold";

// Whether the called function gets the address of a variable, of the caller or of one of its callers.
static bool
lendsVariable(const CallBase &Call)
{
    return any_of(Call.args(), [](const Use &Arg) {
        if (!Arg->getType()->isPointerTy() || Arg->getType()->getPointerAddressSpace() != PrivateSpace)
            return false;
        const Value *Object = getUnderlyingObject(Arg);
        return isa<AllocaInst>(Object) || isa<Argument>(Object);
    });
}

static void
markLending(Function &F)
{
    unsigned Lent = 0;

    for (Instruction &I : instructions(F)) {
        auto *Call = dyn_cast<CallBase>(&I);
        const Function *Called = Call ? Call->getCalledFunction() : nullptr;
        if (!Called || Called->isDeclaration() || !lendsVariable(*Call))
            continue;
        Lent += Called->getInstructionCount();
        if (Lent > MaxLent)
            return;
        Call->addFnAttr(Attribute::get(F.getContext(), Limit, std::to_string(LendingFunction)));
    }
}

PreservedAnalyses
SmallFunctionsPass::run(Module &M, ModuleAnalysisManager &AM)
{
    InlineParams Params = getInlineParams(SmallFunction);

    Params.ComputeFullInlineCost = true; // else a call's own limit is read after the common one has ended the count
    if (isOn(M, WEFT_SWITCH_LENT_VARIABLES))
        for (Function &F : M)
            markLending(F);
    ModuleInlinerWrapperPass(Params).run(M, AM);
    for (Function &F : M)
        for (Instruction &I : instructions(F))
            if (auto *Call = dyn_cast<CallBase>(&I))
                Call->removeFnAttr(Limit);
    return PreservedAnalyses::none();
}

} // namespace weft
