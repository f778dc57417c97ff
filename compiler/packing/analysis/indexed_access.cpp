// SPDX-License-Identifier: Apache-2.0
// Gathers and scatters, by their parts.
#include "compiler/packing/analysis/indexed_access.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

#include <cstdlib>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// More ways to step are not followed, nor further back.
static constexpr unsigned MostSteps = 6;
static constexpr unsigned MostFollowed = 64;
// Operations that are followed for one index: phis of a loop that all come from one another are followed anew each.
static constexpr unsigned MostOperations = 1000;

// By which it steps from lane to lane, if that is by one number.
static std::optional<int64_t>
stepOf(const Constant &C)
{
    auto *T = dyn_cast<FixedVectorType>(C.getType());
    auto *First = T ? dyn_cast_or_null<ConstantInt>(C.getAggregateElement(0u)) : nullptr;
    std::optional<APInt> Step;

    for (unsigned L = 1; First && L < T->getNumElements(); ++L) {
        auto *Lane = dyn_cast_or_null<ConstantInt>(C.getAggregateElement(L));
        if (!Lane)
            return std::nullopt;
        if (!Step)
            Step = Lane->getValue() - First->getValue();
        else if (Lane->getValue() - First->getValue() != *Step * APInt(Lane->getBitWidth(), L))
            return std::nullopt;
    }
    return Step && Step->isSignedIntN(32) ? std::optional(Step->getSExtValue()) : std::nullopt;
}

static void
add(IndexSteps::Steps &Its, int64_t Step)
{
    if (Its.size() < MostSteps && !is_contained(Its, Step) && std::abs(Step) <= INT32_MAX)
        Its.push_back(Step);
}

// Of a sum, with B's steps so many times. What is unknown may be the same for all lanes; two of that are not.
static IndexSteps::Steps
sum(const IndexSteps::Steps &A, const IndexSteps::Steps &B, int64_t Factor)
{
    IndexSteps::Steps Its;

    for (int64_t Step : A)
        if (B.empty() && Step != 0)
            add(Its, Step);
    for (int64_t Step : B)
        if (A.empty() && Step != 0)
            add(Its, Step * Factor);
    for (int64_t Left : A)
        for (int64_t Right : B)
            add(Its, Left + Right * Factor);
    return Its;
}

static IndexSteps::Steps
either(IndexSteps::Steps A, const IndexSteps::Steps &B)
{
    for (int64_t Step : B)
        add(A, Step);
    return A;
}

// Where one of two is taken: with one of them unknown it is not the same for all lanes,
static IndexSteps::Steps
chosen(const IndexSteps::Steps &A, const IndexSteps::Steps &B)
{
    IndexSteps::Steps Its = either(A, B);

    if (A.empty() || B.empty())
        erase(Its, 0);
    return Its;
}

// and where both are used, or the one that moves is so mostly, only if both are.
static IndexSteps::Steps
moving(const IndexSteps::Steps &A, const IndexSteps::Steps &B)
{
    IndexSteps::Steps Its = chosen(A, B);

    if (Its.size() > 1)
        erase(Its, 0);
    return Its;
}

// Whether it is a quotient of what steps, which most often is the same for a pack: a row of many work-items. Likewise
// the answer on which side of a place that is.
bool
IndexSteps::isSameMostly(const Value &V)
{
    auto OfInteger = [](const Value *&Its) { return m_CombineOr(m_SIToFP(m_Value(Its)), m_UIToFP(m_Value(Its))); };
    const Value *A, *B;

    if (match(&V, m_ICmp(m_Value(A), m_Value(B))))
        return !of(*A).empty() && !of(*B).empty();
    // Packs divide integers of 32 bits as doubles.
    return (match(&V, m_CombineOr(m_SDiv(m_Value(A), m_Value(B)), m_UDiv(m_Value(A), m_Value(B)))) ||
            match(&V, m_Shr(m_Value(A), m_Value(B))) ||
            match(&V, m_CombineOr(m_FPToSI(m_FDiv(OfInteger(A), OfInteger(B))),
                                  m_FPToUI(m_FDiv(OfInteger(A), OfInteger(B)))))) &&
           !of(*A).empty() && is_contained(of(*B), 0);
}

