// SPDX-License-Identifier: Apache-2.0
// Packs whatever works on each lane and has no effects.
#include "compiler/packing/analysis/interleave.h"
#include "compiler/packing/emit/packer.h"
#include "compiler/packing/emit/row_values.h"
#include "compiler/remarks.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

namespace {

using Values = SmallVector<Value *, 16>;

class ArithmeticPacker {
public:
    ArithmeticPacker(Packer &ThePacker, Instruction &TheInstruction)
        : P(ThePacker), B(ThePacker.B), I(TheInstruction), Layout(ThePacker.layout()), W(ThePacker.width())
    {
    }
    void pack();

private:
    Values parts(unsigned Operand) { return Values(P.components(I.getOperand(Operand))); }
    Values elements(unsigned Operand) { return Values(P.elements(I.getOperand(Operand), I)); }
    void packLanewise();
    void packSelect();
    void packDivision();
    Value *divide(Value *Left, Value *Right);
    Value *divideAsFloat(Value *Left, Value *Right, Type *Float);
    void packBitCast();
    Values recast(ArrayRef<Value *> From, ArrayRef<Type *> To);
    Value *join(ArrayRef<Value *> Parts);
    Values cut(Value *Whole, unsigned Bits, unsigned Count);
    void packExtractElement();
    void packInsertElement();
    void packShuffle();
    void packExtractValue();
    void packInsertValue();
    Value *isAt(Value *Index, unsigned Number);
    void packByLanes();

