// SPDX-License-Identifier: Apache-2.0
// Pass factored-sums: a sum of multiples that does not wrap is a multiple of a sum that does not.
#include "compiler/passes/factored_sums.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

struct Product {
    Instruction *I;
    Value *Factor;
    APInt Constant;
};

} // namespace

static std::optional<Product>
productOf(Value *V)
{
    auto *I = dyn_cast<Instruction>(V);
    Value *Factor;
    const APInt *C;

    if (I && match(I, m_c_Mul(m_Value(Factor), m_APInt(C))))
        return Product{I, Factor, *C};
    // Shifted as far as the sign, it is a product with the least number of all.
    if (I && match(I, m_Shl(m_Value(Factor), m_APInt(C))) && C->ult(C->getBitWidth() - 1))
        return Product{I, Factor, APInt::getOneBitSet(C->getBitWidth(), C->getZExtValue())};
    return std::nullopt;
}

// Each factor is at most half of what its type holds, so that their sum and difference are within the type, and the
// product is what the sum was. Of unsigned numbers the factors are no more than the products, whatever the constant.
static bool
factor(BinaryOperator &Sum)
{
    const auto A = productOf(Sum.getOperand(0)), B = productOf(Sum.getOperand(1));

    if (!A || !B || A->I == B->I || A->Constant != B->Constant || (!A->I->hasOneUse() && !B->I->hasOneUse()))
        return false;
    const auto HaveAll = [&](auto Has) { return Has(&Sum) && Has(A->I) && Has(B->I); };
    const bool Signed = A->Constant.sge(2) && HaveAll([](const Instruction *I) { return I->hasNoSignedWrap(); });
    const bool Unsigned = !A->Constant.isZero() && HaveAll([](const Instruction *I) { return I->hasNoUnsignedWrap(); });
    if (!Signed && !Unsigned)
        return false;
    const auto Create = [&](Instruction::BinaryOps Opcode, Value *Left, Value *Right) {
        auto *I = BinaryOperator::Create(Opcode, Left, Right, "", Sum.getIterator());
        I->setHasNoSignedWrap(Signed);
        I->setHasNoUnsignedWrap(Unsigned);
        I->setDebugLoc(Sum.getDebugLoc());
        return I;
    };
    BinaryOperator *Factors = Create(Sum.getOpcode(), A->Factor, B->Factor);
    BinaryOperator *Multiple = Create(Instruction::Mul, Factors, ConstantInt::get(Sum.getType(), A->Constant));
    Multiple->takeName(&Sum);
    Sum.replaceAllUsesWith(Multiple);
    Sum.eraseFromParent();
    for (Instruction *Old : {A->I, B->I})
        RecursivelyDeleteTriviallyDeadInstructions(Old);
    return true;
}

PreservedAnalyses
FactoredSumsPass::run(Function &F, FunctionAnalysisManager &)
{
    bool Changed = false;

    for (Instruction &I : make_early_inc_range(instructions(F)))
        if (I.getOpcode() == Instruction::Add || I.getOpcode() == Instruction::Sub)
            Changed |= factor(cast<BinaryOperator>(I));
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