IndexSteps::Steps
IndexSteps::compute(const Value &V)
{
    const Value *A, *B;
    const APInt *Amount;

    if (match(&V, m_CombineOr(m_Freeze(m_Value(A)), m_CombineOr(m_ZExtOrSExt(m_Value(A)), m_Trunc(m_Value(A))))) ||
        match(&V, m_CombineOr(m_SRem(m_Value(A), m_Value()), m_URem(m_Value(A), m_Value()))))
        return of(*A);
    if (match(&V, m_Shl(m_Value(A), m_APInt(Amount))))
        return Amount->ult(31) ? sum({0}, of(*A), INT64_C(1) << Amount->getZExtValue()) : Steps();
    if (match(&V, m_Shr(m_Value(A), m_APInt(Amount))) && Amount->ult(31)) {
        Steps Its = of(*A);
        for (int64_t &Step : Its)
            Step = Step % (INT64_C(1) << Amount->getZExtValue()) ? 0 : Step >> Amount->getZExtValue();
        return Its;
    }
    if (match(&V, m_Mul(m_Value(A), m_APInt(Amount))))
        return Amount->isSignedIntN(32) ? sum({0}, of(*A), Amount->getSExtValue()) : Steps();
    if (match(&V, m_Not(m_Value(A))))
        return sum({0}, of(*A), -1);
    if (match(&V, m_Sub(m_Value(A), m_Value(B))))
        return sum(of(*A), of(*B), -1);
    if (match(&V, m_c_Add(m_Value(A), m_Value(B))))
        return sum(of(*A), of(*B), 1);
    if (match(&V, m_Mul(m_Value(A), m_Value(B))))
        return is_contained(of(*A), 0) && is_contained(of(*B), 0) ? Steps{0} : Steps();
    if (match(&V, m_Or(m_Value(A), m_Value(B))) || match(&V, m_Xor(m_Value(A), m_Value(B))) ||
        match(&V, m_And(m_Value(A), m_Value(B))))
        return moving(of(*A), of(*B));
    if (match(&V, m_Select(m_Value(), m_Value(A), m_Value(B))))
        return chosen(of(*A), of(*B));
    if (const auto *Clamp = dyn_cast<MinMaxIntrinsic>(&V))
        return moving(of(*Clamp->getLHS()), of(*Clamp->getRHS()));
    if (isSameMostly(V))
        return {0};
    const auto *Phi = dyn_cast<PHINode>(&V);
    return Phi ? ofPhi(*Phi) : Steps();
}

// A phi of a loop is unknown until what comes in is followed; what was made of it by then is forgotten.
IndexSteps::Steps
IndexSteps::ofPhi(const PHINode &Phi)
{
    const size_t Before = Followed.size();
    Steps All;

    Open[&Phi] = false;
    for (const Value *Incoming : Phi.incoming_values())
        All = either(std::move(All), of(*Incoming));
    for (; Open[&Phi] && Followed.size() > Before; Followed.pop_back())
        Known.erase(Followed.back());
    Open.erase(&Phi);
    return All;
}

IndexSteps::Steps
IndexSteps::of(const Value &V)
{
    if (const auto *C = dyn_cast<Constant>(&V)) {
        const std::optional<int64_t> Step = stepOf(*C);
        return Step ? Steps{*Step} : Steps();
    }
    if (getSplatValue(&V))
        return {0};
    if (const auto Place = Known.find(&V); Place != Known.end()) {
        if (const auto Its = Open.find(&V); Its != Open.end())
            Its->second = true;
        return Place->second;
    }
    if (Depth == 0)
        Operations = 0;
    if (Depth == MostFollowed || ++Operations > MostOperations)
        return {};
    Known[&V] = {};
    Followed.push_back(&V);
    Depth++;
    Steps Its = compute(V);
    Depth--;
    return Known[&V] = std::move(Its);
}

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
maybeOneAccess(Instruction &I, const DataLayout &Layout, IndexSteps &Known)
{
    std::optional<LanesAccess> Lanes = lanesAccess(I);
    SmallVector<GetElementPtrInst *, 2> Offsets;
    auto *Address = Lanes ? dyn_cast<GetElementPtrInst>(withoutOffsets(Lanes->addresses(), Offsets)) : nullptr;
    if (!Address || Address->getNumIndices() != 1 || Address->getPointerOperandType()->isVectorTy())
        return std::nullopt;
    IndexedAccess Access = {*Lanes};
    if (!Address->getOperand(1)->getType()->isVectorTy() ||
        Address->getOperand(1)->getType()->getScalarSizeInBits() > 64)
        return std::nullopt;
    const Value *Index = Access.index();
    const IndexSteps::Steps Steps = Known.of(*Index);
    Access.MayBeOnePlace = Access.IsLoad && is_contained(Steps, 0);
    Type *Element = Access.T->getElementType();
    const int64_t Scale = Layout.getTypeAllocSize(Address->getSourceElementType()).getFixedValue();
    const int64_t Size = Layout.getTypeStoreSize(Element).getFixedValue();
    const unsigned Bits = Index->getType()->getScalarSizeInBits();
    if (Scale && Size % Scale == 0 && int64_t(Layout.getTypeAllocSize(Element).getFixedValue()) == Size &&
        Layout.typeSizeEqualsStoreSize(Element) &&
        // The last lane's index is not the first one's again.
        (Bits == 64 || (Access.T->getNumElements() - 1) * uint64_t(Size / Scale) <= maxUIntN(Bits)))
        for (int64_t Step : {Size / Scale, -Size / Scale})
            if (!Access.Step && is_contained(Steps, Step))
                Access.Step = Step;
    return Access.Step || Access.MayBeOnePlace ? std::optional(Access) : std::nullopt;
}

} // namespace weft
