// SPDX-License-Identifier: Apache-2.0
// Pass half-bits: no half is cast from an integer that is 0 or 1.
#include "compiler/passes/half_bits.h"

#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace weft {

static bool
isCastOfOneBit(const BitCastInst &Cast, const DataLayout &DL)
{
    const Value *Bits = Cast.getOperand(0);

    return Cast.getType()->isHalfTy() && Bits->getType()->isIntegerTy() &&
           computeKnownBits(Bits, DL).countMaxActiveBits() <= 1;
}

static Value *
selectedHalf(BitCastInst &Cast, const DataLayout &DL)
{
    IRBuilder<InstSimplifyFolder> B(Cast.getContext(), InstSimplifyFolder(DL));
    B.SetInsertPoint(&Cast);
    Value *Bit = B.CreateTrunc(Cast.getOperand(0), B.getInt1Ty());
    Constant *One = ConstantFP::get(Cast.getType(), APFloat(APFloat::IEEEhalf(), APInt(16, 1)));

    return B.CreateSelect(Bit, One, ConstantFP::getZero(Cast.getType()));
}

PreservedAnalyses
HalfBitsPass::run(Function &F, FunctionAnalysisManager &)
{
    const DataLayout &DL = F.getDataLayout();

    for (Instruction &I : make_early_inc_range(instructions(F))) {
        auto *Cast = dyn_cast<BitCastInst>(&I);

        if (!Cast || !isCastOfOneBit(*Cast, DL))
            continue;
        Cast->replaceAllUsesWith(selectedHalf(*Cast, DL));
        Cast->eraseFromParent();
    }
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
