// SPDX-License-Identifier: Apache-2.0
// Pass masked-accesses: masked loads and stores that LLVM 22's code generator gets right.
#include "compiler/packing/after/masked_accesses.h"

#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/mask_cost.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>

using namespace llvm;

namespace weft {

namespace {

// Code generation does not split vectors into parts of fewer lanes: what a truncation starts from fills 256 bits.
constexpr unsigned SmallestPart = 4;

Value *
behind(IRBuilderBase &B, Value *Address, uint64_t Bytes)
{
    return Bytes ? B.CreateConstGEP1_64(B.getInt8Ty(), Address, Bytes) : Address;
}

// Some of the lanes of a masked store with a constant mask. Lanes beyond its last are off.
class Part {
public:
    Part(IntrinsicInst &TheStore, const APInt &TheLanes, unsigned TheFirst, unsigned TheSize,
         const TargetTransformInfo &Target)
        : Store(TheStore), Lanes(TheLanes), First(TheFirst), Size(TheSize), Costs(Target)
    {
    }

    // Whether it can be one masked store that code generation gets right, and had better be.
    bool isOne() const { return isSafe() && !isBetterInPieces(); }
    void write(IRBuilderBase &B) const;

private:
    bool isSafe() const { return (count() == 0 || count() == Size) || (count() > 1 && isSafeInside()); }
    bool isBetterInPieces() const;
    unsigned pieces() const;
    unsigned count() const { return bits().popcount(); }
    bool isSafeInside() const { return Size <= SmallestPart || (low().isSafe() && high().isSafe()); }
    APInt bits() const { return Lanes.extractBits(Size, First); }
    Part low() const { return {Store, Lanes, First, Size / 2, Costs}; }
    Part high() const { return {Store, Lanes, First + Size / 2, Size / 2, Costs}; }
    void store(IRBuilderBase &B, unsigned Lane, unsigned Count, bool IsMasked) const;

    IntrinsicInst &Store;
    const APInt &Lanes;
    const unsigned First, Size;
    const TargetTransformInfo &Costs;
};

// Of plain stores that halving gives.
unsigned
Part::pieces() const
{
    const unsigned Count = count();

    return Count <= 1 || Count == Size ? Count != 0 : low().pieces() + high().pieces();
}

// Without mask registers a masked store costs as much as several others.
bool
Part::isBetterInPieces() const
{
    MaskedAccess Masked(Store);

    Masked.T = FixedVectorType::get(Masked.T->getElementType(), Size);
    return costOf(Masked, Costs) > simple::Piece * pieces();
}

void
Part::store(IRBuilderBase &B, unsigned Lane, unsigned Count, bool IsMasked) const
{
    Value *V = Store.getArgOperand(0);
    auto *T = cast<FixedVectorType>(V->getType());
    const uint64_t Offset = Lane * Store.getDataLayout().getTypeAllocSize(T->getElementType());
    const Align Alignment = commonAlignment(Store.getParamAlign(1).valueOrOne(), Offset);
    Value *Address = behind(B, Store.getArgOperand(1), Offset);
    Instruction *Written;

    if (Count == 1) {
        Written = B.CreateAlignedStore(B.CreateExtractElement(V, uint64_t{Lane}), Address, Alignment);
    } else {
        SmallVector<int, 64> Elements;
        SmallVector<Constant *, 64> Mask;
        for (unsigned I = 0; I < Count; ++I) {
            Elements.push_back(Lane + I < T->getNumElements() ? int(Lane + I) : -1);
            Mask.push_back(B.getInt1(Lanes[Lane + I]));
        }
        if (Count != T->getNumElements())
            V = B.CreateShuffleVector(V, Elements);
        Written =
            IsMasked ? static_cast<Instruction *>(B.CreateMaskedStore(V, Address, Alignment, ConstantVector::get(Mask)))
                     : B.CreateAlignedStore(V, Address, Alignment);
    }
    Written->copyMetadata(Store);
}

void
Part::write(IRBuilderBase &B) const
{
    if (count() == 1) {
        store(B, First + bits().countTrailingZeros(), 1, false);
    } else if (count() == Size) {
        store(B, First, Size, false);
    } else if (count() && isOne()) {
        store(B, First, Size, true);
    } else if (count()) {
        low().write(B);
        high().write(B);
    }
}

// A masked load that code generation cuts into registers.
class WideLoad {
public:
    WideLoad(IntrinsicInst &TheLoad, unsigned RegisterBits);

