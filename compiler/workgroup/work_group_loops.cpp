// SPDX-License-Identifier: Apache-2.0
// The frame of an entry: arguments, the loop over work-groups, and loops over the work-items of a group.
#include "compiler/workgroup/work_group_loops.h"

#include "compiler/analysis/abi_types.h"
#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/argument_layout.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/kernel_abi.h"
#include "compiler/packing/cost/tiles.h"
#include "compiler/workgroup/context_layout.h"
#include "compiler/workgroup/item_loops.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

static constexpr const char *DimensionNames[] = {"x", "y", "z"};
// Groups that run as one have fewer than LocalSizeEnd work-items: no group has 2^14.
static constexpr uint64_t MostMerged = UINT64_C(1) << 17;

EntryBuilder::EntryBuilder(Function &Kernel, bool Merge, unsigned Exchanged, bool IsScalar)
    : Debug(Kernel.getSubprogram() != nullptr), Scalar(IsScalar), IsEven(hasEvenGroups(Kernel))
{
    Module &M = *Kernel.getParent();
    LLVMContext &Ctx = M.getContext();
    AttrBuilder Attributes(Ctx, Kernel.getAttributes().getFnAttrs());

    Entry = Function::Create(entryType(Ctx), GlobalValue::ExternalLinkage,
                             Twine(WEFT_KERNEL_SYMBOL_PREFIX) + kernelName(Kernel));
    M.getFunctionList().insert(Kernel.getIterator(), Entry);
    Attributes.removeAttribute(WEFT_ATTRIBUTE_KERNEL);
    for (Attribute::AttrKind Kind : {Attribute::Memory, Attribute::Convergent, Attribute::NoDuplicate,
                                     Attribute::AlwaysInline, Attribute::InlineHint, Attribute::Speculatable})
        Attributes.removeAttribute(Kind);
    Attributes.addAttribute(WEFT_ATTRIBUTE_ENTRY, kernelName(Kernel));
    Attributes.addAttribute(Attribute::NoUnwind);
    Entry->setAttributes(AttributeList::get(Ctx, AttributeList::FunctionIndex, Attributes));
    for (unsigned I : {0u, 1u}) {
        Entry->addParamAttr(I, Attribute::NoAlias);
        if (I == 1 || !Kernel.hasFnAttribute(WEFT_ATTRIBUTE_CHECK_BARRIERS)) // the runtime notes what it finds wrong
            Entry->addParamAttr(I, Attribute::ReadOnly);
        Entry->addParamAttr(I, Attribute::NonNull);
        Entry->addParamAttr(I, Attribute::getWithCaptureInfo(Ctx, CaptureInfo::none()));
        Entry->addDereferenceableParamAttr(I, I == 0 ? sizeof(struct weft_launch) : sizeof(struct weft_worker_memory));
    }
    Entry->setDSOLocal(true);
    Launch = Entry->getArg(0);
    Memory = Entry->getArg(1);
    First = Entry->getArg(2);
    End = Entry->getArg(3);
    Launch->setName("launch");
    Memory->setName("memory");
    First->setName("first");
    End->setName("end");

    IRBuilder<> B(BasicBlock::Create(Ctx, "entry", Entry));
    Prologue = B.CreateUnreachable(); // createGroupLoop puts the true terminator here
    loadLaunch(Kernel, Exchanged);
    loadArguments(Kernel);
    createGroupLoop(Merge, Exchanged, Kernel.hasFnAttribute(WEFT_ATTRIBUTE_WALKS_TILES));
}

