// SPDX-License-Identifier: Apache-2.0
// Packs atomic accesses, and volatile ones of private variables: one lane after the other, or combined where all lanes
// mean one place.
#include "compiler/analysis/address_spaces.h"
#include "compiler/packing/analysis/atomic_updates.h"
#include "compiler/packing/analysis/private_arrays.h"
#include "compiler/packing/emit/lane_memory.h"
#include "compiler/packing/emit/packer.h"
#include "compiler/remarks.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace weft {

namespace {

// Makes `New`, the access of one lane, what I is in all but operands.
template <typename Access>
Access *
as(Access *New, const Access &I)
{
    AccessMarks(I).put(New);
    New->setVolatile(I.isVolatile());
    return New;
}

Value *
onLane(Packer &P, Instruction &I, Value *Lane, IRBuilderBase &B)
{
    auto Operand = [&](unsigned Number) { return P.lane(I.getOperand(Number), Lane, B); };
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
        LoadInst *New = B.CreateAlignedLoad(Load->getType(), Operand(0), Load->getAlign());
        New->setAtomic(Load->getOrdering(), Load->getSyncScopeID());
        return as(New, *Load);
    }
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
        StoreInst *New = B.CreateAlignedStore(Operand(0), Operand(1), Store->getAlign());
        New->setAtomic(Store->getOrdering(), Store->getSyncScopeID());
        as(New, *Store);
        return nullptr;
    }
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
        return as(B.CreateAtomicRMW(Update->getOperation(), Operand(0), Operand(1), Update->getAlign(),
                                    Update->getOrdering(), Update->getSyncScopeID()),
                  *Update);
    auto *Exchange = cast<AtomicCmpXchgInst>(&I);
    AtomicCmpXchgInst *New =
        B.CreateAtomicCmpXchg(Operand(0), Operand(1), Operand(2), Exchange->getAlign(), Exchange->getSuccessOrdering(),
                              Exchange->getFailureOrdering(), Exchange->getSyncScopeID());
    New->setWeak(Exchange->isWeak());
    return as(New, *Exchange);
}

// All lanes load one place: what one of them finds there is what all may find.
void
loadOnce(Packer &P, LoadInst &Load)
{
    IRBuilder<> &B = P.B;
    LaneMemory Memory(P);
    Value *Pointer = P.scalar(Load.getPointerOperand());
    if (Value *IsAnyOn = P.anyOn(Load)) {
        const uint64_t Bytes = Load.getDataLayout().getTypeStoreSize(Load.getType());
        Pointer = B.CreateSelect(IsAnyOn, Pointer, Memory.nowhere(Pointer->getType(), Bytes, Load.getAlign()));
    }
    LoadInst *New = B.CreateAlignedLoad(Load.getType(), Pointer, Load.getAlign(), Load.isVolatile());
    New->setAtomic(Load.getOrdering(), Load.getSyncScopeID());
    SmallVector<Value *, 16> Components = {New};
    if (const auto *T = dyn_cast<FixedVectorType>(Load.getType())) {
        Components.clear();
        for (unsigned I = 0; I < T->getNumElements(); ++I)
            Components.push_back(B.CreateExtractElement(New, I));
    }
    for (Value *&Component : Components)
        Component = B.CreateVectorSplat(P.width(), Component);
    P.setComponents(&Load, Components);
}

// Code for when any lane is on at an instruction: between the constructor and finish().
class WhereAnyIsOn {
public:
    WhereAnyIsOn(Packer &P, const Instruction &I) : B(P.B), From(B.GetInsertBlock())
    {
        Value *IsAnyOn = P.anyOn(I);
        if (!IsAnyOn)
            return;
        auto *Then = BasicBlock::Create(B.getContext(), "update", &P.target());
        After = BasicBlock::Create(B.getContext(), "updated", &P.target());
        B.CreateCondBr(IsAnyOn, Then, After);
        B.SetInsertPoint(Then);
    }

    // `Result` of the code, 0 where it was passed by.
    Value *finish(Value *Result)
    {
        if (!After)
            return Result;
        BasicBlock *Last = B.GetInsertBlock();
        B.CreateBr(After);
        B.SetInsertPoint(After);
        PHINode *Phi = B.CreatePHI(Result->getType(), 2);
        Phi->addIncoming(Result, Last);
        Phi->addIncoming(Constant::getNullValue(Result->getType()), From);
        return Phi;
    }

private:
    IRBuilder<> &B;
    BasicBlock *From;
    BasicBlock *After = nullptr;
};

