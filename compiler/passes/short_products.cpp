// SPDX-License-Identifier: Apache-2.0
// Pass short-products: the upper part of a product of 16-bit numbers is taken from a product of 32 bits.
#include "compiler/passes/short_products.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static bool
areShorts(const Value *A, const Value *B)
{
    return A->getType()->getScalarSizeInBits() == 16 && B->getType()->getScalarSizeInBits() == 16;
}

PreservedAnalyses
ShortProductsPass::run(Function &F, FunctionAnalysisManager &)
{
    bool Changed = false;

    for (Instruction &I : instructions(F)) {
        Value *A;
        Value *B;
        if (!I.getType()->isVectorTy() || I.getType()->getScalarSizeInBits() != 64 ||
            !match(&I, m_Shr(m_Mul(m_SExt(m_Value(A)), m_SExt(m_Value(B))), m_SpecificInt(16))) || !areShorts(A, B))
            continue;
        IRBuilder<> Builder(&I);
        Type *Wide = A->getType()->getWithNewBitWidth(32);
        Value *X = Builder.CreateSExt(A, Wide);
        Value *Y = Builder.CreateSExt(B, Wide);
        I.setOperand(0, Builder.CreateSExt(Builder.CreateNSWMul(X, Y), I.getType()));
        Changed = true;
    }
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