void
EntryBuilder::loadLaunch(Function &Kernel, unsigned Exchanged)
{
    IRBuilder<> B(Prologue);
    MDBuilder Metadata(Entry->getContext());
    MDNode *Sizes = Metadata.createRange(APInt(64, 1), APInt(64, LocalSizeEnd));
    MDNode *Counts = Metadata.createRange(APInt(64, 1), APInt(64, UINT64_C(1) << 63));
    auto Load = [&](size_t Base, unsigned Dimension, const char *Name, MDNode *Range) {
        const unsigned Launched = Dimension == 0 ? Exchanged : Dimension == Exchanged ? 0 : Dimension;
        LoadInst *Value =
            loadLaunchField(B, Launch, Base + 8 * Launched, Twine(Name) + "." + DimensionNames[Dimension]);
        if (Range)
            Value->setMetadata(LLVMContext::MD_range, Range);
        return Value;
    };

    Value *Dimensions = loadLaunchField(B, Launch, offsetof(struct weft_launch, work_dim), "work.dim");
    WorkDim = B.CreateTrunc(Dimensions, B.getInt32Ty());
    DefaultQueue =
        loadPointerField(B, Launch, offsetof(struct weft_launch, default_queue), GlobalSpace, "default.queue");
    for (unsigned D = 0; D < 3; ++D) {
        GlobalSize[D] = Load(offsetof(struct weft_launch, global_size), D, "global.size", Counts);
        GlobalOffset[D] = Load(offsetof(struct weft_launch, global_offset), D, "global.offset", nullptr);
        NumGroups[D] = Load(offsetof(struct weft_launch, num_groups), D, "num.groups", Counts);
        const uint64_t Required = requiredLocalSize(Kernel, D);
        EnqueuedSize[D] = Required ? static_cast<Value *>(B.getInt64(Required))
                                   : Load(offsetof(struct weft_launch, local_size), D, "enqueued.size", Sizes);
    }
    LocalBase = loadPointerField(B, Memory, offsetof(struct weft_worker_memory, local), 3, "local.base");
}

// What an image leads to is there also where no work-item asks for it.
static void
keepDereferenceable(const Argument &Arg, LoadInst &Load)
{
    LLVMContext &Context = Load.getContext();
    auto Mark = [&](unsigned Kind, uint64_t Bytes) {
        auto *Number = ConstantInt::get(Type::getInt64Ty(Context), Bytes);
        Load.setMetadata(Kind, MDNode::get(Context, ConstantAsMetadata::get(Number)));
    };

    if (!Arg.getType()->isPointerTy() || !Arg.getDereferenceableBytes())
        return;
    Load.setMetadata(LLVMContext::MD_nonnull, MDNode::get(Context, {}));
    Mark(LLVMContext::MD_dereferenceable, Arg.getDereferenceableBytes());
    Mark(LLVMContext::MD_align, Arg.getParamAlign().valueOrOne().value());
}

void
EntryBuilder::loadArguments(Function &Kernel)
{
    IRBuilder<> B(Prologue);
    SmallVector<ArgumentSlot, 8> Slots;

    layoutArguments(Kernel, Slots);
    if (Slots.empty())
        return;
    Value *Block = loadPointerField(B, Launch, offsetof(struct weft_launch, args), 0, "args");
    for (auto [Arg, Slot] : zip(Kernel.args(), Slots)) {
        Value *Address = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Block, Slot.Offset);
        if (Slot.ByValue) {
            Address->setName(Arg.getName());
            Arguments.push_back(Address);
            continue;
        }
        Align Alignment = commonAlignment(Align(16), Slot.Offset);
        LoadInst *Load = B.CreateAlignedLoad(Slot.Type, Address, Alignment, Arg.getName());
        Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(B.getContext(), {}));
        keepDereferenceable(Arg, *Load);
        if (Arg.getType()->isPointerTy() && Arg.hasNoAliasAttr())
            Load->setMetadata(ApartMetadata,
                              MDNode::get(B.getContext(), ConstantAsMetadata::get(B.getInt32(Arg.getArgNo()))));
        Arguments.push_back(Slot.LocalPointer ? B.CreateInBoundsGEP(B.getInt8Ty(), LocalBase, Load, Arg.getName())
                                              : static_cast<Value *>(Load));
    }
}

