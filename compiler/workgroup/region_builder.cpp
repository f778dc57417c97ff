// SPDX-License-Identifier: Apache-2.0
// Fills an entry with the kernel's regions, each in its own loop over the work-items of a group or packs of them.
#include "compiler/workgroup/region_builder.h"

#include "compiler/analysis/kernels.h"
#include "compiler/checks.h"
#include "compiler/kernel_abi.h"
#include "compiler/packing/checks/packing_checks.h"
#include "compiler/packing/cost/pack_budget.h"
#include "compiler/packing/emit/packed_functions.h"
#include "compiler/remarks.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace weft {

static std::string
loopName(unsigned Region)
{
    return Region == 0 ? "items" : "items." + std::to_string(Region);
}

static bool
asksForPrivateMemory(PrimitiveCall Call)
{
    return Call.Kind == Primitive::ContextBase || Call.Kind == Primitive::ContextEnd ||
           Call.Kind == Primitive::StackBottom || Call.Kind == Primitive::StackTop;
}

static bool
leavesSeveralWays(const Region &R)
{
    return SmallSetVector<unsigned, 4>(R.Next.begin(), R.Next.end()).size() + R.Returns > 1;
}

RegionBuilder::RegionBuilder(Function &K, const RegionGraph &G, const ContextLayout &L, EntryBuilder &E)
    : Kernel(K), Graph(G), Layout(L), Entry(E), SlotBases(L.Slots.size()), Scopes(K, L)
{
    for (Instruction &I : instructions(Kernel))
        for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
            ++RecordCounts[DebugVariable(&Record)];
    if (any_of(instructions(Kernel), [](Instruction &I) { return asksForPrivateMemory(classifyPrimitive(&I)); }))
        Entry.locatePrivateMemory(Layout.BytesPerItem);
    if (Layout.Scratch)
        Entry.Scratch = slotBase(*Layout.Scratch);
    if (Graph.HasSubGroups)
        Entry.divideGroups();
    if (Layout.SubGroupScratch)
        Entry.SubGroups.Scratch = slotOfSubGroup(*Layout.SubGroupScratch);
    if (Layout.SubGroupTray)
        Entry.SubGroups.Tray = slotOfSubGroup(*Layout.SubGroupTray);
    if (Layout.SubGroupStates)
        Entry.SubGroups.States = slotOfSubGroup(*Layout.SubGroupStates);
}

void
RegionBuilder::build()
{
    std::vector<ItemLoop> Loops;

    for (unsigned N = 0; N < Graph.Regions.size(); ++N) {
        Loops.push_back(Graph.Regions[N].RunsOnce ? Entry.createFirstItem(loopName(N))
                                                  : Entry.createItemLoop(loopName(N)));
        Blocks.push_back({Loops[N].Preheader, Loops[N].Exit});
    }
    enterGroup();
    Constant *Places = Layout.NextRegions ? describeBarriers() : nullptr;
    for (unsigned N = 0; N < Graph.Regions.size(); ++N) {
        Clone C(Graph.Regions[N], Loops[N], Entry.Entry);
        cloneRegion(C);
        leaveRegion(C.R, Places ? checkBarrier(C, Places) : C.Loop.Exit, C.Next);
    }
    if (Places && Graph.HasSubGroups)
        Entry.checkPhases(Places, slotBase(*Layout.NextRegions));
}

// A struct weft_barrier_places.
Constant *
RegionBuilder::describeBarriers() const
{
    Module &M = *Kernel.getParent();
    LLVMContext &Ctx = M.getContext();
    SmallVector<uint32_t, 8> Lines;

    for (const Region &R : Graph.Regions)
        Lines.push_back(R.Line);
    auto Place = [&M](Constant *Value, const Twine &Name) {
        return new GlobalVariable(M, Value->getType(), true, GlobalValue::PrivateLinkage, Value, Name);
    };
    Constant *Fields[] = {Place(ConstantDataArray::getString(Ctx, kernelName(Kernel)), "barriers.kernel"),
                          ConstantInt::get(Type::getInt64Ty(Ctx), Lines.size()),
                          Place(ConstantDataArray::get(Ctx, Lines), "barriers.lines")};
    return Place(ConstantStruct::getAnon(Fields), "barriers");
}

