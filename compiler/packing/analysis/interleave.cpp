// SPDX-License-Identifier: Apache-2.0
// Arrays of structures in memory, structures of arrays in registers: wide loads and stores with shuffles.
#include "compiler/packing/analysis/interleave.h"

#include "compiler/analysis/address_spaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

namespace {

constexpr unsigned MaxLeaves = 64;

using Vectors = SmallVector<Value *, 16>;

bool
collectLeaves(Type *T, uint64_t Offset, const DataLayout &Layout, SmallVectorImpl<Leaf> &Leaves)
{
    if (auto *Struct = dyn_cast<StructType>(T)) {
        const StructLayout *Fields = Struct->isSized() ? Layout.getStructLayout(Struct) : nullptr;
        for (unsigned I = 0; Fields && I < Struct->getNumElements(); ++I)
            if (!collectLeaves(Struct->getElementType(I), Offset + Fields->getElementOffset(I), Layout, Leaves))
                return false;
        return Fields != nullptr;
    }
    if (auto *Array = dyn_cast<ArrayType>(T)) {
        const uint64_t Size = Layout.getTypeAllocSize(Array->getElementType());
        if (Array->getNumElements() > MaxLeaves)
            return false;
        for (unsigned I = 0; I < Array->getNumElements(); ++I)
            if (!collectLeaves(Array->getElementType(), Offset + I * Size, Layout, Leaves))
                return false;
        return true;
    }
    auto *Vector = dyn_cast<FixedVectorType>(T);
    Type *Element = Vector ? Vector->getElementType() : T;
    if (!Element->isSingleValueType() || isa<VectorType>(Element) || Element->isX86_AMXTy())
        return false;
    const uint64_t Bits = Layout.getTypeSizeInBits(Element);
    if (!Bits || Bits % 8 || Bits / 8 != Layout.getTypeAllocSize(Element))
        return false;
    const unsigned Count = Vector ? Vector->getNumElements() : 1;
    for (unsigned I = 0; I < Count; ++I)
        Leaves.push_back({Element, Offset + I * (Bits / 8)});
    return Leaves.size() <= MaxLeaves;
}

// A shuffle of two vectors (the second may be null) by a function from the result's lane to the source's.
template <typename Index>
Value *
shuffle(IRBuilderBase &B, Value *First, Value *Second, unsigned Lanes, Index IndexOf)
{
    SmallVector<int, 64> Mask;
    for (unsigned I = 0; I < Lanes; ++I)
        Mask.push_back(IndexOf(I));
    return Second ? B.CreateShuffleVector(First, Second, Mask) : B.CreateShuffleVector(First, Mask);
}

// Writes and reads a piece of memory that belongs to lanes as chunks of W units. A unit is an element, or several
// neighbours of one lane as one integer, so that the lanes' mask has to be spread out less.
class Chunks {
public:
    Chunks(IRBuilderBase &TheBuilder, const LaneElements &TheMemory)
        : B(TheBuilder), Memory(TheMemory), W(TheMemory.Width), Stride(TheMemory.Stride),
          Size(B.GetInsertBlock()->getDataLayout().getTypeStoreSize(Memory.Element)),
          Unit(maskedUnit(Memory.Element, Stride, B.GetInsertBlock()->getDataLayout())),
          Vector(FixedVectorType::get(Memory.Element, W))
    {
    }

    Vectors load(ArrayRef<unsigned> Elements);
    void store(ArrayRef<Value *> Sequence, function_ref<bool(unsigned)> IsWritten, bool HasGaps);
    bool fitsOneInteger() const
    {
        return Size * Stride <= 4 && isPowerOf2_64(Size * Stride) && !Memory.Element->isPointerTy();
    }
    Vectors loadAsIntegers();
    void storeAsIntegers(ArrayRef<Value *> Values);

private:
    bool usesUnits() const { return Memory.Mask && Unit != Memory.Element; }
    unsigned elementsPerUnit() const { return Unit->getPrimitiveSizeInBits().getFixedValue() / 8 / Size; }
    Value *maskOf(unsigned Start, unsigned UnitsPerLane, function_ref<bool(unsigned)> IsWanted);
    Value *loadOne(Type *T, uint64_t Offset, Value *Mask);
    void storeOne(Value *V, uint64_t Offset, Value *Mask);