// Updates of one place by all lanes, as one update.
class CombinedUpdate {
public:
    CombinedUpdate(Packer &ThePacker, AtomicRMWInst &TheUpdate)
        : P(ThePacker), B(ThePacker.B), Update(TheUpdate), Operation(Update.getOperation()),
          T(FixedVectorType::get(Update.getType(), P.width()))
    {
    }
    bool isPossible() const;
    void pack();

private:
    bool isSum() const { return Operation == AtomicRMWInst::Add || Operation == AtomicRMWInst::Sub; }
    Constant *neutral() const;
    Value *combine(Value *Lanes);
    Value *sumsBefore(Value *Lanes);

    Packer &P;
    IRBuilder<> &B;
    AtomicRMWInst &Update;
    const AtomicRMWInst::BinOp Operation;
    FixedVectorType *T;
};

bool
CombinedUpdate::isPossible() const
{
    return isCombined(Update) && P.shape(Update.getPointerOperand()).isUniform();
}

Constant *
CombinedUpdate::neutral() const
{
    const unsigned Bits = Update.getType()->getScalarSizeInBits();
    switch (Operation) {
    case AtomicRMWInst::And:
    case AtomicRMWInst::UMin:
        return Constant::getAllOnesValue(T);
    case AtomicRMWInst::FMax:
    case AtomicRMWInst::FMin:
        return ConstantFP::getNaN(T);
    case AtomicRMWInst::Max:
        return ConstantInt::get(T, APInt::getSignedMinValue(Bits));
    case AtomicRMWInst::Min:
        return ConstantInt::get(T, APInt::getSignedMaxValue(Bits));
    default:
        return Constant::getNullValue(T);
    }
}

Value *
CombinedUpdate::combine(Value *Lanes)
{
    switch (Operation) {
    case AtomicRMWInst::And:
        return B.CreateAndReduce(Lanes);
    case AtomicRMWInst::Or:
        return B.CreateOrReduce(Lanes);
    case AtomicRMWInst::Xor:
        return B.CreateXorReduce(Lanes);
    case AtomicRMWInst::Max:
        return B.CreateIntMaxReduce(Lanes, /*IsSigned=*/true);
    case AtomicRMWInst::Min:
        return B.CreateIntMinReduce(Lanes, /*IsSigned=*/true);
    case AtomicRMWInst::UMax:
        return B.CreateIntMaxReduce(Lanes);
    case AtomicRMWInst::UMin:
        return B.CreateIntMinReduce(Lanes);
    case AtomicRMWInst::FMax:
        return B.CreateFPMaxReduce(Lanes);
    case AtomicRMWInst::FMin:
        return B.CreateFPMinReduce(Lanes);
    default:
        return B.CreateAddReduce(Lanes);
    }
}

// For each lane the sum of those before it.
Value *
CombinedUpdate::sumsBefore(Value *Lanes)
{
    const int W = P.width();
    Value *Sums = Lanes;
    for (int Distance = 1; Distance < W; Distance *= 2) {
        SmallVector<int, 64> Moved;
        for (int L = 0; L < W; ++L)
            Moved.push_back(L < Distance ? W : L - Distance);
        Sums = B.CreateAdd(Sums, B.CreateShuffleVector(Sums, Constant::getNullValue(T), Moved));
    }
    return B.CreateSub(Sums, Lanes);
}

void
CombinedUpdate::pack()
{
    Value *Mask = P.mask(Update);
    Value *Pointer = P.scalar(Update.getPointerOperand());
    Value *Lanes = P.component(Update.getValOperand());
    if (Mask)
        Lanes = B.CreateSelect(Mask, Lanes, neutral());
    Value *All = combine(Lanes);
    Value *Before = Update.use_empty() ? nullptr : sumsBefore(Lanes);

    WhereAnyIsOn Guard(P, Update);
    AtomicRMWInst *New =
        as(B.CreateAtomicRMW(Operation, Pointer, All, Update.getAlign(), Update.getOrdering(), Update.getSyncScopeID()),
           Update);
    Value *Old = Guard.finish(New);
    if (!Before)
        return;
    Old = B.CreateVectorSplat(P.width(), Old);
    P.setComponents(&Update, Operation == AtomicRMWInst::Sub ? B.CreateSub(Old, Before) : B.CreateAdd(Old, Before));
}

