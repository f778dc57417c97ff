// SPDX-License-Identifier: Apache-2.0
// Pass vectorizer-guard: keeps loops away from LLVM 22's LoopVectorize that it miscompiles or is slow with.
#include "compiler/passes/vectorizer_guard.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace weft {

namespace {

// The widths of the indices whose wrapping LoopVectorize would have to exclude at run time.
class CheckedWidths {
public:
    CheckedWidths(const Loop &Innermost, ScalarEvolution &Evolution) : L(Innermost), SE(Evolution) {}

    void add(Value *V)
    {
        SmallVector<const SCEVPredicate *, 4> Checks;

        if (!SE.isSCEVable(V->getType()))
            return;
        SE.convertSCEVToAddRecWithPredicates(SE.getSCEV(V), &L, Checks);
        for (const SCEVPredicate *Check : Checks)
            if (const auto *Wrap = dyn_cast<SCEVWrapPredicate>(Check))
                Widths.insert(SE.getTypeSizeInBits(Wrap->getExpr()->getType()));
    }

    bool severalWidths() const { return Widths.size() > 1; }

private:
    const Loop &L;
    ScalarEvolution &SE;
    SmallSet<uint64_t, 4> Widths;
};

} // namespace

// Longer bodies are not vectorized: below, LoopVectorize takes well under a second.
static constexpr size_t LongestBody = 4000; // instructions

static bool
isLong(const Loop &L)
{
    size_t Instructions = 0;

    for (const BasicBlock *BB : L.blocks())
        Instructions += BB->size();
    return Instructions > LongestBody;
}

static bool
isMiscompiled(const Loop &L, ScalarEvolution &SE)
{
    CheckedWidths Widths(L, SE);

    for (BasicBlock *BB : L.blocks()) {
        for (Instruction &I : *BB) {
            if (Value *Pointer = getLoadStorePointerOperand(&I))
                Widths.add(Pointer);
            else if (isa<PHINode, GetElementPtrInst, CmpInst>(I))
                Widths.add(&I);
            if (isa<GetElementPtrInst, CmpInst, SelectInst>(I))
                for (Value *Operand : I.operands())
                    if (!isa<Constant>(Operand))
                        Widths.add(Operand);
        }
    }
    return Widths.severalWidths();
}

PreservedAnalyses
VectorizerGuardPass::run(Function &F, FunctionAnalysisManager &AM)
{
    auto &Loops = AM.getResult<LoopAnalysis>(F);
    auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);

    bool Changed = false;

    for (Loop *L : Loops.getLoopsInPreorder()) {
        if (!L->isInnermost() || !(isLong(*L) || isMiscompiled(*L, SE)))
            continue;
        addStringMetadataToLoop(L, "llvm.loop.vectorize.enable", 0);
        // LoopLoadElimination makes the same checks, and no metadata stops it. A fence for the compiler makes the
        // analysis they share give up at once, and becomes no code.
        IRBuilder<> B(L->getHeader(), L->getHeader()->getFirstInsertionPt());
        B.CreateFence(AtomicOrdering::Acquire, SyncScope::SingleThread);
        Changed = true;
    }
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
