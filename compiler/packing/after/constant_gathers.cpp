// SPDX-License-Identifier: Apache-2.0
// Gathers and scatters at constant distances from one place: wide accesses and shuffles.
#include "compiler/packing/after/constant_gathers.h"

#include "compiler/packing/analysis/indexed_access.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;
using namespace PatternMatch;

namespace weft {

namespace {

// Where lanes are: at so many elements behind the first of them, which lies First bytes behind Base and what the steps,
// the last one first, add to it.
struct Places {
    Value *Base = nullptr;
    SmallVector<const GetElementPtrInst *, 2> Steps;
    int64_t First = 0;
    SmallVector<int64_t, 64> Elements;
};

// A register's lanes, each by its place from a start on: in the one that begins there, or also in a second one.
struct Register {
    int64_t Start, Second;
    SmallVector<int, 64> Order;
    bool IsInTwo;
};

class ConstantGathers {
public:
    ConstantGathers(Function &TheF, const TargetTransformInfo &Target)
        : F(TheF), Layout(TheF.getDataLayout()),
          RegisterBits(Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue())
    {
    }
    bool replace();

private:
    std::optional<Places> placesOf(const LanesAccess &Access) const;
    bool replace(const LanesAccess &Access) const;
    Value *place(IRBuilderBase &B, const Places &Its, int64_t Element, uint64_t ElementBytes) const;

