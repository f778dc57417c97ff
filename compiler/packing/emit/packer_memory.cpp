// SPDX-License-Identifier: Apache-2.0
// Packs loads, stores, allocas and memory intrinsics.
#include "compiler/packing/analysis/access_groups.h"
#include "compiler/packing/analysis/private_arrays.h"
#include "compiler/packing/analysis/short_rows.h"
#include "compiler/packing/emit/lane_memory.h"
#include "compiler/packing/emit/packer.h"
#include "compiler/remarks.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

namespace {

// Copies of more elements than this are not written out.
constexpr uint64_t MaxCopied = 32;

// What a clone may keep of I's metadata: all but the place in the source, which B knows.
void
copyMetadata(Instruction *To, const Instruction &From)
{
    SmallVector<std::pair<unsigned, MDNode *>, 4> All;
    From.getAllMetadataOtherThanDebugLoc(All);
    for (const auto &[Kind, Node] : All)
        To->setMetadata(Kind, Node);
}

// The one access that all members of a group are parts of, and its leaves, member by member.
LaneAccess
accessOf(LaneMemory &Memory, const AccessGroup &Group, SmallVectorImpl<Leaf> &Leaves)
{
    const DataLayout &Layout = Group.Place->getDataLayout();
    auto Its = find_if(Group.Members, [&](const auto &M) { return M.Access == Group.Place; });
    LaneAccess Access = Memory.accessOf(*Group.Place, getLoadStorePointerOperand(Group.Place), Align(1));
    Access.Address = Memory.advanced(Access.Address, -Its->Offset);
    for (const AccessGroup::Member &M : Group.Members) {
        const Align Known = commonAlignment(getLoadStoreAlignment(M.Access), static_cast<uint64_t>(M.Offset));
        Access.Alignment = std::max(Access.Alignment, Known);
        if (M.Access != Group.Place)
            Access.Marks.add(*M.Access);
        const unsigned First = Leaves.size();
        leavesOf(getLoadStoreType(M.Access), Layout, Leaves);
        for (Leaf &L : MutableArrayRef(Leaves).slice(First))
            L.Offset += M.Offset;
    }
    Access.admitLanesOff();
    // Wide accesses are of one type.
    if (any_of(Leaves, [&](const Leaf &L) { return L.Element != Leaves[0].Element; }))
        for (Leaf &L : Leaves)
            L.Element = Type::getIntNTy(L.Element->getContext(), Layout.getTypeStoreSizeInBits(L.Element));
    return Access;
}

void
packGroup(Packer &P, const AccessGroup &Group)
{
    LaneMemory Memory(P);
    SmallVector<Leaf, 16> Leaves;
    SmallVector<Value *, 16> Values;
    const LaneAccess Access = accessOf(Memory, Group, Leaves);
    if (isa<LoadInst>(Group.Place)) {
        Values = Memory.load(Access, Leaves);
        ArrayRef<Value *> Rest(Values);
        for (const AccessGroup::Member &M : Group.Members) {
            SmallVector<Leaf, 8> Its;
            leavesOf(M.Access->getType(), M.Access->getDataLayout(), Its);
            SmallVector<Value *, 8> Parts;
            for (const auto &[L, V] : zip(Its, Rest))
                Parts.push_back(P.B.CreateBitCast(V, FixedVectorType::get(L.Element, P.width())));
            Rest = Rest.drop_front(Its.size());
            P.setComponents(M.Access, Parts);
        }
        return;
    }
    for (const AccessGroup::Member &M : Group.Members)
        append_range(Values, P.components(cast<StoreInst>(M.Access)->getValueOperand()));
    for (const auto &[L, V] : zip(Leaves, Values))
        V = P.B.CreateBitCast(V, FixedVectorType::get(L.Element, P.width()));
    Memory.store(Access, Leaves, Values);
}

// All lanes store to one place. As nothing orders them, any may be the last; here it is the one with the highest id.
void
storeLastLane(Packer &P, LaneMemory &Memory, StoreInst &Store)
{
    IRBuilder<> &B = P.B;
    Value *V = Store.getValueOperand();
    Value *Pointer = P.accessBase(Store.getPointerOperand(), Store);
    Value *Mask = P.mask(Store);
    Value *Last;
    if (Value *IsAnyOn = P.anyOn(Store)) {
        const uint64_t Bytes = Store.getDataLayout().getTypeStoreSize(V->getType());
        Pointer = B.CreateSelect(IsAnyOn, Pointer, Memory.nowhere(Pointer->getType(), Bytes, Store.getAlign()));
    }
    if (P.shape(V).isUniform()) {
        Last = P.scalar(V);
    } else if (!Mask) {
        Last = P.lane(V, P.width() - 1, B);
    } else {
        Value *Index = Memory.lastLane(Mask, B.getInt32Ty());
        Index = B.CreateAnd(Index, B.getInt32(PowerOf2Ceil(P.width()) - 1));
        SmallVector<Value *, 16> Parts;
        for (Value *Component : P.components(V))
            Parts.push_back(B.CreateExtractElement(Component, Index));
        if (auto *T = dyn_cast<FixedVectorType>(V->getType())) {
            Last = PoisonValue::get(T);
            for (unsigned I = 0; I < T->getNumElements(); ++I)
                Last = B.CreateInsertElement(Last, Parts[I], I);
        } else {
            Last = Parts[0];
        }
    }
    AccessMarks(Store).put(B.CreateAlignedStore(Last, Pointer, Store.getAlign()));
}

// Leaves of `Bytes` bytes of anything, as elements of at most 8 bytes that are aligned.
SmallVector<Leaf, 8>
wordsOf(uint64_t Bytes, Align Alignment, IRBuilderBase &B)
{
    SmallVector<Leaf, 8> Words;
    const uint64_t Size = MinAlign(MinAlign(Bytes, Alignment.value()), 8);
    for (uint64_t Offset = 0; Offset < Bytes; Offset += Size)
        Words.push_back({B.getIntNTy(Size * 8), Offset});
    return Words;
}

Align
alignmentOf(MaybeAlign Alignment)
{
    return Alignment.valueOrOne();
}

class MemoryIntrinsicPacker {
public:
    MemoryIntrinsicPacker(Packer &ThePacker, MemIntrinsic &TheIntrinsic)
        : P(ThePacker), B(ThePacker.B), Memory(ThePacker), I(TheIntrinsic), Transfer(dyn_cast<MemTransferInst>(&I)),
          Length(dyn_cast<ConstantInt>(I.getLength()))
    {
    }
    void pack();

private:
    bool packWhole();
    bool packWords();
    void packLongWords();
    void packByLanes();
    uint64_t elementSize() const;
    LaneAccess to() { return Memory.accessOf(I, I.getRawDest(), alignmentOf(I.getDestAlign())); }
    LaneAccess from() { return Memory.accessOf(I, Transfer->getRawSource(), alignmentOf(Transfer->getSourceAlign())); }
    Value *pattern(Type *Word);
    SmallVector<Value *, 16> source(ArrayRef<Leaf> Words);
    bool isInterleaved(const Value *Pointer) const { return P.arrays().arrayOf(Pointer) != nullptr; }