// for (g = first; g < end; ++g), with the group's coordinates counted along. Merged, g goes on by what is left of the
// row of the kernel's dimension 0, but for tiles. Else groups have the launch's order, whatever the kernel's dimension
// 0 is there: neighbours share cache lines, and versions with other dimensions can take over.
void
EntryBuilder::createGroupLoop(bool Merge, unsigned Exchanged, bool HasTiles)
{
    LLVMContext &Ctx = Entry->getContext();
    BasicBlock *Start = BasicBlock::Create(Ctx, "groups", Entry);
    BasicBlock *Divide = BasicBlock::Create(Ctx, "groups.coordinates", Entry);
    GroupBody = BasicBlock::Create(Ctx, "group", Entry);
    GroupLatch = BasicBlock::Create(Ctx, "group.next", Entry);
    BasicBlock *Done = BasicBlock::Create(Ctx, "done", Entry);

    IRBuilder<> B(Prologue);
    Instruction *Branch = B.CreateCondBr(B.CreateICmpULT(First, End), Start, Done);
    Prologue->eraseFromParent();
    Prologue = Branch;
    ReturnInst::Create(Ctx, Done);

    // The kernel's dimensions, the one first along which groups are counted first.
    std::array<unsigned, 3> Order = {0, 1, 2};
    if (!Merge)
        std::swap(Order[0], Order[Exchanged]);
    const auto [X, Y, Z] = Order;

    // Divisions are slow: none are needed when the first group lies in the first row.
    B.SetInsertPoint(Start);
    BasicBlock *FirstGroup = BasicBlock::Create(Ctx, "groups.first", Entry, GroupBody);
    B.CreateCondBr(B.CreateICmpULT(First, NumGroups[X]), FirstGroup, Divide);
    B.SetInsertPoint(Divide);
    std::array<Value *, 3> Starts;
    Value *Row = B.CreateUDiv(First, NumGroups[X]);
    Starts[X] = B.CreateURem(First, NumGroups[X]);
    Starts[Z] = B.CreateUDiv(Row, NumGroups[Y]);
    Starts[Y] = B.CreateURem(Row, NumGroups[Y]);
    B.CreateBr(FirstGroup);
    B.SetInsertPoint(FirstGroup);
    for (unsigned D = 0; D < 3; ++D) {
        PHINode *Phi = B.CreatePHI(B.getInt64Ty(), 2);
        Phi->addIncoming(D == X ? First : B.getInt64(0), Start);
        Phi->addIncoming(Starts[D], Divide);
        Starts[D] = Phi;
    }
    B.CreateBr(GroupBody);

    B.SetInsertPoint(GroupBody);
    std::array<PHINode *, 3> Ids;
    PHINode *Group = B.CreatePHI(B.getInt64Ty(), 2, "group.linear");
    for (unsigned D = 0; D < 3; ++D) {
        Ids[D] = B.CreatePHI(B.getInt64Ty(), 2, Twine("group.id.") + DimensionNames[D]);
        GroupId[D] = Ids[D];
    }
    Value *Step = B.getInt64(1);
    if (Merge) {
        Value *Left =
            B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateNUWSub(End, Group), B.CreateNUWSub(NumGroups[0], Ids[0]));
        Step = B.CreateBinaryIntrinsic(Intrinsic::umin, Left, B.getInt64(MostMerged), nullptr, "groups.merged");
        if (HasTiles && Exchanged <= 1) { // of dimensions 0 and 1, whichever comes first
            Value *IsWide = B.CreateICmpUGE(EnqueuedSize[0], B.getInt64(LeastTile));
            Value *IsHigh = B.CreateICmpUGE(EnqueuedSize[1], B.getInt64(LeastTile));
            Step = B.CreateSelect(B.CreateAnd(IsWide, IsHigh), B.getInt64(1), Step);
        }
    }
    for (unsigned D = 0; D < 3; ++D) {
        // min(enqueued size, what is left), in terms of last indices so that LLVM knows that it is not 0.
        Value *Begin = B.CreateNUWMul(Ids[D], EnqueuedSize[D]);
        GroupStart[D] = B.CreateAdd(Begin, GlobalOffset[D], Twine("group.start.") + DimensionNames[D]);
        Value *LastLeft = B.CreateNUWSub(B.CreateNUWSub(GlobalSize[D], Begin), B.getInt64(1));
        Value *Full = D == 0 && Merge ? B.CreateNUWMul(EnqueuedSize[D], Step) : EnqueuedSize[D];
        if (IsEven && Full == EnqueuedSize[D]) {
            LocalSize[D] = Full;
            continue;
        }
        Value *LastFull = B.CreateNUWSub(Full, B.getInt64(1));
        Value *Last = B.CreateBinaryIntrinsic(Intrinsic::umin, LastFull, LastLeft);
        LocalSize[D] = B.CreateAdd(Last, B.getInt64(1), Twine("local.size.") + DimensionNames[D], true, true);
    }

    B.SetInsertPoint(GroupLatch);
    Value *NextX = B.CreateNUWAdd(Ids[X], Step);
    Value *WrapX = B.CreateICmpEQ(NextX, NumGroups[X]);
    Value *NextY = B.CreateNUWAdd(Ids[Y], B.CreateZExt(WrapX, B.getInt64Ty()));
    Value *WrapY = B.CreateICmpEQ(NextY, NumGroups[Y]);
    Value *NextGroup = B.CreateNUWAdd(Group, Step, "group.after");
    describeLoop(B.CreateCondBr(B.CreateICmpEQ(NextGroup, End), Done, GroupBody), false);
    Group->addIncoming(First, FirstGroup);
    Group->addIncoming(NextGroup, GroupLatch);
    std::array<Value *, 3> Nexts;
    IRBuilder<> Select(GroupLatch->getTerminator());
    Nexts[X] = Select.CreateSelect(WrapX, B.getInt64(0), NextX);
    Nexts[Y] = Select.CreateSelect(WrapY, B.getInt64(0), NextY);
    Nexts[Z] = Select.CreateNUWAdd(Ids[Z], Select.CreateZExt(WrapY, B.getInt64Ty()));
    for (unsigned D = 0; D < 3; ++D) {
        Ids[D]->addIncoming(Starts[D], FirstGroup);
        Ids[D]->addIncoming(Nexts[D], GroupLatch);
    }
}