    IRBuilderBase &B;
    const LaneElements &Memory;
    const unsigned W;
    const unsigned Stride;
    const uint64_t Size;
    Type *const Unit;
    FixedVectorType *Vector;
};

// The mask of the W units from number Start on; null when all are to be touched.
Value *
Chunks::maskOf(unsigned Start, unsigned UnitsPerLane, function_ref<bool(unsigned)> IsWanted)
{
    SmallVector<int, 64> Lanes;
    SmallVector<Constant *, 64> Wanted;
    for (unsigned I = 0; I < W; ++I) {
        const bool IsOn = IsWanted((Start + I) % UnitsPerLane);
        Lanes.push_back(IsOn ? (Start + I) / UnitsPerLane : W);
        Wanted.push_back(B.getInt1(IsOn));
    }
    if (Memory.Mask)
        return B.CreateShuffleVector(Memory.Mask, Constant::getNullValue(Memory.Mask->getType()), Lanes);
    return is_contained(Wanted, B.getFalse()) ? ConstantVector::get(Wanted) : nullptr;
}

Value *
Chunks::loadOne(Type *T, uint64_t Offset, Value *Mask)
{
    Value *Address = Offset ? B.CreateConstGEP1_64(B.getInt8Ty(), Memory.Base, Offset) : Memory.Base;
    const Align Alignment = commonAlignment(Memory.Alignment, Offset);
    Instruction *Load =
        Mask ? static_cast<Instruction *>(B.CreateMaskedLoad(T, Address, Alignment, Mask, Constant::getNullValue(T)))
             : B.CreateAlignedLoad(T, Address, Alignment);
    Memory.Marks.put(Load);
    return Load;
}

void
Chunks::storeOne(Value *V, uint64_t Offset, Value *Mask)
{
    Value *Address = Offset ? B.CreateConstGEP1_64(B.getInt8Ty(), Memory.Base, Offset) : Memory.Base;
    const Align Alignment = commonAlignment(Memory.Alignment, Offset);
    Memory.Marks.put(Mask ? static_cast<Instruction *>(B.CreateMaskedStore(V, Address, Alignment, Mask))
                          : B.CreateAlignedStore(V, Address, Alignment));
}

// Stride vectors of W elements, as they lie in memory. Element 0 is wanted, and others up to the last of Elements.
// Chunks without any are poison.
Vectors
Chunks::load(ArrayRef<unsigned> Elements)
{
    const unsigned Last = Elements.back();
    Vectors Sequence;
    if (usesUnits() && Last == Stride - 1) {
        const unsigned PerUnit = elementsPerUnit();
        auto *Units = FixedVectorType::get(Unit, W);
        for (unsigned C = 0; C < Stride / PerUnit; ++C) {
            Value *Mask = maskOf(C * W, Stride / PerUnit, [](unsigned) { return true; });
            Value *All = B.CreateBitCast(loadOne(Units, uint64_t{C} * W * PerUnit * Size, Mask),
                                         FixedVectorType::get(Memory.Element, W * PerUnit));
            for (unsigned Part = 0; Part < PerUnit; ++Part)
                Sequence.push_back(shuffle(B, All, nullptr, W, [&](unsigned I) { return Part * W + I; }));
        }
        return Sequence;
    }
    const unsigned Count = (W - 1) * Stride + Last + 1;
    for (unsigned C = 0; C < Stride; ++C) {
        // The last chunk must not reach beyond the last lane's elements: it starts earlier and is shifted.
        const unsigned Start = std::min(C * W, Count - W);
        const unsigned Shift = C * W - Start;
        bool Wanted = false;
        for (unsigned I = Shift; I < W; ++I)
            Wanted |= is_contained(Elements, (Start + I) % Stride);
        if (!Wanted) {
            Sequence.push_back(PoisonValue::get(Vector));
            continue;
        }
        Value *Mask = Memory.Mask ? maskOf(Start, Stride, [&](unsigned Element) { return Element <= Last; }) : nullptr;
        Value *Chunk = loadOne(Vector, Start * Size, Mask);
        if (Shift)
            Chunk = shuffle(B, Chunk, nullptr, W, [&](unsigned I) { return I + Shift < W ? int(I + Shift) : -1; });
        Sequence.push_back(Chunk);
    }
    return Sequence;
}

// The reverse of load. Elements that are not written stay as they are.
void
Chunks::store(ArrayRef<Value *> Sequence, function_ref<bool(unsigned)> IsWritten, bool HasGaps)
{
    if (usesUnits() && !HasGaps) {
        const unsigned PerUnit = elementsPerUnit();
        auto *Units = FixedVectorType::get(Unit, W);
        for (unsigned C = 0; C < Stride / PerUnit; ++C) {
            Vectors Parts(Sequence.slice(C * PerUnit, PerUnit));
            for (unsigned Lanes = W; Parts.size() > 1; Lanes *= 2) {
                Vectors Wider;
                for (unsigned I = 0; I < Parts.size(); I += 2)
                    Wider.push_back(shuffle(B, Parts[I], Parts[I + 1], 2 * Lanes, [](unsigned L) { return L; }));
                Parts = Wider;
            }
            storeOne(B.CreateBitCast(B.CreateFreeze(Parts[0]), Units), uint64_t{C} * W * PerUnit * Size,
                     maskOf(C * W, Stride / PerUnit, [](unsigned) { return true; }));
        }
        return;
    }
    for (unsigned C = 0; C < Stride; ++C)
        storeOne(Sequence[C], C * W * Size, maskOf(C * W, Stride, IsWritten));
}

Vectors
Chunks::loadAsIntegers()
{
    const unsigned Bits = Size * 8;
    Value *All = loadOne(FixedVectorType::get(B.getIntNTy(Bits * Stride), W), 0, Memory.Mask);
    Vectors Result;
    for (unsigned E = 0; E < Stride; ++E) {
        Value *Shifted = E ? B.CreateLShr(All, E * Bits) : All;
        Result.push_back(B.CreateBitCast(B.CreateTrunc(Shifted, FixedVectorType::get(B.getIntNTy(Bits), W)), Vector));
    }
    return Result;
}

void
Chunks::storeAsIntegers(ArrayRef<Value *> Values)
{
    const unsigned Bits = Size * 8;
    auto *Whole = FixedVectorType::get(B.getIntNTy(Bits * Stride), W);
    Value *All = nullptr;
    for (unsigned E = 0; E < Stride; ++E) {
        // An element that is poison must not take the others with it.
        Value *Part = B.CreateFreeze(B.CreateBitCast(Values[E], FixedVectorType::get(B.getIntNTy(Bits), W)));
        Value *V = B.CreateZExt(Part, Whole);
        if (E)
            V = B.CreateShl(V, E * Bits);
        All = All ? B.CreateOr(All, V) : V;
    }
    storeOne(All, 0, Memory.Mask);
}

// Every Step-th element from First on of vectors that lie one after the other. They are in Parts, one after the other
// but for their order within each: number n of the vector is at Places[n].
struct Strand {
    unsigned First;
    unsigned Step;
    Vectors Parts;
    SmallVector<unsigned, 64> Places;
};

SmallVector<unsigned, 64>
inOrder(unsigned Count)
{
    SmallVector<unsigned, 64> Numbers;
    for (unsigned Number = 0; Number < Count; ++Number)
        Numbers.push_back(Number);
    return Numbers;
}

// Where to put every second element, from number Parity on, of two vectors with these Places: where a processor puts
// them that has shuffles of the elements of 128 bits, and of 128 bits as a whole, when it takes the first vector's
// before the second's. Such shuffles are shorter than those that move any element anywhere. In order when there is no
// such place.
SmallVector<unsigned, 64>
nearPlaces(ArrayRef<unsigned> Places, unsigned Parity, unsigned PerBlock)
{
    const unsigned W = Places.size();
    SmallVector<unsigned, 64> Numbers(W);
    SmallVector<unsigned, 64> Taken; // by block
    for (unsigned Number = 0; Number < W; ++Number)
        Numbers[Places[Number]] = Number;
    for (unsigned Block = 0; Block < W; Block += PerBlock)
        Taken.push_back(
            count_if(ArrayRef(Numbers).slice(Block, PerBlock), [&](unsigned Number) { return Number % 2 == Parity; }));
    const bool Within = all_of(Taken, [&](unsigned Count) { return 2 * Count == PerBlock; });
    const bool Whole = all_of(Taken, [&](unsigned Count) { return Count == 0 || Count == PerBlock; });
    if (!Within && !Whole)
        return inOrder(W);

    SmallVector<unsigned, 64> Result(W);
    const unsigned PerPass = Within ? PerBlock : W;
    unsigned Next = 0;
    for (unsigned Start = 0; Start < W; Start += PerPass)
        for (unsigned Vector = 0; Vector < 2; ++Vector)
            for (unsigned Place = Start; Place < Start + PerPass; ++Place)
                if (Numbers[Place] % 2 == Parity)
                    Result[(Vector * W + Numbers[Place]) / 2] = Next++;
    return Result;
}

// Every second element of the strand, from number Parity on.
Strand
halve(IRBuilderBase &B, const Strand &Whole, unsigned Parity, SmallVector<unsigned, 64> Places)
{
    const unsigned W = Places.size();
    SmallVector<int, 64> Mask(W);
    for (unsigned Number = 0; Number < W; ++Number) {
        const unsigned From = 2 * Number + Parity;
        Mask[Places[Number]] = static_cast<int>(From / W * W + Whole.Places[From % W]);
    }
    Strand Half = {Whole.First + Parity * Whole.Step, 2 * Whole.Step, {}, std::move(Places)};
    for (unsigned I = 0; I < Whole.Parts.size(); I += 2)
        Half.Parts.push_back(B.CreateShuffleVector(Whole.Parts[I], Whole.Parts[I + 1], Mask));
    return Half;
}

// Every n-th element from E on of n vectors that lie one after the other.
Value *
pick(IRBuilderBase &B, ArrayRef<Value *> Sequence, unsigned E)
{
    const unsigned Stride = Sequence.size();
    const unsigned W = cast<FixedVectorType>(Sequence[0]->getType())->getNumElements();
    Value *All = Sequence[0];
    for (unsigned C = 1; C < Stride; ++C)
        All = shuffle(B, All, Sequence[C], W, [&](unsigned L) {
            const unsigned Position = L * Stride + E;
            if (Position / W > C)
                return -1;
            if (Position / W == C)
                return static_cast<int>(W + Position % W);
            return static_cast<int>(C == 1 ? Position % W : L);
        });
    return All;
}

// From Sequence, vectors that lie one after the other, every n-th element for each of Elements; n is Sequence's size.
// All strands are halved before the next halving: their shuffles wait for nothing but the memory.
void
deinterleave(IRBuilderBase &B, ArrayRef<Value *> Sequence, ArrayRef<unsigned> Elements, MutableArrayRef<Value *> Result)
{
    auto *Vector = cast<FixedVectorType>(Sequence[0]->getType());
    const unsigned W = Vector->getNumElements();
    const uint64_t Bits = B.GetInsertBlock()->getDataLayout().getTypeSizeInBits(Vector->getElementType());
    const bool HasNear = (Bits == 32 || Bits == 64) && W % (128 / Bits) == 0; // smaller elements need several shuffles
    SmallVector<Strand, 16> Strands = {{0, 1, Vectors(Sequence), inOrder(W)}};
    for (unsigned Parts = Sequence.size(); Parts % 2 == 0; Parts /= 2) {
        SmallVector<Strand, 16> Halves;
        for (const Strand &Whole : Strands) {
            for (unsigned Parity = 0; Parity < 2; ++Parity) {
                const unsigned First = Whole.First + Parity * Whole.Step;
                if (none_of(Elements, [&](unsigned E) { return E % (2 * Whole.Step) == First; }))
                    continue;
                const bool IsNear = HasNear && Parts % 4 == 0; // another halving follows
                Halves.push_back(
                    halve(B, Whole, Parity, IsNear ? nearPlaces(Whole.Places, Parity, 128 / Bits) : inOrder(W)));
            }
        }
        Strands = std::move(Halves);
    }
    for (const Strand &S : Strands)
        for (unsigned E : Elements)
            if (E % S.Step == S.First)
                Result[E] = pick(B, S.Parts, E / S.Step);
}

// The reverse.
Vectors
interleave(IRBuilderBase &B, ArrayRef<Value *> Values)
{
    const unsigned Stride = Values.size();
    const unsigned W = cast<FixedVectorType>(Values[0]->getType())->getNumElements();
    if (Stride == 1)
        return {Values[0]};
    Vectors Result;
    if (Stride % 2 == 0) {
        Vectors Even, Odd;
        for (unsigned E = 0; E < Stride; E += 2) {
            Even.push_back(Values[E]);
            Odd.push_back(Values[E + 1]);
        }
        Even = interleave(B, Even);
        Odd = interleave(B, Odd);
        for (unsigned I = 0; I < Stride / 2; ++I)
            for (unsigned Half = 0; Half < 2; ++Half)
                Result.push_back(
                    shuffle(B, Even[I], Odd[I], W, [&](unsigned L) { return (L % 2 ? W : 0) + (Half * W + L) / 2; }));
        return Result;
    }
    for (unsigned C = 0; C < Stride; ++C) {
        Value *All = Values[0];
        for (unsigned E = 1; E < Stride; ++E)
            All = shuffle(B, All, Values[E], W, [&](unsigned L) {
                const unsigned Position = C * W + L;
                if (Position % Stride > E)
                    return -1;
                if (Position % Stride == E)
                    return static_cast<int>(W + Position / Stride);
                return static_cast<int>(E == 1 ? Position / Stride : L);
            });
        Result.push_back(All);
    }
    return Result;
}

} // namespace

