// SPDX-License-Identifier: Apache-2.0
// How each value and variable that lives across a barrier gets to the other side.
#include "compiler/workgroup/context_layout.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/recompute.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/kernel_abi.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

static bool
asksFor(const Function &Kernel, Primitive Kind)
{
    return any_of(instructions(Kernel), [=](const Instruction &I) { return classifyPrimitive(&I).Kind == Kind; });
}

ContextLayout::ContextLayout(Function &Kernel, RegionGraph &Graph, bool UseUniformity, bool IsForPacks)
    : ForPacks(IsForPacks)
{
    if (Graph.Regions.size() > 1) {
        std::optional<Uniformity> Uniform;
        if (UseUniformity)
            Uniform.emplace(Kernel);
        placeValues(Graph, Uniform ? &*Uniform : nullptr);
        assignSlots(Graph);
    }
    if (asksFor(Kernel, Primitive::Scratch)) {
        Scratch = addSlot(8);
        addSlot(8); // its other thirds: one slot of 24 bytes would have no alignment
        addSlot(8);
    }
    if (asksFor(Kernel, Primitive::SubGroupScratch))
        SubGroupScratch = addSlot(8);
    if (asksFor(Kernel, Primitive::SubGroupTray))
        SubGroupTray = addSlot(4);
    if (asksFor(Kernel, Primitive::SubGroupStates))
        SubGroupStates = addSlot(8);
    if (Graph.Regions.size() > 1 && Kernel.hasFnAttribute(WEFT_ATTRIBUTE_CHECK_BARRIERS))
        NextRegions = addSlot(4);
    if (Alignment > WEFT_ARENA_ALIGN)
        BytesPerItem += divideCeil(Alignment, WEFT_CONTEXT_PADDING);
}

unsigned
ContextLayout::addSlot(uint64_t Bytes)
{
    BytesPerItem = alignTo(BytesPerItem, Bytes);
    Slots.push_back({Bytes, BytesPerItem, Bytes});
    BytesPerItem += Bytes;
    return Slots.size() - 1;
}

// Whether work-items come back to the block without meeting in between: they may do so at different times then, and
// what all of them have in the block each time is not what all have at the next barrier.
static bool
isInCycleApart(const BasicBlock &Block, const SmallPtrSetImpl<const BasicBlock *> &Starts)
{
    SmallVector<const BasicBlock *, 16> Work(1, &Block);
    SmallPtrSet<const BasicBlock *, 16> Seen;

    while (!Work.empty())
        for (const BasicBlock *Next : successors(Work.pop_back_val())) {
            if (Starts.contains(Next))
                continue;
            if (Next == &Block)
                return true;
            if (Seen.insert(Next).second)
                Work.push_back(Next);
        }
    return false;
}

// Addresses next to each other stay that where they are computed again, from the counters of loops as well: what they
// are computed from lives as long as they do, and has the value then that it had when they were computed, as its
// definition dominates theirs.
static void
keepLeaves(RegionGraph &Graph, const Uniformity &Uniform, SmallPtrSetImpl<Instruction *> &Changing)
{
    SmallPtrSet<const BasicBlock *, 16> Starts, Once;
    DenseMap<const BasicBlock *, bool> Apart;

    for (const Region &R : Graph.Regions) {
        Starts.insert(R.Start);
        if (R.RunsOnce)
            Once.insert(R.Blocks.begin(), R.Blocks.end());
    }
    auto IsForAll = [&](const Instruction *Leaf) {
        const BasicBlock *BB = Leaf->getParent();
        const auto [Place, IsNew] = Apart.try_emplace(BB, false);
        if (IsNew)
            Place->second = Once.contains(BB) || isInCycleApart(*BB, Starts);
        return !Place->second;
    };
    for (Region &R : Graph.Regions) {
        SmallVector<Instruction *, 4> Leaves;
        for (Instruction *I : R.LiveIn) {
            SmallVector<Instruction *, 4> Its;
            if (isCheapToRecompute(*I, &Uniform) || Uniform.isUniform(I) || !isCheapWithLeaves(*I, Uniform, Its) ||
                !all_of(Its, IsForAll))
                continue;
            Changing.insert(I);
            Leaves.append(Its);
        }
        R.LiveIn.insert(Leaves.begin(), Leaves.end());
    }
}

void
ContextLayout::placeValues(RegionGraph &Graph, const Uniformity *Uniform)
{
    SmallPtrSet<Instruction *, 8> Changing;

    if (Uniform)
        keepLeaves(Graph, *Uniform, Changing);
    for (const Region &R : Graph.Regions) {
        for (Instruction *I : R.LiveIn) {
            if (Values.contains(I))
                continue;
            const bool IsUniform = Uniform && Uniform->isUniform(I), Changes = Changing.contains(I);
            const Storage Kind = Changes || isCheapToRecompute(*I, IsUniform ? nullptr : Uniform) ? Storage::Recompute
                                 : IsUniform                                                      ? Storage::Uniform
                                                                                                  : Storage::Context;
            Values[I] = {Kind, Changes, {}};
        }
        for (AllocaInst *Alloca : R.LiveAllocas)
            Variables.insert({Alloca, 0});
    }
}

unsigned
ContextLayout::slotCount(Type *T) const
{
    auto *Vector = dyn_cast<FixedVectorType>(T);

    return ForPacks && Vector ? Vector->getNumElements() : 1;
}

Type *
ContextLayout::slotType(Type *T) const
{
    if (!ForPacks)
        return T;
    Type *Scalar = T->getScalarType();
    return Scalar->isIntegerTy() && Scalar->getIntegerBitWidth() < 8 ? Type::getInt8Ty(T->getContext()) : Scalar;
}

