// SPDX-License-Identifier: Apache-2.0
// Loads and stores of all lanes of a pack at once, for addresses of every shape.
#include "compiler/packing/emit/lane_memory.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/mask_cost.h"
#include "compiler/kernel_abi.h"
#include "compiler/packing/analysis/private_arrays.h"
#include "compiler/packing/analysis/short_rows.h"
#include "compiler/remarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace weft {

namespace {

// Elements from lane to lane, of which lanes that have rows of several have fewer,
constexpr uint64_t MostApart = uint64_t(1) << 31;
// and of which several are stored together.
constexpr uint64_t MostFields = 32;
// From lane to lane, for elements to be stored with what is between them: two in a register. (Zen 4, every second float
// of 16: a third of what a scatter takes.)
constexpr int64_t MostApartBytes = 32;

// What an element is loaded and stored as: not every CPU that has masked accesses has them for these types.
Type *
memoryType(Type *Element)
{
    return Element->isHalfTy() || Element->isBFloatTy() ? Type::getInt16Ty(Element->getContext()) : Element;
}

} // namespace

LaneMemory::LaneMemory(Packer &ThePacker)
    : P(ThePacker), B(ThePacker.B), Layout(ThePacker.source().getDataLayout()), Costs(ThePacker.costs()),
      W(ThePacker.width())
{
}

Constant *
LaneMemory::steps(Type *Integer, int64_t Step) const
{
    SmallVector<Constant *, 64> Lanes;
    for (unsigned L = 0; L < W; ++L)
        Lanes.push_back(ConstantInt::getSigned(Integer, static_cast<int64_t>(static_cast<uint64_t>(Step) * L)));
    return ConstantVector::get(Lanes);
}

LaneAddress
LaneMemory::addressOf(Value *Pointer, const Instruction &I)
{
    LaneAddress Address;
    const Shape S = P.accessShape(Pointer);
    Address.Factor = P.arrays().offsetFactor(Pointer);
    if (!S.isLinear()) {
        Address.Vector = P.component(Pointer);
        return Address;
    }
    Address.Stride = P.arrays().packedStride(Pointer, S.stride());
    if (P.shape(Pointer).isLinear() || Address.Factor == 1) {
        Address.Scalar = P.accessBase(Pointer, I);
        return Address;
    }
    Value *First = P.firstLane(I);
    Address.Scalar = B.CreateExtractElement(P.component(Pointer), First ? First : B.getInt32(0));
    if (First)
        Address.Scalar =
            B.CreatePtrAdd(Address.Scalar, B.CreateMul(B.CreateZExt(First, B.getInt64Ty()),
                                                       ConstantInt::getSigned(B.getInt64Ty(), -Address.Stride)));
    Address.Scalar = P.somewhere(Address.Scalar, Pointer, First, I);
    return Address;
}

LaneAccess
LaneMemory::accessOf(Instruction &I, Value *Pointer, Align Alignment)
{
    LaneAccess Access{addressOf(Pointer, I), Alignment, P.mask(I), AccessMarks(I), &I};
    Access.admitLanesOff();
    if (const AllocaInst *Array = P.arrays().arrayOf(Pointer); Array && !Access.Address.isLinear())
        Access.Alignment = commonAlignment(Alignment, P.arrays().elementSize(Array));
    return Access;
}

void
LaneAccess::admitLanesOff()
{
    if (Mask && Address.isLinear() && Address.Stride)
        Alignment = commonAlignment(Alignment, Address.Stride < 0 ? -Address.Stride : Address.Stride);
}

LaneAddress
LaneMemory::advanced(const LaneAddress &Address, int64_t Bytes)
{
    LaneAddress Result = Address;
    if (!Bytes)
        return Result;
    Value *Offset = ConstantInt::getSigned(B.getInt64Ty(), Bytes);
    if (Result.Scalar)
        Result.Scalar = B.CreatePtrAdd(Result.Scalar, Offset);
    if (Result.Vector)
        Result.Vector = Result.Scalar ? nullptr : B.CreateGEP(B.getInt8Ty(), Result.Vector, Offset);
    return Result;
}