    Packer &P;
    IRBuilder<> &B;
    LaneMemory Memory;
    MemIntrinsic &I;
    MemTransferInst *Transfer;
    ConstantInt *Length;
};

// Of the interleaved array that takes part; 0 when there is none.
uint64_t
MemoryIntrinsicPacker::elementSize() const
{
    uint64_t Size = 0;
    if (const AllocaInst *Array = P.arrays().arrayOf(I.getRawDest()))
        Size = P.arrays().elementSize(Array);
    if (const AllocaInst *Array = Transfer ? P.arrays().arrayOf(Transfer->getRawSource()) : nullptr)
        Size = P.arrays().elementSize(Array);
    return Size;
}

// One operation for all lanes: everything is uniform, or the lanes' memory is contiguous.
bool
MemoryIntrinsicPacker::packWhole()
{
    auto *Set = dyn_cast<MemSetInst>(&I);
    const Shape To = P.shape(I.getRawDest());
    const Shape From = Transfer ? P.shape(Transfer->getRawSource()) : P.shape(Set->getValue());
    if (!To.isLinear() || !From.isLinear() || !P.shape(I.getLength()).isUniform())
        return false;
    uint64_t Copies = 1;
    if (!To.isUniform() || !From.isUniform()) {
        if (!Length || P.mask(I) || I.isVolatile() || (Set && !From.isUniform()))
            return false;
        // Both contiguous, and in the same layout.
        const LaneAddress Dest = Memory.addressOf(I.getRawDest(), I);
        const uint64_t Bytes = Length->getZExtValue();
        const bool IsWhole = Dest.Factor != 1 || Dest.Stride == static_cast<int64_t>(Bytes);
        if (!IsWhole || (Dest.Factor != 1 && Dest.Stride != static_cast<int64_t>(elementSize())))
            return false;
        if (Transfer) {
            const LaneAddress Source = Memory.addressOf(Transfer->getRawSource(), I);
            if (Source.Factor != Dest.Factor || Source.Stride != Dest.Stride)
                return false;
        }
        Copies = P.width();
    }
    Value *Bytes = P.scalar(I.getLength());
    if (Copies > 1)
        Bytes = ConstantInt::get(Bytes->getType(), Length->getZExtValue() * Copies);
    else if (Value *IsAnyOn = P.anyOn(I))
        Bytes = B.CreateSelect(IsAnyOn, Bytes, Constant::getNullValue(Bytes->getType()));
    Value *Dest = P.scalar(I.getRawDest());
    Instruction *Packed;
    if (Set)
        Packed = B.CreateMemSet(Dest, P.scalar(Set->getValue()), Bytes, I.getDestAlign(), I.isVolatile());
    else if (isa<MemMoveInst>(I))
        Packed = B.CreateMemMove(Dest, I.getDestAlign(), P.scalar(Transfer->getRawSource()), Transfer->getSourceAlign(),
                                 Bytes, I.isVolatile());
    else
        Packed = B.CreateMemCpy(Dest, I.getDestAlign(), P.scalar(Transfer->getRawSource()), Transfer->getSourceAlign(),
                                Bytes, I.isVolatile());
    if (Copies == 1)
        copyMetadata(Packed, I);
    else
        AccessMarks(I).put(Packed);
    return true;
}

// The value of a word that memset writes, for all lanes.
Value *
MemoryIntrinsicPacker::pattern(Type *Word)
{
    auto *T = FixedVectorType::get(Word, P.width());
    Value *Wide = B.CreateZExt(P.component(cast<MemSetInst>(I).getValue()), T);
    return B.CreateMul(Wide, ConstantInt::get(T, APInt::getSplat(Word->getIntegerBitWidth(), APInt(8, 1))));
}

SmallVector<Value *, 16>
MemoryIntrinsicPacker::source(ArrayRef<Leaf> Words)
{
    SmallVector<Value *, 16> Values;
    if (!Transfer) {
        Values.assign(Words.size(), pattern(Words[0].Element));
        return Values;
    }
    return Memory.load(from(), Words);
}

// Short ones of a known length: loads, then stores.
bool
MemoryIntrinsicPacker::packWords()
{
    if (!Length || I.isVolatile() || P.shape(I.getRawDest()).isUniform())
        return false;
    const uint64_t Bytes = Length->getZExtValue();
    Align Alignment = alignmentOf(I.getDestAlign());
    if (Transfer)
        Alignment = std::min(Alignment, alignmentOf(Transfer->getSourceAlign()));
    if (uint64_t Size = elementSize())
        Alignment = Align(Size & -Size);
    else if (Bytes)
        Alignment = std::min(Alignment, Align(8));
    const uint64_t Size = elementSize();
    if (Size && !isPowerOf2_64(Size))
        return false;
    SmallVector<Leaf, 8> Words = wordsOf(std::min<uint64_t>(Bytes, 8 * (MaxCopied + 1)), Alignment, B);
    if (Words.size() > MaxCopied)
        return false;
    if (!Words.empty())
        Memory.store(to(), Words, source(Words));
    return true;
}

// Long ones with an interleaved array on a side or both: a loop over the elements.
void
MemoryIntrinsicPacker::packLongWords()
{
    const uint64_t Size = elementSize();
    const uint64_t Count = Length->getZExtValue() / Size;
    const Leaf Word{B.getIntNTy(Size * 8), 0};
    LaneAccess Dest = to();
    std::optional<LaneAccess> Source;
    Value *Set = Transfer ? nullptr : pattern(Word.Element);
    if (Transfer)
        Source = from();
    Dest.Alignment = std::min(Dest.Alignment, Align(Size));

    BasicBlock *Before = B.GetInsertBlock();
    auto *Body = BasicBlock::Create(B.getContext(), "copy", &P.target());
    auto *After = BasicBlock::Create(B.getContext(), "copied", &P.target());
    B.CreateBr(Body);
    B.SetInsertPoint(Body);
    PHINode *Index = B.CreatePHI(B.getInt64Ty(), 2);
    Index->addIncoming(B.getInt64(0), Before);
    auto Step = [&](LaneAccess &Access) {
        LaneAddress &A = Access.Address;
        Value *Offset = B.CreateMul(Index, B.getInt64(Size * A.Factor));
        if (A.Scalar)
            A.Scalar = B.CreatePtrAdd(A.Scalar, Offset);
        A.Vector = A.Scalar ? nullptr : B.CreateGEP(B.getInt8Ty(), A.Vector, Offset);
        Access.Alignment = std::min(Access.Alignment, Align(Size));
    };
    Step(Dest);
    if (Source)
        Step(*Source);
    Memory.store(Dest, Word, Source ? Memory.load(*Source, Word)[0] : Set);
    Value *Next = B.CreateAdd(Index, B.getInt64(1));
    Index->addIncoming(Next, B.GetInsertBlock());
    B.CreateCondBr(B.CreateICmpULT(Next, B.getInt64(Count)), Body, After);
    B.SetInsertPoint(After);
}

void
MemoryIntrinsicPacker::packByLanes()
{
    remark(I, "memory is copied or set for one work-item after the other");
    P.forEachLane(I, [&](Value *Lane, IRBuilderBase &At) -> Value * {
        Value *Dest = P.lane(I.getRawDest(), Lane, At);
        Value *Bytes = P.lane(I.getLength(), Lane, At);
        Instruction *Packed;
        if (auto *Set = dyn_cast<MemSetInst>(&I)) {
            Packed = At.CreateMemSet(Dest, P.lane(Set->getValue(), Lane, At), Bytes, I.getDestAlign(), I.isVolatile());
        } else {
            Value *Source = P.lane(Transfer->getRawSource(), Lane, At);
            Packed = isa<MemMoveInst>(I) ? At.CreateMemMove(Dest, I.getDestAlign(), Source, Transfer->getSourceAlign(),
                                                            Bytes, I.isVolatile())
                                         : At.CreateMemCpy(Dest, I.getDestAlign(), Source, Transfer->getSourceAlign(),
                                                           Bytes, I.isVolatile());
        }
        copyMetadata(Packed, I);
        return nullptr;
    });
}

void
MemoryIntrinsicPacker::pack()
{
    if (packWhole() || packWords())
        return;
    if (elementSize())
        packLongWords();
    else
        packByLanes();
}

} // namespace

