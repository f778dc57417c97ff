// SPDX-License-Identifier: Apache-2.0
// Gathers and scatters, by their parts.
#include "compiler/packing/analysis/indexed_access.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// How deep into the computation of an index to look.
constexpr unsigned MaxDepth = 8;

bool
isSteps(const Constant &C, int64_t Step)
{
    auto *T = dyn_cast<FixedVectorType>(C.getType());
    auto *First = T ? dyn_cast_or_null<ConstantInt>(C.getAggregateElement(0u)) : nullptr;
    for (unsigned L = 0; First && L < T->getNumElements(); ++L) {
        auto *Lane = dyn_cast_or_null<ConstantInt>(C.getAggregateElement(L));
        if (!Lane || Lane->getValue() - First->getValue() !=
                         APInt(Lane->getBitWidth(), static_cast<uint64_t>(Step) * L, false, true))
            return false;
    }
    return First;
}

// Whether the computation has a chance to step so from lane to lane.
bool
mayStepBy(const Value *V, int64_t Step, unsigned Depth = 0)
{
    const Value *A;
    const Value *B;
    const APInt *Amount;
    if (Depth > MaxDepth || !Step)
        return false;
    if (auto *C = dyn_cast<Constant>(V))
        return isSteps(*C, Step);
    if (match(V, m_CombineOr(m_Freeze(m_Value(A)), m_CombineOr(m_ZExtOrSExt(m_Value(A)), m_Trunc(m_Value(A))))) ||
        match(V, m_CombineOr(m_SRem(m_Value(A), m_Value()), m_URem(m_Value(A), m_Value()))))
        return mayStepBy(A, Step, Depth + 1);
    if (match(V, m_Shl(m_Value(A), m_APInt(Amount))))
        return Amount->ult(32) && Step % (INT64_C(1) << Amount->getZExtValue()) == 0 &&
               mayStepBy(A, Step / (INT64_C(1) << Amount->getZExtValue()), Depth + 1);
    if (match(V, m_Mul(m_Value(A), m_APInt(Amount))))
        return Amount->isSignedIntN(32) && !Amount->isZero() && Step % Amount->getSExtValue() == 0 &&
               mayStepBy(A, Step / Amount->getSExtValue(), Depth + 1);
    if (match(V, m_Not(m_Value(A))))
        return mayStepBy(A, -Step, Depth + 1);
    if (match(V, m_Sub(m_Value(A), m_Value(B))))
        return mayStepBy(A, Step, Depth + 1) || mayStepBy(B, -Step, Depth + 1);
    if (match(V, m_c_Add(m_Value(A), m_Value(B))) || match(V, m_Or(m_Value(A), m_Value(B))) ||
        match(V, m_Xor(m_Value(A), m_Value(B))) || match(V, m_And(m_Value(A), m_Value(B))) ||
        match(V, m_Select(m_Value(), m_Value(A), m_Value(B))))
        return mayStepBy(A, Step, Depth + 1) || mayStepBy(B, Step, Depth + 1);
    if (auto *Phi = dyn_cast<PHINode>(V))
        return any_of(Phi->incoming_values(), [&](const Use &U) { return mayStepBy(U, Step, Depth + 2); });
    if (auto *Call = dyn_cast<IntrinsicInst>(V))
        return isa<MinMaxIntrinsic>(Call) && (mayStepBy(Call->getArgOperand(0), Step, Depth + 1) ||
                                              mayStepBy(Call->getArgOperand(1), Step, Depth + 1));
    return false;
}

} // namespace

Value *
LanesAccess::addresses() const
{
    return Call->getArgOperand(AddressOperand);
}

Value *
LanesAccess::mask() const
{
    return Call->getArgOperand(AddressOperand + 1);
}

// The addresses without what is added for all lanes, which is appended to Offsets.
static Value *
withoutOffsets(Value *Addresses, SmallVectorImpl<GetElementPtrInst *> &Offsets)
{
    for (auto *Address = dyn_cast<GetElementPtrInst>(Addresses);
         Address && Address->getNumIndices() == 1 && Address->getPointerOperandType()->isVectorTy() &&
         !Address->getOperand(1)->getType()->isVectorTy();
         Address = dyn_cast<GetElementPtrInst>(Addresses)) {
        Offsets.push_back(Address);
        Addresses = Address->getPointerOperand();
    }
    return Addresses;
}