Value *
LaneMemory::addressVector(LaneAddress &Address)
{
    if (!Address.Vector)
        Address.Vector = B.CreateGEP(B.getInt8Ty(), Address.Scalar, steps(B.getInt64Ty(), Address.Stride));
    return Address.Vector;
}

// The access of a leaf.
LaneAccess
LaneMemory::at(const LaneAccess &Access, uint64_t Offset)
{
    LaneAccess Result = Access;
    Result.Address = advanced(Access.Address, Offset * Access.Address.Factor);
    Result.Alignment = commonAlignment(Access.Alignment, Offset);
    return Result;
}

Value *
LaneMemory::reverse(Value *V)
{
    SmallVector<int, 64> Lanes;
    for (unsigned L = 0; L < W; ++L)
        Lanes.push_back(W - 1 - L);
    return B.CreateShuffleVector(V, Lanes);
}

// The same access with the lanes in the opposite order.
LaneAccess
LaneMemory::reversed(const LaneAccess &Access)
{
    LaneAccess Result = Access;
    Result.Address = advanced(Access.Address, Access.Address.Stride * (W - 1));
    Result.Address.Stride = -Access.Address.Stride;
    if (Access.Mask)
        Result.Mask = reverse(Access.Mask);
    return Result;
}

AllocaInst *
LaneMemory::allocate(Type *T, Align Alignment, unsigned AddressSpace)
{
    BasicBlock &Entry = P.target().getEntryBlock();
    IRBuilder<> At(&Entry, Entry.begin());
    AllocaInst *Result = At.CreateAlloca(T, AddressSpace);
    Result->setAlignment(Alignment);
    return Result;
}

Value *
LaneMemory::nowhere(Type *T, uint64_t Bytes, Align Alignment)
{
    AllocaInst *Slot =
        allocate(ArrayType::get(B.getInt8Ty(), Bytes), std::max(Alignment, Align(16)), Layout.getAllocaAddrSpace());
    Slot->setName("nowhere");
    return Slot->getType() == T ? static_cast<Value *>(Slot) : B.CreateAddrSpaceCast(Slot, T);
}

Value *
LaneMemory::lastLane(Value *Mask, Type *Integer)
{
    Value *Bits = B.CreateBitCast(Mask, B.getIntNTy(W));
    Value *Zeros =
        B.CreateZExtOrTrunc(B.CreateIntrinsic(Intrinsic::ctlz, {Bits->getType()}, {Bits, B.getFalse()}), Integer);
    return B.CreateSub(ConstantInt::get(Integer, W - 1), Zeros);
}

// Also of what the CPU cannot gather: see gather_lowering.h.
Value *
LaneMemory::gather(const LaneAccess &Access, Type *Element)
{
    auto *T = FixedVectorType::get(Element, W);
    LaneAddress Address = Access.Address;
    Value *Mask = Access.Mask ? Access.Mask : Constant::getAllOnesValue(FixedVectorType::get(B.getInt1Ty(), W));
    CallInst *Gather =
        B.CreateMaskedGather(T, addressVector(Address), Access.Alignment, Mask, Constant::getNullValue(T));
    Access.Marks.put(Gather);
    return Gather;
}

void
LaneMemory::scatter(const LaneAccess &Access, Value *V)
{
    LaneAddress Address = Access.Address;
    Access.Marks.put(B.CreateMaskedScatter(V, addressVector(Address), Access.Alignment, Access.Mask));
}

