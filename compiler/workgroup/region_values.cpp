// SPDX-License-Identifier: Apache-2.0
// Of an entry's regions: how values and variables get from one to the next.
#include "compiler/workgroup/region_builder.h"

#include "compiler/analysis/kernels.h"
#include "compiler/kernel_abi.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace weft {

// Where a slot's array starts.
Value *
RegionBuilder::slotBase(unsigned Slot)
{
    if (!SlotBases[Slot]) {
        Value *Context = Entry.context();
        Value *Padded = Entry.paddedItems();
        IRBuilder<> B(Entry.Entry->getEntryBlock().getTerminator());
        if (Layout.Alignment > WEFT_ARENA_ALIGN)
            Context = B.CreateIntrinsic(Intrinsic::ptrmask, {Context->getType(), B.getInt64Ty()},
                                        {B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Context, Layout.Alignment - 1),
                                         B.getInt64(-Layout.Alignment)});
        Value *Offset = B.CreateMul(Padded, B.getInt64(Layout.Slots[Slot].Offset), "", true, true);
        SlotBases[Slot] = B.CreateInBoundsGEP(B.getInt8Ty(), Context, Offset, "context.slot");
    }
    return SlotBases[Slot];
}

// Where the work-item's part of a slot lies.
Value *
RegionBuilder::slotAddress(unsigned Slot, const Clone &C, IRBuilderBase &B, const Twine &Name)
{
    Value *Base = C.Outlined ? C.Outlined->slot(*C.Into, Slot) : slotBase(Slot);

    return B.CreateInBoundsGEP(ArrayType::get(B.getInt8Ty(), Layout.Slots[Slot].Size), Base, C.Loop.LinearId, Name);
}

Value *
RegionBuilder::loadSlots(const ValuePlace &Place, Type *T, Clone &C, IRBuilderBase &B, const Twine &Name)
{
    Type *Part = Layout.slotType(T);
    Value *Whole = nullptr;

    if (Place.Slots.size() > 1)
        Whole = PoisonValue::get(T);
    for (auto [N, Slot] : enumerate(Place.Slots)) {
        Value *Address = slotAddress(Slot, C, B, Name + ".slot");
        LoadInst *Load = B.CreateAlignedLoad(Part, Address, Align(Layout.Slots[Slot].Align), Name);
        Scopes.markSlot(*Load, Slot);
        Value *V = Part == T->getScalarType() || Part == T ? static_cast<Value *>(Load)
                                                           : B.CreateTrunc(Load, T->getScalarType(), Name);
        Whole = isa<VectorType>(T) && Part != T ? B.CreateInsertElement(Whole ? Whole : PoisonValue::get(T), V, N) : V;
    }
    return Whole;
}

void
RegionBuilder::storeSlots(const ValuePlace &Place, Value *V, Clone &C, IRBuilderBase &B, const Twine &Name)
{
    Type *Part = Layout.slotType(V->getType());

    for (auto [N, Slot] : enumerate(Place.Slots)) {
        Value *Stored = isa<VectorType>(V->getType()) && Part != V->getType() ? B.CreateExtractElement(V, N) : V;
        if (Stored->getType() != Part)
            Stored = B.CreateZExt(Stored, Part);
        Value *Address = slotAddress(Slot, C, B, Name + ".slot");
        Scopes.markSlot(*B.CreateAlignedStore(Stored, Address, Align(Layout.Slots[Slot].Align)), Slot);
    }
}

// Where the entry keeps a value that is the same for all work-items. A sub-group may be done with the value when the
// next one begins, so that each has a place of its own.
Value *
RegionBuilder::createUniform(Instruction *I)
{
    const auto &Place = Layout.Values.find(I)->second;

    if (!Graph.HasSubGroups)
        return Entry.createVariable(I->getType(), I->getDataLayout().getPrefTypeAlign(I->getType()),
                                    I->getName() + ".uniform");
    return slotOfSubGroup(Place.Slots[0]);
}

// Where the part of a slot is that belongs to the first work-item of the sub-group.
Value *
RegionBuilder::slotOfSubGroup(unsigned Slot)
{
    Value *Base = slotBase(Slot);
    IRBuilder<> B(Entry.SubGroups.Body);

    if (Instruction *Switch = Entry.SubGroups.Body->getTerminator())
        B.SetInsertPoint(Switch);
    return B.CreateInBoundsGEP(ArrayType::get(B.getInt8Ty(), Layout.Slots[Slot].Size), Base, Entry.SubGroups.First,
                               "sub.group.slot");
}

Value *
RegionBuilder::uniformAddress(Instruction *I, const Clone &C)
{
    if (C.Outlined)
        return C.Outlined->uniformAddress(*C.Into, I);
    Value *&Address = Uniforms[I];
    if (!Address)
        Address = createUniform(I);
    return Address;
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
            C.Map[Alloca] = C.Reloaded[Alloca] = slotAddress(Variable->second, C, B, Alloca->getName());
            continue;
        }
        Type *T = Alloca->getAllocatedType();
        if (Alloca->isArrayAllocation())
            T = ArrayType::get(T, cast<ConstantInt>(Alloca->getArraySize())->getZExtValue());
        if (C.Outlined) {
            AllocaInst *Own =
                IRBuilder<>(C.Loop.Preheader->getTerminator()).CreateAlloca(T, nullptr, Alloca->getName());
            Own->setAlignment(Alloca->getAlign());
            C.Map[Alloca] = Own;
            continue;
        }
        AllocaInst *&Own = Shared[Alloca];
        if (!Own)
            Own = Entry.createVariable(T, Alloca->getAlign(), Alloca->getName());
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
    if (PrimitiveCall Call = classifyPrimitive(I); Call && !C.Outlined)
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
        C.Reloaded[I] = C.Map[I] =
            Place.Kind == Storage::Uniform && C.Outlined ? C.Outlined->uniformValue(*C.Into, I)
            : Place.Kind == Storage::Uniform
                ? Once.CreateAlignedLoad(I->getType(), uniformAddress(I, C),
                                         I->getDataLayout().getPrefTypeAlign(I->getType()), I->getName())
                : loadSlots(Place, I->getType(), C, Each, I->getName());
    }
    for (Instruction *I : C.R.LiveIn)
        if (Layout.Values.find(I)->second.Kind == Storage::Recompute)
            C.Reloaded[I] = recompute(I, C, Each);
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
            if (Place.Kind == Storage::Uniform)
                B.CreateAlignedStore(C.Map[I], uniformAddress(I, C), I->getDataLayout().getPrefTypeAlign(I->getType()));
            else
                storeSlots(Place, C.Map[I], C, B, I->getName());
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
        const ValuePlace &Place = Layout.Values.find(I)->second;
        if (Place.Kind == Storage::Recompute && !Place.Changes) { // the same value wherever it is computed
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

} // namespace weft
