// SPDX-License-Identifier: Apache-2.0
// Pass byte-divisions: vectors of bytes are divided by constants as vectors of 16 bits.
#include "compiler/passes/byte_divisions.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static bool
isByteDivision(const Instruction &I)
{
    return I.isIntDivRem() && I.getType()->isVectorTy() && I.getType()->getScalarSizeInBits() == 8 &&
           isa<Constant>(I.getOperand(1)) && !match(I.getOperand(1), m_CombineOr(m_Power2(), m_NegatedPower2()));
}

static void
widen(BinaryOperator &Division)
{
    const bool Signed = Division.getOpcode() == Instruction::SDiv || Division.getOpcode() == Instruction::SRem;
    IRBuilder<> B(&Division);
    Type *Wide = Division.getType()->getWithNewBitWidth(16);
    Value *X = B.CreateIntCast(Division.getOperand(0), Wide, Signed);
    Value *Y = B.CreateIntCast(Division.getOperand(1), Wide, Signed);
    Value *Quotient = B.CreateBinOp(Division.getOpcode(), X, Y);

    Division.replaceAllUsesWith(B.CreateTrunc(Quotient, Division.getType()));
    Division.eraseFromParent();
}

PreservedAnalyses
ByteDivisionsPass::run(Function &F, FunctionAnalysisManager &)
{
    SmallVector<BinaryOperator *, 8> Divisions;

    for (Instruction &I : instructions(F))
        if (isByteDivision(I))
            Divisions.push_back(cast<BinaryOperator>(&I));
    for (BinaryOperator *Division : Divisions)
        widen(*Division);
    if (Divisions.empty())
        return PreservedAnalyses::all();
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
