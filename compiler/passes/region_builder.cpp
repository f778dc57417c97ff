// SPDX-License-Identifier: Apache-2.0
// Fills an entry with the kernel's regions, each in its own loop over the work-items of a group.
#include "compiler/passes/region_builder.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace weft {

struct RegionBuilder::Clone {
    Clone(const Region &Source, const ItemLoop &Target) : R(Source), Loop(Target) {}

    const Region &R;
    const ItemLoop &Loop;
    ValueToValueMapTy Map;
    MapVector<Instruction *, Value *> Reloaded; // kernel's value -> its value at the start of the region
    SmallVector<BasicBlock *, 16> Blocks;       // the copies, as R.Blocks
    PHINode *Next = nullptr;                    // which region follows, where there is a choice
};

RegionBuilder::RegionBuilder(Function &K, const RegionGraph &G, const ContextLayout &L, EntryBuilder &E)
    : Kernel(K), Graph(G), Layout(L), Entry(E), SlotBases(L.Slots.size()), Scopes(K, L)
{
    for (Instruction &I : instructions(Kernel))
        for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
            ++RecordCounts[DebugVariable(&Record)];
}

void
RegionBuilder::build()
{
    for (unsigned N = 0; N < Graph.Regions.size(); ++N)
        Loops.push_back(Entry.createItemLoop(N == 0 ? Twine("items") : Twine("items.") + Twine(N)));
    IRBuilder<>(Entry.GroupBody).CreateBr(Loops[0].Preheader);
    for (unsigned N = 0; N < Graph.Regions.size(); ++N)
        buildRegion(N);
}

void
RegionBuilder::buildRegion(unsigned Number)
{
    Clone C(Graph.Regions[Number], Loops[Number]);

    for (auto [Arg, Value] : zip(Kernel.args(), Entry.Arguments))
        C.Map[&Arg] = Value;
    mapVariables(C);
    mapLiveValues(C);
    cloneBlocks(C);
    endBlocks(C);
    saveLiveValues(C);
    repairRedefined(C);
    describeToDebugger(C);
    replacePrimitives(C);
    markMemory(C);
    markLifetimes(C);
    leaveRegion(C);
    for (auto &[I, Value] : reverse(C.Reloaded))
        if (auto *Load = dyn_cast<Instruction>(Value); Load && Load->use_empty() && !isa<AllocaInst>(Load) &&
                                                        !Load->isUsedByMetadata())
            Load->eraseFromParent();
}

// Where the work-item's part of a slot lies.
Value *
RegionBuilder::slotAddress(unsigned Slot, const ItemLoop &Loop, IRBuilderBase &B, const Twine &Name)
{
    const ContextSlot &S = Layout.Slots[Slot];

    if (!SlotBases[Slot]) {
        Value *Context = Entry.context();
        Value *Padded = Entry.paddedItems();
        IRBuilder<> AtEntry(Entry.Entry->getEntryBlock().getTerminator());
        Value *Offset = AtEntry.CreateMul(Padded, AtEntry.getInt64(S.Offset), "", true, true);
        SlotBases[Slot] = AtEntry.CreateInBoundsGEP(B.getInt8Ty(), Context, Offset, "context.slot");
    }
    return B.CreateInBoundsGEP(ArrayType::get(B.getInt8Ty(), S.Size), SlotBases[Slot], Loop.LinearId, Name);
}

void
RegionBuilder::mapVariables(Clone &C)
{
    IRBuilder<> B(C.Loop.Body);

    for (Instruction &I : Kernel.getEntryBlock()) {
        auto *Alloca = dyn_cast<AllocaInst>(&I);
        if (!Alloca || !Alloca->isStaticAlloca())
            continue;
        auto Variable = Layout.Variables.find(Alloca);
        if (Variable != Layout.Variables.end()) {
            C.Map[Alloca] = C.Reloaded[Alloca] =
                slotAddress(Variable->second, C.Loop, B, Alloca->getName());
            continue;
        }
        AllocaInst *&Own = Shared[Alloca];
        if (!Own) {
            Type *T = Alloca->getAllocatedType();
            if (Alloca->isArrayAllocation())
                T = ArrayType::get(T, cast<ConstantInt>(Alloca->getArraySize())->getZExtValue());
            Own = Entry.createVariable(T, Alloca->getAlign(), Alloca->getName());
        }
        C.Map[Alloca] = Own;
    }
}

Value *
RegionBuilder::recompute(Value *V, Clone &C, IRBuilderBase &B)
{
    auto *I = dyn_cast<Instruction>(V);

    if (!I)
        return isa<Argument>(V) ? static_cast<Value *>(C.Map[V]) : V;
    if (Value *Known = C.Map.lookup(I))
        return Known;
    if (PrimitiveCall Call = classifyPrimitive(I))
        return C.Map[I] = Entry.primitive(Call, C.Loop);
    SmallVector<Value *, 4> Operands;
    for (Value *Operand : I->operands())
        Operands.push_back(recompute(Operand, C, B));
    Instruction *Copy = I->clone();
    for (auto [N, Operand] : enumerate(Operands))
        Copy->setOperand(N, Operand);
    B.Insert(Copy, I->getName());
    return C.Map[I] = Copy;
}

