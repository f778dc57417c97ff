// SPDX-License-Identifier: Apache-2.0
// Brings a function into the form that linearize() wants.
#include "compiler/packing/linearize/linearize.h"

#include "compiler/analysis/cycle_nest.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
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

// The extension of Narrow times 2 to the Shift; Narrow is null when a value is no such thing.
struct ShiftedExtension {
    Value *Narrow = nullptr;
    unsigned Shift = 0;
    bool Signed = false;
};

// What V is as InstCombine writes it: shifts or a bitwise and. Narrow is made before V.
static ShiftedExtension
matchExtension(IRBuilderBase &B, Instruction &V)
{
    const unsigned Bits = V.getType()->getIntegerBitWidth();
    Value *X;
    const APInt *Up;
    const APInt *Down;
    unsigned Shift = 0;
    unsigned Low = Bits;
    auto IsInteger = [&] { return Low < Bits && (Low == 8 || Low == 16 || Low == 32); };

    if (match(&V, m_AShr(m_Shl(m_Value(X), m_APInt(Up)), m_APInt(Down))) && Down->ule(*Up) && Up->ult(Bits)) {
        Low = Bits - Up->getZExtValue();
        if (IsInteger())
            return {B.CreateTrunc(X, B.getIntNTy(Low)), static_cast<unsigned>((*Up - *Down).getZExtValue()), true};
    }
    if (Bits == 64 && match(&V, m_AShr(m_Value(X), m_APInt(Down))) && Down->ule(32))
        return {upperHalf(B, X, 32, 4), static_cast<unsigned>(32 - Down->getZExtValue()), true};
    if (match(&V, m_And(m_Value(X), m_APInt(Down))) && Down->isShiftedMask(Shift, Low) && IsInteger())
        if (Shift == 0 || match(X, m_Shl(m_Value(X), m_SpecificInt(Shift))))
            return {B.CreateTrunc(X, B.getIntNTy(Low)), Shift, false};
    return {};
}

// Extensions of low bits, and multiples of them, as the casts that Shapes understands.
static void
restoreExtensions(Function &F)
{
    for (Instruction &I : make_early_inc_range(instructions(F))) {
        if (!I.getType()->isIntegerTy())
            continue;
        IRBuilder<> B(&I);
        const ShiftedExtension Found = matchExtension(B, I);
        if (!Found.Narrow)
            continue;
        Value *Extended = B.CreateIntCast(Found.Narrow, I.getType(), Found.Signed);
        I.replaceAllUsesWith(Found.Shift ? B.CreateShl(Extended, Found.Shift) : Extended);
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
    const CycleNest Nest = cyclesOf(F);
    if (Nest.isDeep())
        return false;
    if (!Nest.Reducible) {
        makeReducible(F, AM);
        if (!cyclesOf(F).Reducible)
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