GetElementPtrInst *
IndexedAccess::address() const
{
    SmallVector<GetElementPtrInst *, 2> Offsets;

    return cast<GetElementPtrInst>(withoutOffsets(addresses(), Offsets));
}

SmallVector<GetElementPtrInst *, 2>
IndexedAccess::offsets() const
{
    SmallVector<GetElementPtrInst *, 2> Offsets;

    withoutOffsets(addresses(), Offsets);
    return Offsets;
}

Value *
IndexedAccess::index() const
{
    Value *Index = address()->getOperand(1);
    Value *Narrow;

    return match(Index, m_ZExtOrSExt(m_Value(Narrow))) ? Narrow : Index;
}

bool
isOneInstruction(bool IsLoad, FixedVectorType *T, Align Alignment, bool MayBeOff, const TargetTransformInfo &Target)
{
    const bool Scatters = Target.isLegalMaskedScatter(T, Alignment);

    if (!IsLoad)
        return Scatters && !Target.forceScalarizeMaskedScatter(T, Alignment);
    // The gathers of CPUs that have no scatters (AVX2) are no faster than loads of lanes, but for asking each lane's
    // mask: Zen 3, eight lanes in the first cache, 8 to 9 cycles either way, 12 for loads with masks.
    return (MayBeOff || Scatters) && Target.isLegalMaskedGather(T, Alignment) &&
           !Target.forceScalarizeMaskedGather(T, Alignment);
}

std::optional<LanesAccess>
lanesAccess(Instruction &I)
{
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    const Intrinsic::ID ID = Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic;
    if (ID != Intrinsic::masked_gather && ID != Intrinsic::masked_scatter)
        return std::nullopt;
    LanesAccess Access;
    Access.Call = Call;
    Access.IsLoad = ID == Intrinsic::masked_gather;
    Access.AddressOperand = Access.IsLoad ? 0 : 1;
    Access.T = dyn_cast<FixedVectorType>(Access.IsLoad ? Call->getType() : Call->getArgOperand(0)->getType());
    Access.Alignment = Call->getParamAlign(Access.AddressOperand).valueOrOne();
    return Access.T ? std::optional(Access) : std::nullopt;
}

std::optional<IndexedAccess>
maybeConsecutive(Instruction &I, const DataLayout &Layout)
{
    std::optional<LanesAccess> Lanes = lanesAccess(I);
    SmallVector<GetElementPtrInst *, 2> Offsets;
    auto *Address = Lanes ? dyn_cast<GetElementPtrInst>(withoutOffsets(Lanes->addresses(), Offsets)) : nullptr;
    if (!Address || Address->getNumIndices() != 1 || Address->getPointerOperandType()->isVectorTy())
        return std::nullopt;
    IndexedAccess Access = {*Lanes, 0};
    if (!Address->getOperand(1)->getType()->isVectorTy() ||
        Address->getOperand(1)->getType()->getScalarSizeInBits() > 64)
        return std::nullopt;
    Value *Index = Access.index();
    Type *Element = Access.T->getElementType();
    const int64_t Scale = Layout.getTypeAllocSize(Address->getSourceElementType()).getFixedValue();
    const int64_t Size = Layout.getTypeStoreSize(Element).getFixedValue();
    if (!Scale || Size % Scale || int64_t(Layout.getTypeAllocSize(Element).getFixedValue()) != Size ||
        !Layout.typeSizeEqualsStoreSize(Element))
        return std::nullopt;
    const int64_t Step = Size / Scale;
    // The last lane's index could be the first one's again.
    const unsigned Bits = Index->getType()->getScalarSizeInBits();
    if (Bits < 64 && (Access.T->getNumElements() - 1) * uint64_t(Step) > maxUIntN(Bits))
        return std::nullopt;
    for (int64_t Its : {Step, -Step})
        if (mayStepBy(Index, Its)) {
            Access.Step = Its;
            return Access;
        }
    return std::nullopt;
}

} // namespace weft