bool
leavesOf(Type *T, const DataLayout &Layout, SmallVectorImpl<Leaf> &Leaves)
{
    return collectLeaves(T, 0, Layout, Leaves) && !Leaves.empty();
}

AccessMarks::AccessMarks(const Instruction &I)
    : Aliasing(I.getAAMetadata()), Invariant(I.getMetadata(LLVMContext::MD_invariant_load)),
      Nontemporal(I.getMetadata(LLVMContext::MD_nontemporal)), IsOfSlot(I.hasMetadata(SlotMetadata))
{
    Aliasing.TBAAStruct = nullptr;
}

void
AccessMarks::add(const Instruction &Other)
{
    Aliasing = Aliasing.merge(Other.getAAMetadata());
    if (!Other.hasMetadata(LLVMContext::MD_invariant_load))
        Invariant = nullptr;
    if (!Other.hasMetadata(LLVMContext::MD_nontemporal))
        Nontemporal = nullptr;
    IsOfSlot &= Other.hasMetadata(SlotMetadata);
}

void
AccessMarks::put(Instruction *I) const
{
    I->setAAMetadata(Aliasing);
    if (isa<LoadInst>(I) && Invariant)
        I->setMetadata(LLVMContext::MD_invariant_load, Invariant);
    if ((isa<LoadInst>(I) || isa<StoreInst>(I)) && Nontemporal)
        I->setMetadata(LLVMContext::MD_nontemporal, Nontemporal);
    if ((isa<LoadInst>(I) || isa<StoreInst>(I)) && IsOfSlot)
        I->setMetadata(SlotMetadata, MDNode::get(I->getContext(), {}));
}

