// SPDX-License-Identifier: Apache-2.0
// Pass half-lowering: what LLVM would round twice, or call a function for, on CPUs that only convert halves.
#include "compiler/passes/half_lowering.h"

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
    Type *Float = Half->getWithNewType(B.getFloatTy());
    Type *Integer = Half->getWithNewType(B.getInt32Ty());
    Value *Nearest = B.CreateFPTrunc(Wide, Float);
    Value *Back = B.CreateFPExt(Nearest, Wide->getType());
    Value *Magnitude = B.CreateUnaryIntrinsic(Intrinsic::fabs, Back);
    Value *Beyond = B.CreateFCmpOGT(Magnitude, B.CreateUnaryIntrinsic(Intrinsic::fabs, Wide));
    Value *Inexact = B.CreateFCmpONE(Back, Wide);
    Value *Bits = B.CreateBitCast(Nearest, Integer);
    Value *TowardsZero = B.CreateSub(Bits, B.CreateZExt(Beyond, Integer));
    Value *Odd = B.CreateOr(TowardsZero, B.CreateZExt(Inexact, Integer));

    return B.CreateFPTrunc(B.CreateBitCast(Odd, Float), Half);
}

static void
lower(Instruction &I)
{
    IRBuilder<> B(&I);
    Type *Half = I.getType();
    Type *Double = Half->getWithNewType(B.getDoubleTy());
    Value *Result;

    if (isa<FPTruncInst>(I)) {
        Result = toHalf(B, I.getOperand(0), Half);
    } else {
        Value *Factor = B.CreateFPExt(I.getOperand(0), Double);
        Value *Product = B.CreateFMul(Factor, B.CreateFPExt(I.getOperand(1), Double));
        Result = toHalf(B, B.CreateFAdd(Product, B.CreateFPExt(I.getOperand(2), Double)), Half);
    }
    Result->takeName(&I);
    I.replaceAllUsesWith(Result);
    I.eraseFromParent();
}

static bool
isTooMuch(const Instruction &I)
{
    if (!I.getType()->getScalarType()->isHalfTy())
        return false;
    if (isa<FPTruncInst>(I))
        return I.getOperand(0)->getType()->getScalarType()->isDoubleTy();
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    return Call && Call->getIntrinsicID() == Intrinsic::fma;
}

PreservedAnalyses
HalfLoweringPass::run(Module &M, ModuleAnalysisManager &)
{
    SmallVector<Instruction *, 16> Found;

    for (Function &F : M)
        for (Instruction &I : instructions(F))
            if (isTooMuch(I))
                Found.push_back(&I);
    for (Instruction *I : Found)
        lower(*I);
    return Found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
