// SPDX-License-Identifier: Apache-2.0
// Evaluates before a row what its work-items have to do.
#include "compiler/analysis/kernels.h"
#include "compiler/workgroup/row_ways.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace weft {

static constexpr uint64_t NoEnd = ~UINT64_C(0);

// Instructions of the row run even where the work-items would not have, so that they may promise nothing.
Value *
RowBound::Emitter::create(Value *V)
{
    if (auto *Its = dyn_cast<Argument>(V))
        return Arguments[Its->getArgNo()];
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
        return V;
    if (classifyPrimitive(I))
        return Primitive(cast<CallBase>(*I));
    SmallVector<Value *, 4> Operands;
    for (Value *Operand : I->operands())
        Operands.push_back(value(Operand));
    Instruction *Copy = I->clone();
    for (auto [Position, Operand] : enumerate(Operands))
        Copy->setOperand(Position, Operand);
    Copy->dropPoisonGeneratingAnnotations();
    Copy->dropUnknownNonDebugMetadata();
    Copy->setDebugLoc({});
    return B.Insert(Copy, I->getName());
}

Value *
RowBound::Emitter::value(Value *V)
{
    if (Value *Its = Values.lookup(V))
        return Its;
    Value *New = create(V);
    Values[V] = New;
    return New;
}

// What no work-item may have asked for can be anything, but is the same wherever the row asks.
Value *
RowBound::Emitter::known(Value *V, const Twine &Name)
{
    Value *Its = value(V);

    if (isGuaranteedNotToBeUndefOrPoison(Its))
        return Its;
    return Values[V] = B.CreateFreeze(Its, Name);
}

RowPlaces
RowBound::Emitter::all(bool Some)
{
    Value *End = number(Some ? NoEnd : 0);

    return {number(0), End, number(0), End};
}

static bool
isNumber(const Value *V, uint64_t N)
{
    const auto *Fixed = dyn_cast<ConstantInt>(V);

    return Fixed && Fixed->getZExtValue() == N;
}

static Value *
least(IRBuilderBase &B, Value *A, Value *Other)
{
    if (A == Other || isNumber(Other, NoEnd))
        return A;
    return isNumber(A, NoEnd) ? Other : B.CreateBinaryIntrinsic(Intrinsic::umin, A, Other);
}

static Value *
most(IRBuilderBase &B, Value *A, Value *Other)
{
    if (A == Other || isNumber(Other, 0))
        return A;
    return isNumber(A, 0) ? Other : B.CreateBinaryIntrinsic(Intrinsic::umax, A, Other);
}

RowPlaces
RowBound::Emitter::settled(const Found &F, ArrayRef<Value *> Known)
{
    RowPlaces Places = F.Places;

    for (Value *Condition : F.Conditions)
        if (!is_contained(Known, Condition))
            Places = chosen(Condition, Places, all(false));
    return Places;
}

RowBound::Emitter::Found
RowBound::Emitter::both(const Found &One, const Found &Other)
{
    const RowPlaces &A = One.Places, &C = Other.Places;
    Found Both = {{most(B, A.Begin, C.Begin), least(B, A.End, C.End), most(B, A.WholeBegin, C.WholeBegin),
                   least(B, A.WholeEnd, C.WholeEnd)},
                  One.Conditions};

    for (Value *Condition : Other.Conditions)
        if (!is_contained(Both.Conditions, Condition))
            Both.Conditions.push_back(Condition);
    return Both;
}

// Conditions are no parts of which anything is known.
RowPlaces
RowBound::Emitter::either(const RowPlaces &One, const RowPlaces &Other)
{
    return {least(B, One.Begin, Other.Begin), most(B, One.End, Other.End), number(0), number(NoEnd)};
}

RowPlaces
RowBound::Emitter::chosen(Value *Condition, const RowPlaces &One, const RowPlaces &Other)
{
    auto Chosen = [&](Value *A, Value *Else) { return A == Else ? A : B.CreateSelect(Condition, A, Else); };

    return {Chosen(One.Begin, Other.Begin), Chosen(One.End, Other.End), Chosen(One.WholeBegin, Other.WholeBegin),
            Chosen(One.WholeEnd, Other.WholeEnd)};
}

