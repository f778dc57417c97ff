// SPDX-License-Identifier: Apache-2.0
// Pass plane-loops: short loops from plane to plane of memory are unrolled.
#include "compiler/packing/after/plane_loops.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace weft {

// Rounds side by side: fewer leave several planes to an instruction of loops over eight of them, more are seldom made.
static constexpr unsigned Rounds = 4;
// What four of are little.
static constexpr size_t LongestRound = 40;
// Nearer places processors foresee.
static constexpr uint64_t PageBytes = 4096;

// Whether the address is in another page in each round. What moves by a number that the code does not say is as a rule,
// and by one that is clamped, as layers of images are.
static bool
walksOverPlanes(const Value &Address, const Loop &L, ScalarEvolution &Evolution)
{
    const SCEV *Its = Evolution.getSCEV(const_cast<Value *>(&Address));
    const auto *Walk = dyn_cast<SCEVAddRecExpr>(Its);

    if (!Walk || Walk->getLoop() != &L || !Walk->isAffine())
        return !Evolution.isLoopInvariant(Its, &L);
    const auto *Step = dyn_cast<SCEVConstant>(Walk->getStepRecurrence(Evolution));
    return !Step || Step->getAPInt().abs().uge(PageBytes);
}

static bool
isPlaneLoop(const Loop &L, ScalarEvolution &Evolution)
{
    const BasicBlock &Body = *L.getHeader();
    bool HasPlanes = false;

    if (L.getNumBlocks() != 1 || Body.size() > LongestRound ||
        getBooleanLoopAttribute(&L, "llvm.loop.unroll.disable") || findOptionMDForLoop(&L, "llvm.loop.unroll.count") ||
        findOptionMDForLoop(&L, "llvm.loop.unroll.enable"))
        return false;
    for (const Instruction &I : Body) {
        const auto *Load = dyn_cast<LoadInst>(&I);
        if (I.mayHaveSideEffects() || (I.mayReadFromMemory() && !(Load && Load->isSimple())))
            return false;
        HasPlanes = HasPlanes || (Load && Load->getType()->isVectorTy() &&
                                  walksOverPlanes(*Load->getPointerOperand(), L, Evolution));
    }
    return HasPlanes;
}

PreservedAnalyses
PlaneLoopsPass::run(Function &F, FunctionAnalysisManager &AM)
{
    auto &Evolution = AM.getResult<ScalarEvolutionAnalysis>(F);
    bool Any = false;

    for (Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
        if (!L->isInnermost() || !isPlaneLoop(*L, Evolution))
            continue;
        addStringMetadataToLoop(L, "llvm.loop.unroll.count", Rounds);
        Any = true;
    }
    return Any ? LoopUnrollPass(LoopUnrollOptions(2, /*OnlyWhenForced=*/true)).run(F, AM) : PreservedAnalyses::all();
}

} // namespace weft
