// SPDX-License-Identifier: Apache-2.0
// Pass array-loops: loops over private arrays are unrolled, where that makes values of these.
#include "compiler/passes/array_loops.h"

#include "compiler/analysis/kernels.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace weft {

namespace {

constexpr uint64_t LargestArray = 1024; // bytes
constexpr unsigned MostTurns = 64;      // of a loop
constexpr unsigned MostCode = 1500;     // instructions that the loops of a function become
constexpr unsigned BarrierCode = 50;    // what a barrier counts for: code between two is a region

using Loops = SmallSetVector<Loop *, 8>;

// The loops whose counters are in an address, behind an array's beginning. False if there is more in it.
bool
collectCounters(const SCEV *Offset, ScalarEvolution &Evolution, Loops &Counting)
{
    while (const auto *Counter = dyn_cast<SCEVAddRecExpr>(Offset)) {
        auto *L = const_cast<Loop *>(Counter->getLoop());
        const unsigned Turns = Evolution.getSmallConstantTripCount(L);

        if (!Counter->isAffine() || !isa<SCEVConstant>(Counter->getStepRecurrence(Evolution)) || Turns == 0 ||
            Turns > MostTurns)
            return false;
        Counting.insert(L);
        Offset = Counter->getStart();
    }
    return isa<SCEVConstant>(Offset);
}

// Likewise of all accesses to an array.
bool
collectLoops(Value &Pointer, const SCEV *Array, ScalarEvolution &Evolution, Loops &Counting)
{
    for (const Use &U : Pointer.uses()) {
        auto *I = cast<Instruction>(U.getUser());
        const auto *Load = dyn_cast<LoadInst>(I);
        const auto *Store = dyn_cast<StoreInst>(I);
        const auto *Fill = dyn_cast<MemIntrinsic>(I);

        if (isa<GetElementPtrInst>(I)) {
            if (!collectLoops(*I, Array, Evolution, Counting))
                return false;
        } else if ((Load && Load->isSimple()) || (Store && Store->isSimple() && Store->getValueOperand() != &Pointer) ||
                   (Fill && !Fill->isVolatile() && isa<ConstantInt>(Fill->getLength()))) {
            if (!collectCounters(Evolution.getMinusSCEV(Evolution.getSCEV(&Pointer), Array), Evolution, Counting))
                return false;
        } else if (!I->isLifetimeStartOrEnd()) {
            return false;
        }
    }
    return true;
}

// Without what is of counters and addresses, most of which are constants then.
unsigned
codeOf(const BasicBlock &BB)
{
    unsigned Code = 0;

    for (const Instruction &I : BB)
        if (!isa<PHINode, GetElementPtrInst, CastInst, ICmpInst>(I) && !I.isTerminator())
            Code += classifyPrimitive(&I).isBarrier() ? BarrierCode : 1;
    return Code;
}

// Instructions that a loop becomes if those chosen are unrolled.
uint64_t
codeOf(const Loop &L, const LoopInfo &All, const Loops &Chosen, ScalarEvolution &Evolution)
{
    uint64_t Code = 0;

    for (const BasicBlock *BB : L.blocks())
        Code += All.getLoopFor(BB) == &L ? codeOf(*BB) : 0;
    for (const Loop *Inner : L.getSubLoops())
        Code += codeOf(*Inner, All, Chosen, Evolution);
    return SaturatingMultiply<uint64_t>(
        Code, Chosen.contains(const_cast<Loop *>(&L)) ? Evolution.getSmallConstantTripCount(&L) : 1);
}

} // namespace

bool
ArrayLoopsPass::mark(Function &F, FunctionAnalysisManager &AM)
{
    if (none_of(F.getEntryBlock(), [](const Instruction &I) { return isa<AllocaInst>(I); }))
        return false;
    auto &Evolution = AM.getResult<ScalarEvolutionAnalysis>(F);
    const auto &All = AM.getResult<LoopAnalysis>(F);
    Loops Chosen;

    for (Instruction &I : F.getEntryBlock()) {
        auto *Array = dyn_cast<AllocaInst>(&I);
        Loops Counting = Chosen;
        if (!Array || !Array->isStaticAlloca() ||
            Array->getAllocationSize(F.getDataLayout())->getFixedValue() > LargestArray ||
            !collectLoops(*Array, Evolution.getSCEV(Array), Evolution, Counting))
            continue;
        uint64_t Code = 0;
        for (const Loop *L : All)
            Code += codeOf(*L, All, Counting, Evolution) - codeOf(*L, All, {}, Evolution);
        if (Code <= MostCode)
            Chosen = Counting;
    }
    for (Loop *L : Chosen)
        addStringMetadataToLoop(L, "llvm.loop.unroll.full");
    return !Chosen.empty();
}

PreservedAnalyses
ArrayLoopsPass::run(Function &F, FunctionAnalysisManager &AM)
{
    mark(F, AM);
    return PreservedAnalyses::all(); // of loops without metadata nothing else is known
}

} // namespace weft