Value *
LaneMemory::loadElement(const LaneAccess &Access, Type *Element)
{
    auto *T = FixedVectorType::get(Element, W);
    const int64_t Size = Layout.getTypeStoreSize(Element);
    const LaneAddress &Address = Access.Address;
    if (Address.isLinear() && !Address.Stride) {
        // There for all lanes when one of them reads it.
        Value *Place = Address.Scalar, *IsAnyOn = P.anyOn(*Access.Source);
        if (IsAnyOn)
            Place = B.CreateSelect(IsAnyOn, Place, nowhere(Place->getType(), Size, Align(1)));
        LoadInst *Load = B.CreateAlignedLoad(Element, Place, IsAnyOn ? Align(1) : Access.Alignment);
        if (!IsAnyOn)
            Access.Marks.put(Load);
        return B.CreateVectorSplat(W, Load);
    }
    if (Address.isLinear() && Address.Stride == Size) {
        // Where CPUs have masked loads they are as good, and not one with what later stores blend.
        const unsigned Space = Address.Scalar->getType()->getPointerAddressSpace();
        if (!Access.Mask || (!isLegal({true, T, Access.Alignment, Space}, Costs) &&
                             isOwnMemory(*Access.Source, Address.Scalar, Size * W))) {
            LoadInst *Load = B.CreateAlignedLoad(T, Address.Scalar, Access.Alignment);
            Access.Marks.put(Load);
            return Load;
        }
        if (isWide({true, T, Access.Alignment, Space}, Costs)) {
            CallInst *Load =
                B.CreateMaskedLoad(T, Address.Scalar, Access.Alignment, Access.Mask, Constant::getNullValue(T));
            Access.Marks.put(Load);
            return Load;
        }
    }
    if (Address.isLinear() && Address.Stride < 0 && Address.Stride >= -32 * Size && Address.Stride % Size == 0)
        return reverse(loadElement(reversed(Access), Element));
    if (Address.isLinear() && Address.Stride > Size && Address.Stride % Size == 0 &&
        isWideLoadWorthwhile(1, Address.Stride / Size, W) && !Access.Mask) {
        const unsigned Stride = Address.Stride / Size;
        return loadInterleaved(B, {Element, Address.Scalar, Stride, W, Access.Alignment, Access.Mask, Access.Marks},
                               {0u})[0];
    }
    if (!Address.isLinear())
        remark(*Access.Source, "gather: each work-item computes its own address");
    else if (Address.Stride != Size)
        remark(*Access.Source, "gather: addresses are " + Twine(Address.Stride) + " bytes apart");
    return gather(Access, Element);
}

// Whether the bytes lie in the stack frame for certain, or are places of what the source keeps for work-items of the
// group, or for none.
bool
LaneMemory::isOwnMemory(const Instruction &Source, Value *Pointer, uint64_t Bytes) const
{
    if (Source.hasMetadata(SlotMetadata) && W <= WEFT_CONTEXT_SLACK)
        return true;
    APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
    auto *Array =
        dyn_cast<AllocaInst>(Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true));
    return Array && Array->getAllocationSize(Layout) && !Offset.isNegative() &&
           Offset.getZExtValue() + Bytes <= Array->getAllocationSize(Layout)->getFixedValue();
}

void
LaneMemory::storeElement(const LaneAccess &Access, Value *V)
{
    auto *T = cast<FixedVectorType>(V->getType());
    const int64_t Size = Layout.getTypeStoreSize(T->getElementType());
    const LaneAddress &Address = Access.Address;
    if (Address.isLinear() && Address.Stride == Size) {
        if (!Access.Mask) {
            Access.Marks.put(B.CreateAlignedStore(V, Address.Scalar, Access.Alignment));
            return;
        }
        if (isOwnMemory(*Access.Source, Address.Scalar, Size * W)) {
            // Nobody else writes the other lanes' elements meanwhile, and later loads like a whole store best.
            LoadInst *Old = B.CreateAlignedLoad(T, Address.Scalar, Access.Alignment);
            Access.Marks.put(Old);
            StoreInst *New =
                B.CreateAlignedStore(B.CreateSelect(Access.Mask, V, Old), Address.Scalar, Access.Alignment);
            Access.Marks.put(New);
            return;
        }
        if (isWide({false, T, Access.Alignment, Address.Scalar->getType()->getPointerAddressSpace()}, Costs)) {
            CallInst *Store = B.CreateMaskedStore(V, Address.Scalar, Access.Alignment, Access.Mask);
            Access.Marks.put(Store);
            if (P.isSomeOn(*Access.Source))
                Store->setMetadata(SomeOnMetadata, MDNode::get(Store->getContext(), {}));
            return;
        }
    }
    if (Address.isLinear() && Address.Stride == -Size)
        return storeElement(reversed(Access), reverse(V));
    if (storeApart(Access, V))
        return;
    if (!Address.isLinear())
        remark(*Access.Source, "scatter: each work-item computes its own address");
    else if (Address.Stride != Size)
        remark(*Access.Source, "scatter: addresses are " + Twine(Address.Stride) + " bytes apart");
    scatter(Access, V);
}

