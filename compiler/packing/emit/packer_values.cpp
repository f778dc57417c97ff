// SPDX-License-Identifier: Apache-2.0
// The forms of packed values, each made from the others when it is asked for.
#include "compiler/packing/emit/packer.h"

#include "compiler/packing/analysis/interleave.h"
#include "compiler/packing/emit/row_values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace weft {

void
leafTypes(Type *T, SmallVectorImpl<Type *> &Leaves)
{
    if (auto *Struct = dyn_cast<StructType>(T)) {
        for (Type *Element : Struct->elements())
            leafTypes(Element, Leaves);
    } else if (auto *Array = dyn_cast<ArrayType>(T)) {
        for (uint64_t I = 0; I < Array->getNumElements(); ++I)
            leafTypes(Array->getElementType(), Leaves);
    } else if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
        Leaves.append(Vector->getNumElements(), Vector->getElementType());
    } else if (!T->isVoidTy()) {
        Leaves.push_back(T);
    }
}

unsigned
leafCount(Type *T)
{
    SmallVector<Type *, 8> Leaves;

    leafTypes(T, Leaves);
    return Leaves.size();
}

static unsigned
elementCount(Type *T)
{
    return T->isStructTy() ? T->getStructNumElements() : T->getArrayNumElements();
}

void
splitLeaves(IRBuilderBase &B, Value *V, SmallVectorImpl<Value *> &Leaves)
{
    Type *T = V->getType();

    if (T->isAggregateType()) {
        for (unsigned I = 0; I < elementCount(T); ++I)
            splitLeaves(B, B.CreateExtractValue(V, I), Leaves);
    } else if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
        for (unsigned I = 0; I < Vector->getNumElements(); ++I)
            Leaves.push_back(B.CreateExtractElement(V, I));
    } else {
        Leaves.push_back(V);
    }
}

// The opposite: takes as many of Leaves as T has.
static Value *
join(IRBuilderBase &B, Type *T, ArrayRef<Value *> &Leaves)
{
    if (T->isAggregateType()) {
        Value *Whole = PoisonValue::get(T);
        for (unsigned I = 0; I < elementCount(T); ++I) {
            Value *Part = join(B, ExtractValueInst::getIndexedType(T, I), Leaves);
            Whole = B.CreateInsertValue(Whole, Part, I);
        }
        return Whole;
    }
    if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
        Value *Whole = PoisonValue::get(T);
        for (unsigned I = 0; I < Vector->getNumElements(); ++I)
            Whole = B.CreateInsertElement(Whole, Leaves[I], I);
        Leaves = Leaves.drop_front(Vector->getNumElements());
        return Whole;
    }
    Value *Leaf = Leaves.front();
    Leaves = Leaves.drop_front();
    return Leaf;
}

// Lane l gets `Base` + l * Stride.
static Value *
spread(IRBuilderBase &B, Value *Base, int64_t Stride, unsigned Width)
{
    Type *T = Base->getType();

    if (Stride == 0)
        return B.CreateVectorSplat(Width, Base);
    Type *Offset = T->isPointerTy() ? B.getInt64Ty() : T;
    SmallVector<Constant *, 64> Steps;
    for (unsigned Lane = 0; Lane < Width; ++Lane)
        Steps.push_back(ConstantInt::get(Offset, static_cast<uint64_t>(Stride) * Lane, /*IsSigned=*/true,
                                         /*ImplicitTrunc=*/true));
    Constant *Vector = ConstantVector::get(Steps);
    return T->isPointerTy() ? B.CreateGEP(B.getInt8Ty(), Base, Vector)
                            : B.CreateAdd(B.CreateVectorSplat(Width, Base), Vector);
}

void
Packer::setScalar(Value *V, Value *Packed)
{
    if (shape(V).isLinear()) {
        Scalars[V] = Packed;
        return;
    }
    SmallVector<Value *, 8> Leaves;
    splitLeaves(B, Packed, Leaves);
    for (Value *&Leaf : Leaves)
        Leaf = B.CreateVectorSplat(width(), Leaf);
    setComponents(V, Leaves);
}

void
Packer::setComponents(Value *V, ArrayRef<Value *> Packed)
{
    Components[V] = Packed.copy(Storage);
}

void
Packer::setRows(Value *V, ArrayRef<Value *> Packed)
{
    Rows[V] = Packed.copy(Storage);
}

bool
Packer::isInRows(const Instruction &I) const
{
    return InRows->contains(&I);
}

ArrayRef<Value *>
Packer::elements(Value *Operand, const Instruction &I)
{
    return isInRows(I) ? rows(Operand) : components(Operand);
}

void
Packer::setElements(Instruction &I, ArrayRef<Value *> Packed)
{
    if (isInRows(I))
        setRows(&I, Packed);
    else
        setComponents(&I, Packed);
}

int64_t
Packer::stride(const Value *V) const
{
    int64_t Stride = shape(V).stride();

    return V->getType()->isPointerTy() ? Arrays.packedStride(V, Stride) : Stride;
}