// The distance says it all, whether or not the row wraps.
RowPlaces
RowBound::Emitter::ofEqual(const Way &W)
{
    Value *Distance = B.CreateSub(known(W.Limit, "row.limit"), known(W.Id, "row.first.id"));
    Value *Zero = number(0), *One = number(1);

    Distance = B.CreateZExt(Distance, B.getInt64Ty(), "row.distance");
    Value *Behind = B.CreateAdd(Distance, One);
    if (W.Predicate == CmpInst::ICMP_EQ) {
        Value *End = B.CreateSelect(B.CreateICmpULT(Distance, Items), Behind, Zero);
        return {W.beginsLate() ? Distance : Zero, End, Zero, number(NoEnd)};
    }
    // The larger part of the row, in which nobody is equal.
    Value *IsNear = B.CreateICmpULT(Distance, B.CreateLShr(Items, One));
    Value *IsLast = B.CreateICmpEQ(Behind, Items);
    return {B.CreateZExt(B.CreateICmpEQ(Distance, Zero), B.getInt64Ty()),
            B.CreateSelect(IsLast, Distance, number(NoEnd)), B.CreateSelect(IsNear, Behind, Zero),
            B.CreateSelect(IsNear, number(NoEnd), Distance)};
}

// Whether the ids of the row from First on, which has been extended, are in the order of the row.
Value *
RowBound::Emitter::isWithoutWrap(Value *First, unsigned Bits, bool IsSigned)
{
    const APInt Largest = IsSigned ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits);
    Value *Limit = B.getInt(IsSigned ? Largest.sext(64) : Largest.zext(64));
    Value *Others = B.CreateSub(Items, number(1));

    return B.CreateICmp(IsSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, First, B.CreateSub(Limit, Others));
}

RowPlaces
RowBound::Emitter::ofOrder(const Way &W)
{
    const bool IsSigned = ICmpInst::isSigned(W.Predicate), OrEqual = CmpInst::isNonStrictPredicate(W.Predicate);
    Value *First = B.CreateIntCast(known(W.Id, "row.first.id"), B.getInt64Ty(), IsSigned);
    Value *Limit = B.CreateIntCast(known(W.Limit, "row.limit"), B.getInt64Ty(), IsSigned);
    Value *Zero = number(0), *End = number(NoEnd);
    Value *Place = B.CreateSub(Limit, First);
    RowPlaces Places;

    // The first behind those below, or the first above.
    if (W.isBelow() == OrEqual)
        Place = B.CreateBinaryIntrinsic(Intrinsic::uadd_sat, Place, number(1));
    if (W.isBelow()) {
        Place = B.CreateSelect(B.CreateICmp(W.Predicate, First, Limit), Place, Zero);
        Places = {Zero, Place, Zero, Place};
    } else {
        Place = B.CreateSelect(B.CreateICmp(W.Predicate, First, Limit), Zero, Place);
        Places = {Place, End, Place, End};
    }
    if (W.IsChecked) {
        Value *IsFine = isWithoutWrap(First, W.Id->getType()->getIntegerBitWidth(), IsSigned);
        Places = chosen(IsFine, Places, {Zero, End, Zero, Zero});
    }
    return Places;
}

RowBound::Emitter::Found
RowBound::Emitter::find(const Way &W)
{
    if (W.Kind == Way::None || W.Kind == Way::All)
        return {all(W.Kind == Way::All)};
    if (auto Position = Done.find(&W); Position != Done.end())
        return Position->second;
    Found Its;
    if (W.Kind == Way::Compared) {
        Its.Places = ICmpInst::isEquality(W.Predicate) ? ofEqual(W) : ofOrder(W);
    } else if (W.Kind == Way::Choice && W.First->Kind == Way::All && W.Second->Kind == Way::None) {
        Its = {all(true), {known(W.Condition, "row.choice")}};
    } else if (W.Kind == Way::Choice && W.First->Kind == Way::None && W.Second->Kind == Way::All) {
        Value *&Opposite = Opposites[W.Condition];
        if (!Opposite)
            Opposite = B.CreateNot(known(W.Condition, "row.choice"));
        Its = {all(true), {Opposite}};
    } else {
        const Found First = find(*W.First), Second = find(*W.Second);
        if (W.Kind == Way::Least)
            Its = both(First, Second);
        else if (W.Kind == Way::Most)
            Its.Places = either(settled(First), settled(Second));
        else
            Its.Places = chosen(known(W.Condition, "row.choice"), settled(First), settled(Second));
    }
    return Done[&W] = Its;
}

} // namespace weft