// All loops end; LLVM does not see it where the step is a variable. With debug information a source line has one place
// in the code, so that a breakpoint there stops every work-item.
void
EntryBuilder::describeLoop(BranchInst *Latch, bool IsItemLoop) const
{
    LLVMContext &Ctx = Entry->getContext();
    Metadata *NoVectors[] = {MDString::get(Ctx, "llvm.loop.vectorize.enable"),
                             ConstantAsMetadata::get(ConstantInt::getFalse(Ctx))};
    SmallVector<Metadata *, 4> Properties = {nullptr, MDNode::get(Ctx, {MDString::get(Ctx, "llvm.loop.mustprogress")})};

    if (IsItemLoop)
        Properties.push_back(MDNode::get(Ctx, {MDString::get(Ctx, ItemLoopProperty)}));
    if ((Debug || Scalar) && IsItemLoop)
        Properties.push_back(MDNode::get(Ctx, NoVectors));
    if (Debug && IsItemLoop)
        Properties.push_back(MDNode::get(Ctx, {MDString::get(Ctx, "llvm.loop.unroll.disable")}));
    MDNode *Loop = MDNode::getDistinct(Ctx, Properties);
    Loop->replaceOperandWith(0, Loop);
    Latch->setMetadata(LLVMContext::MD_loop, Loop);
}