    // Whether a register's lanes are all off, whatever the others do.
    bool hasPartOff() const;
    // What is loaded, with only those registers' lanes read that may be on.
    Value *read(IRBuilderBase &B) const;

private:
    unsigned lanesOf(unsigned First) const { return std::min(Each, Count - First); }
    bool isOff(unsigned First) const;
    Value *load(IRBuilderBase &B, unsigned First) const;

    IntrinsicInst &Load;
    Value *const Mask;
    const unsigned Count, Each; // lanes, in all and of a register, which there may not be
};

WideLoad::WideLoad(IntrinsicInst &TheLoad, unsigned RegisterBits)
    : Load(TheLoad), Mask(Load.getArgOperand(1)), Count(cast<FixedVectorType>(Load.getType())->getNumElements()),
      Each(RegisterBits / Load.getDataLayout().getTypeSizeInBits(Load.getType()->getScalarType()))
{
}

bool
WideLoad::isOff(unsigned First) const
{
    const APInt Lanes = APInt::getBitsSet(Count, First, First + lanesOf(First));

    return computeKnownBits(Mask, Lanes, SimplifyQuery(Load.getDataLayout(), &Load)).isZero();
}

bool
WideLoad::hasPartOff() const
{
    if (Each == 0 || Each >= Count)
        return false;
    for (unsigned First = 0; First < Count; First += Each)
        if (isOff(First))
            return true;
    return false;
}

Value *
WideLoad::load(IRBuilderBase &B, unsigned First) const
{
    auto *Element = Load.getType()->getScalarType();
    const uint64_t Offset = First * Load.getDataLayout().getTypeAllocSize(Element);
    const auto Lanes = createSequentialMask(First, lanesOf(First), 0);
    Value *Else = B.CreateShuffleVector(Load.getArgOperand(2), Lanes);

    if (isOff(First))
        return Else;
    CallInst *Read = B.CreateMaskedLoad(
        FixedVectorType::get(Element, lanesOf(First)), behind(B, Load.getArgOperand(0), Offset),
        commonAlignment(Load.getParamAlign(0).valueOrOne(), Offset), B.CreateShuffleVector(Mask, Lanes), Else);
    Read->copyMetadata(Load);
    return Read;
}

Value *
WideLoad::read(IRBuilderBase &B) const
{
    SmallVector<Value *, 8> Parts;

    for (unsigned First = 0; First < Count; First += Each)
        Parts.push_back(load(B, First));
    return concatenateVectors(B, Parts);
}

} // namespace

// The lanes of a constant mask. Lanes that are undefined are off.
static std::optional<APInt>
lanesOf(const Value *Mask)
{
    const auto *Known = dyn_cast<Constant>(Mask);
    if (!Known)
        return std::nullopt;
    const unsigned Count = cast<FixedVectorType>(Mask->getType())->getNumElements();
    APInt Lanes(std::max<unsigned>(PowerOf2Ceil(Count), SmallestPart), 0);
    for (unsigned I = 0; I < Count; ++I) {
        const Constant *Lane = Known->getAggregateElement(I);
        if (!Lane || !isa<ConstantInt, UndefValue>(Lane))
            return std::nullopt;
        if (Lane->isOneValue())
            Lanes.setBit(I);
    }
    return Lanes;
}

// Lanes that become accesses of their own are aligned as pointers are.
static bool
alignPointers(IntrinsicInst &Access, Type *T, unsigned AddressOperand)
{
    const Align Most = Access.getDataLayout().getPointerABIAlignment(T->getScalarType()->getPointerAddressSpace());

    if (Access.getParamAlign(AddressOperand).valueOrOne() <= Most)
        return false;
    Access.removeParamAttr(AddressOperand, Attribute::Alignment);
    Access.addParamAttr(AddressOperand, Attribute::getWithAlignment(Access.getContext(), Most));
    return true;
}

static bool
cut(IntrinsicInst &Store, const TargetTransformInfo &Costs)
{
    auto *T = dyn_cast<FixedVectorType>(Store.getArgOperand(0)->getType());
    const DataLayout &DL = Store.getDataLayout();
    // Elements that are not whole bytes lie next to each other without a byte's address of their own.
    if (!T || DL.getTypeSizeInBits(T->getElementType()) != DL.getTypeAllocSizeInBits(T->getElementType()))
        return false;
    const std::optional<APInt> Lanes = lanesOf(Store.getArgOperand(2));
    if (!Lanes)
        return false;
    const unsigned Count = T->getNumElements();
    const Part All(Store, *Lanes, 0, Lanes->getBitWidth(), Costs);
    IRBuilder<> B(&Store);
    if (Lanes->popcount() == Count && Count != Lanes->getBitWidth())
        B.CreateAlignedStore(Store.getArgOperand(0), Store.getArgOperand(1), Store.getParamAlign(1).valueOrOne())
            ->copyMetadata(Store);
    else if (All.isOne() && !Lanes->isZero() && !Lanes->isAllOnes())
        return false;
    else
        All.write(B);
    Store.eraseFromParent();
    return true;
}

static bool
narrow(IntrinsicInst &Load, const TargetTransformInfo &Costs)
{
    auto *T = dyn_cast<FixedVectorType>(Load.getType());
    const DataLayout &DL = Load.getDataLayout();
    if (!T || DL.getTypeSizeInBits(T->getElementType()) != DL.getTypeAllocSizeInBits(T->getElementType()))
        return false;
    const WideLoad Wide(Load, Costs.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
    if (!Wide.hasPartOff())
        return false;
    IRBuilder<> B(&Load);
    Load.replaceAllUsesWith(Wide.read(B));
    Load.eraseFromParent();
    return true;
}

// So many lanes as a register has, of which only those of the mask are on. What its bits are is not for code generation
// to find out.
static Value *
registersMask(IRBuilderBase &B, Value *Mask, unsigned Count)
{
    IntegerType *Int = B.getInt32Ty();
    Value *Bits =
        B.CreateZExt(B.CreateBitCast(Mask, B.getIntNTy(cast<FixedVectorType>(Mask->getType())->getNumElements())), Int);
    InlineAsm *Opaque = InlineAsm::get(FunctionType::get(Int, {Int}, false), "", "=r,0", /*hasSideEffects=*/false);

    return B.CreateBitCast(B.CreateTrunc(B.CreateCall(Opaque, {Bits}), B.getIntNTy(Count)),
                           FixedVectorType::get(B.getInt1Ty(), Count));
}

// Eight bytes as the first of a register's.
static bool
fill(IntrinsicInst &Access, const TargetTransformInfo &Costs)
{
    constexpr unsigned Eight = 8, Register = 16;
    const bool IsLoad = Access.getIntrinsicID() == Intrinsic::masked_load;
    auto *T = dyn_cast<FixedVectorType>(IsLoad ? Access.getType() : Access.getArgOperand(0)->getType());
    Value *Mask = Access.getArgOperand(IsLoad ? 1 : 2);

    if (!T || !T->getElementType()->isIntegerTy(8) || T->getNumElements() != Eight || isa<Constant>(Mask) ||
        !Access.getModule()->getTargetTriple().isX86() || !hasMaskRegisters(Access.getContext(), Costs))
        return false;
    IRBuilder<> B(&Access);
    Value *Address = Access.getArgOperand(IsLoad ? 0 : 1);
    const Align Alignment = Access.getParamAlign(IsLoad ? 0 : 1).valueOrOne();
    auto Filled = [&](Value *V) { return B.CreateShuffleVector(V, createSequentialMask(0, Eight, Register - Eight)); };
    Value *Lanes = registersMask(B, Mask, Register);
    if (IsLoad) {
        Value *Wide = B.CreateMaskedLoad(FixedVectorType::get(T->getElementType(), Register), Address, Alignment, Lanes,
                                         Filled(Access.getArgOperand(2)));
        cast<Instruction>(Wide)->copyMetadata(Access);
        Access.replaceAllUsesWith(B.CreateShuffleVector(Wide, createSequentialMask(0, Eight, 0)));
    } else {
        B.CreateMaskedStore(Filled(Access.getArgOperand(0)), Address, Alignment, Lanes)->copyMetadata(Access);
    }
    Access.eraseFromParent();
    return true;
}

static bool
rewrite(IntrinsicInst &Access, const TargetTransformInfo &Costs)
{
    const bool IsLoad = Access.getIntrinsicID() == Intrinsic::masked_load;

    if (!IsLoad && Access.getIntrinsicID() != Intrinsic::masked_store)
        return false;
    Type *T = IsLoad ? Access.getType() : Access.getArgOperand(0)->getType();
    const bool Changed = T->isPtrOrPtrVectorTy() && alignPointers(Access, T, IsLoad ? 0 : 1);
    return (IsLoad ? narrow(Access, Costs) : cut(Access, Costs)) || fill(Access, Costs) || Changed;
}

PreservedAnalyses
MaskedAccessesPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const TargetTransformInfo &Costs = AM.getResult<TargetIRAnalysis>(F);
    bool Changed = false;

    for (Instruction &I : make_early_inc_range(instructions(F)))
        if (auto *Access = dyn_cast<IntrinsicInst>(&I))
            Changed |= rewrite(*Access, Costs);
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