    Function &F;
    const DataLayout &Layout;
    const unsigned RegisterBits;
};

} // namespace

// The bytes that a constant index of each lane adds; false if it is none.
static bool
addBytes(const Constant &Index, uint64_t Size, SmallVectorImpl<int64_t> &Bytes)
{
    for (auto [Lane, Byte] : enumerate(Bytes)) {
        const auto *Its = dyn_cast_or_null<ConstantInt>(Index.getAggregateElement(unsigned(Lane)));
        if (!Its || Its->getBitWidth() > 64)
            return false;
        Byte = int64_t(uint64_t(Byte) + uint64_t(Its->getSExtValue()) * Size);
    }
    return true;
}

std::optional<Places>
ConstantGathers::placesOf(const LanesAccess &Access) const
{
    const auto Size = int64_t(Layout.getTypeStoreSize(Access.T->getElementType()).getFixedValue());
    SmallVector<int64_t, 64> Bytes(Access.T->getNumElements());
    Places Its;
    Value *Address = Access.addresses();

    while (Address->getType()->isVectorTy()) {
        auto *Step = dyn_cast<GetElementPtrInst>(Address);
        if (!Step || Step->getNumIndices() != 1)
            return std::nullopt;
        Value *Index = Step->getOperand(1);
        const TypeSize StepBytes = Layout.getTypeAllocSize(Step->getSourceElementType());
        if (StepBytes.isScalable())
            return std::nullopt;
        if (!Index->getType()->isVectorTy())
            Its.Steps.push_back(Step);
        else if (!isa<Constant>(Index) || !addBytes(*cast<Constant>(Index), StepBytes.getFixedValue(), Bytes))
            return std::nullopt;
        Address = Step->getPointerOperand();
    }
    Its.Base = Address;
    Its.First = *min_element(Bytes);
    for (const int64_t Byte : Bytes) {
        const auto Distance = uint64_t(Byte) - uint64_t(Its.First);
        if (Distance % uint64_t(Size) || Distance / uint64_t(Size) > INT32_MAX)
            return std::nullopt;
        Its.Elements.push_back(int64_t(Distance / uint64_t(Size)));
    }
    return Its;
}

// The lanes of one register, of places of which the last one is Last.
static std::optional<Register>
registerOf(ArrayRef<int64_t> Elements, int64_t Last)
{
    const auto Lanes = int64_t(Elements.size());
    const int64_t Lowest = *min_element(Elements), Highest = *max_element(Elements);
    Register Its;

    if (Last + 1 < Lanes)
        return std::nullopt;
    Its.Start = std::min(Lowest, Last + 1 - Lanes);
    Its.Second = Highest + 1 - Lanes;
    Its.IsInTwo = Highest >= Its.Start + Lanes;
    for (const int64_t Element : Elements) {
        if (Element < Its.Start + Lanes)
            Its.Order.push_back(int(Element - Its.Start));
        else if (Element >= Its.Second)
            Its.Order.push_back(int(Lanes + Element - Its.Second));
        else
            return std::nullopt;
    }
    return Its;
}

// Whether the lanes fill a register, each at a place of its own.
static bool
isPermutation(const Register &Its)
{
    SmallVector<bool, 64> Seen(Its.Order.size());

    for (const int Place : Its.Order) {
        if (Place >= int(Seen.size()) || Seen[unsigned(Place)])
            return false;
        Seen[unsigned(Place)] = true;
    }
    return true;
}

static bool
isInOrder(ArrayRef<int> Order)
{
    return all_of(enumerate(Order), [](const auto &Its) { return Its.value() == int(Its.index()); });
}

Value *
ConstantGathers::place(IRBuilderBase &B, const Places &Its, int64_t Element, uint64_t ElementBytes) const
{
    Value *Place = Its.Base;

    for (const GetElementPtrInst *Step : reverse(Its.Steps))
        Place = B.CreateGEP(Step->getSourceElementType(), Place, Step->getOperand(1));
    return B.CreateGEP(B.getInt8Ty(), Place, B.getInt64(uint64_t(Its.First) + uint64_t(Element) * ElementBytes));
}

bool
ConstantGathers::replace(const LanesAccess &Access) const
{
    Type *Scalar = Access.T->getElementType();
    const unsigned All = Access.T->getNumElements(), Bits = Scalar->getScalarSizeInBits();

    if (!match(Access.mask(), m_AllOnes()) || Bits < 8 || !isPowerOf2_32(Bits) || RegisterBits < Bits ||
        !isPowerOf2_32(All))
        return false;
    const unsigned Lanes = std::min(All, RegisterBits / Bits);
    const std::optional<Places> Its = Lanes > 1 ? placesOf(Access) : std::nullopt;
    if (!Its)
        return false;
    const int64_t Last = *max_element(Its->Elements);
    SmallVector<Register, 8> Registers;
    for (unsigned First = 0; First < All; First += Lanes) {
        const auto One = registerOf(ArrayRef(Its->Elements).slice(First, Lanes), Last);
        if (!One || (!Access.IsLoad && !isPermutation(*One)))
            return false;
        Registers.push_back(*One);
    }
    IRBuilder<> B(Access.Call);
    auto *T = FixedVectorType::get(Scalar, Lanes);
    const Align Alignment = commonAlignment(Access.Alignment, Bits / 8);
    SmallVector<Value *, 8> Parts;
    auto NoteAccess = [&](Instruction *Wide) {
        Wide->setAAMetadata(Access.Call->getAAMetadata());
        return Wide;
    };
    auto Load = [&](int64_t Start) {
        return NoteAccess(B.CreateAlignedLoad(T, place(B, *Its, Start, Bits / 8), Alignment));
    };
    for (auto [Number, One] : enumerate(Registers)) {
        if (Access.IsLoad) {
            Value *Part = Load(One.Start);
            if (One.IsInTwo)
                Part = B.CreateShuffleVector(Part, Load(One.Second), One.Order);
            else if (!isInOrder(One.Order))
                Part = B.CreateShuffleVector(Part, One.Order);
            Parts.push_back(Part);
            continue;
        }
        SmallVector<int, 64> From(Lanes); // the lane whose value each place gets
        for (auto [Lane, Place] : enumerate(One.Order))
            From[unsigned(Place)] = int(Number * Lanes + Lane);
        Value *Stored = B.CreateShuffleVector(Access.Call->getArgOperand(0), From);
        NoteAccess(B.CreateAlignedStore(Stored, place(B, *Its, One.Start, Bits / 8), Alignment));
    }
    if (Access.IsLoad)
        Access.Call->replaceAllUsesWith(Parts.size() == 1 ? Parts[0] : concatenateVectors(B, Parts));
    Value *Addresses = Access.addresses();
    Access.Call->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Addresses);
    return true;
}

bool
ConstantGathers::replace()
{
    bool Changed = false;

    for (BasicBlock &Block : F)
        for (Instruction &I : make_early_inc_range(Block))
            if (const std::optional<LanesAccess> Access = lanesAccess(I))
                Changed |= replace(*Access);
    return Changed;
}

PreservedAnalyses
ConstantGathersPass::run(Function &F, FunctionAnalysisManager &AM)
{
    if (!ConstantGathers(F, AM.getResult<TargetIRAnalysis>(F)).replace())
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