// Groups are run in phases, from the kernel's start or a barrier of the group to the next one or the end.
void
EntryBuilder::divideGroups()
{
    LLVMContext &Ctx = Entry->getContext();
    BasicBlock *Start = BasicBlock::Create(Ctx, "phase", Entry, GroupLatch);
    BasicBlock *Latch = BasicBlock::Create(Ctx, "phase.next", Entry, GroupLatch);
    IRBuilder<> B(GroupBody);

    SubGroups.Body = BasicBlock::Create(Ctx, "sub.group", Entry, Latch);
    SubGroups.Latch = BasicBlock::Create(Ctx, "sub.group.next", Entry, Latch);
    Value *Items = groupItems();
    B.CreateBr(Start);

    B.SetInsertPoint(Start);
    SubGroups.Phase = B.CreatePHI(B.getInt32Ty(), 2, "phase.start");
    B.CreateBr(SubGroups.Body);

    B.SetInsertPoint(SubGroups.Body);
    PHINode *FirstItem = B.CreatePHI(B.getInt64Ty(), 2, "sub.group.first");
    SubGroups.First = FirstItem;
    SubGroups.Items = B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateNUWSub(Items, FirstItem),
                                              B.getInt64(WEFT_SUB_GROUP_SIZE), nullptr, "sub.group.items");
    SubGroups.Id = B.CreateUDiv(FirstItem, B.getInt64(WEFT_SUB_GROUP_SIZE), "sub.group.id", true);
    // 32 bits divide faster.
    auto Divide = [&](Value *V, Value *By, Value *&Rest) {
        Value *Short = B.CreateTrunc(V, B.getInt32Ty()), *ShortBy = B.CreateTrunc(By, B.getInt32Ty());
        Rest = B.CreateZExt(B.CreateURem(Short, ShortBy), B.getInt64Ty());
        return B.CreateZExt(B.CreateUDiv(Short, ShortBy), B.getInt64Ty());
    };
    Value *Row = Divide(FirstItem, LocalSize[0], SubGroupStart[0]);
    SubGroupStart[2] = Divide(Row, LocalSize[1], SubGroupStart[1]);

    B.SetInsertPoint(SubGroups.Latch);
    SubGroups.After = B.CreatePHI(B.getInt32Ty(), 2, "phase.after");
    Value *Next = B.CreateNUWAdd(FirstItem, B.getInt64(WEFT_SUB_GROUP_SIZE));
    B.CreateCondBr(B.CreateICmpULT(Next, Items), SubGroups.Body, Latch);
    FirstItem->addIncoming(B.getInt64(0), Start);
    FirstItem->addIncoming(Next, SubGroups.Latch);

    B.SetInsertPoint(Latch);
    PhaseEnd = B.CreateCondBr(B.CreateICmpEQ(SubGroups.After, B.getInt32(0)), GroupLatch, Start);
    SubGroups.Phase->addIncoming(B.getInt32(0), GroupBody);
    SubGroups.Phase->addIncoming(SubGroups.After, Latch);
}

EntryBuilder::Rows
EntryBuilder::createRows(const Twine &Name)
{
    LLVMContext &Ctx = Entry->getContext();
    auto NewBlock = [&](const Twine &Suffix) { return BasicBlock::Create(Ctx, Name + Suffix, Entry, GroupLatch); };
    IRBuilder<> B(Ctx);
    Rows Loop;

    Loop.Preheader = NewBlock("");
    BasicBlock *PlaneHeader = NewBlock(".item.z");
    Loop.Header = NewBlock(".item.y");
    Loop.Latch = NewBlock(".next.y");
    BasicBlock *PlaneLatch = NewBlock(".next.z");
    Loop.Exit = NewBlock(".end");
    Loop.Begin = B.getInt64(0);
    Loop.End = LocalSize[0];

    B.SetInsertPoint(Loop.Preheader);
    B.CreateBr(PlaneHeader);
    B.SetInsertPoint(PlaneHeader);
    PHINode *Z = B.CreatePHI(B.getInt64Ty(), 2, "local.id.z");
    B.CreateBr(Loop.Header);
    B.SetInsertPoint(Loop.Header);
    PHINode *Y = B.CreatePHI(B.getInt64Ty(), 2, "local.id.y");
    Loop.Linear = B.CreateMul(B.CreateAdd(B.CreateMul(Z, LocalSize[1], "", true, true), Y, "", true, true),
                              LocalSize[0], "local.row", true, true);
    auto EndLoop = [&](PHINode *Id, unsigned Dimension, BasicBlock *Before, BasicBlock *Latch, BasicBlock *After) {
        B.SetInsertPoint(Latch);
        Value *Next = B.CreateAdd(Id, B.getInt64(1), "", true, true);
        Id->addIncoming(B.getInt64(0), Before);
        Id->addIncoming(Next, Latch);
        describeLoop(B.CreateCondBr(B.CreateICmpEQ(Next, LocalSize[Dimension]), After, Id->getParent()), true);
    };
    EndLoop(Y, 1, PlaneHeader, Loop.Latch, PlaneLatch);
    EndLoop(Z, 2, Loop.Preheader, PlaneLatch, Loop.Exit);
    Loop.Y = Y;
    Loop.Z = Z;
    return Loop;
}

