// SPDX-License-Identifier: Apache-2.0
// Of the frame of an entry: loops over packs of a group's work-items, and checks of its barriers.
#include "compiler/workgroup/work_group_loops.h"

#include "compiler/analysis/abi_types.h"
#include "compiler/analysis/primitives.h"
#include "compiler/kernel_abi.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace weft {

Value *
EntryBuilder::groupItems()
{
    IRBuilder<> B(GroupBody);

    if (Instruction *Branch = GroupBody->getTerminator())
        B.SetInsertPoint(Branch);
    if (!GroupItems)
        GroupItems = B.CreateMul(B.CreateMul(LocalSize[0], LocalSize[1], "", true, true), LocalSize[2], "group.items",
                                 true, true);
    return GroupItems;
}

Value *
EntryBuilder::callCheck(IRBuilderBase &B, Constant *Barriers, Value *FirstItem, Value *Count, Value *Next)
{
    Type *Pointer = B.getPtrTy(), *Size = B.getInt64Ty();
    auto *Type =
        FunctionType::get(B.getInt32Ty(), {Pointer, Pointer, Pointer, Size, Size, Pointer}, /*isVarArg=*/false);

    if (!GroupPlace) {
        ArrayType *Array = ArrayType::get(Size, 6);
        GroupPlace = createVariable(Array, Align(8), "group.place");
        IRBuilder<> Once(GroupBody);
        if (Instruction *Branch = GroupBody->getTerminator())
            Once.SetInsertPoint(Branch);
        for (unsigned D = 0; D < 3; ++D) {
            Once.CreateStore(GroupId[D], Once.CreateConstInBoundsGEP2_64(Array, GroupPlace, 0, D));
            Once.CreateStore(LocalSize[D], Once.CreateConstInBoundsGEP2_64(Array, GroupPlace, 0, D + 3));
        }
    }
    Value *Services = B.CreateAlignedLoad(Pointer, servicesVariable(*Entry->getParent()), Align(8), "services");
    Value *Check = loadPointerField(B, Services, offsetof(struct weft_services, check_barrier), 0, "services.check");
    CallInst *Call = B.CreateCall(Type, Check, {Launch, Barriers, GroupPlace, FirstItem, Count, Next});
    Call->setDoesNotThrow();
    return B.CreateICmpNE(Call, B.getInt32(0), "is.divergent");
}

BasicBlock *
EntryBuilder::checkBarrier(BasicBlock *BB, Constant *Barriers, Value *FirstItem, Value *Count, Value *Next)
{
    IRBuilder<> B(BB);
    BasicBlock *Fine = BasicBlock::Create(Entry->getContext(), BB->getName() + ".fine", Entry, BB->getNextNode());

    B.CreateCondBr(callCheck(B, Barriers, FirstItem, Count, Next), GroupLatch, Fine);
    return Fine;
}

void
EntryBuilder::checkPhases(Constant *Barriers, Value *Next)
{
    IRBuilder<> B(PhaseEnd);

    PhaseEnd->setCondition(
        B.CreateOr(PhaseEnd->getCondition(), callCheck(B, Barriers, B.getInt64(0), GroupItems, Next)));
}

// Once for each group.
void
EntryBuilder::findCrossing(unsigned Width)
{
    IRBuilder<> B(GroupBody);

    if (Instruction *Branch = GroupBody->getTerminator())
        B.SetInsertPoint(Branch);
    Value *High = B.CreateAdd(GroupStart[0], B.CreateSub(LocalSize[0], B.getInt64(1)));
    Crosses = B.CreateICmpUGE(B.CreateXor(GroupStart[0], High), B.getInt64(UINT64_C(1) << 31), "crosses");
    if (SubGroups.Body)
        return;
    GroupRows = splitRow(B, B.getInt64(0), LocalSize[0], Width);
    GroupRows.RestMask = firstLanes(B, GroupRows.RestStep, Width);
}

EntryBuilder::RowSplit
EntryBuilder::splitRow(IRBuilderBase &B, Value *Begin, Value *RowEnd, unsigned Width) const
{
    RowSplit Split;
    const bool FromZero = isa<ConstantInt>(Begin);
    Value *Count = FromZero ? RowEnd : B.CreateSub(RowEnd, Begin);
    Value *Whole = B.CreateAnd(Count, ~static_cast<uint64_t>(Width - 1));

    Split.FullEnd = B.CreateSelect(Crosses, Begin, FromZero ? Whole : B.CreateAdd(Begin, Whole), "full.end");
    Split.RestStep = B.CreateSelect(Crosses, B.getInt64(1), B.CreateSub(Count, Whole), "rest.step");
    return Split;
}

// Which lanes are among the first `Count`, an i64.
Value *
EntryBuilder::firstLanes(IRBuilderBase &B, Value *Count, unsigned Width) const
{
    SmallVector<Constant *, 64> Lanes;

    for (unsigned Lane = 0; Lane < Width; ++Lane)
        Lanes.push_back(B.getInt32(Lane));
    Value *Counts = B.CreateVectorSplat(Width, B.CreateTrunc(Count, B.getInt32Ty()));
    return B.CreateICmpULT(ConstantVector::get(Lanes), Counts, "rest.mask");
}