const AccessGroups &
Packer::groups()
{
    if (!Groups)
        Groups = std::make_shared<AccessGroups>(
            Source, Known, Arrays, width(),
            [&](const BasicBlock &BB) { return !isMasked(BB) && usesShortRows(costs()); },
            Functions.analyses().getResult<AAManager>(Source));
    return *Groups;
}

// Code for a volatile access: what the lanes do together is no longer volatile, but other accesses stay before or
// behind it, so that it happens in its order, and once at most: a load whose value nobody uses may be left out.
class InOrder {
public:
    InOrder(Packer &ThePacker, const Instruction &I) : P(ThePacker), IsVolatile(I.isVolatile()) { fence(); }
    ~InOrder() { fence(); }
    InOrder(const InOrder &) = delete;
    InOrder &operator=(const InOrder &) = delete;

private:
    void fence()
    {
        if (IsVolatile)
            P.B.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread); // for the compiler alone
    }

    Packer &P;
    const bool IsVolatile;
};

void
packLoad(Packer &P, LoadInst &Load)
{
    const InOrder Order(P, Load);
    Value *Pointer = Load.getPointerOperand();
    if (P.shape(&Load).isUniform()) {
        LoadInst *Packed = P.B.CreateAlignedLoad(Load.getType(), P.scalar(Pointer), Load.getAlign(), Load.getName());
        copyMetadata(Packed, Load);
        P.setScalar(&Load, Packed);
        return;
    }
    if (const AccessGroup *Group = P.groups().of(Load)) {
        if (Group->Place == &Load)
            packGroup(P, *Group);
        return;
    }
    SmallVector<Leaf, 8> Leaves;
    if (!leavesOf(Load.getType(), Load.getDataLayout(), Leaves)) {
        remark(Load, "load of a type that is not packed, for one work-item after the other");
        P.forEachLane(Load, [&](Value *Lane, IRBuilderBase &At) {
            return At.CreateAlignedLoad(Load.getType(), P.lane(Pointer, Lane, At), Load.getAlign());
        });
        return;
    }
    LaneMemory Memory(P);
    const LaneAccess Access = Memory.accessOf(Load, Pointer, Load.getAlign());
    SmallVector<Value *, 16> Rows;
    if (P.isInRows(Load) && Memory.loadRows(Access, cast<FixedVectorType>(Load.getType()), Rows))
        P.setRows(&Load, Rows);
    else
        P.setComponents(&Load, Memory.load(Access, Leaves));
}

