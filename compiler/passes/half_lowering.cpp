// SPDX-License-Identifier: Apache-2.0
// Pass half-lowering: what LLVM would round twice, or call a function for, on CPUs that only convert halves.
#include "compiler/passes/half_lowering.h"

#include "compiler/passes/round_to_odd.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft {

bool
hasHalfArithmetic(const TargetMachine &Machine)
{
    const Triple &T = Machine.getTargetTriple();

    return (T.isX86() && Machine.getMCSubtargetInfo()->checkFeatures("+avx512fp16,+avx512vl")) ||
           (T.isAArch64() && Machine.getMCSubtargetInfo()->checkFeatures("+fullfp16"));
}

// Doubles, or vectors of them, to halves with one rounding.
static Value *
toHalf(IRBuilderBase &B, Value *Wide, Type *Half)
{
    Type *Integer = Half->getWithNewType(B.getInt32Ty());
    Value *Nearest = B.CreateFPTrunc(Wide, Half->getWithNewType(B.getFloatTy()));
    Value *Back = B.CreateFPExt(Nearest, Wide->getType());
    Value *Magnitude = B.CreateUnaryIntrinsic(Intrinsic::fabs, Back);
    Value *IsBeyond = B.CreateFCmpOGT(Magnitude, B.CreateUnaryIntrinsic(Intrinsic::fabs, Wide));
    Value *IsInexact = B.CreateFCmpONE(Back, Wide);
    Value *Beyond = B.CreateSExt(IsBeyond, Integer);
    Value *Inexact = B.CreateSExt(IsInexact, Integer);

    return B.CreateFPTrunc(toOdd(B, Nearest, Beyond, Inexact), Half);
}

// A call that may be contracted, as it is in mad, may be rounded to float first.
static Value *
fused(IRBuilderBase &B, const CallBase &Call)
{
    Type *Float = Call.getType()->getWithNewType(B.getFloatTy());

    if (!Call.hasAllowContract())
        return fusedInWider(B, Call, Float);
    auto Widened = [&](unsigned N) { return B.CreateFPExt(Call.getArgOperand(N), Float); };
    Value *First = Widened(0);
    Value *Product = B.CreateFMul(First, Widened(1));
    Value *Sum = B.CreateFAdd(Product, Widened(2));

    for (Value *V : {Product, Sum})
        if (auto *I = dyn_cast<Instruction>(V))
            I->setHasAllowContract(true); // one instruction where there is one
    return B.CreateFPTrunc(Sum, Call.getType());
}

// The greater or the lesser, or the one that is a number. Computed in float as such, LLVM would make halves' of it
// again.
static Value *
selected(IRBuilderBase &B, const IntrinsicInst &Call)
{
    const bool Greater = Call.getIntrinsicID() == Intrinsic::maxnum;
    Value *First = Call.getArgOperand(0);
    Value *Second = Call.getArgOperand(1);
    Value *IsSecond = B.CreateFCmp(Greater ? CmpInst::FCMP_OLT : CmpInst::FCMP_OGT, First, Second);

    return B.CreateSelect(B.CreateOr(IsSecond, B.CreateFCmpUNO(First, First)), Second, First);
}

// What an operation on halves becomes; null when it may stay.
static Value *
replacement(Instruction &I)
{
    IRBuilder<> B(&I);

    if (isa<FPTruncInst>(I))
        return I.getOperand(0)->getType()->getScalarType()->isDoubleTy() ? toHalf(B, I.getOperand(0), I.getType())
                                                                         : nullptr;
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    switch (Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic) {
    case Intrinsic::fma:
        return fused(B, *Call);
    case Intrinsic::maxnum:
    case Intrinsic::minnum:
        return selected(B, *Call);
    default:
        return nullptr;
    }
}

static bool
lower(Instruction &I)
{
    if (!I.getType()->getScalarType()->isHalfTy())
        return false;
    if (isa<FPTruncInst>(I))
        I.copyFastMathFlags(FastMathFlags()); // or it would be joined with one that rounds to float
    Value *Result = replacement(I);
    if (!Result)
        return isa<FPTruncInst>(I);
    Result->takeName(&I);
    I.replaceAllUsesWith(Result);
    I.eraseFromParent();
    return true;
}

PreservedAnalyses
HalfLoweringPass::run(Module &M, ModuleAnalysisManager &)
{
    bool Changed = false;

    for (Function &F : M)
        for (Instruction &I : make_early_inc_range(instructions(F)))
            Changed |= lower(I);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