// In the row's header: ends the row where its work-items have nothing to do. Returns the block that goes on.
BasicBlock *
EntryBuilder::boundRow(Rows &R, PackLoops &Loops, RowExtent Extent) const
{
    IRBuilder<> B(R.Header);
    auto *Begin = PHINode::Create(B.getInt64Ty(), 2, "row.first", R.Header->begin());

    for (BasicBlock *Before : predecessors(R.Header))
        Begin->addIncoming(R.Begin, Before);
    Loops.Row = {R.Preheader, R.Header, R.Latch, R.Exit, {Begin, R.Y, R.Z}, R.Linear};
    Loops.RowItems = cast<Instruction>(B.CreateFreeze(PoisonValue::get(B.getInt64Ty()), "row.items"));
    Value *Items = Loops.RowItems;
    if (Extent.WithFirst)
        Items = B.CreateBinaryIntrinsic(Intrinsic::umax, Items,
                                        B.CreateZExt(B.CreateICmpEQ(R.Linear, B.getInt64(0)), B.getInt64Ty()));
    if (Extent.IsAllOrNone) {
        BasicBlock *Row = BasicBlock::Create(B.getContext(), R.Header->getName() + ".row", Entry, R.Latch);
        B.CreateCondBr(B.CreateICmpNE(Items, B.getInt64(0)), Row, R.Latch);
        return Row;
    }
    Items = B.CreateSelect(Crosses, B.getInt64(~UINT64_C(0)), Items);
    R.End = B.CreateBinaryIntrinsic(Intrinsic::umin, Items, R.End, nullptr, "row.end");
    return R.Header;
}

PackLoops
EntryBuilder::createPackLoops(const Twine &Name, PackWidths Widths, bool OnlyRest, RowExtent Extent)
{
    LLVMContext &Ctx = Entry->getContext();
    const bool SeveralRests = OnlyRest || Widths.Rest < Widths.Full;
    PackLoops Loops;

    if (!Crosses)
        findCrossing(Widths.Full);
    Rows R = SubGroups.Body ? createRowsOfSubGroup(Name) : createRows(Name);
    auto NewBlock = [&](const Twine &Suffix) { return BasicBlock::Create(Ctx, Name + Suffix, Entry, R.Latch); };
    BasicBlock *Row = Extent.IsBounded ? boundRow(R, Loops, Extent) : R.Header;
    const bool EndsEarly = Extent.IsBounded && !Extent.IsAllOrNone;
    IRBuilder<> B(Row);
    const RowSplit Split = SubGroups.Body || EndsEarly ? splitRow(B, R.Begin, R.End, Widths.Full) : GroupRows;
    Loops.Mask = Split.RestMask;
    for (ItemLoop *Loop : {&Loops.Full, &Loops.Rest}) {
        const char *Kind = Loop == &Loops.Full ? ".pack" : ".rest";
        Loop->Preheader = R.Preheader;
        Loop->Body = NewBlock(Kind);
        Loop->Latch = NewBlock(Twine(Kind) + ".next");
    }
    BasicBlock *RestCheck = BasicBlock::Create(Ctx, Name + ".rest.check", Entry, Loops.Rest.Body);

    if (OnlyRest)
        B.CreateBr(RestCheck);
    else
        B.CreateCondBr(B.CreateICmpNE(Split.FullEnd, R.Begin), Loops.Full.Body, RestCheck);
    B.SetInsertPoint(RestCheck);
    Value *RestStart = OnlyRest ? R.Begin : Split.FullEnd;
    if (OnlyRest && !EndsEarly)
        B.CreateBr(Loops.Rest.Body);
    else
        B.CreateCondBr(B.CreateICmpULT(RestStart, R.End), Loops.Rest.Body, R.Latch);

    auto FillLoop = [&](ItemLoop &Loop, BasicBlock *Before, Value *Start, Value *Step, Value *Limit,
                        BasicBlock *After) {
        B.SetInsertPoint(Loop.Body);
        PHINode *X = B.CreatePHI(B.getInt64Ty(), 2, "local.id.x");
        X->addIncoming(Start, Before);
        Loop.LinearId = B.CreateAdd(R.Linear, X, "local.linear", true, true);
        Loop.LocalId = {X, R.Y, R.Z};
        Loop.Exit = R.Exit;
        B.SetInsertPoint(Loop.Latch);
        Value *Next = B.CreateAdd(X, Step, "", true, true);
        X->addIncoming(Next, Loop.Latch);
        describeLoop(B.CreateCondBr(B.CreateICmpUGE(Next, Limit), After, Loop.Body), true);
    };
    if (OnlyRest) {
        Loops.Full.Body->eraseFromParent();
        Loops.Full.Latch->eraseFromParent();
    } else {
        FillLoop(Loops.Full, Row, R.Begin, B.getInt64(Widths.Full), Split.FullEnd, RestCheck);
    }
    Value *Step = Split.RestStep;
    if (SeveralRests)
        Step = IRBuilder<>(R.Preheader->getTerminator())
                   .CreateSelect(Crosses, B.getInt64(1), B.getInt64(Widths.Rest), "pack.step");
    FillLoop(Loops.Rest, RestCheck, RestStart, Step, R.End, R.Latch);
    B.SetInsertPoint(Loops.Rest.Body);
    if (SeveralRests) {
        Value *Left = B.CreateSub(R.End, Loops.Rest.LocalId[0], "", true, true);
        Loops.Mask = firstLanes(B, B.CreateBinaryIntrinsic(Intrinsic::umin, Left, Step), Widths.Rest);
    } else if (!Loops.Mask) {
        Loops.Mask = firstLanes(B, Step, Widths.Rest);
    }
    return Loops;
}

} // namespace weft