bool
LaneMemory::canMask(const LaneElements &Memory, unsigned Elements, bool IsLoad)
{
    auto *T = FixedVectorType::get(
        Elements == Memory.Stride ? maskedUnit(Memory.Element, Elements, Layout) : Memory.Element, W);
    return isWide({IsLoad, T, Memory.Alignment, Memory.Base->getType()->getPointerAddressSpace()}, Costs);
}

// One element of each lane, so near to each other that registers hold several with what is between them, which a mask
// leaves alone.
bool
LaneMemory::storeApart(const LaneAccess &Access, Value *V)
{
    const LaneAddress &Address = Access.Address;
    Type *Element = V->getType()->getScalarType();
    const int64_t Size = Layout.getTypeStoreSize(Element);
    const int64_t Stride = std::abs(Address.Stride) / Size;
    if (!Address.isLinear() || Address.Factor != 1 || Address.Stride % Size || Stride < 2 || 2 * Stride > int64_t(W) ||
        Stride * Size > MostApartBytes || Size < 4 || (Access.Mask && Stride > 2) ||
        !hasMaskRegisters(B.getContext(), Costs))
        return false;
    if (Address.Stride < 0)
        return storeApart(reversed(Access), reverse(V));
    const LaneElements Memory{Element,     Address.Scalar, static_cast<unsigned>(Stride), W, Access.Alignment,
                              Access.Mask, Access.Marks};
    if (!canMask(Memory, 1, /*IsLoad=*/false))
        return false;
    Values Elements(Stride);
    Elements[0] = V;
    storeInterleaved(B, Memory, Elements);
    return true;
}

// Several leaves of one type, in memory of which all lanes together have the most part: wide loads and shuffles.
bool
LaneMemory::loadGroup(const LaneAccess &Access, ArrayRef<Leaf> Leaves, Values &Result)
{
    const LaneAddress &Address = Access.Address;
    Type *Element = Leaves[0].Element;
    const int64_t Size = Layout.getTypeStoreSize(Element);
    if (Leaves.size() < 2 || !Address.isLinear() || Address.Factor != 1 || Address.Stride % Size || !Address.Stride)
        return false;
    if (Address.Stride < 0) {
        if (!loadGroup(reversed(Access), Leaves, Result))
            return false;
        for (Value *&V : Result)
            V = reverse(V);
        return true;
    }
    const uint64_t Stride = Address.Stride / Size;
    SmallVector<unsigned, 16> Elements;
    for (const Leaf &L : Leaves) {
        if (L.Element != Element || L.Offset % Size || L.Offset / Size >= Stride)
            return false;
        Elements.push_back(L.Offset / Size);
    }
    SmallVector<unsigned, 16> Sorted(Elements);
    llvm::sort(Sorted);
    Sorted.erase(std::unique(Sorted.begin(), Sorted.end()), Sorted.end());
    const bool AreRows = !Access.Mask && usesShortRows(Costs) && areShortRows(Sorted, Size, W);
    if (Stride >= MostApart || (!AreRows && !isWideLoadWorthwhile(Sorted.size(), Stride, W)))
        return false;
    const LaneElements Memory{Element,     Address.Scalar, static_cast<unsigned>(Stride), W, Access.Alignment,
                              Access.Mask, Access.Marks};
    if (Access.Mask && !canMask(Memory, Sorted.size(), /*IsLoad=*/true))
        return false;
    Values Loaded = AreRows ? loadShortRows(B, Memory, Sorted) : loadInterleaved(B, Memory, Sorted);
    for (unsigned E : Elements)
        Result.push_back(Loaded[llvm::lower_bound(Sorted, E) - Sorted.begin()]);
    return true;
}