void
Packer::standBehind(IRBuilderBase &At, Value *Packed) const
{
    auto *I = dyn_cast<Instruction>(Packed);

    if (!I) {
        BasicBlock &Entry = Target.getEntryBlock();
        At.SetInsertPoint(&Entry, Entry.getFirstInsertionPt());
        return;
    }
    BasicBlock *BB = I->getParent();
    At.SetInsertPoint(BB, isa<PHINode>(I) ? BB->getFirstInsertionPt() : std::next(I->getIterator()));
    At.SetCurrentDebugLocation(I->getDebugLoc());
}

// Behind the last of a value's parts, which stand in their order; constants stand nowhere.
void
Packer::standBehind(IRBuilderBase &At, ArrayRef<Value *> Packed) const
{
    auto Latest = find_if(reverse(Packed), [](const Value *V) { return isa<Instruction>(V); });

    standBehind(At, Latest == Packed.rend() ? Packed.back() : *Latest);
}

Value *
Packer::scalar(Value *V)
{
    if (!isa<Instruction>(V) && !isa<Argument>(V))
        return V;
    auto Position = Scalars.find(V);
    if (Position != Scalars.end())
        return Position->second;
    assert(shape(V).isLinear() && Components.count(V));
    ArrayRef<Value *> Parts = Components.lookup(V);
    IRBuilder<> At(V->getContext());
    Value *Lane = isa<Instruction>(V) ? firstLane(*cast<Instruction>(V)) : nullptr;
    standBehind(At, Parts);
    SmallVector<Value *, 8> Leaves;
    for (Value *Part : Parts)
        Leaves.push_back(Lane ? At.CreateExtractElement(Part, Lane) : At.CreateExtractElement(Part, uint64_t(0)));
    ArrayRef<Value *> Rest(Leaves);
    Value *Base = join(At, V->getType(), Rest);
    if (Lane && stride(V)) {
        Value *Distance = At.CreateMul(At.CreateZExt(Lane, At.getInt64Ty()), At.getInt64(-stride(V)));
        Base = V->getType()->isPointerTy() ? At.CreatePtrAdd(Base, Distance)
                                           : At.CreateAdd(Base, At.CreateZExtOrTrunc(Distance, V->getType()));
    }
    Scalars[V] = Base;
    return Base;
}

ArrayRef<Value *>
Packer::components(Value *V)
{
    auto Position = Components.find(V);
    if (Position != Components.end())
        return Position->second;
    IRBuilder<> At(V->getContext());
    if (auto InOrder = Rows.find(V); InOrder != Rows.end()) {
        standBehind(At, InOrder->second);
        setComponents(V, componentsOfRows(At, InOrder->second));
        return Components.lookup(V);
    }
    Value *Base = scalar(V);
    SmallVector<Value *, 8> Leaves;
    standBehind(At, Base);
    splitLeaves(At, Base, Leaves);
    for (Value *&Leaf : Leaves)
        Leaf = spread(At, Leaf, stride(V), width());
    setComponents(V, Leaves);
    return Components.lookup(V);
}

ArrayRef<Value *>
Packer::rows(Value *V)
{
    auto Position = Rows.find(V);
    if (Position != Rows.end())
        return Position->second;
    IRBuilder<> At(V->getContext());
    if (shape(V).isUniform()) {
        Value *Each = scalar(V);
        standBehind(At, Each);
        setRows(V, rowsOfCopies(At, Each, width()));
    } else {
        ArrayRef<Value *> Parts = components(V);
        standBehind(At, Parts);
        setRows(V, rowsOfComponents(At, Parts));
    }
    return Rows.lookup(V);
}

Value *
Packer::lane(Value *V, unsigned Lane, IRBuilderBase &At)
{
    if (shape(V).isLinear()) {
        Value *Base = scalar(V);
        int64_t Distance = stride(V) * static_cast<int64_t>(Lane);
        if (Distance == 0)
            return Base;
        if (Base->getType()->isPointerTy())
            return At.CreatePtrAdd(Base, At.getInt64(Distance));
        return At.CreateAdd(Base, ConstantInt::get(Base->getType(), Distance, true, /*ImplicitTrunc=*/true));
    }
    SmallVector<Value *, 8> Leaves;
    for (Value *Part : components(V))
        Leaves.push_back(At.CreateExtractElement(Part, Lane));
    ArrayRef<Value *> Rest(Leaves);
    return join(At, V->getType(), Rest);
}

// The base of V's shape, which is linear, as many steps on as Lane says.
Value *
Packer::advanced(Value *V, Value *Lane, IRBuilderBase &At)
{
    Value *Base = scalar(V);

    if (!Lane || stride(V) == 0)
        return Base;
    Value *Distance = At.CreateMul(At.CreateZExt(Lane, At.getInt64Ty()), At.getInt64(stride(V)));
    return Base->getType()->isPointerTy() ? At.CreatePtrAdd(Base, Distance)
                                          : At.CreateAdd(Base, At.CreateZExtOrTrunc(Distance, Base->getType()));
}