bool
isWideLoadWorthwhile(unsigned Elements, unsigned Stride, unsigned Width)
{
    return Stride <= 32 && 2 * Stride <= Width * Elements;
}

Type *
maskedUnit(Type *Element, unsigned Stride, const DataLayout &Layout)
{
    const uint64_t Size = Layout.getTypeStoreSize(Element);
    for (uint64_t Bytes : {8, 4, 2})
        if (Bytes > Size && Size * Stride % Bytes == 0 && !Element->isPointerTy())
            return IntegerType::get(Element->getContext(), Bytes * 8);
    return Element;
}

SmallVector<Value *, 16>
loadInterleaved(IRBuilderBase &B, const LaneElements &From, ArrayRef<unsigned> Elements)
{
    const uint64_t Size = B.GetInsertBlock()->getDataLayout().getTypeStoreSize(From.Element);
    LaneElements Memory = From;
    SmallVector<unsigned, 16> Wanted;
    for (unsigned E : Elements)
        Wanted.push_back(E - Elements[0]);
    if (Elements[0]) {
        Memory.Base = B.CreateConstGEP1_64(B.getInt8Ty(), From.Base, Elements[0] * Size);
        Memory.Alignment = commonAlignment(From.Alignment, Elements[0] * Size);
    }
    Chunks C(B, Memory);
    if (Elements.size() == From.Stride && C.fitsOneInteger())
        return C.loadAsIntegers();
    Vectors All(From.Stride);
    deinterleave(B, C.load(Wanted), Wanted, All);
    Vectors Result;
    for (unsigned E : Wanted)
        Result.push_back(All[E]);
    return Result;
}

