// SPDX-License-Identifier: Apache-2.0
// Packs atomic and volatile accesses: one lane after the other, or combined where all lanes mean one place.
#include "compiler/packing/lane_memory.h"
#include "compiler/packing/packer.h"
#include "compiler/packing/remarks.h"
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
onLane(Packer &P, Instruction &I, unsigned Lane, IRBuilderBase &B)
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
    if (Value *Mask = P.mask(Load)) {
        const uint64_t Bytes = Load.getDataLayout().getTypeStoreSize(Load.getType());
        Pointer = B.CreateSelect(B.CreateOrReduce(Mask), Pointer, Memory.nowhere(Pointer->getType(), Bytes));
    }
    LoadInst *New = B.CreateAlignedLoad(Load.getType(), Pointer, Load.getAlign());
    New->setAtomic(Load.getOrdering(), Load.getSyncScopeID());
    P.setComponents(&Load, B.CreateVectorSplat(P.width(), New));
}

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
    if (!Update.getType()->isIntegerTy() || Update.isVolatile() || !P.shape(Update.getPointerOperand()).isUniform())
        return false;
    switch (Operation) {
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
        return true;
    case AtomicRMWInst::And:
    case AtomicRMWInst::Or:
    case AtomicRMWInst::Xor:
    case AtomicRMWInst::Max:
    case AtomicRMWInst::Min:
    case AtomicRMWInst::UMax:
    case AtomicRMWInst::UMin:
        return Update.use_empty();
    default:
        return false;
    }
}

Constant *
CombinedUpdate::neutral() const
{
    const unsigned Bits = Update.getType()->getIntegerBitWidth();
    switch (Operation) {
    case AtomicRMWInst::And:
    case AtomicRMWInst::UMin:
        return Constant::getAllOnesValue(T);
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

    BasicBlock *From = B.GetInsertBlock();
    BasicBlock *After = nullptr;
    if (Mask) {
        Value *IsAnyOn = B.CreateOrReduce(Mask);
        auto *Then = BasicBlock::Create(B.getContext(), "update", &P.target());
        After = BasicBlock::Create(B.getContext(), "updated", &P.target());
        B.CreateCondBr(IsAnyOn, Then, After);
        B.SetInsertPoint(Then);
    }
    AtomicRMWInst *New = as(B.CreateAtomicRMW(Operation, Pointer, All, Update.getAlign(), Update.getOrdering(),
                                              Update.getSyncScopeID()),
                            Update);
    Value *Old = New;
    if (Mask) {
        B.CreateBr(After);
        B.SetInsertPoint(After);
        PHINode *Phi = B.CreatePHI(Update.getType(), 2);
        Phi->addIncoming(New, New->getParent());
        Phi->addIncoming(Constant::getNullValue(Update.getType()), From);
        Old = Phi;
    }
    if (!Before)
        return;
    Old = B.CreateVectorSplat(P.width(), Old);
    P.setComponents(&Update, Operation == AtomicRMWInst::Sub ? B.CreateSub(Old, Before) : B.CreateAdd(Old, Before));
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
        if (!Load->isVolatile() && P.shape(Load->getPointerOperand()).isUniform() && !P.shape(Load).isUniform())
            return loadOnce(P, *Load);
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
        CombinedUpdate Combined(P, *Update);
        if (Combined.isPossible())
            return Combined.pack();
    }
    remark(I, "atomic or volatile: one work-item after the other");
    P.forEachLane(I, [&](unsigned Lane, IRBuilderBase &At) { return onLane(P, I, Lane, At); });
}

} // namespace weft