// Sums of floats in one place, as one exchange. It is weak: the loop tries it again.
bool
isFloatSum(Packer &P, AtomicRMWInst &Update)
{
    return isSummed(Update) && P.shape(Update.getPointerOperand()).isUniform();
}

void
packFloatSum(Packer &P, AtomicRMWInst &Update)
{
    IRBuilder<> &B = P.B;
    Type *Float = Update.getType();
    Type *Bits = B.getIntNTy(Float->getScalarSizeInBits());
    Value *Mask = P.mask(Update);
    Value *Pointer = P.scalar(Update.getPointerOperand());
    Value *Lanes = P.component(Update.getValOperand());
    if (Update.getOperation() == AtomicRMWInst::FSub)
        Lanes = B.CreateFNeg(Lanes);
    if (Mask) // -0 changes nothing, not even a 0's sign
        Lanes = B.CreateSelect(Mask, Lanes, ConstantFP::getNegativeZero(Lanes->getType()));

    WhereAnyIsOn Guard(P, Update);
    LoadInst *First = B.CreateAlignedLoad(Bits, Pointer, Update.getAlign());
    AccessMarks(Update).put(First);
    First->setAtomic(AtomicOrdering::Monotonic, Update.getSyncScopeID());
    BasicBlock *From = B.GetInsertBlock();
    auto *Loop = BasicBlock::Create(B.getContext(), "sum", &P.target());
    auto *Done = BasicBlock::Create(B.getContext(), "summed", &P.target());
    B.CreateBr(Loop);
    B.SetInsertPoint(Loop);
    PHINode *Seen = B.CreatePHI(Bits, 2);
    Seen->addIncoming(First, From);
    Value *Sum = B.CreateBitCast(Seen, Float);
    Value *Before = PoisonValue::get(Lanes->getType());
    if (Update.use_empty()) {
        Sum = B.CreateFAddReduce(Sum, Lanes);
    } else {
        for (unsigned L = 0; L < P.width(); ++L) {
            Before = B.CreateInsertElement(Before, Sum, L);
            Sum = B.CreateFAdd(Sum, B.CreateExtractElement(Lanes, L));
        }
    }
    AtomicCmpXchgInst *Exchange = B.CreateAtomicCmpXchg(
        Pointer, Seen, B.CreateBitCast(Sum, Bits), Update.getAlign(), Update.getOrdering(),
        AtomicCmpXchgInst::getStrongestFailureOrdering(Update.getOrdering()), Update.getSyncScopeID());
    AccessMarks(Update).put(Exchange);
    Exchange->setWeak(true);
    Seen->addIncoming(B.CreateExtractValue(Exchange, 0), Loop);
    B.CreateCondBr(B.CreateExtractValue(Exchange, 1), Done, Loop);
    B.SetInsertPoint(Done);
    if (Update.use_empty())
        Before = Constant::getNullValue(Lanes->getType());
    Before = Guard.finish(Before);
    if (!Update.use_empty())
        P.setComponents(&Update, Before);
}

} // namespace

void
packAtomic(Packer &P, Instruction &I)
{
    if (auto *Fence = dyn_cast<FenceInst>(&I)) {
        P.B.CreateFence(Fence->getOrdering(), Fence->getSyncScopeID());
        return;
    }
    if (auto *Load = dyn_cast<LoadInst>(&I))
        if (P.shape(Load->getPointerOperand()).isUniform() && !P.shape(Load).isUniform() &&
            !Load->getType()->isAggregateType() && !isVolatileOfLane(I))
            return loadOnce(P, *Load);
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
        CombinedUpdate Combined(P, *Update);
        if (Combined.isPossible())
            return Combined.pack();
        if (isFloatSum(P, *Update))
            return packFloatSum(P, *Update);
    }
    remark(I, "atomic or volatile: one work-item after the other");
    P.forEachLane(I, [&](Value *Lane, IRBuilderBase &At) { return onLane(P, I, Lane, At); });
}

} // namespace weft