bool
LaneMemory::storeGroup(const LaneAccess &Access, ArrayRef<Leaf> Leaves, ArrayRef<Value *> V)
{
    const LaneAddress &Address = Access.Address;
    Type *Element = Leaves[0].Element;
    const int64_t Size = Layout.getTypeStoreSize(Element);
    if (Leaves.size() < 2 || !Address.isLinear() || Address.Factor != 1 || Address.Stride % Size || !Address.Stride)
        return false;
    if (Address.Stride < 0) {
        Values Backwards;
        for (Value *Each : V)
            Backwards.push_back(reverse(Each));
        return storeGroup(reversed(Access), Leaves, Backwards);
    }
    const uint64_t Stride = Address.Stride / Size;
    SmallVector<std::pair<unsigned, Value *>, 16> Fields;
    for (const auto &[L, Each] : zip(Leaves, V)) {
        if (L.Element != Element || L.Offset % Size || L.Offset / Size >= Stride)
            return false;
        Fields.push_back({L.Offset / Size, Each});
    }
    llvm::sort(Fields, llvm::less_first());
    SmallVector<unsigned, 16> Elements(make_first_range(Fields));
    if (std::adjacent_find(Elements.begin(), Elements.end()) != Elements.end() || Stride >= MostApart)
        return false;
    const LaneElements Memory{Element,     Address.Scalar, static_cast<unsigned>(Stride), W, Access.Alignment,
                              Access.Mask, Access.Marks};
    const bool HasGaps = Elements.size() < Stride;
    // Several rows that lie one after the other are better stored as whole registers.
    if (!Access.Mask && (HasGaps || Stride * Size == ShortRowBytes) && usesShortRows(Costs) &&
        areShortRows(Elements, Size, W)) {
        storeShortRows(B, Memory, Elements, Values(make_second_range(Fields)), Costs);
        return true;
    }
    if (Stride > MostFields || Elements.size() * 2 < Stride || (HasGaps && Size < 4))
        return false;
    if ((Access.Mask || HasGaps) && !canMask(Memory, Leaves.size(), /*IsLoad=*/false))
        return false;
    // Masks that are vectors make a store as long as one for each lane, on some processors.
    if (HasGaps && !hasMaskRegisters(B.getContext(), Costs))
        return false;
    Values InOrder(Stride);
    for (const auto &[E, Each] : Fields)
        InOrder[E] = Each;
    storeInterleaved(B, Memory, InOrder);
    return true;
}

// How many of the first leaves fill a word of 8 or 4 bytes; 1 when they do not.
static unsigned
leavesInWord(ArrayRef<Leaf> Leaves, const DataLayout &Layout)
{
    const uint64_t Size = Layout.getTypeStoreSize(Leaves[0].Element);
    for (uint64_t Bytes : {8, 4}) {
        const unsigned Count = Bytes / Size;
        if (Count < 2 || Bytes % Size || Count > Leaves.size())
            continue;
        bool Fills = true;
        for (unsigned K = 0; K < Count; ++K)
            Fills &= Layout.getTypeStoreSize(Leaves[K].Element) == Size &&
                     Leaves[K].Offset == Leaves[0].Offset + K * Size && !Leaves[K].Element->isPointerTy();
        if (Fills)
            return Count;
    }
    return 1;
}

// Each lane's leaves from where it has them, with as few accesses as possible.
LaneMemory::Values
LaneMemory::loadWords(const LaneAccess &Access, ArrayRef<Leaf> Leaves)
{
    Values Result;
    while (!Leaves.empty()) {
        const unsigned Count = Access.Address.Factor == 1 ? leavesInWord(Leaves, Layout) : 1;
        const unsigned Bits = Layout.getTypeStoreSizeInBits(Leaves[0].Element);
        Type *Word = Count == 1 ? Leaves[0].Element : B.getIntNTy(Bits * Count);
        Value *All = loadElement(at(Access, Leaves[0].Offset), Word);
        for (unsigned K = 0; K < Count; ++K) {
            Value *Part = K ? B.CreateLShr(All, uint64_t{K} * Bits) : All;
            if (Count > 1)
                Part = B.CreateTrunc(Part, FixedVectorType::get(B.getIntNTy(Bits), W));
            Result.push_back(B.CreateBitCast(Part, FixedVectorType::get(Leaves[K].Element, W)));
        }
        Leaves = Leaves.drop_front(Count);
    }
    return Result;
}

