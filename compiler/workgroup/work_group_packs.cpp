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
EntryBuilder::findCrossing()
{
    IRBuilder<> B(GroupBody);

    if (Instruction *Branch = GroupBody->getTerminator())
        B.SetInsertPoint(Branch);
    Value *High = B.CreateAdd(GroupStart[0], B.CreateSub(LocalSize[0], B.getInt64(1)));
    Crosses = B.CreateICmpUGE(B.CreateXor(GroupStart[0], High), B.getInt64(UINT64_C(1) << 31), "crosses");
}

EntryBuilder::RowSplit
EntryBuilder::splitRow(IRBuilderBase &B, const Rows &R, unsigned Width) const
{
    RowSplit Split;
    const bool FromZero = isa<ConstantInt>(R.Begin);
    Value *Count = FromZero ? R.End : B.CreateSub(R.End, R.Begin);
    Value *Whole = B.CreateAnd(Count, ~static_cast<uint64_t>(Width - 1));

    Split.FullEnd = B.CreateSelect(R.Crosses, R.Begin, FromZero ? Whole : B.CreateAdd(R.Begin, Whole), "full.end");
    Split.RestStep = B.CreateSelect(R.Crosses, B.getInt64(1), B.CreateSub(Count, Whole), "rest.step");
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

// In the row's header: the row begins and ends where its work-items have something to do. Returns the block that goes
// on.
BasicBlock *
EntryBuilder::boundRow(Rows &R, PackLoops &Loops, RowExtent Extent) const
{
    IRBuilder<> B(R.Header);
    Value *Zero = B.getInt64(0), *NoEnd = B.getInt64(~UINT64_C(0));
    auto *Begin = PHINode::Create(B.getInt64Ty(), 2, "row.first", R.Header->begin());

    for (BasicBlock *Before : predecessors(R.Header))
        Begin->addIncoming(R.Begin, Before);
    Loops.Row = {R.Preheader, R.Header, R.Latch, R.Exit, {Begin, R.Y, R.Z}, R.Linear};
    Loops.RowItems = R.End;
    for (Value **Place : Loops.Places.all())
        *Place =
            B.CreateFreeze(PoisonValue::get(Place == &Loops.Places.Runs ? B.getInt1Ty() : B.getInt64Ty()), "row.place");
    BasicBlock *Row = BasicBlock::Create(B.getContext(), R.Header->getName() + ".row", Entry, R.Latch);
    B.CreateCondBr(Loops.Places.Runs, Row, R.Latch);
    if (Extent.IsAllOrNone)
        return Row;
    B.SetInsertPoint(Row);
    Value *RowBegin = Loops.Places.Begin, *RowEnd = Loops.Places.End;
    if (Extent.WithFirst) {
        Value *IsFirst = B.CreateICmpEQ(R.Linear, Zero);
        RowBegin = B.CreateSelect(IsFirst, Zero, RowBegin);
        RowEnd = B.CreateBinaryIntrinsic(Intrinsic::umax, RowEnd, B.CreateZExt(IsFirst, B.getInt64Ty()));
    }
    RowEnd = B.CreateSelect(R.Crosses, NoEnd, RowEnd);
    R.End = B.CreateBinaryIntrinsic(Intrinsic::umin, RowEnd, R.End, nullptr, "row.end");
    if (Extent.IsSplit)
        R.Begin = B.CreateSelect(R.Crosses, Zero, RowBegin, "row.begin");
    return Row;
}

EntryBuilder::WholePart
EntryBuilder::findWhole(IRBuilderBase &B, const Rows &R, const RowPlaces &Its, PackWidths Widths, bool OnlyRest,
                        bool IsAligned) const
{
    auto Minimum = [&](Value *X, Value *Y) { return B.CreateBinaryIntrinsic(Intrinsic::umin, X, Y); };
    auto Maximum = [&](Value *X, Value *Y) { return B.CreateBinaryIntrinsic(Intrinsic::umax, X, Y); };

    if (OnlyRest)
        return {R.End, R.End};
    Value *FullBegin = Minimum(Maximum(R.Begin, Its.WholeBegin), R.End);
    if (IsAligned) { // what the first packs, with a mask, leave
        const uint64_t Others = Widths.Rest - 1;
        FullBegin = Minimum(B.CreateAnd(B.CreateAdd(FullBegin, B.getInt64(Others)), ~Others), R.End);
    }
    Value *Count = B.CreateSub(Maximum(Minimum(R.End, Its.WholeEnd), FullBegin), FullBegin);
    Count = B.CreateAnd(Count, ~static_cast<uint64_t>(Widths.Full - 1), "full.items");
    Value *HasFull = B.CreateAnd(B.CreateICmpNE(Count, B.getInt64(0)), B.CreateNot(R.Crosses));
    return {B.CreateSelect(HasFull, FullBegin, R.End, "full.begin"),
            B.CreateSelect(HasFull, B.CreateAdd(FullBegin, Count), R.End, "full.end")};
}

PHINode *
EntryBuilder::beginPack(ItemLoop &Loop, const Rows &R, BasicBlock *Before, Value *Start) const
{
    IRBuilder<> B(Loop.Body);
    PHINode *X = B.CreatePHI(B.getInt64Ty(), 2, "local.id.x");

    X->addIncoming(Start, Before);
    Loop.LinearId = B.CreateAdd(R.Linear, X, "local.linear", true, true);
    Loop.LocalId = {X, R.Y, R.Z};
    Loop.Exit = R.Exit;
    return X;
}

// Packs with a mask up to the first full one, the full ones, packs with a mask; in the row's block, which has no
// terminator.
void
EntryBuilder::fillSplitRow(PackLoops &Loops, const Rows &R, BasicBlock *Row, PackWidths Widths, bool OnlyRest,
                           bool IsAligned) const
{
    LLVMContext &Ctx = Entry->getContext();
    IRBuilder<> B(Row);
    const WholePart Whole = findWhole(B, R, Loops.Places, Widths, OnlyRest, IsAligned);
    Value *MostOfRest = B.CreateSelect(R.Crosses, B.getInt64(1), B.getInt64(Widths.Rest));
    BasicBlock *Choice = BasicBlock::Create(Ctx, Row->getName() + ".packs", Entry, R.Latch);
    BasicBlock *Next = BasicBlock::Create(Ctx, Row->getName() + ".packs.next", Entry, R.Latch);

    B.CreateCondBr(B.CreateICmpULT(R.Begin, R.End), Choice, R.Latch);
    B.SetInsertPoint(Choice);
    PHINode *At = B.CreatePHI(B.getInt64Ty(), 2, "packs.at");
    B.SetInsertPoint(Next);
    PHINode *Reached = B.CreatePHI(B.getInt64Ty(), 2, "packs.reached");
    describeLoop(B.CreateCondBr(B.CreateICmpULT(Reached, R.End), Choice, R.Latch), true);
    At->addIncoming(R.Begin, Row);
    At->addIncoming(Reached, Next);

    B.SetInsertPoint(Choice);
    if (OnlyRest) {
        B.CreateBr(Loops.Rest.Body);
    } else {
        B.CreateCondBr(B.CreateICmpEQ(At, Whole.FullBegin), Loops.Full.Body, Loops.Rest.Body);
        PHINode *X = beginPack(Loops.Full, R, Choice, Whole.FullBegin);
        B.SetInsertPoint(Loops.Full.Latch);
        Value *After = B.CreateAdd(X, B.getInt64(Widths.Full), "", true, true);
        X->addIncoming(After, Loops.Full.Latch);
        Reached->addIncoming(After, Loops.Full.Latch);
        describeLoop(B.CreateCondBr(B.CreateICmpUGE(After, Whole.FullEnd), Next, Loops.Full.Body), true);
    }
    PHINode *X = beginPack(Loops.Rest, R, Choice, At);
    B.SetInsertPoint(Loops.Rest.Body);
    Value *Limit = B.CreateSelect(B.CreateICmpULT(X, Whole.FullBegin), Whole.FullBegin, R.End);
    Value *Step = B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateSub(Limit, X, "", true, true), MostOfRest);
    Loops.Mask = firstLanes(B, Step, Widths.Rest);
    B.SetInsertPoint(Loops.Rest.Latch);
    Reached->addIncoming(B.CreateAdd(X, Step, "", true, true), Loops.Rest.Latch);
    B.CreateBr(Next);
}

