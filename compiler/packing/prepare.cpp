// SPDX-License-Identifier: Apache-2.0
// Brings a function into the form that linearize() wants.
#include "compiler/packing/linearize.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static void
registerAnalyses(FunctionAnalysisManager &AM)
{
    AM.registerPass([] { return PassInstrumentationAnalysis(); });
    AM.registerPass([] { return AssumptionAnalysis(); });
    AM.registerPass([] { return CycleAnalysis(); });
    AM.registerPass([] { return DominatorTreeAnalysis(); });
    AM.registerPass([] { return LazyValueAnalysis(); });
    AM.registerPass([] { return LoopAnalysis(); });
    AM.registerPass([] { return PostDominatorTreeAnalysis(); });
    AM.registerPass([] { return TargetIRAnalysis(); });
    AM.registerPass([] { return TargetLibraryAnalysis(); });
}

template <typename PassT>
static void
runPass(PassT &&Pass, Function &F, FunctionAnalysisManager &AM)
{
    AM.invalidate(F, Pass.run(F, AM));
}

static bool
hasOnlyBranches(const Function &F)
{
    return all_of(F, [](const BasicBlock &BB) {
        return isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(BB.getTerminator()) && !BB.isEHPad();
    });
}

static bool
isIrreducible(Function &F)
{
    CycleInfo Cycles;
    SmallVector<const Cycle *, 8> Work;

    Cycles.compute(F);
    append_range(Work, Cycles.toplevel_cycles());
    while (!Work.empty()) {
        const Cycle *C = Work.pop_back_val();
        if (!C->isReducible())
            return true;
        append_range(Work, C->children());
    }
    return false;
}

// With the phis in memory meanwhile: LLVM 22's pass gives a block that is its own successor the wrong values.
static void
makeReducible(Function &F, FunctionAnalysisManager &AM)
{
    SmallVector<PHINode *, 32> Phis;
    SmallVector<AllocaInst *, 32> Variables;

    for (Instruction &I : instructions(F))
        if (auto *Phi = dyn_cast<PHINode>(&I))
            Phis.push_back(Phi);
    for (PHINode *Phi : Phis)
        if (AllocaInst *Variable = DemotePHIToStack(Phi))
            Variables.push_back(Variable);
    AM.invalidate(F, PreservedAnalyses::none());
    runPass(FixIrreduciblePass(), F, AM);
    DominatorTree Tree(F);
    PromoteMemToReg(Variables, Tree);
}

// The upper half of V in the lower one's place, made of what V is made of; null when it is not that of shifted values.
static Value *
upperHalf(IRBuilderBase &B, Value *V, unsigned Half, unsigned Depth)
{
    Value *X;
    Value *Y;
    const APInt *Amount;
    Type *T = B.getIntNTy(Half);

    if (match(V, m_APInt(Amount)))
        return Amount->countr_zero() >= Half ? ConstantInt::get(T, Amount->lshr(Half).trunc(Half)) : nullptr;
    if (match(V, m_Shl(m_Value(X), m_APInt(Amount))) && Amount->uge(Half) && Amount->ult(2 * Half))
        return B.CreateShl(B.CreateTrunc(X, T), Amount->getZExtValue() - Half);
    if (Depth == 0 || !match(V, m_OneUse(m_Add(m_Value(X), m_Value(Y)))))
        return nullptr;
    Value *Left = upperHalf(B, X, Half, Depth - 1);
    Value *Right = Left ? upperHalf(B, Y, Half, Depth - 1) : nullptr;
    return Right ? B.CreateAdd(Left, Right) : nullptr;
}

// Extensions of low bits, which InstCombine writes as shifts or a bitwise and, as the casts that Shapes understands.
static void
restoreExtensions(Function &F)
{
    for (Instruction &I : make_early_inc_range(instructions(F))) {
        Value *X = nullptr;
        const APInt *Amount;
        const APInt *Back;
        const APInt *Mask;
        if (!I.getType()->isIntegerTy())
            continue;
        const unsigned Bits = I.getType()->getIntegerBitWidth();
        unsigned Low = 0;
        if (match(&I, m_AShr(m_Shl(m_Value(X), m_APInt(Amount)), m_APInt(Back))) && *Amount == *Back && Back->ult(Bits))
            Low = Bits - Amount->getZExtValue();
        else if (match(&I, m_And(m_Value(X), m_APInt(Mask))) && Mask->isMask())
            Low = Mask->popcount();
        IRBuilder<> B(&I);
        Value *Narrow = nullptr;
        if (Low != Bits && (Low == 8 || Low == 16 || Low == 32))
            Narrow = B.CreateTrunc(X, B.getIntNTy(Low));
        else if (Bits == 64 && match(&I, m_AShr(m_Value(X), m_SpecificInt(32))))
            Narrow = upperHalf(B, X, 32, 4);
        if (!Narrow)
            continue;
        I.replaceAllUsesWith(I.getOpcode() == Instruction::AShr ? B.CreateSExt(Narrow, I.getType())
                                                                : B.CreateZExt(Narrow, I.getType()));
        RecursivelyDeleteTriviallyDeadInstructions(&I);
    }
}

bool
prepareForPacking(Function &F)
{
    FunctionAnalysisManager AM;

    if (!hasOnlyBranches(F))
        return false;
    registerAnalyses(AM);
    removeUnreachableBlocks(F);
    restoreExtensions(F);
    runPass(LowerSwitchPass(), F, AM);
    runPass(UnifyFunctionExitNodesPass(), F, AM);
    if (isIrreducible(F)) {
        makeReducible(F, AM);
        if (isIrreducible(F))
            return false;
    }
    for (BasicBlock &BB : F)
        ConstantFoldTerminator(&BB); // `br c, x, x`
    removeUnreachableBlocks(F);

    DominatorTree Tree(F);
    LoopInfo LI(Tree);
    SmallVector<Loop *, 8> TopLevel(LI.begin(), LI.end());
    for (Loop *L : TopLevel)
        simplifyLoop(L, &Tree, &LI, nullptr, nullptr, nullptr, false);
    for (Loop *L : LI.getLoopsInPreorder())
        if (!L->isLoopSimplifyForm())
            return false;
    for (Loop *L : LI)
        formLCSSARecursively(*L, Tree, &LI, nullptr);
    return true;
}

} // namespace weft