void
packStore(Packer &P, StoreInst &Store)
{
    const InOrder Order(P, Store);
    Value *Pointer = Store.getPointerOperand();
    Value *V = Store.getValueOperand();
    const bool IsUniform = P.accessShape(Pointer).isUniform();
    if (IsUniform && P.shape(V).isUniform() && !P.mask(Store)) {
        copyMetadata(P.B.CreateAlignedStore(P.scalar(V), P.accessBase(Pointer, Store), Store.getAlign()), Store);
        return;
    }
    if (const AccessGroup *Group = P.groups().of(Store)) {
        if (Group->Place == &Store)
            packGroup(P, *Group);
        return;
    }
    SmallVector<Leaf, 8> Leaves;
    const bool HasLeaves = leavesOf(V->getType(), Store.getDataLayout(), Leaves);
    LaneMemory Memory(P);
    if (IsUniform && HasLeaves && !V->getType()->isAggregateType())
        return storeLastLane(P, Memory, Store);
    if (!HasLeaves || IsUniform) {
        remark(Store, "store of a type that is not packed, for one work-item after the other");
        P.forEachLane(Store, [&](Value *Lane, IRBuilderBase &At) -> Value * {
            At.CreateAlignedStore(P.lane(V, Lane, At), P.lane(Pointer, Lane, At), Store.getAlign());
            return nullptr;
        });
        return;
    }
    const LaneAccess Access = Memory.accessOf(Store, Pointer, Store.getAlign());
    if (!P.isInRows(Store) || !Memory.storeRows(Access, cast<FixedVectorType>(V->getType()), P.rows(V)))
        Memory.store(Access, Leaves, P.components(V));
}