Value *
Packer::lane(Value *V, Value *Lane, IRBuilderBase &At)
{
    if (auto *Fixed = dyn_cast<ConstantInt>(Lane))
        return lane(V, static_cast<unsigned>(Fixed->getZExtValue()), At);
    if (shape(V).isLinear())
        return advanced(V, Lane, At);
    SmallVector<Value *, 8> Leaves;
    for (Value *Part : components(V))
        Leaves.push_back(Loop->element(Part, At));
    ArrayRef<Value *> Rest(Leaves);
    return join(At, V->getType(), Rest);
}

Value *
Packer::uniformScalar(Value *V, const Instruction &I)
{
    if (shape(V).isLinear())
        return scalar(V);
    Value *Lane = firstLane(I);
    SmallVector<Value *, 8> Leaves;
    if (Lane) // any lane will do when none is on
        Lane = B.CreateBinaryIntrinsic(Intrinsic::umin, Lane, B.getInt32(width() - 1));
    for (Value *Part : components(V))
        Leaves.push_back(B.CreateExtractElement(Part, Lane ? Lane : B.getInt32(0)));
    ArrayRef<Value *> Rest(Leaves);
    return B.CreateFreeze(join(B, V->getType(), Rest));
}

Instruction *
Packer::copyScalar(Instruction &I)
{
    Instruction *Copy;

    if (I.getOpcode() == Instruction::Or && !shape(&I).isUniform())
        Copy = BinaryOperator::CreateAdd(scalar(I.getOperand(0)),
                                         scalar(I.getOperand(1))); // bases may have bits in common
    else
        Copy = I.clone();
    for (Use &U : Copy->operands())
        U.set(isa<BasicBlock>(U.get()) || U->getType()->isMetadataTy() || Copy->getOpcode() != I.getOpcode()
                  ? U.get()
                  : scalar(U.get()));
    if (!shape(&I).isUniform())
        Copy->dropPoisonGeneratingAnnotations();
    B.Insert(Copy, I.getName());
    return Copy;
}

// The linear function of the lanes whose values V's are as signed or unsigned numbers: its base, in 64 bits. It does
// not wrap where V would in a lane that is off, or poison. Requires: Shapes says that there is one.
Value *
Packer::wide(Value *V, bool Signed)
{
    if (V->getType()->getIntegerBitWidth() == 64)
        return scalar(V);
    auto Position = Wide.find({V, Signed});
    if (Position != Wide.end())
        return Position->second;
    IRBuilder<> At(V->getContext());
    standBehind(At, scalar(V));
    Value *Result = computeWide(V, Signed, At);
    Wide[{V, Signed}] = Result;
    return Result;
}

Value *
Packer::computeWide(Value *V, bool Signed, IRBuilderBase &At)
{
    auto *I = dyn_cast<Instruction>(V);
    Type *Int64 = At.getInt64Ty();

    if (!I || shape(V).isUniform())
        return Signed ? At.CreateSExt(scalar(V), Int64) : At.CreateZExt(scalar(V), Int64);
    auto Operand = [&](unsigned Number) { return wide(I->getOperand(Number), Signed); };
    switch (I->getOpcode()) {
    case Instruction::Add:
    case Instruction::Or:
        return At.CreateAdd(Operand(0), Operand(1));
    case Instruction::Sub:
        return At.CreateSub(Operand(0), Operand(1));
    case Instruction::Mul:
        return At.CreateMul(Operand(0), Operand(1));
    case Instruction::Shl:
        return At.CreateShl(Operand(0), wide(I->getOperand(1), false));
    case Instruction::Xor: { // -1 - x
        unsigned Bits = V->getType()->getIntegerBitWidth();
        return At.CreateSub(Signed ? At.getInt64(-1) : At.getInt64(maskTrailingOnes<uint64_t>(Bits)), Operand(0));
    }
    case Instruction::Freeze:
        return Operand(0);
    case Instruction::Select:
        return At.CreateSelect(scalar(I->getOperand(0)), Operand(1), Operand(2));
    case Instruction::SExt:
    case Instruction::ZExt:
        return wide(I->getOperand(0), Known.extendsAsSigned(*I));
    case Instruction::Trunc:
        if (cast<TruncInst>(I)->hasNoSignedWrap() && Signed && I->getOperand(0)->getType()->isIntegerTy(64))
            return scalar(I->getOperand(0));
        if (cast<TruncInst>(I)->hasNoUnsignedWrap() && !Signed && I->getOperand(0)->getType()->isIntegerTy(64))
            return scalar(I->getOperand(0));
        break;
    case Instruction::PHI: {
        auto *Phi = cast<PHINode>(I);
        PHINode *Copy = PHINode::Create(Int64, Phi->getNumIncomingValues(), "", First[Phi->getParent()]->begin());
        OpenPhis.push_back({Phi, Copy, Signed ? SignedForm : UnsignedForm});
        return Copy;
    }
    default:
        break;
    }
    // A work-item id, or its low bits: no lane wraps, on or off.
    return Signed ? At.CreateSExt(scalar(V), Int64) : At.CreateZExt(scalar(V), Int64);
}

} // namespace weft