static ContextSlot
slotFor(Type *T, Align Alignment, const DataLayout &DL)
{
    return {DL.getTypeAllocSize(T).getFixedValue(), 0, Alignment.value()};
}

// Instructions that the value is chosen from, or from which it is chosen, as in the next round of a loop.
static SmallVector<const Instruction *, 4>
choices(const Instruction &I)
{
    SmallVector<const Instruction *, 4> Others;

    if (const auto *Phi = dyn_cast<PHINode>(&I))
        for (const Value *From : Phi->incoming_values())
            if (const auto *Its = dyn_cast<Instruction>(From))
                Others.push_back(Its);
    for (const User *U : I.users())
        if (const auto *Phi = dyn_cast<PHINode>(U))
            Others.push_back(Phi);
    return Others;
}

void
ContextLayout::assignSlots(const RegionGraph &Graph)
{
    struct Candidate {
        Instruction *Value;
        unsigned Part; // of its slots
        AllocaInst *Variable;
        ContextSlot Slot;
        SmallVector<unsigned, 4> LiveAt; // regions
    };
    SmallVector<Candidate, 16> Candidates;

    if (Values.empty() && Variables.empty())
        return;
    const DataLayout &DL =
        (Values.empty() ? cast<Instruction>(Variables.front().first) : Values.front().first)->getDataLayout();
    for (auto &[Alloca, Slot] : Variables) {
        uint64_t Align = Alloca->getAlign().value();
        uint64_t Size = alignTo(std::max<uint64_t>(Alloca->getAllocationSize(DL)->getFixedValue(), 1), Align);
        Candidates.push_back({nullptr, 0, Alloca, {Size, 0, Align}, {}});
    }
    for (auto &[I, Place] : Values) {
        Type *Part = slotType(I->getType());
        const ContextSlot Slot = slotFor(Part, DL.getABITypeAlign(Part), DL);
        for (unsigned N = 0; Place.Kind == Storage::Context && N < slotCount(I->getType()); ++N)
            Candidates.push_back({I, N, nullptr, Slot, {}});
        if (Place.Kind == Storage::Uniform && Graph.HasSubGroups)
            Candidates.push_back({I, 0, nullptr, slotFor(I->getType(), DL.getPrefTypeAlign(I->getType()), DL), {}});
    }
    for (Candidate &C : Candidates)
        for (unsigned R = 1; R < Graph.Regions.size(); ++R)
            if (C.Variable ? Graph.Regions[R].LiveAllocas.contains(C.Variable)
                           : Graph.Regions[R].LiveIn.contains(C.Value))
                C.LiveAt.push_back(R);
    // Each alignment in its turn, which keeps the order among equals.
    SmallVector<Candidate, 16> Sorted;
    for (uint64_t Align = UINT64_C(1) << 32; Align > 0; Align >>= 1)
        for (Candidate &C : Candidates)
            if (C.Slot.Align == Align)
                Sorted.push_back(std::move(C));
    Candidates = std::move(Sorted);

    DenseMap<std::pair<const Value *, unsigned>, unsigned> Numbers; // of candidates, by value and part
    for (unsigned N = 0; N < Candidates.size(); ++N)
        if (Candidates[N].Value)
            Numbers[{Candidates[N].Value, Candidates[N].Part}] = N;

    SmallVector<BitVector, 8> Busy; // per slot: regions at whose barrier it is taken
    SmallVector<bool, 8> Shareable;
    BitVector IsPlaced(Candidates.size());
    auto Fits = [&](const Candidate &C, unsigned Slot) {
        return C.Value && Shareable[Slot] && Slots[Slot].Size == C.Slot.Size && Slots[Slot].Align == C.Slot.Align &&
               none_of(C.LiveAt, [&](unsigned R) { return Busy[Slot].test(R); });
    };
    auto Put = [&](unsigned N, unsigned Slot) {
        const Candidate &C = Candidates[N];
        IsPlaced.set(N);
        for (unsigned R : C.LiveAt)
            Busy[Slot].set(R);
        if (!C.Value) {
            Variables[C.Variable] = Slot;
            return;
        }
        auto &Its = Values[C.Value].Slots;
        Its.resize(std::max<size_t>(Its.size(), C.Part + 1));
        Its[C.Part] = Slot;
    };
    for (unsigned First = 0; First < Candidates.size(); ++First) {
        if (IsPlaced.test(First))
            continue;
        unsigned Slot = 0;
        while (Slot < Slots.size() && !Fits(Candidates[First], Slot))
            ++Slot;
        if (Slot == Slots.size()) {
            Slots.push_back(Candidates[First].Slot);
            Busy.emplace_back(Graph.Regions.size());
            // A variable keeps its place for itself: it is written in the middle of regions.
            Shareable.push_back(Candidates[First].Value != nullptr);
        }
        Put(First, Slot);
        // What a loop carries to its next round stays where it is.
        SmallVector<unsigned, 8> Work = {First};
        while (!Work.empty()) {
            const Candidate &C = Candidates[Work.pop_back_val()];
            if (!C.Value)
                continue;
            for (const Instruction *Other : choices(*C.Value)) {
                const auto Found = Numbers.find({Other, C.Part});
                if (Found == Numbers.end() || IsPlaced.test(Found->second) || !Fits(Candidates[Found->second], Slot))
                    continue;
                Put(Found->second, Slot);
                Work.push_back(Found->second);
            }
        }
    }
    for (ContextSlot &Slot : Slots) {
        Slot.Offset = BytesPerItem = alignTo(BytesPerItem, Slot.Align);
        BytesPerItem += Slot.Size;
        Alignment = std::max(Alignment, Slot.Align);
    }
}

} // namespace weft
