// SPDX-License-Identifier: Apache-2.0
// Parts of vectors that were cut out of one integer.
#include "compiler/packing/after/vector_parts.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// What is at bit Shift of the vector, as a T; null when the vector cannot be taken as elements of T's.
static Value *
partOf(IRBuilderBase &B, Value *Vector, uint64_t Shift, Type *T)
{
    const uint64_t Bits = T->getScalarSizeInBits();
    const uint64_t All = Vector->getType()->getPrimitiveSizeInBits().getFixedValue();
    SmallVector<int, 16> Places;

    if (!Bits || Shift % Bits || All % Bits)
        return nullptr;
    Value *Elements = B.CreateBitCast(Vector, FixedVectorType::get(T->getScalarType(), All / Bits));
    auto *Part = dyn_cast<FixedVectorType>(T);
    if (!Part)
        return B.CreateExtractElement(Elements, Shift / Bits);
    for (unsigned I = 0; I < Part->getNumElements(); ++I)
        Places.push_back(static_cast<int>(Shift / Bits + I));
    return B.CreateShuffleVector(Elements, Places);
}

static Value *
replacement(Instruction &I)
{
    Instruction *Trunc = isa<BitCastInst>(I) ? dyn_cast<TruncInst>(I.getOperand(0)) : dyn_cast<TruncInst>(&I);
    Value *Vector;
    const APInt *Amount;
    uint64_t Shift = 0;

    if (!Trunc || !Trunc->getType()->isIntegerTy())
        return nullptr;
    Value *Whole = Trunc->getOperand(0);
    if (match(Whole, m_LShr(m_Value(), m_APInt(Amount)))) {
        if (Amount->uge(Whole->getType()->getIntegerBitWidth()))
            return nullptr;
        Shift = Amount->getZExtValue();
        Whole = cast<Instruction>(Whole)->getOperand(0);
    }
    if (!match(Whole, m_BitCast(m_Value(Vector))) || !isa<FixedVectorType>(Vector->getType()))
        return nullptr;
    // What a shift has brought in from above is no part of the vector.
    if (Shift + Trunc->getType()->getIntegerBitWidth() > Whole->getType()->getIntegerBitWidth())
        return nullptr;
    // An integer that no register holds is a part only once it is cast to a vector.
    if (!I.getType()->isVectorTy() && I.getType()->getScalarSizeInBits() > 64)
        return nullptr;
    IRBuilder<> B(&I);
    return partOf(B, Vector, Shift, I.getType());
}

PreservedAnalyses
VectorPartsPass::run(Function &F, FunctionAnalysisManager &)
{
    SmallVector<WeakTrackingVH, 16> Replaced;

    for (Instruction &I : make_early_inc_range(instructions(F))) {
        if (Value *Part = replacement(I)) {
            I.replaceAllUsesWith(Part);
            Replaced.push_back(&I);
        }
    }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(Replaced);
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