// Where the last elements are not written, a store ends behind those that are, and begins as much before the first
// lane: with a mask it would else reach into what the next pack reads, which then waits until it is done.
static LaneElements
withGapsFirst(IRBuilderBase &B, const LaneElements &To, Vectors &Values)
{
    const uint64_t Size = B.GetInsertBlock()->getDataLayout().getTypeStoreSize(To.Element);
    LaneElements Memory = To;
    unsigned Gaps = 0;

    while (!Values.back()) {
        Values.pop_back();
        Values.insert(Values.begin(), nullptr);
        ++Gaps;
    }
    if (Gaps) {
        Memory.Base = B.CreateConstGEP1_64(B.getInt8Ty(), To.Base, -static_cast<int64_t>(Gaps * Size));
        Memory.Alignment = commonAlignment(To.Alignment, Gaps * Size);
    }
    return Memory;
}

void
storeInterleaved(IRBuilderBase &B, const LaneElements &At, ArrayRef<Value *> Elements)
{
    Vectors Values(Elements);
    const LaneElements To = withGapsFirst(B, At, Values);
    Chunks C(B, To);
    const bool HasGaps = is_contained(Values, nullptr);
    if (!HasGaps && C.fitsOneInteger())
        return C.storeAsIntegers(Values);
    // What is not written could be anything. Not poison: LLVM 22 has no instruction for what it then makes of a
    // neighbour that is zero ("Cannot select: zero_extend_vector_inreg").
    Vectors Whole(Values);
    Value *Any = *find_if(Values, [](const Value *V) { return V != nullptr; });
    for (Value *&V : Whole)
        V = Any = V ? V : Any;
    C.store(interleave(B, Whole), [&](unsigned Element) { return Values[Element] != nullptr; }, HasGaps);
}