void
LaneMemory::storeWords(const LaneAccess &Access, ArrayRef<Leaf> Leaves, ArrayRef<Value *> V)
{
    while (!Leaves.empty()) {
        const unsigned Count = Access.Address.Factor == 1 ? leavesInWord(Leaves, Layout) : 1;
        const unsigned Bits = Layout.getTypeStoreSizeInBits(Leaves[0].Element);
        Value *All = V[0];
        for (unsigned K = 0; K < Count && Count > 1; ++K) {
            // An element that is poison must not take the others with it.
            Value *Part = B.CreateFreeze(B.CreateBitCast(V[K], FixedVectorType::get(B.getIntNTy(Bits), W)));
            Part = B.CreateZExt(Part, FixedVectorType::get(B.getIntNTy(Bits * Count), W));
            All = K ? B.CreateOr(All, B.CreateShl(Part, uint64_t{K} * Bits)) : Part;
        }
        storeElement(at(Access, Leaves[0].Offset), All);
        Leaves = Leaves.drop_front(Count);
        V = V.drop_front(Count);
    }
}

LaneMemory::Values
LaneMemory::load(LaneAccess Access, ArrayRef<Leaf> Leaves)
{
    SmallVector<Leaf, 8> InMemory(Leaves);
    for (Leaf &L : InMemory)
        L.Element = memoryType(L.Element);
    Values Result;
    if (!loadGroup(Access, InMemory, Result))
        Result = loadWords(Access, InMemory);
    for (const auto &[L, V] : zip(Leaves, Result))
        V = B.CreateBitCast(V, FixedVectorType::get(L.Element, W));
    return Result;
}

// The memory of a vector of each lane, one after the other, as RowValues knows it; none when it cannot be accessed so.
std::optional<LaneElements>
LaneMemory::rowsAt(const LaneAccess &Access, const FixedVectorType *T, bool IsLoad)
{
    const unsigned Count = T->getNumElements();
    const int64_t Size = Layout.getTypeStoreSize(T->getElementType());
    const LaneAddress &Address = Access.Address;
    if (!Address.isLinear() || Address.Factor != 1 || Address.Stride != Size * Count)
        return std::nullopt;
    const LaneElements Memory{T->getElementType(), Address.Scalar, Count,       W,
                              Access.Alignment,    Access.Mask,    Access.Marks};
    if (Access.Mask && !canMask(Memory, Count, IsLoad))
        return std::nullopt;
    return Memory;
}

bool
LaneMemory::loadRows(const LaneAccess &Access, const FixedVectorType *T, Values &Rows)
{
    std::optional<LaneElements> Memory = rowsAt(Access, T, /*IsLoad=*/true);
    if (Memory)
        Rows = weft::loadRows(B, *Memory);
    return Memory.has_value();
}

bool
LaneMemory::storeRows(const LaneAccess &Access, const FixedVectorType *T, ArrayRef<Value *> Rows)
{
    std::optional<LaneElements> Memory = rowsAt(Access, T, /*IsLoad=*/false);
    if (Memory)
        weft::storeRows(B, *Memory, Rows);
    return Memory.has_value();
}

void
LaneMemory::store(LaneAccess Access, ArrayRef<Leaf> Leaves, ArrayRef<Value *> ToStore)
{
    SmallVector<Leaf, 8> InMemory(Leaves);
    Values V;
    for (const auto &[L, Each] : zip(InMemory, ToStore)) {
        L.Element = memoryType(L.Element);
        V.push_back(B.CreateBitCast(Each, FixedVectorType::get(L.Element, W)));
    }
    if (!storeGroup(Access, InMemory, V))
        storeWords(Access, InMemory, V);
}

} // namespace weft
