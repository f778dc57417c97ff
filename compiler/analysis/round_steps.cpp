// SPDX-License-Identifier: Apache-2.0
// How far lanes' addresses move from one round of a loop to the next.
#include "compiler/analysis/round_steps.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// How deep into the computation of an address to look.
static constexpr unsigned MaxDepth = 12;

static std::optional<int64_t>
sum(std::optional<int64_t> A, std::optional<int64_t> B)
{
    return A && B ? std::optional(*A + *B) : std::nullopt;
}

// Of what the last index counts.
static int64_t
elementBytes(const GetElementPtrInst &Address)
{
    return int64_t(Address.getDataLayout().getTypeAllocSize(Address.getSourceElementType()).getFixedValue());
}

std::optional<int64_t>
bytesOfAllLanes(const GetElementPtrInst &Address)
{
    const auto *Index = Address.getNumIndices() == 1 ? dyn_cast<Constant>(Address.getOperand(1)) : nullptr;
    const auto *Its =
        dyn_cast_or_null<ConstantInt>(Index && Index->getType()->isVectorTy() ? Index->getSplatValue() : Index);

    return Its ? std::optional(Its->getSExtValue() * elementBytes(Address)) : std::nullopt;
}

std::optional<int64_t>
RoundSteps::ofScalar(const Value *V, std::optional<Extension> Extended) const
{
    const SCEV *S = SE.getSCEV(const_cast<Value *>(V));

    if (Extended)
        S = *Extended == Signed ? SE.getSignExtendExpr(S, Type::getInt64Ty(V->getContext()))
                                : SE.getZeroExtendExpr(S, Type::getInt64Ty(V->getContext()));
    if (SE.isLoopInvariant(S, &L))
        return 0;
    const auto *Growing = dyn_cast<SCEVAddRecExpr>(S);
    const auto *Step = Growing && Growing->getLoop() == &L && Growing->isAffine()
                           ? dyn_cast<SCEVConstant>(Growing->getStepRecurrence(SE))
                           : nullptr;
    return Step && Step->getAPInt().getSignificantBits() <= 32 ? std::optional(Step->getAPInt().getSExtValue())
                                                               : std::nullopt;
}

std::optional<int64_t>
RoundSteps::ofIndex(const Value *V, std::optional<Extension> Extended, unsigned Depth) const
{
    const Value *A;
    const Value *B;
    const APInt *Factor;

    if (L.isLoopInvariant(V))
        return 0;
    if (Depth > MaxDepth)
        return std::nullopt;
    if (!V->getType()->isVectorTy())
        if (const std::optional<int64_t> Its = ofScalar(V, Extended))
            return Its;
    if (const Value *Scalar = V->getType()->isVectorTy() ? getSplatValue(V) : nullptr)
        return ofIndex(Scalar, Extended, Depth + 1);
    // Computed in the first lane, then spread; nothing is in the other ones until then.
    if (match(V, m_Shuffle(m_Value(A), m_Value(), m_ZeroMask())) ||
        match(V, m_InsertElt(m_Poison(), m_Value(A), m_Zero())))
        return ofIndex(A, Extended, Depth + 1);
    if (match(V, m_SExt(m_Value(A))))
        return Extended ? std::nullopt : ofIndex(A, Signed, Depth + 1);
    if (match(V, m_ZExt(m_Value(A))))
        return Extended ? std::nullopt : ofIndex(A, Unsigned, Depth + 1);
    // As unsigned indexes are extended: half of all before the place.
    if (Extended == Signed && match(V, m_Xor(m_Value(A), m_SignMask())))
        return ofIndex(A, Unsigned, Depth + 1);
    const auto *Operation = dyn_cast<OverflowingBinaryOperator>(V);
    const bool MayWrap =
        isa<PHINode>(V) ||
        (Operation && !(Extended == Signed ? Operation->hasNoSignedWrap() : Operation->hasNoUnsignedWrap()));
    if (Extended && MayWrap) {
        const std::optional<int64_t> Its = Wrapping ? ofIndex(V, std::nullopt, Depth + 1) : std::nullopt;
        const unsigned Bits = V->getType()->getScalarSizeInBits();
        if (!Its || Bits != 32)
            return std::nullopt;
        Wrapping->push_back({V, *Extended == Signed, SignExtend64<32>(uint64_t(*Its))});
        return Wrapping->back().Step;
    }
    if (match(V, m_Add(m_Value(A), m_Value(B))) || match(V, m_DisjointOr(m_Value(A), m_Value(B))))
        return sum(ofIndex(A, Extended, Depth + 1), ofIndex(B, Extended, Depth + 1));
    if (match(V, m_Sub(m_Value(A), m_Value(B))))
        if (const std::optional<int64_t> Less = ofIndex(B, Extended, Depth + 1))
            return sum(ofIndex(A, Extended, Depth + 1), -*Less);
    if (match(V, m_Shl(m_Value(A), m_APInt(Factor))) && Factor->ult(16))
        if (const std::optional<int64_t> Its = ofIndex(A, Extended, Depth + 1))
            return *Its * (int64_t(1) << Factor->getZExtValue());
    if (match(V, m_Mul(m_Value(A), m_APInt(Factor))) && Factor->getSignificantBits() <= 16)
        if (const std::optional<int64_t> Its = ofIndex(A, Extended, Depth + 1))
            return *Its * Factor->getSExtValue();
    // A vector that the loop counts up.
    const auto *Phi = dyn_cast<PHINode>(V);
    if (Phi && V->getType()->isVectorTy() && Phi->getParent() == L.getHeader() && L.getLoopLatch() && !Extended) {
        Constant *Step;
        const Value *Next = Phi->getIncomingValueForBlock(L.getLoopLatch());
        if (match(Next, m_c_Add(m_Specific(Phi), m_Constant(Step))))
            if (const auto *Its = dyn_cast_or_null<ConstantInt>(Step->getSplatValue()))
                return Its->getSExtValue();
    }
    return std::nullopt;
}

std::optional<int64_t>
RoundSteps::ofAddress(const Value *V, unsigned Depth) const
{
    if (L.isLoopInvariant(V))
        return 0;
    if (Depth > MaxDepth)
        return std::nullopt;
    if (!V->getType()->isVectorTy())
        if (const std::optional<int64_t> Its = ofScalar(V, std::nullopt))
            return Its;
    const auto *Address = dyn_cast<GetElementPtrInst>(V);
    const auto *Phi = dyn_cast<PHINode>(V);
    if (Phi && Phi->getParent() == L.getHeader() && L.getLoopLatch()) {
        // A pointer of each lane that steps.
        Address = dyn_cast<GetElementPtrInst>(Phi->getIncomingValueForBlock(L.getLoopLatch()));
        if (!Address || Address->getPointerOperand() != Phi)
            return std::nullopt;
        return bytesOfAllLanes(*Address);
    }
    if (!Address || Address->getNumIndices() != 1)
        return std::nullopt;
    const Value *Index = Address->getOperand(1);
    const bool IsNarrow = Index->getType()->getScalarSizeInBits() < 64;
    const std::optional<int64_t> Own = ofIndex(Index, IsNarrow ? std::optional(Signed) : std::nullopt, Depth + 1);
    return sum(ofAddress(Address->getPointerOperand(), Depth + 1),
               Own ? std::optional(*Own * elementBytes(*Address)) : std::nullopt);
}

} // namespace weft
