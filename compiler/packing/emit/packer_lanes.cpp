// SPDX-License-Identifier: Apache-2.0
// What a pack does for one lane after the other.
#include "compiler/packing/emit/packer.h"

#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

// So many lanes, one after the other, are written out, with a branch around each that may be off.
static constexpr unsigned MostWrittenOut = 8;

// Body for one lane behind the other, with a branch around each if there is a mask; the results.
Packer::LeafValues
Packer::writeOutLanes(Instruction &I, Value *Mask, LaneBody Body)
{
    SmallVector<Type *, 8> Types;
    LeafValues Results, Each;
    LLVMContext &Context = I.getContext();
    Value *Bits = Mask ? B.CreateBitCast(B.CreateFreeze(Mask), B.getIntNTy(width())) : nullptr;

    leafTypes(I.getType(), Types);
    for (Type *T : Types)
        Results.push_back(PoisonValue::get(packed(T)));
    for (unsigned Lane = 0; Lane < width(); ++Lane) {
        BasicBlock *Before = B.GetInsertBlock();
        BasicBlock *After = nullptr;
        if (Mask) {
            BasicBlock *On = BasicBlock::Create(Context, "lane", &Target);
            After = BasicBlock::Create(Context, "lane.next", &Target);
            Value *Bit = B.CreateAnd(Bits, ConstantInt::get(Context, APInt::getOneBitSet(width(), Lane)));
            B.CreateCondBr(B.CreateIsNotNull(Bit), On, After);
            B.SetInsertPoint(On);
        }
        Value *Result = Body(B.getInt64(Lane), B);
        Each.clear();
        if (!Types.empty())
            splitLeaves(B, Result, Each);
        for (unsigned K = 0; K < Each.size(); ++K)
            Each[K] = B.CreateInsertElement(Results[K], Each[K], Lane);
        if (Mask) {
            BasicBlock *End = B.GetInsertBlock();
            B.CreateBr(After);
            B.SetInsertPoint(After);
            for (unsigned K = 0; K < Each.size(); ++K)
                Each[K] = either(Results[K], Before, Each[K], End);
        }
        Results.assign(Each);
    }
    return Results;
}

Packer::LeafValues
Packer::loopOverLanes(Instruction &I, Value *Mask, LaneBody Body)
{
    LeafValues Each;

    Loop.emplace(B, Mask, width(), LoopMemory);
    for (unsigned K = 0; K < Loop->lanesInTurn(); ++K) {
        if (K)
            Loop->next(Each);
        Each.clear();
        Value *Result = Body(Loop->lane(), B);
        if (!I.getType()->isVoidTy())
            splitLeaves(B, Result, Each);
    }
    Each = Loop->finish(Each);
    Loop.reset();
    return Each;
}

Value *
Packer::either(Value *One, BasicBlock *FromOne, Value *Other, BasicBlock *FromOther)
{
    PHINode *Phi = B.CreatePHI(One->getType(), 2);

    Phi->addIncoming(One, FromOne);
    Phi->addIncoming(Other, FromOther);
    return Phi;
}

void
Packer::forEachLane(Instruction &I, LaneBody Body)
{
    Value *Mask = mask(I);
    LeafValues Results;

    if (width() <= MostWrittenOut) {
        Results = writeOutLanes(I, Mask, Body);
    } else if (!Mask || Request.Masked) { // seldom all
        Results = loopOverLanes(I, Mask, Body);
    } else {
        // Nobody foresees where a loop over those that are on ends, and what comes behind it would wait.
        BasicBlock *All = BasicBlock::Create(I.getContext(), "lanes.all", &Target);
        BasicBlock *Some = BasicBlock::Create(I.getContext(), "lanes.some", &Target);
        BasicBlock *Done = BasicBlock::Create(I.getContext(), "lanes.done", &Target);
        B.CreateCondBr(B.CreateAndReduce(B.CreateFreeze(Mask)), All, Some);
        B.SetInsertPoint(All);
        Results = loopOverLanes(I, nullptr, Body);
        All = B.GetInsertBlock();
        B.CreateBr(Done);
        B.SetInsertPoint(Some);
        LeafValues Others = loopOverLanes(I, Mask, Body);
        Some = B.GetInsertBlock();
        B.CreateBr(Done);
        B.SetInsertPoint(Done);
        for (unsigned K = 0; K < Results.size(); ++K)
            Results[K] = either(Results[K], All, Others[K], Some);
    }
    if (!Results.empty())
        setComponents(&I, Results);
}

} // namespace weft