// Each work-item notes where it goes; at the end of the loop they must agree. Returns the block that goes on.
BasicBlock *
RegionBuilder::checkBarrier(Clone &C, Constant *Places)
{
    const unsigned Slot = *Layout.NextRegions;
    IRBuilder<> B(C.Loop.Latch, C.Loop.Latch->getFirstInsertionPt());

    Value *Next = C.Next ? C.Next : static_cast<Value *>(B.getInt32(C.R.Next.empty() ? 0 : C.R.Next.front()));
    B.CreateAlignedStore(Next, slotAddress(Slot, C, B, "next.slot"), Align(4));
    return Entry.checkBarrier(C.Loop.Exit, Places, Graph.HasSubGroups ? Entry.SubGroups.First : B.getInt64(0),
                              Graph.HasSubGroups ? Entry.SubGroups.Items : Entry.groupItems(), slotBase(Slot));
}

// In how many of Width lanes all regions are not too large together.
unsigned
RegionBuilder::affordableTogether(ArrayRef<RegionCalls> Calls, ArrayRef<Function *> Singles, PackedFunctions &Packed,
                                  unsigned Width) const
{
    const PackBudget Budget(*Singles[0], Packed.analyses().getResult<TargetIRAnalysis>(*Singles[0]),
                            packingChecks(*Kernel.getParent()) & WEFT_CHECK_VALUES);
    uint64_t Single = 0;
    unsigned Divisor = 1;

    auto SizeOfAll = [&] {
        uint64_t Size = 0;
        for (auto [Done, Alone] : zip(Calls, Singles))
            for (const Function *Form : {Done.Full, Done.Masked, Done.Widths.Full > 1 ? nullptr : Alone})
                Size += Form ? Budget.sizeWithLanes(*Form, Divisor) : 0;
        return Size;
    };
    for (const Function *Alone : Singles)
        Single += Budget.sizeOf(*Alone);
    while (2 * Divisor < Width && !Budget.isAffordableTogether(SizeOfAll(), Single))
        Divisor *= 2;
    if (Divisor > 1)
        remark(Kernel, Twine(Width / Divisor) + " instead of " + Twine(Width) + " work-items side by side: its " +
                           Twine(Singles.size()) + " parts between barriers are too much code together, " +
                           Twine(SizeOfAll()) + " of " + Twine(Single));
    return Width / Divisor;
}

// All regions have the same widths: as many lanes as the one that can afford the fewest, or as all together can; one
// that can afford none is not packed. So Widths may become smaller.
void
RegionBuilder::packRegions(RegionFunctions &Functions, std::vector<RegionCalls> &Calls, PackedFunctions &Packed,
                           PackWidths &Widths, bool Always)
{
    SmallVector<Function *, 8> Singles;

    for (unsigned N = 0; N < Graph.Regions.size(); ++N)
        Singles.push_back(outlineRegion(N, Functions));
    for (;;) {
        unsigned Affordable = Widths.Full;
        for (auto [R, Single] : zip(Graph.Regions, Singles)) {
            if (R.RunsOnce) {
                Calls.emplace_back().Single = Single;
                continue;
            }
            Calls.push_back(Functions.pack(*Single, Packed, Widths, Always));
            const unsigned Most = Packed.affordableWidth(*Single);
            if (Calls.back().Widths.Full == 1 && Most > 1)
                Affordable = std::min(Affordable, Most);
        }
        if (Affordable == Widths.Full)
            Affordable = affordableTogether(Calls, Singles, Packed, Widths.Full);
        if (Affordable == Widths.Full)
            return;
        for (auto [Done, Single] : zip(Calls, Singles)) {
            Done.Single = Single;
            Functions.dropPacked(Done, Packed);
        }
        Calls.clear();
        Widths = {Affordable, std::min(Affordable, Widths.Rest)};
    }
}

