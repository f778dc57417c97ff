// SPDX-License-Identifier: Apache-2.0
// Packs address computations.
#include "compiler/packing/analysis/private_arrays.h"
#include "compiler/packing/emit/lane_memory.h"
#include "compiler/packing/emit/packer.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace weft {

namespace {

class AddressPacker {
public:
    AddressPacker(Packer &ThePacker, GetElementPtrInst &TheAddress)
        : P(ThePacker), B(ThePacker.B), Memory(ThePacker), Address(TheAddress), Layout(TheAddress.getDataLayout()),
          Factor(P.arrays().offsetFactor(Address.getPointerOperand())), W(P.width()),
          Wide(Layout.getIndexType(B.getContext(), Address.getPointerAddressSpace()))
    {
    }
    void pack();

private:
    struct Term {
        Value *Index;
        int64_t Scale;
    };

    bool operandsAreLinear() const;
    void collect();
    void packLinear();
    void packLooselyLinear();
    void packVarying();
    void packVector();
    Value *scalarAddress(function_ref<Value *(Value *)> LaneOf);
    LaneAddress baseOf(Value *Pointer);
    Value *laneOf(Value *V, Value *Lane, unsigned Depth);
    Value *smallIndexes(int64_t Unit, int64_t Rest);
    Value *wideIndex(Value *Index, int64_t &ToBase);