// A sub-group may begin and end in the middle of rows.
EntryBuilder::Rows
EntryBuilder::createRowsOfSubGroup(const Twine &Name)
{
    LLVMContext &Ctx = Entry->getContext();
    auto NewBlock = [&](const Twine &Suffix) { return BasicBlock::Create(Ctx, Name + Suffix, Entry, GroupLatch); };
    IRBuilder<> B(Ctx);
    Rows Loop;

    Loop.Preheader = NewBlock("");
    Loop.Header = NewBlock(".item.y");
    Loop.Latch = NewBlock(".next.y");
    Loop.Exit = NewBlock(".end");

    B.SetInsertPoint(Loop.Preheader);
    B.CreateBr(Loop.Header);
    B.SetInsertPoint(Loop.Header);
    PHINode *Begin = B.CreatePHI(B.getInt64Ty(), 2, "row.begin");
    PHINode *Y = B.CreatePHI(B.getInt64Ty(), 2, "local.id.y");
    PHINode *Z = B.CreatePHI(B.getInt64Ty(), 2, "local.id.z");
    PHINode *Left = B.CreatePHI(B.getInt64Ty(), 2, "items.left");
    Loop.Linear = B.CreateMul(B.CreateAdd(B.CreateMul(Z, LocalSize[1], "", true, true), Y, "", true, true),
                              LocalSize[0], "local.row", true, true);
    // In terms of last indices, so that LLVM knows that the row is not empty.
    Value *LastOfRow = B.CreateNUWSub(B.CreateNUWSub(LocalSize[0], Begin), B.getInt64(1));
    Value *LastLeft = B.CreateNUWSub(Left, B.getInt64(1));
    Value *Count = B.CreateNUWAdd(B.CreateBinaryIntrinsic(Intrinsic::umin, LastOfRow, LastLeft), B.getInt64(1));
    Loop.End = B.CreateAdd(Begin, Count, "row.end", true, true);

    B.SetInsertPoint(Loop.Latch);
    Value *NextLeft = B.CreateNUWSub(Left, Count);
    Value *NextY = B.CreateNUWAdd(Y, B.getInt64(1));
    Value *Wraps = B.CreateICmpEQ(NextY, LocalSize[1]);
    Value *NextZ = B.CreateNUWAdd(Z, B.CreateZExt(Wraps, B.getInt64Ty()));
    NextY = B.CreateSelect(Wraps, B.getInt64(0), NextY);
    describeLoop(B.CreateCondBr(B.CreateICmpEQ(NextLeft, B.getInt64(0)), Loop.Exit, Loop.Header), true);
    const std::pair<PHINode *, std::array<Value *, 2>> Values[] = {{Begin, {SubGroupStart[0], B.getInt64(0)}},
                                                                   {Y, {SubGroupStart[1], NextY}},
                                                                   {Z, {SubGroupStart[2], NextZ}},
                                                                   {Left, {SubGroups.Items, NextLeft}}};
    for (auto &[Phi, Incoming] : Values) {
        Phi->addIncoming(Incoming[0], Loop.Preheader);
        Phi->addIncoming(Incoming[1], Loop.Latch);
    }
    Loop.Begin = Begin;
    Loop.Y = Y;
    Loop.Z = Z;
    return Loop;
}

