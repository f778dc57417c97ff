// SPDX-License-Identifier: Apache-2.0
// Keeps InstCombine from moving masked loads past stores.
#include "compiler/packing/after/masked_load_guard.h"

#include "llvm/IR/Analysis.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Utils/Local.h"

#include <memory>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

class SecondUses {
public:
    void add(Function &F)
    {
        for (Instruction &I : instructions(F))
            if (match(&I, m_Intrinsic<Intrinsic::masked_load>()) && !I.use_empty())
                Loads.push_back(&I);
        for (Instruction *Load : Loads) {
            // Next to the load: what is deleted in front of unreachable code goes after all that could use the load.
            IRBuilder<> B(Load->getParent(), std::next(Load->getIterator()));
            Uses.push_back(B.CreateIntrinsic(B.getVoidTy(), Intrinsic::fake_use, {Load}));
        }
        Loads.clear();
    }

    // HasChanged: analyses of the function's instructions will be made anew.
    void remove(bool HasChanged)
    {
        for (WeakVH &Handle : Uses) {
            auto *Use = cast_or_null<CallInst>(static_cast<Value *>(Handle));
            if (!Use)
                continue;
            Value *Used = Use->getArgOperand(0);
            Use->eraseFromParent();
            if (HasChanged)
                RecursivelyDeleteTriviallyDeadInstructions(Used);
        }
        Uses.clear();
    }

private:
    SmallVector<Instruction *, 16> Loads;
    SmallVector<WeakVH, 16> Uses;
};

// The function that is about to go through InstCombine, or has been.
Function *
combined(StringRef Pass, const Any &Unit)
{
    const auto *F = any_cast<const Function *>(&Unit);
    return F && Pass == InstCombinePass::name() ? const_cast<Function *>(*F) : nullptr;
}

} // namespace

void
guardMaskedLoads(PassInstrumentationCallbacks &Callbacks)
{
    auto Uses = std::make_shared<SecondUses>();

    Callbacks.registerBeforeNonSkippedPassCallback([Uses](StringRef Pass, Any Unit) {
        if (Function *F = combined(Pass, Unit))
            Uses->add(*F);
    });
    Callbacks.registerAfterPassCallback([Uses](StringRef Pass, Any Unit, const PreservedAnalyses &Preserved) {
        if (combined(Pass, Unit))
            Uses->remove(!Preserved.areAllPreserved());
    });
}

} // namespace weft