PackWidths
RegionBuilder::build(PackedFunctions &Packed, PackWidths Widths, bool Always)
{
    RegionFunctions Functions(Kernel, Entry);
    std::vector<RegionCalls> Calls;

    for (auto &[I, Place] : Layout.Values)
        if (Place.Kind == Storage::Uniform)
            Functions.addUniform(I, createUniform(I));
    for (unsigned Slot = 0; Slot < Layout.Slots.size(); ++Slot)
        Functions.addSlot(slotBase(Slot));
    packRegions(Functions, Calls, Packed, Widths, Always);
    for (unsigned N = 0; N < Graph.Regions.size(); ++N) {
        Functions.createLoops(Calls[N], loopName(N), Graph.Regions[N].RunsOnce);
        Blocks.push_back({Calls[N].Preheader, Calls[N].Exit});
    }
    enterGroup();
    for (unsigned N = 0; N < Graph.Regions.size(); ++N) {
        Value *Next = Functions.call(Calls[N]);
        leaveRegion(Graph.Regions[N], Calls[N].Exit, Next);
    }
    bool Any = any_of(Calls, [](const RegionCalls &Done) { return Done.Widths.Full > 1; });
    for (RegionCalls &Done : Calls)
        Functions.erase(Done, Packed);
    return Any ? Widths : PackWidths();
}

// Makes the region a function for one work-item, in which primitives stay calls.
Function *
RegionBuilder::outlineRegion(unsigned Number, RegionFunctions &Functions)
{
    const Region &R = Graph.Regions[Number];
    LLVMContext &Ctx = Kernel.getContext();
    Function *F = Functions.create(Number, leavesSeveralWays(R));
    ItemLoop Frame = {};

    Frame.Preheader = BasicBlock::Create(Ctx, "entry", F);
    Frame.Body = BasicBlock::Create(Ctx, "region", F);
    Frame.Latch = BasicBlock::Create(Ctx, "region.end", F);
    IRBuilder<> B(Frame.Preheader);
    if (!Layout.Slots.empty())
        Frame.LinearId = Functions.createLinearId(B);
    B.CreateBr(Frame.Body);
    Clone C(R, Frame, F, &Functions);
    cloneRegion(C);
    IRBuilder<> AtEnd(Frame.Latch);
    if (C.Next)
        AtEnd.CreateRet(C.Next);
    else
        AtEnd.CreateRetVoid();
    removeUnreachableBlocks(*F); // such as the end of a region that never ends
    for (BasicBlock &BB : *F)
        if (BB.getSinglePredecessor())
            FoldSingleEntryPHINodes(&BB); // joins of which the region has one edge
    return F;
}

void
RegionBuilder::cloneRegion(Clone &C)
{
    for (auto [N, Arg] : enumerate(Kernel.args()))
        C.Map[&Arg] = C.Outlined ? static_cast<Value *>(C.Into->getArg(N)) : Entry.Arguments[N];
    mapVariables(C);
    mapLiveValues(C);
    cloneBlocks(C);
    endBlocks(C);
    saveLiveValues(C);
    repairRedefined(C);
    if (!C.Outlined) {
        describeToDebugger(C);
        replacePrimitives(C);
    }
    markMemory(C);
    if (!C.Outlined)
        markLifetimes(C);
    for (auto &[I, Value] : reverse(C.Reloaded))
        // What a primitive gives belongs to the entry, and later regions use it again.
        if (auto *Load = dyn_cast<Instruction>(Value);
            Load && Load->use_empty() && !isa<AllocaInst>(Load) && !classifyPrimitive(I) && !Load->isUsedByMetadata())
            Load->eraseFromParent();
}

void
RegionBuilder::cloneBlocks(Clone &C)
{
    for (BasicBlock *BB : C.R.Blocks) {
        BasicBlock *Copy = BasicBlock::Create(BB->getContext(), BB->getName(), C.Into, C.Loop.Latch);
        C.Map[BB] = Copy;
        C.Blocks.push_back(Copy);
        for (Instruction &I : *BB) {
            if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && Alloca->isStaticAlloca())
                continue;
            if (auto *Marker = dyn_cast<LifetimeIntrinsic>(&I)) {
                auto *Alloca = dyn_cast<AllocaInst>(Marker->getArgOperand(0));
                if (Alloca && Layout.Variables.contains(Alloca))
                    continue;
            }
            Instruction *New = I.clone();
            New->insertInto(Copy, Copy->end());
            New->cloneDebugInfoFrom(&I);
            if (I.hasName())
                New->setName(I.getName());
            C.Map[&I] = New;
        }
    }
    IRBuilder<>(C.Loop.Body).CreateBr(C.Blocks[0]);
}