ItemLoop
EntryBuilder::createItemLoop(const Twine &Name)
{
    LLVMContext &Ctx = Entry->getContext();
    const Rows R = SubGroups.Body ? createRowsOfSubGroup(Name) : createRows(Name);
    ItemLoop Loop;
    IRBuilder<> B(R.Header);

    Loop.Preheader = R.Preheader;
    Loop.Body = BasicBlock::Create(Ctx, Name + ".item.x", Entry, R.Latch);
    Loop.Latch = BasicBlock::Create(Ctx, Name + ".next.x", Entry, R.Latch);
    Loop.Exit = R.Exit;
    B.CreateBr(Loop.Body);
    B.SetInsertPoint(Loop.Body);
    PHINode *X = B.CreatePHI(B.getInt64Ty(), 2, "local.id.x");
    Loop.LocalId = {X, R.Y, R.Z};
    Loop.LinearId = B.CreateAdd(R.Linear, X, "local.linear", true, true);
    B.SetInsertPoint(Loop.Latch);
    Value *Next = B.CreateAdd(X, B.getInt64(1), "", true, true);
    X->addIncoming(R.Begin, R.Header);
    X->addIncoming(Next, Loop.Latch);
    describeLoop(B.CreateCondBr(B.CreateICmpEQ(Next, R.End), R.Latch, Loop.Body), true);
    return Loop;
}

ItemLoop
EntryBuilder::createFirstItem(const Twine &Name)
{
    auto NewBlock = [&](const Twine &Suffix) {
        return BasicBlock::Create(Entry->getContext(), Name + Suffix, Entry, GroupLatch);
    };
    ItemLoop Loop = {NewBlock(""), NewBlock(".once"), NewBlock(".once.end"), NewBlock(".end"), {}, nullptr};
    IRBuilder<> B(Loop.Preheader);

    B.CreateBr(Loop.Body);
    B.SetInsertPoint(Loop.Body);
    for (Value *&Id : Loop.LocalId) {
        PHINode *Zero = B.CreatePHI(B.getInt64Ty(), 1, "local.id");
        Zero->addIncoming(B.getInt64(0), Loop.Preheader);
        Id = Zero;
    }
    Loop.LinearId = Loop.LocalId[0];
    B.SetInsertPoint(Loop.Latch);
    B.CreateBr(Loop.Exit);
    return Loop;
}