PackLoops
EntryBuilder::createPackLoops(const Twine &Name, PackWidths Widths, bool OnlyRest, RowExtent Extent)
{
    LLVMContext &Ctx = Entry->getContext();
    const bool SeveralRests = OnlyRest || Widths.Rest < Widths.Full;
    PackLoops Loops;

    if (!Crosses && Extent.AsksGlobalId)
        findCrossing();
    Rows R = SubGroups.Body ? createRowsOfSubGroup(Name) : createRows(Name);
    R.Crosses = Extent.AsksGlobalId ? Crosses : ConstantInt::getFalse(Ctx);
    auto NewBlock = [&](const Twine &Suffix) { return BasicBlock::Create(Ctx, Name + Suffix, Entry, R.Latch); };
    BasicBlock *Row = Extent.hasPlaces() ? boundRow(R, Loops, Extent) : R.Header;
    const bool EndsEarly = Extent.IsBounded && !Extent.IsAllOrNone;
    for (ItemLoop *Loop : {&Loops.Full, &Loops.Rest}) {
        const char *Kind = Loop == &Loops.Full ? ".pack" : ".rest";
        Loop->Preheader = R.Preheader;
        Loop->Body = OnlyRest && Loop == &Loops.Full ? nullptr : NewBlock(Kind);
        Loop->Latch = Loop->Body ? NewBlock(Twine(Kind) + ".next") : nullptr;
    }
    if (Extent.IsSplit) {
        fillSplitRow(Loops, R, Row, Widths, OnlyRest, Extent.IsAligned);
        return Loops;
    }
    IRBuilder<> B(Row);
    RowSplit Split;
    if (SubGroups.Body || EndsEarly) {
        Split = splitRow(B, R, Widths.Full);
    } else {
        IRBuilder<> Once(R.Preheader->getTerminator());
        Split = splitRow(Once, R, Widths.Full);
        Split.RestMask = firstLanes(Once, Split.RestStep, Widths.Full);
    }
    Loops.Mask = Split.RestMask;
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
        PHINode *X = beginPack(Loop, R, Before, Start);
        B.SetInsertPoint(Loop.Latch);
        Value *Next = B.CreateAdd(X, Step, "", true, true);
        X->addIncoming(Next, Loop.Latch);
        describeLoop(B.CreateCondBr(B.CreateICmpUGE(Next, Limit), After, Loop.Body), true);
    };
    if (!OnlyRest)
        FillLoop(Loops.Full, Row, R.Begin, B.getInt64(Widths.Full), Split.FullEnd, RestCheck);
    Value *Step = Split.RestStep;
    if (SeveralRests)
        Step = IRBuilder<>(R.Preheader->getTerminator())
                   .CreateSelect(R.Crosses, B.getInt64(1), B.getInt64(Widths.Rest), "pack.step");
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
