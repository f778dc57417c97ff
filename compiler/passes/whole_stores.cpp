// SPDX-License-Identifier: Apache-2.0
// Pass whole-stores: stores of all elements of a structure stay stores of all of them.
#include "compiler/passes/whole_stores.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

// Computations of addresses are seldom deeper.
static constexpr unsigned MaxDepth = 6;

// Whether both are the same computation, repeated.
static bool
areSame(const Value *A, const Value *B, unsigned Depth = MaxDepth)
{
    if (A == B)
        return true;
    const auto *First = dyn_cast<Instruction>(A);
    const auto *Second = dyn_cast<Instruction>(B);
    if (!First || !Second || !Depth || isa<PHINode, AllocaInst>(First) || First->mayReadOrWriteMemory() ||
        !First->isSameOperationAs(Second))
        return false;
    for (auto [X, Y] : zip_equal(First->operands(), Second->operands()))
        if (!areSame(X, Y, Depth - 1))
            return false;
    return true;
}

namespace {

// Where an access lies behind what its address is computed from.
struct Place {
    const Value *Base;
    int64_t Start, End; // bytes

    Place(const Value *Pointer, Type *T, const DataLayout &Layout)
    {
        APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
        Base = Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
        Start = Offset.getSExtValue();
        End = Start + Layout.getTypeStoreSize(T).getKnownMinValue();
    }
    bool isSame(const Place &Other) const { return Start == Other.Start && areSame(Base, Other.Base); }
    bool isNextTo(const Place &Other) const
    {
        return (Start == Other.End || End == Other.Start) && areSame(Base, Other.Base);
    }
};

struct SimpleStore {
    StoreInst *Store;
    Place Its;
    bool Changes; // not just what was loaded from there
};

} // namespace

static bool
isUnchanged(const StoreInst &Store, const Place &Its)
{
    const auto *Load = dyn_cast<LoadInst>(Store.getValueOperand());

    return Load && Load->isSimple() && Load->getPointerAddressSpace() == Store.getPointerAddressSpace() &&
           Its.isSame(Place(Load->getPointerOperand(), Load->getType(), Store.getDataLayout()));
}

// What is next to a store that changes something, and so on.
static bool
keepNeighbours(SmallVectorImpl<SimpleStore> &Stores)
{
    SmallVector<const SimpleStore *, 16> Work;
    bool Changed = false;

    for (const SimpleStore &One : Stores)
        if (One.Changes)
            Work.push_back(&One);
    while (!Work.empty()) {
        const SimpleStore &Beside = *Work.pop_back_val();
        for (SimpleStore &One : Stores) {
            if (One.Changes || !One.Its.isNextTo(Beside.Its))
                continue;
            IRBuilder<> B(One.Store);
            One.Store->setOperand(0, B.CreateFreeze(One.Store->getValueOperand()));
            One.Changes = Changed = true;
            Work.push_back(&One);
        }
    }
    return Changed;
}

PreservedAnalyses
WholeStoresPass::run(Function &F, FunctionAnalysisManager &)
{
    bool Changed = false;

    for (BasicBlock &BB : F) {
        SmallVector<SimpleStore, 16> Stores;
        for (Instruction &I : BB) {
            auto *Store = dyn_cast<StoreInst>(&I);
            if (!Store || !Store->isSimple())
                continue;
            const Place Its(Store->getPointerOperand(), Store->getValueOperand()->getType(), F.getDataLayout());
            Stores.push_back({Store, Its, !isUnchanged(*Store, Its)});
        }
        if (any_of(Stores, [](const SimpleStore &One) { return !One.Changes; }))
            Changed |= keepNeighbours(Stores);
    }
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