Value *
EntryBuilder::primitive(PrimitiveCall Call, const ItemLoop &Loop) const
{
    switch (Call.Kind) {
    case Primitive::GlobalId:
    case Primitive::GlobalId32: {
        auto *Local = cast<PHINode>(Loop.LocalId[Call.Dimension]);
        IRBuilder<> B(Local->getParent(), Local->getParent()->getFirstInsertionPt());
        Value *Id =
            B.CreateAdd(GroupStart[Call.Dimension], Local, Twine("global.id.") + DimensionNames[Call.Dimension]);
        return Call.Kind == Primitive::GlobalId ? Id : B.CreateTrunc(Id, B.getInt32Ty());
    }
    case Primitive::LocalId:
        return Loop.LocalId[Call.Dimension];
    case Primitive::LocalId32: {
        auto *Local = cast<PHINode>(Loop.LocalId[Call.Dimension]);
        IRBuilder<> B(Local->getParent(), Local->getParent()->getFirstInsertionPt());
        return B.CreateTrunc(Local, B.getInt32Ty(), "", /*IsNUW=*/true, /*IsNSW=*/true);
    }
    case Primitive::LinearId:
        return Loop.LinearId;
    case Primitive::GroupId:
        return GroupId[Call.Dimension];
    case Primitive::LocalSize:
        return LocalSize[Call.Dimension];
    case Primitive::EnqueuedLocalSize:
        return EnqueuedSize[Call.Dimension];
    case Primitive::GlobalSize:
        return GlobalSize[Call.Dimension];
    case Primitive::GlobalOffset:
        return GlobalOffset[Call.Dimension];
    case Primitive::NumGroups:
        return NumGroups[Call.Dimension];
    case Primitive::WorkDim:
        return WorkDim;
    case Primitive::DefaultQueue:
        return DefaultQueue;
    case Primitive::LocalBase:
        return LocalBase;
    case Primitive::ContextBase:
        return Places.ContextBase;
    case Primitive::ContextEnd:
        return Places.ContextEnd;
    case Primitive::StackBottom:
        return Places.StackBottom;
    case Primitive::StackTop:
        return Places.StackTop;
    case Primitive::Scratch:
        return Scratch;
    case Primitive::SubGroupId:
        return SubGroups.Id;
    case Primitive::SubGroupLocalId: {
        auto *Linear = cast<Instruction>(Loop.LinearId);
        IRBuilder<> B(Linear->getParent(), std::next(Linear->getIterator()));
        return B.CreateSub(Linear, SubGroups.First, "sub.group.local.id", true, true);
    }
    case Primitive::SubGroupItems:
        return SubGroups.Items;
    case Primitive::SubGroupScratch:
        return SubGroups.Scratch;
    case Primitive::SubGroupTray:
        return SubGroups.Tray;
    case Primitive::SubGroupStates:
        return SubGroups.States;
    case Primitive::Barrier:
    case Primitive::SubGroupBarrier:
    case Primitive::SubGroupMeet:
    case Primitive::SubGroupStay:
    case Primitive::None:
        break;
    }
    llvm_unreachable("not a value");
}

AllocaInst *
EntryBuilder::createVariable(Type *T, Align Alignment, const Twine &Name)
{
    IRBuilder<> B(&Entry->getEntryBlock(), Entry->getEntryBlock().begin());
    AllocaInst *Variable = B.CreateAlloca(T, nullptr, Name);

    Variable->setAlignment(Alignment);
    return Variable;
}

Value *
EntryBuilder::context()
{
    IRBuilder<> B(Prologue);

    if (!Context)
        Context = loadPointerField(B, Memory, offsetof(struct weft_worker_memory, context), 0, "context");
    return Context;
}

// Nothing grows the entry's frame once it runs.
void
EntryBuilder::locatePrivateMemory(uint64_t ContextBytesPerItem)
{
    Value *Base = context();
    Value *Items = paddedItems();
    IRBuilder<> B(Prologue);

    Entry->addFnAttr(Attribute::NoRedZone); // variables would lie below the bottom
    Places.ContextBase = Base;
    Places.ContextEnd = B.CreatePtrAdd(Base, B.CreateMul(Items, B.getInt64(ContextBytesPerItem)), "context.end");
    Places.StackBottom = B.CreateStackSave("stack.bottom");
    Places.StackTop = B.CreateIntrinsic(Intrinsic::frameaddress, {B.getPtrTy()}, {B.getInt32(0)}, nullptr, "stack.top");
}

Value *
EntryBuilder::paddedItems()
{
    IRBuilder<> B(Prologue);

    if (!Padded) {
        Value *Items =
            B.CreateMul(B.CreateMul(EnqueuedSize[0], EnqueuedSize[1], "", true, true), EnqueuedSize[2], "", true, true);
        constexpr uint64_t Mask = WEFT_CONTEXT_PADDING - 1;
        Value *Most = B.CreateAdd(Items, B.getInt64(WEFT_CONTEXT_SLACK + Mask), "", true, true);
        Padded = B.CreateAnd(Most, ~Mask, "padded.items");
    }
    return Padded;
}

} // namespace weft
