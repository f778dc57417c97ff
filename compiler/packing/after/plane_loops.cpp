// SPDX-License-Identifier: Apache-2.0
// Pass plane-loops: short loops from plane to plane of memory are unrolled.
#include "compiler/packing/after/plane_loops.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace weft {

// Rounds side by side: fewer leave several planes to an instruction of loops over eight of them, more are seldom made.
static constexpr unsigned Rounds = 4;
// What four of are little.
static constexpr size_t LongestRound = 40;
// Nearer places processors foresee.
static constexpr uint64_t PageBytes = 4096;
// More of a plane at once is foreseen by itself, and memory likes to read it in order.
static constexpr uint64_t MostBytes = 512;
// LLVM looks at all loops of a function for each that is unrolled.
static constexpr unsigned MostLoops = 16;

// Whether the address is in another page in each round. What moves by a number that the code does not say is as a rule,
// and by one that is clamped, as layers of images are, or looked up.
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
    uint64_t Bytes = 0; // of planes

    if (L.getNumBlocks() != 1 || Body.size() > LongestRound || hasUnrollTransformation(&L) != TM_Unspecified ||
        isa<SCEVCouldNotCompute>(Evolution.getBackedgeTakenCount(&L)))
        return false;
    for (const Instruction &I : Body) {
        const auto *Load = dyn_cast<LoadInst>(&I);
        if (I.mayHaveSideEffects() || (I.mayReadFromMemory() && !(Load && Load->isSimple())))
            return false;
        if (Load && Load->getType()->isVectorTy() && walksOverPlanes(*Load->getPointerOperand(), L, Evolution))
            Bytes += I.getDataLayout().getTypeStoreSize(Load->getType()).getKnownMinValue();
    }
    return Bytes > 0 && Bytes <= MostBytes;
}

PreservedAnalyses
PlaneLoopsPass::run(Function &F, FunctionAnalysisManager &AM)
{
    auto &Loops = AM.getResult<LoopAnalysis>(F);
    auto &Evolution = AM.getResult<ScalarEvolutionAnalysis>(F);
    SmallVector<Loop *, MostLoops> Chosen;

    for (Loop *L : Loops.getLoopsInPreorder())
        if (L->isInnermost() && Chosen.size() < MostLoops && isPlaneLoop(*L, Evolution))
            Chosen.push_back(L);
    if (Chosen.empty())
        return PreservedAnalyses::all();
    auto &Dominators = AM.getResult<DominatorTreeAnalysis>(F);
    auto &Assumptions = AM.getResult<AssumptionAnalysis>(F);
    OptimizationRemarkEmitter Remarks(&F); // of which nobody hears
    for (Loop *L : Chosen) {
        UnrollLoopOptions Options = {};
        simplifyLoop(L, &Dominators, &Loops, &Evolution, &Assumptions, nullptr, /*PreserveLCSSA=*/false);
        formLCSSARecursively(*L, Dominators, &Loops, &Evolution);
        Options.Count = Rounds;
        Options.Force = Options.Runtime = Options.AllowExpensiveTripCount = true;
        Options.SCEVExpansionBudget = SCEVCheapExpansionBudget;
        UnrollLoop(L, Options, &Loops, &Evolution, &Dominators, &Assumptions, &AM.getResult<TargetIRAnalysis>(F),
                   &Remarks, /*PreserveLCSSA=*/true);
    }
    return PreservedAnalyses::none();
}

} // namespace weft
