// SPDX-License-Identifier: Apache-2.0
// Pass division-guard: integer division that the language leaves undefined does not end the application.
#include "compiler/passes/division_guard.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// True if no element of a constant divisor is one that could trap.
static bool
isHarmless(Value *Divisor, bool Signed)
{
    return match(Divisor, m_CheckedInt([Signed](const APInt &C) { return !C.isZero() && !(Signed && C.isAllOnes()); }));
}

static void
guard(BinaryOperator &Division)
{
    const bool Signed = Division.getOpcode() == Instruction::SDiv || Division.getOpcode() == Instruction::SRem;
    Value *Dividend = Division.getOperand(0), *Divisor = Division.getOperand(1);
    Type *T = Division.getType();
    IRBuilder<> B(&Division);

    if (isHarmless(Divisor, Signed))
        return;
    // A frozen divisor, or the check and the division could see different values.
    Value *Frozen = isGuaranteedNotToBeUndefOrPoison(Divisor) ? Divisor : B.CreateFreeze(Divisor);
    Value *Traps = B.CreateICmpEQ(Frozen, Constant::getNullValue(T));
    if (Signed) {
        Value *FrozenDividend = isGuaranteedNotToBeUndefOrPoison(Dividend) ? Dividend : B.CreateFreeze(Dividend);
        Value *Smallest = ConstantInt::get(T, APInt::getSignedMinValue(T->getScalarSizeInBits()));
        Value *Overflows =
            B.CreateAnd(B.CreateICmpEQ(Frozen, Constant::getAllOnesValue(T)), B.CreateICmpEQ(FrozenDividend, Smallest));
        Division.setOperand(0, FrozenDividend);
        Traps = B.CreateOr(Traps, Overflows);
    }
    Division.setOperand(1, B.CreateSelect(Traps, ConstantInt::get(T, 1), Frozen));
}

PreservedAnalyses
DivisionGuardPass::run(Module &M, ModuleAnalysisManager &)
{
    SmallVector<BinaryOperator *, 16> Divisions;

    for (Function &F : M)
        for (Instruction &I : instructions(F))
            if (I.isIntDivRem())
                Divisions.push_back(cast<BinaryOperator>(&I));
    for (BinaryOperator *Division : Divisions)
        guard(*Division);
    if (Divisions.empty())
        return PreservedAnalyses::all();
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