void
RegionBuilder::mapLiveValues(Clone &C)
{
    IRBuilder<> Once(C.Loop.Preheader->getTerminator());
    IRBuilder<> Each(C.Loop.Body);

    // Uniform and saved values first; nothing is computed from them, but they keep their names this way.
    for (Instruction *I : C.R.LiveIn) {
        const ValuePlace &Place = Layout.Values.find(I)->second;
        if (Place.Kind == Storage::Recompute)
            continue;
        LoadInst *Load;
        if (Place.Kind == Storage::Uniform) {
            AllocaInst *&Variable = Shared[I];
            if (!Variable)
                Variable = Entry.createVariable(I->getType(), I->getDataLayout().getPrefTypeAlign(I->getType()),
                                                I->getName() + ".uniform");
            Load = Once.CreateAlignedLoad(I->getType(), Variable, Variable->getAlign(), I->getName());
        } else {
            Value *Address = slotAddress(Place.Slot, C.Loop, Each, I->getName() + ".slot");
            Load = Each.CreateAlignedLoad(I->getType(), Address, Align(Layout.Slots[Place.Slot].Align), I->getName());
            Scopes.markSlot(*Load, Place.Slot);
        }
        C.Reloaded[I] = C.Map[I] = Load;
    }
    for (Instruction *I : C.R.LiveIn)
        if (Layout.Values.find(I)->second.Kind == Storage::Recompute)
            C.Reloaded[I] = recompute(I, C, Each);
}

void
RegionBuilder::cloneBlocks(Clone &C)
{
    for (BasicBlock *BB : C.R.Blocks) {
        BasicBlock *Copy = BasicBlock::Create(BB->getContext(), BB->getName(), Entry.Entry, C.Loop.Latch);
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
    SmallSetVector<unsigned, 4> Targets(C.R.Next.begin(), C.R.Next.end());
    IRBuilder<> B(Kernel.getContext());

    if (Targets.size() + C.R.Returns > 1)
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

void
RegionBuilder::saveLiveValues(Clone &C)
{
    for (auto [BB, Copy] : zip(C.R.Blocks, C.Blocks)) {
        unsigned After = Graph.regionAfter(BB);
        if (!After)
            continue;
        IRBuilder<> B(Copy->getTerminator());
        for (Instruction *I : Graph.Regions[After].LiveIn) {
            const ValuePlace &Place = Layout.Values.find(I)->second;
            // What this region did not compute is where it was.
            if (Place.Kind == Storage::Recompute || !C.Map.lookup(I->getParent()))
                continue;
            if (Place.Kind == Storage::Uniform) {
                AllocaInst *&Variable = Shared[I];
                if (!Variable)
                    Variable = Entry.createVariable(I->getType(), I->getDataLayout().getPrefTypeAlign(I->getType()),
                                                    I->getName() + ".uniform");
                B.CreateAlignedStore(C.Map[I], Variable, Variable->getAlign());
            } else {
                Value *Address = slotAddress(Place.Slot, C.Loop, B, I->getName() + ".slot");
                StoreInst *Store = B.CreateAlignedStore(C.Map[I], Address, Align(Layout.Slots[Place.Slot].Align));
                Scopes.markSlot(*Store, Place.Slot);
            }
        }
    }
}

// A value that the region both takes over and computes anew (a loop around a barrier) has two definitions.
void
RegionBuilder::repairRedefined(Clone &C)
{
    for (auto &[I, Start] : C.Reloaded) {
        if (isa<AllocaInst>(I) || !C.Map.lookup(I->getParent()))
            continue;
        auto *New = cast<Instruction>(C.Map[I]);
        if (New == Start)
            continue;
        if (Layout.Values.find(I)->second.Kind == Storage::Recompute) { // the same value wherever it is computed
            New->replaceAllUsesWith(Start);
            New->eraseFromParent();
            C.Map[I] = Start;
            continue;
        }
        SSAUpdater Updater;
        Updater.Initialize(I->getType(), I->getName());
        Updater.AddAvailableValue(C.Loop.Body, Start);
        Updater.AddAvailableValue(New->getParent(), New);
        SmallVector<Use *, 8> Uses;
        for (Use &U : New->uses()) {
            auto *User = cast<Instruction>(U.getUser());
            if (isa<PHINode>(User) || User->getParent() != New->getParent())
                Uses.push_back(&U);
        }
        for (Use *U : Uses)
            Updater.RewriteUse(*U);
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
RegionBuilder::leaveRegion(Clone &C)
{
    SmallSetVector<unsigned, 4> Targets(C.R.Next.begin(), C.R.Next.end());
    IRBuilder<> B(C.Loop.Exit);

    if (!C.Next) {
        // A region that never ends has no target at all, and nothing reaches this block.
        B.CreateBr(Targets.empty() ? Entry.GroupLatch : Loops[Targets.front()].Preheader);
        return;
    }
    // All work-items go the same way, so that any of them can say which; the last one does.
    BasicBlock *Default = C.R.Returns ? Entry.GroupLatch : Loops[Targets.back()].Preheader;
    if (!C.R.Returns)
        Targets.pop_back();
    SwitchInst *Switch = B.CreateSwitch(C.Next, Default, Targets.size());
    for (unsigned Target : Targets)
        Switch->addCase(B.getInt32(Target), Loops[Target].Preheader);
}

} // namespace weft