    Packer &P;
    IRBuilder<> &B;
    Instruction &I;
    const DataLayout &Layout;
    const unsigned W;
};

unsigned
bitsOf(Type *Leaf, const DataLayout &Layout)
{
    return Layout.getTypeSizeInBits(Leaf).getFixedValue();
}

// Where the leaves of an element begin among those of the aggregate.
unsigned
firstLeaf(Type *T, ArrayRef<unsigned> Indices)
{
    unsigned First = 0;

    for (unsigned Index : Indices) {
        for (unsigned Before = 0; Before < Index; ++Before)
            First += leafCount(ExtractValueInst::getIndexedType(T, Before));
        T = ExtractValueInst::getIndexedType(T, Index);
    }
    return First;
}

// The same instruction on each component.
void
ArithmeticPacker::packLanewise()
{
    SmallVector<Type *, 16> Types;
    SmallVector<Values, 2> Operands;
    Values Result;

    leafTypes(I.getType(), Types);
    for (unsigned Operand = 0; Operand < I.getNumOperands(); ++Operand)
        Operands.push_back(elements(Operand));
    for (unsigned K = 0; K < Types.size(); ++K) {
        Value *First = Operands[0][K];
        Value *V;
        if (auto *Cast = dyn_cast<CastInst>(&I))
            V = B.CreateCast(Cast->getOpcode(), First, P.packed(Types[K]));
        else if (auto *Compare = dyn_cast<CmpInst>(&I))
            V = B.CreateCmp(Compare->getPredicate(), First, Operands[1][K]);
        else if (isa<FreezeInst>(I))
            V = B.CreateFreeze(First);
        else if (auto *Unary = dyn_cast<UnaryOperator>(&I))
            V = B.CreateUnOp(Unary->getOpcode(), First);
        else
            V = B.CreateBinOp(cast<BinaryOperator>(I).getOpcode(), First, Operands[1][K]);
        if (auto *New = dyn_cast<Instruction>(V); New && New->getOpcode() == I.getOpcode()) {
            New->copyIRFlags(&I);
            New->copyMetadata(I, {LLVMContext::MD_fpmath});
        }
        Result.push_back(V);
    }
    P.setElements(I, Result);
}

void
ArithmeticPacker::packSelect()
{
    Value *Condition = I.getOperand(0);
    bool Scalar = !Condition->getType()->isVectorTy();
    Values Then = elements(1);
    Values Else = elements(2);
    Values Conditions;
    Values Result;

    if (Scalar && P.shape(Condition).isUniform())
        Conditions.assign(Then.size(), P.scalar(Condition));
    else if (Scalar && P.isInRows(I))
        Conditions = rowsOfScalars(B, P.component(Condition), Then.size());
    else if (Scalar)
        Conditions.assign(Then.size(), P.component(Condition));
    else
        Conditions = elements(0);
    for (unsigned K = 0; K < Then.size(); ++K) {
        Value *V = B.CreateSelect(Conditions[K], Then[K], Else[K]);
        if (auto *New = dyn_cast<SelectInst>(V))
            New->copyIRFlags(&I);
        Result.push_back(V);
    }
    P.setElements(I, Result);
}

// The numbers have fewer bits than the float's significand by two at least. Then a quotient that is not an integer
// differs from the next one by more than the rounding of the division, and is right once it is rounded towards zero.
Value *
ArithmeticPacker::divideAsFloat(Value *Left, Value *Right, Type *Float)
{
    Type *T = P.packed(Float);
    bool Signed = I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
    bool Remainder = I.getOpcode() == Instruction::SRem || I.getOpcode() == Instruction::URem;
    auto ToFloat = [&](Value *V) { return Signed ? B.CreateSIToFP(V, T) : B.CreateUIToFP(V, T); };
    Value *Exact = B.CreateFDiv(ToFloat(Left), ToFloat(Right));
    Value *Quotient = Signed ? B.CreateFPToSI(Exact, Left->getType()) : B.CreateFPToUI(Exact, Left->getType());

    return Remainder ? B.CreateSub(Left, B.CreateMul(Quotient, Right)) : Quotient;
}

Value *
ArithmeticPacker::divide(Value *Left, Value *Right)
{
    unsigned Bits = bitsOf(Left->getType()->getScalarType(), Layout);

    if (!isa<Constant>(Right) && Bits <= 32)
        return divideAsFloat(Left, Right, Bits <= 16 ? B.getFloatTy() : B.getDoubleTy());
    if (!isa<Constant>(Right))
        remark(I, "division of " + Twine(Bits) + "-bit integers: one work-item after the other");
    Value *V = B.CreateBinOp(cast<BinaryOperator>(I).getOpcode(), Left, Right);
    if (auto *New = dyn_cast<BinaryOperator>(V))
        New->copyIRFlags(&I);
    return V;
}

// Lanes that are off divide by 1.
void
ArithmeticPacker::packDivision()
{
    Values Left = parts(0);
    Values Right = parts(1);
    Value *Mask = P.mask(I);
    Values Result;

    for (unsigned K = 0; K < Left.size(); ++K) {
        Value *Divisor = Right[K];
        if (Mask && !isa<Constant>(Divisor))
            Divisor = B.CreateSelect(Mask, Divisor, ConstantInt::get(Divisor->getType(), 1));
        Result.push_back(divide(Left[K], Divisor));
    }
    P.setComponents(&I, Result);
}

// One integer a lane; the first part has the lowest bits.
Value *
ArithmeticPacker::join(ArrayRef<Value *> Parts)
{
    unsigned Bits = bitsOf(Parts[0]->getType()->getScalarType(), Layout);
    Type *T = P.packed(B.getIntNTy(Bits * Parts.size()));
    Value *Whole = nullptr;

    for (unsigned K = 0; K < Parts.size(); ++K) {
        Value *Part = B.CreateZExt(B.CreateBitCast(Parts[K], P.packed(B.getIntNTy(Bits))), T);
        if (K)
            Part = B.CreateShl(Part, uint64_t{K} * Bits);
        Whole = Whole ? B.CreateOr(Whole, Part) : Part;
    }
    return Whole;
}

Values
ArithmeticPacker::cut(Value *Whole, unsigned Bits, unsigned Count)
{
    Values Parts;

    for (unsigned K = 0; K < Count; ++K)
        Parts.push_back(
            B.CreateTrunc(K ? B.CreateLShr(Whole, uint64_t{K} * Bits) : Whole, P.packed(B.getIntNTy(Bits))));
    return Parts;
}

// The bits of all of From, in the types of To.
Values
ArithmeticPacker::recast(ArrayRef<Value *> From, ArrayRef<Type *> To)
{
    unsigned FromBits = bitsOf(From[0]->getType()->getScalarType(), Layout);
    unsigned ToBits = bitsOf(To[0], Layout);
    unsigned Step = FromBits == ToBits       ? 1
                    : FromBits % ToBits == 0 ? 1
                    : ToBits % FromBits == 0 ? ToBits / FromBits
                                             : From.size();
    Values Result;

    for (unsigned K = 0; K < From.size(); K += Step) {
        if (FromBits == ToBits) {
            Result.push_back(From[K]);
            continue;
        }
        append_range(Result, cut(join(From.slice(K, Step)), ToBits, Step * FromBits / ToBits));
    }
    for (unsigned K = 0; K < To.size(); ++K)
        Result[K] = B.CreateBitCast(Result[K], P.packed(To[K]));
    return Result;
}

void
ArithmeticPacker::packBitCast()
{
    SmallVector<Type *, 16> Types;

    leafTypes(I.getType(), Types);
    P.setElements(I, recast(elements(0), Types)); // in rows elements keep their size
}

// Whether the index is this number, for all lanes or for each.
Value *
ArithmeticPacker::isAt(Value *Index, unsigned Number)
{
    Value *Its = P.shape(Index).isUniform() ? P.scalar(Index) : P.component(Index);

    return B.CreateICmpEQ(Its, ConstantInt::get(Its->getType(), Number));
}

void
ArithmeticPacker::packExtractElement()
{
    Values Elements = parts(0);
    Value *Index = I.getOperand(1);

    if (auto *Number = dyn_cast<ConstantInt>(Index)) {
        bool Exists = Number->getValue().ult(Elements.size());
        P.setComponents(&I, Exists ? Elements[Number->getZExtValue()] : PoisonValue::get(P.packed(I.getType())));
        return;
    }
    Value *Result = Elements[0];
    for (unsigned K = 1; K < Elements.size(); ++K)
        Result = B.CreateSelect(isAt(Index, K), Elements[K], Result);
    P.setComponents(&I, Result);
}

void
ArithmeticPacker::packInsertElement()
{
    Values Elements = parts(0);
    Value *New = P.component(I.getOperand(1));
    Value *Index = I.getOperand(2);

    if (auto *Number = dyn_cast<ConstantInt>(Index)) {
        if (Number->getValue().ult(Elements.size()))
            Elements[Number->getZExtValue()] = New;
    } else {
        for (unsigned K = 0; K < Elements.size(); ++K)
            Elements[K] = B.CreateSelect(isAt(Index, K), New, Elements[K]);
    }
    P.setComponents(&I, Elements);
}

void
ArithmeticPacker::packShuffle()
{
    auto &Shuffle = cast<ShuffleVectorInst>(I);
    Values Elements = parts(0);
    Values Result;

    append_range(Elements, parts(1));
    for (int Element : Shuffle.getShuffleMask())
        Result.push_back(Element < 0 ? PoisonValue::get(Elements[0]->getType()) : Elements[Element]);
    P.setComponents(&I, Result);
    if (P.isInRows(I))
        P.setRows(&I, rowsOfScalars(B, P.component(splattedScalar(I)), Result.size()));
}

void
ArithmeticPacker::packExtractValue()
{
    auto &Extract = cast<ExtractValueInst>(I);
    Value *Whole = Extract.getAggregateOperand();
    ArrayRef<Value *> Leaves = P.components(Whole);

    P.setComponents(&I, Leaves.slice(firstLeaf(Whole->getType(), Extract.getIndices()), leafCount(I.getType())));
}

void
ArithmeticPacker::packInsertValue()
{
    auto &Insert = cast<InsertValueInst>(I);
    Values Leaves = parts(0);

    copy(P.components(Insert.getInsertedValueOperand()), Leaves.begin() + firstLeaf(I.getType(), Insert.getIndices()));
    P.setComponents(&I, Leaves);
}

void
ArithmeticPacker::packByLanes()
{
    remark(I, Twine(I.getOpcodeName()) + ": one work-item after the other");
    P.forEachLane(I, [&](Value *Lane, IRBuilderBase &At) -> Value * {
        Instruction *Copy = I.clone();
        for (Use &U : Copy->operands())
            U.set(P.lane(U.get(), Lane, At));
        return At.Insert(Copy);
    });
}

void
ArithmeticPacker::pack()
{
    switch (I.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
        return packDivision();
    case Instruction::Select:
        return packSelect();
    case Instruction::BitCast:
        return packBitCast();
    case Instruction::ExtractElement:
        return packExtractElement();
    case Instruction::InsertElement:
        return packInsertElement();
    case Instruction::ShuffleVector:
        return packShuffle();
    case Instruction::ExtractValue:
        return packExtractValue();
    case Instruction::InsertValue:
        return packInsertValue();
    default:
        break;
    }
    if (isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, FreezeInst>(I))
        packLanewise();
    else
        packByLanes();
}

} // namespace

void
packArithmetic(Packer &P, Instruction &I)
{
    ArithmeticPacker(P, I).pack();
}

} // namespace weft