// Barriers and returns end the work-item; edges that no longer exist leave the phis.
void
RegionBuilder::endBlocks(Clone &C)
{
    IRBuilder<> B(Kernel.getContext());

    if (leavesSeveralWays(C.R))
        C.Next = PHINode::Create(B.getInt32Ty(), 2, "next.region", C.Loop.Latch->begin());
    for (auto [BB, Copy] : zip(C.R.Blocks, C.Blocks)) {
        for (PHINode &Phi : BB->phis()) {
            auto *New = cast<PHINode>(C.Map[&Phi]);
            for (unsigned N = Phi.getNumIncomingValues(); N-- > 0;)
                if (!C.Map.lookup(Phi.getIncomingBlock(N)))
                    New->removeIncomingValue(N, /*DeletePHIIfEmpty=*/false);
        }
        unsigned After = Graph.regionAfter(BB);
        Instruction *End = Copy->getTerminator();
        if (!After && !isa<ReturnInst>(End))
            continue;
        B.SetInsertPoint(End);
        B.CreateBr(C.Loop.Latch);
        if (C.Next)
            C.Next->addIncoming(B.getInt32(After), Copy);
        End->eraseFromParent();
    }
    for (BasicBlock *Copy : C.Blocks) {
        for (Instruction &I : *Copy) {
            RemapInstruction(&I, C.Map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
            RemapDbgRecordRange(Kernel.getParent(), I.getDbgRecordRange(), C.Map,
                                RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        }
    }
}

// A variable in the context is at another address for each work-item: the debugger finds the address in a variable of
// the entry, which each region sets.
void
RegionBuilder::describeVariable(Clone &C, AllocaInst &Alloca, Value &Address)
{
    SmallVector<DbgVariableRecord *, 2> Records;

    findDbgUsers(&Alloca, Records);
    if (Records.empty())
        return;
    AllocaInst *&Where = Addresses[&Alloca];
    if (!Where)
        Where = Entry.createVariable(Address.getType(), Align(8), Alloca.getName() + ".address");
    IRBuilder<>(C.Loop.Body->getTerminator()).CreateAlignedStore(&Address, Where, Align(8));
    Records.clear();
    findDbgUsers(&Address, Records); // the copies of this region
    for (DbgVariableRecord *Record : Records) {
        if (!Record->isDbgDeclare() || Record->hasArgList())
            continue;
        Record->replaceVariableLocationOp(&Address, Where);
        Record->setExpression(DIExpression::prepend(Record->getExpression(), DIExpression::DerefBefore));
    }
}

// A value that was brought back is told to the debugger again, because the record that said so may be in an earlier
// region. Only a variable that never has another value is sure to have this one now.
void
RegionBuilder::describeValue(Clone &C, Instruction &I, Value &Start)
{
    DIBuilder Builder(*Kernel.getParent(), /*AllowUnresolved=*/false);
    SmallVector<DbgVariableRecord *, 2> Records;

    findDbgUsers(&I, Records);
    for (DbgVariableRecord *Record : Records) {
        if (RecordCounts.lookup(DebugVariable(Record)) == 1 && Record->isDbgValue() && !Record->hasArgList())
            Builder.insertDbgValueIntrinsic(&Start, Record->getVariable(), Record->getExpression(),
                                            Record->getDebugLoc(), C.Loop.Body->getTerminator()->getIterator());
    }
}

void
RegionBuilder::describeToDebugger(Clone &C)
{
    if (!Kernel.getSubprogram())
        return;
    for (auto &[I, Start] : C.Reloaded) {
        if (auto *Alloca = dyn_cast<AllocaInst>(I))
            describeVariable(C, *Alloca, *Start);
        else if (!C.Map.lookup(I->getParent()))
            describeValue(C, *I, *Start);
    }
}

void
RegionBuilder::replacePrimitives(Clone &C)
{
    for (BasicBlock *Copy : C.Blocks) {
        for (Instruction &I : make_early_inc_range(*Copy)) {
            PrimitiveCall Call = classifyPrimitive(&I);
            if (!Call)
                continue;
            Value *Known = Entry.primitive(Call, C.Loop);
            I.replaceAllUsesWith(Known);
            I.eraseFromParent();
        }
    }
}

// What each access may touch; by-value arguments never change.
void
RegionBuilder::markMemory(Clone &C)
{
    for (BasicBlock *BB : C.R.Blocks) {
        for (Instruction &I : *BB) {
            if (!I.mayReadOrWriteMemory() || classifyPrimitive(&I))
                continue;
            auto *New = dyn_cast_or_null<Instruction>(static_cast<Value *>(C.Map.lookup(&I)));
            if (!New)
                continue;
            Scopes.markAccess(*New);
            auto *Load = dyn_cast<LoadInst>(&I);
            auto *Arg = Load ? dyn_cast<Argument>(Load->getPointerOperand()->stripInBoundsOffsets()) : nullptr;
            if (Arg && Arg->hasByValAttr() && !Load->isVolatile())
                New->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(Kernel.getContext(), {}));
        }
    }
}

// A variable of one region starts anew with each work-item: without this LLVM would carry it along. A debugger may
// look at it later.
void
RegionBuilder::markLifetimes(Clone &C)
{
    if (Kernel.getSubprogram())
        return;
    for (Instruction &I : Kernel.getEntryBlock()) {
        auto *Alloca = dyn_cast<AllocaInst>(&I);
        if (!Alloca || !Shared.contains(Alloca))
            continue;
        AllocaInst *Variable = Shared[Alloca];
        bool Used = false, Marked = false;
        for (User *U : Variable->users()) {
            auto *User = cast<Instruction>(U);
            Used |= is_contained(C.Blocks, User->getParent());
        }
        for (User *U : Alloca->users())
            Marked |= isa<LifetimeIntrinsic>(U);
        if (!Used || Marked)
            continue;
        IRBuilder<>(C.Loop.Body, C.Loop.Body->getFirstInsertionPt()).CreateLifetimeStart(Variable);
        IRBuilder<>(C.Loop.Latch, C.Loop.Latch->getFirstInsertionPt()).CreateLifetimeEnd(Variable);
    }
}

void
RegionBuilder::enterGroup()
{
    if (!Graph.HasSubGroups) {
        IRBuilder<>(Entry.GroupBody).CreateBr(Blocks[0].Preheader);
        return;
    }
    IRBuilder<> B(Entry.SubGroups.Body);
    SwitchInst *Switch = B.CreateSwitch(Entry.SubGroups.Phase, Blocks[0].Preheader);
    for (unsigned N = 1; N < Graph.Regions.size(); ++N)
        if (!Graph.Regions[N].InSubGroup)
            Switch->addCase(B.getInt32(N), Blocks[N].Preheader);
}

// A sub-group goes on past its own barriers, and waits for the others at those of the group and at the kernel's end.
void
RegionBuilder::leaveRegionOfSubGroup(const Region &R, BasicBlock *Exit, Value *Next)
{
    IRBuilder<> B(Exit);
    const SmallSetVector<unsigned, 4> Targets(R.Next.begin(), R.Next.end());

    if (!Next && !Targets.empty() && Graph.Regions[Targets.front()].InSubGroup) {
        B.CreateBr(Blocks[Targets.front()].Preheader);
        return;
    }
    Entry.SubGroups.After->addIncoming(Next ? Next : B.getInt32(Targets.empty() ? 0 : Targets.front()), Exit);
    if (!Next) {
        B.CreateBr(Entry.SubGroups.Latch);
        return;
    }
    SwitchInst *Switch = B.CreateSwitch(Next, Entry.SubGroups.Latch);
    for (unsigned Target : Targets)
        if (Graph.Regions[Target].InSubGroup)
            Switch->addCase(B.getInt32(Target), Blocks[Target].Preheader);
}

void
RegionBuilder::leaveRegion(const Region &R, BasicBlock *Exit, Value *Next)
{
    SmallSetVector<unsigned, 4> Targets(R.Next.begin(), R.Next.end());
    IRBuilder<> B(Exit);

    if (Graph.HasSubGroups) {
        leaveRegionOfSubGroup(R, Exit, Next);
        return;
    }
    if (!Next) {
        // A region that never ends has no target at all, and nothing reaches this block.
        B.CreateBr(Targets.empty() ? Entry.GroupLatch : Blocks[Targets.front()].Preheader);
        return;
    }
    // All work-items go the same way, so that any of them can say which; the last one does.
    BasicBlock *Default = R.Returns ? Entry.GroupLatch : Blocks[Targets.back()].Preheader;
    if (!R.Returns)
        Targets.pop_back();
    SwitchInst *Switch = B.CreateSwitch(Next, Default, Targets.size());
    for (unsigned Target : Targets)
        Switch->addCase(B.getInt32(Target), Blocks[Target].Preheader);
}

} // namespace weft