    Packer &P;
    IRBuilder<> &B;
    LaneMemory Memory;
    GetElementPtrInst &Address;
    const DataLayout &Layout;
    const int64_t Factor;
    const unsigned W;
    Type *Wide;
    // The offset as Constant + sum of Scalars + sum of Lanes, in the source's bytes.
    int64_t Constant = 0;
    SmallVector<Term, 4> Scalars; // linear, that is without an extension that may wrap
    SmallVector<Term, 4> Lanes;
    int64_t ScalarStride = 0; // of all Scalars together, in the source's bytes
};

bool
AddressPacker::operandsAreLinear() const
{
    return all_of(Address.operands(), [&](const Use &U) {
        const Shape S = P.shape(U);
        return S.isUniform() || (S.isLinear() && (U->getType()->isPointerTy() || U->getType() == Wide));
    });
}

void
AddressPacker::collect()
{
    for (auto Index = gep_type_begin(Address), End = gep_type_end(Address); Index != End; ++Index) {
        Value *V = Index.getOperand();
        if (StructType *Struct = Index.getStructTypeOrNull()) {
            Constant += Layout.getStructLayout(Struct)->getElementOffset(cast<ConstantInt>(V)->getZExtValue());
            continue;
        }
        const int64_t Scale = Index.getSequentialElementStride(Layout).getFixedValue();
        if (auto *Number = dyn_cast<ConstantInt>(V)) {
            Constant += Number->getSExtValue() * Scale;
            continue;
        }
        const Shape S = P.shape(V);
        if (S.isUniform() || (S.isLinear() && V->getType() == Wide)) {
            Scalars.push_back({V, Scale});
            ScalarStride += S.stride() * Scale;
        } else {
            Lanes.push_back({V, Scale});
        }
    }
}

// The address that a lane has, from what LaneOf says of the operands in it.
Value *
AddressPacker::scalarAddress(function_ref<Value *(Value *)> LaneOf)
{
    Value *Base = LaneOf(Address.getPointerOperand());
    if (Factor == 1) {
        SmallVector<Value *, 4> Indices;
        for (Value *Index : Address.indices())
            Indices.push_back(isa<llvm::Constant>(Index) ? Index : LaneOf(Index));
        // Lane 0 may be off, or hold what no lane has; only what is the same in all keeps its promises.
        const GEPNoWrapFlags Flags = P.shape(&Address).isUniform() ? Address.getNoWrapFlags() : GEPNoWrapFlags::none();
        return B.CreateGEP(Address.getSourceElementType(), Base, Indices, "", Flags);
    }
    Value *Offset = ConstantInt::getSigned(Wide, Constant * Factor);
    for (ArrayRef<Term> Terms : {ArrayRef(Scalars), ArrayRef(Lanes)})
        for (const Term &T : Terms) {
            Value *Index = B.CreateSExtOrTrunc(LaneOf(T.Index), Wide);
            Offset = B.CreateAdd(B.CreateMul(Index, ConstantInt::getSigned(Wide, T.Scale * Factor)), Offset);
        }
    return B.CreatePtrAdd(Base, Offset);
}

void
AddressPacker::packLinear()
{
    P.setScalar(&Address, scalarAddress([&](Value *V) { return P.scalar(V); }));
}

// The value of V in a lane whose number is known at run time; without a vector where that is easy.
Value *
AddressPacker::laneOf(Value *V, Value *Lane, unsigned Depth)
{
    const Shape S = P.shape(V);
    if (S.isUniform())
        return P.scalar(V);
    if (S.isLinear()) {
        if (V->getType()->isIntegerTy()) {
            Value *Distance = B.CreateMul(B.CreateZExtOrTrunc(Lane, V->getType()),
                                          ConstantInt::getSigned(V->getType(), S.stride(), /*ImplicitTrunc=*/true));
            return B.CreateAdd(P.scalar(V), Distance);
        }
        const int64_t Stride = P.stride(V);
        return B.CreatePtrAdd(P.scalar(V),
                              B.CreateMul(B.CreateZExtOrTrunc(Lane, Wide), ConstantInt::getSigned(Wide, Stride)));
    }
    auto *I = dyn_cast<Instruction>(V);
    if (I && Depth && V->getType()->isIntegerTy()) {
        auto Operand = [&](unsigned Number) { return laneOf(I->getOperand(Number), Lane, Depth - 1); };
        switch (I->getOpcode()) {
        case Instruction::SExt:
        case Instruction::ZExt:
        case Instruction::Trunc:
            return B.CreateCast(cast<CastInst>(I)->getOpcode(), Operand(0), V->getType());
        case Instruction::Add:
        case Instruction::Sub:
        case Instruction::Mul:
            return B.CreateBinOp(cast<BinaryOperator>(I)->getOpcode(), Operand(0), Operand(1));
        default:
            break;
        }
    }
    // Lanes that are off may be poison; this is not said to be one that is on when there is none.
    return B.CreateFreeze(B.CreateExtractElement(P.component(V), Lane));
}

// Linear, though an operand is so only in its low bits: the first lane that is on knows where the others are.
void
AddressPacker::packLooselyLinear()
{
    Value *First = P.firstLane(Address);
    Value *Lane = First ? B.CreateZExt(First, Wide) : static_cast<Value *>(ConstantInt::get(Wide, 0));
    Value *Its = scalarAddress([&](Value *V) { return laneOf(V, Lane, 4); });
    const int64_t Stride = P.stride(&Address);
    Value *Base = B.CreatePtrAdd(Its, B.CreateMul(Lane, ConstantInt::getSigned(Wide, -Stride)));
    P.setScalar(&Address, P.somewhere(Base, &Address, First, Address));
}

LaneAddress
AddressPacker::baseOf(Value *Pointer)
{
    LaneAddress Base;
    if (P.shape(Pointer).isLinear()) {
        Base.Scalar = P.scalar(Pointer);
        Base.Stride = P.stride(Pointer);
    } else {
        Base.Vector = P.component(Pointer);
    }
    return Base;
}

// Gathers want sign-extended 32-bit indexes. Those that are zero-extended become such by moving the base, of which
// ToBase is the distance in indexes.
Value *
AddressPacker::wideIndex(Value *Index, int64_t &ToBase)
{
    auto *T = FixedVectorType::get(Wide, W);
    auto *Extension = dyn_cast<ZExtInst>(Index);
    if (!Extension || !Extension->getSrcTy()->isIntegerTy(32) || P.shape(Index).isLinear())
        return B.CreateSExtOrTrunc(P.component(Index), T);
    Value *Source = P.component(Extension->getOperand(0));
    if (!Extension->hasNonNeg()) {
        Source = B.CreateXor(Source, ConstantInt::get(Source->getType(), APInt::getSignedMinValue(32)));
        ToBase = INT64_C(1) << 31;
    }
    return B.CreateSExt(Source, T);
}

// The indexes into an interleaved array in units of its elements, as <W x i32>: no array is that large.
Value *
AddressPacker::smallIndexes(int64_t Unit, int64_t Rest)
{
    auto *Small = FixedVectorType::get(B.getInt32Ty(), W);
    Value *Sum = Memory.steps(B.getInt32Ty(), Rest / Unit);
    for (const Term &T : Lanes) {
        Value *Source = T.Index;
        if ((isa<SExtInst>(Source) || isa<ZExtInst>(Source)) &&
            cast<CastInst>(Source)->getOperand(0)->getType()->isIntegerTy(32))
            Source = cast<CastInst>(Source)->getOperand(0);
        Value *Index = B.CreateSExtOrTrunc(P.component(Source), Small);
        const int64_t Scale = T.Scale * Factor / Unit;
        Sum = B.CreateAdd(B.CreateMul(Index, ConstantInt::get(Small, APInt(32, Scale, true, true))), Sum);
    }
    return Sum;
}

// A scalar base with everything that is linear in it, and the rest as one vector of indexes: what gathers are good at.
void
AddressPacker::packVarying()
{
    Value *Pointer = Address.getPointerOperand();
    const LaneAddress Base = baseOf(Pointer);
    if (!Base.isLinear() && Factor == 1) {
        SmallVector<Value *, 4> Indices;
        for (Value *Index : Address.indices())
            Indices.push_back(isa<llvm::Constant>(Index)   ? Index
                              : P.shape(Index).isUniform() ? P.scalar(Index)
                                                           : P.component(Index));
        Value *Packed = B.CreateGEP(Address.getSourceElementType(), Base.Vector, Indices, "", Address.getNoWrapFlags());
        return P.setComponents(&Address, Packed);
    }
    Value *Scalar = Base.isLinear() ? Base.Scalar : nullptr;
    Value *Offset = ConstantInt::getSigned(Wide, Constant * Factor);
    for (const Term &T : Scalars)
        Offset = B.CreateAdd(
            B.CreateMul(B.CreateSExtOrTrunc(P.scalar(T.Index), Wide), ConstantInt::getSigned(Wide, T.Scale * Factor)),
            Offset);
    const int64_t Rest = (Base.isLinear() ? Base.Stride : 0) + ScalarStride * Factor;
    if (Scalar && !match(Offset, PatternMatch::m_Zero()))
        Scalar = B.CreatePtrAdd(Scalar, Offset);

    // In units that the access has, where possible.
    const AllocaInst *Array = P.arrays().arrayOf(Pointer);
    uint64_t Unit = 1;
    if (Scalar) {
        Unit = Array ? P.arrays().elementSize(Array) : 8;
        for (const Term &T : Lanes)
            Unit = MinAlign(Unit, static_cast<uint64_t>(T.Scale * Factor));
        Unit = MinAlign(Unit, static_cast<uint64_t>(Rest));
    }
    Value *Sum;
    int64_t Moved = 0;
    if (Array && Scalar && Address.isInBounds()) {
        Sum = B.CreateSExt(smallIndexes(Unit, Rest), FixedVectorType::get(Wide, W));
    } else {
        Sum = nullptr;
        for (const Term &T : Lanes) {
            int64_t ToBase = 0;
            Value *Index = wideIndex(T.Index, ToBase);
            Moved += ToBase * T.Scale * Factor;
            const int64_t Scale = T.Scale * Factor / static_cast<int64_t>(Unit);
            if (Scale != 1)
                Index = B.CreateMul(Index, ConstantInt::getSigned(Index->getType(), Scale));
            Sum = Sum ? B.CreateAdd(Sum, Index) : Index;
        }
        Value *Steps = Memory.steps(Wide, Rest / static_cast<int64_t>(Unit));
        if (!Sum)
            Sum = Steps;
        else if (Rest)
            Sum = B.CreateAdd(Sum, Steps);
        if (!Scalar)
            Sum = B.CreateAdd(Sum, B.CreateVectorSplat(W, B.CreateAdd(Offset, ConstantInt::getSigned(Wide, Moved))));
        else if (Moved)
            Scalar = B.CreatePtrAdd(Scalar, ConstantInt::getSigned(Wide, Moved));
    }
    P.setComponents(&Address, B.CreateGEP(B.getIntNTy(Unit * 8), Scalar ? Scalar : Base.Vector, Sum));
}

// A vector of pointers.
void
AddressPacker::packVector()
{
    const unsigned Count = cast<FixedVectorType>(Address.getType())->getNumElements();
    auto Part = [&](Value *V, unsigned I) { return P.components(V)[V->getType()->isVectorTy() ? I : 0]; };
    SmallVector<Value *, 8> Result;
    for (unsigned I = 0; I < Count; ++I) {
        SmallVector<Value *, 4> Indices;
        for (auto Index = gep_type_begin(Address), End = gep_type_end(Address); Index != End; ++Index) {
            Value *V = Index.getOperand();
            if (Index.isStruct())
                V = V->getType()->isVectorTy() ? cast<llvm::Constant>(V)->getSplatValue() : V;
            else
                V = Part(V, I);
            Indices.push_back(V);
        }
        Result.push_back(B.CreateGEP(Address.getSourceElementType(), Part(Address.getPointerOperand(), I), Indices, "",
                                     Address.getNoWrapFlags()));
    }
    P.setComponents(&Address, Result);
}

void
AddressPacker::pack()
{
    const Shape S = P.shape(&Address);
    if (Address.getType()->isVectorTy()) {
        if (!S.isUniform())
            return packVector();
        SmallVector<Value *, 4> Indices;
        for (Value *Index : Address.indices())
            Indices.push_back(P.scalar(Index));
        return P.setScalar(&Address, B.CreateGEP(Address.getSourceElementType(), P.scalar(Address.getPointerOperand()),
                                                 Indices, "", Address.getNoWrapFlags()));
    }
    collect();
    if (!S.isLinear())
        packVarying();
    else if (operandsAreLinear())
        packLinear();
    else
        packLooselyLinear();
}

} // namespace

void
packAddress(Packer &P, GetElementPtrInst &Address)
{
    AddressPacker(P, Address).pack();
}

} // namespace weft