void
packAlloca(Packer &P, AllocaInst &Alloca)
{
    const std::optional<TypeSize> Size = Alloca.getAllocationSize(Alloca.getDataLayout());
    if (!Size) {
        P.forEachLane(Alloca, [&](Value *Lane, IRBuilderBase &At) {
            AllocaInst *Copy = At.CreateAlloca(Alloca.getAllocatedType(), Alloca.getAddressSpace(),
                                               P.lane(Alloca.getArraySize(), Lane, At));
            Copy->setAlignment(Alloca.getAlign());
            return Copy;
        });
        return;
    }
    const uint64_t Bytes = Size->getFixedValue() * P.width();
    uint64_t Alignment = Alloca.getAlign().value();
    if (uint64_t Element = P.arrays().elementSize(&Alloca))
        Alignment = std::max(Alignment, std::min<uint64_t>(64, PowerOf2Ceil(Element * P.width())));
    AllocaInst *Packed =
        LaneMemory(P).allocate(ArrayType::get(P.B.getInt8Ty(), Bytes), Align(Alignment), Alloca.getAddressSpace());
    Packed->setName(Alloca.getName());
    P.setScalar(&Alloca, Packed);
}

// A marker is for all lanes. LLVM takes a variable for dead wherever none of its markers says that it lives, so that
// one that lanes may be off at takes all others with it, such as those of the same block copied for when all are on.
static void
packLifetimeMarker(Packer &P, IntrinsicInst &I)
{
    auto *Variable = dyn_cast<AllocaInst>(I.getArgOperand(0));
    auto IsPartial = [&P](const User *U) {
        const auto *Marker = dyn_cast<LifetimeIntrinsic>(U);
        return Marker && P.isMasked(*Marker->getParent());
    };

    if (!Variable || any_of(Variable->users(), IsPartial))
        return;
    auto *Packed = dyn_cast<AllocaInst>(P.scalar(Variable));
    if (Packed && I.getIntrinsicID() == Intrinsic::lifetime_start)
        P.B.CreateLifetimeStart(Packed);
    else if (Packed)
        P.B.CreateLifetimeEnd(Packed);
}

void
packMemoryIntrinsic(Packer &P, IntrinsicInst &I)
{
    if (auto *Memory = dyn_cast<MemIntrinsic>(&I))
        return MemoryIntrinsicPacker(P, *Memory).pack();
    packLifetimeMarker(P, I);
}

} // namespace weft
