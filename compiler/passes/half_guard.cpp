// SPDX-License-Identifier: Apache-2.0
// Pass half-guard: integers that are too large for a half stay infinite when the half becomes a float again.
#include "compiler/passes/half_guard.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace weft {

// Halves end at 65504; what is nearer to 65536 is infinite.
static constexpr unsigned Largest = 65535;

// What makes halves of the integers that I makes halves of; null when I does not.
static CastInst *
conversion(Instruction &I)
{
    Instruction *Source = &I;

    if (!I.getType()->getScalarType()->isHalfTy())
        return nullptr;
    if (isa<FPTruncInst>(I))
        Source = dyn_cast<Instruction>(I.getOperand(0));
    return Source && isa<SIToFPInst, UIToFPInst>(Source) ? cast<CastInst>(Source) : nullptr;
}

static bool
fits(const Value *Integer, bool Signed, const DataLayout &DL)
{
    return computeKnownBits(Integer, DL).countMaxActiveBits() <= 16 ||
           (Signed && ComputeMaxSignificantBits(Integer, DL) <= 16);
}

static Value *
clampedHalf(IRBuilderBase &B, Value *Integer, bool Signed, Type *Half)
{
    Type *T = Integer->getType();
    Constant *Limit = ConstantInt::get(T, Largest);

    if (Signed)
        Integer = B.CreateBinaryIntrinsic(Intrinsic::smax, Integer, ConstantExpr::getNeg(Limit));
    Integer = B.CreateBinaryIntrinsic(Signed ? Intrinsic::smin : Intrinsic::umin, Integer, Limit);
    if (T->getScalarSizeInBits() > 32)
        Integer = B.CreateTrunc(Integer, T->getWithNewType(B.getInt32Ty()));
    return B.CreateSIToFP(Integer, Half);
}

static void
guard(Instruction &I, const DataLayout &DL)
{
    CastInst *Conversion = conversion(I);
    const bool Signed = Conversion && isa<SIToFPInst>(Conversion);

    if (!Conversion || fits(Conversion->getOperand(0), Signed, DL))
        return;
    IRBuilder<> B(&I);
    Value *Half = clampedHalf(B, Conversion->getOperand(0), Signed, I.getType());
    Half->takeName(&I);
    I.replaceAllUsesWith(Half);
    I.eraseFromParent();
}

PreservedAnalyses
HalfGuardPass::run(Function &F, FunctionAnalysisManager &)
{
    for (Instruction &I : make_early_inc_range(instructions(F)))
        guard(I, F.getDataLayout());
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
