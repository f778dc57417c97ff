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

// The low bits of X extended, times 2 to the Shift, as InstCombine writes it: shifts or a bitwise and. X is null when
// the value is no such thing.
struct ShiftedExtension {
    Value *X = nullptr;
    unsigned Low = 0;
    unsigned Shift = 0;
    bool Signed = false;
};

static ShiftedExtension
matchShiftedExtension(Instruction &V, unsigned Bits)
{
    Value *X;
    const APInt *Amount;
    const APInt *Back;

    if (match(&V, m_AShr(m_Shl(m_Value(X), m_APInt(Amount)), m_APInt(Back))) && Back->ule(*Amount) &&
        Amount->ult(Bits)) {
        unsigned Up = Amount->getZExtValue();
        return {X, Bits - Up, Up - static_cast<unsigned>(Back->getZExtValue()), true};
    }
    unsigned First;
    unsigned Count;
    if (!match(&V, m_And(m_Value(X), m_APInt(Back))) || !Back->isShiftedMask(First, Count))
        return {};
    if (First == 0)
        return {X, Count, 0, false};
    if (match(X, m_Shl(m_Value(X), m_APInt(Amount))) && *Amount == First)
        return {X, Count, First, false};
    return {};
}

// Extensions of low bits, and multiples of them, as the casts that Shapes understands.
static void
restoreExtensions(Function &F)
{
    for (Instruction &I : make_early_inc_range(instructions(F))) {
        if (!I.getType()->isIntegerTy())
            continue;
        const unsigned Bits = I.getType()->getIntegerBitWidth();
        IRBuilder<> B(&I);
        Value *Narrow = nullptr;
        Value *X;
        const APInt *Amount;
        ShiftedExtension Found = matchShiftedExtension(I, Bits);
        if (Found.X && Found.Low != Bits && (Found.Low == 8 || Found.Low == 16 || Found.Low == 32)) {
            Narrow = B.CreateTrunc(Found.X, B.getIntNTy(Found.Low));
        } else if (Bits == 64 && match(&I, m_AShr(m_Value(X), m_APInt(Amount))) && Amount->ule(32)) {
            Narrow = upperHalf(B, X, 32, 4);
            Found.Shift = 32 - Amount->getZExtValue();
            Found.Signed = true;
        }
        if (!Narrow)
            continue;
        Value *Extended = Found.Signed ? B.CreateSExt(Narrow, I.getType()) : B.CreateZExt(Narrow, I.getType());
        if (Found.Shift)
            Extended = B.CreateShl(Extended, Found.Shift);
        I.replaceAllUsesWith(Extended);
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