SmallVector<Value *, 16>
loadRows(IRBuilderBase &B, const LaneElements &From)
{
    return Chunks(B, From).load(inOrder(From.Stride));
}

void
storeRows(IRBuilderBase &B, const LaneElements &To, ArrayRef<Value *> Rows)
{
    Chunks(B, To).store(Rows, [](unsigned) { return true; }, /*HasGaps=*/false);
}

SmallVector<Value *, 16>
componentsOfRows(IRBuilderBase &B, ArrayRef<Value *> Rows)
{
    Vectors Components(Rows.size());
    deinterleave(B, Rows, inOrder(Rows.size()), Components);
    return Components;
}

SmallVector<Value *, 16>
rowsOfComponents(IRBuilderBase &B, ArrayRef<Value *> Components)
{
    return interleave(B, Components);
}

SmallVector<Value *, 16>
rowsOfScalars(IRBuilderBase &B, Value *V, unsigned Count)
{
    const unsigned W = cast<FixedVectorType>(V->getType())->getNumElements();
    Vectors Rows;
    for (unsigned Row = 0; Row < Count; ++Row)
        Rows.push_back(shuffle(B, V, nullptr, W, [&](unsigned L) { return (Row * W + L) / Count; }));
    return Rows;
}

SmallVector<Value *, 16>
rowsOfCopies(IRBuilderBase &B, Value *Each, unsigned Width)
{
    const unsigned Count = cast<FixedVectorType>(Each->getType())->getNumElements();
    const unsigned Different = std::max(1u, Count / Width); // both are powers of two
    Vectors Rows;
    for (unsigned Row = 0; Row < Different; ++Row)
        Rows.push_back(shuffle(B, Each, nullptr, Width, [&](unsigned L) { return (Row * Width + L) % Count; }));
    for (unsigned Row = Different; Row < Count; ++Row)
        Rows.push_back(Rows[Row - Different]);
    return Rows;
}

} // namespace weft
