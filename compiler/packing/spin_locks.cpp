// SPDX-License-Identifier: Apache-2.0
// Locks that work-items take in a loop.
#include "compiler/packing/spin_locks.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

// What the instruction writes to, without casts, or null.
static const Value *
writtenPlace(const Instruction &I)
{
    if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
        return Update->getPointerOperand()->stripPointerCasts();
    if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
        return Exchange->getPointerOperand()->stripPointerCasts();
    if (const auto *Store = dyn_cast<StoreInst>(&I))
        return Store->getPointerOperand()->stripPointerCasts();
    return nullptr;
}

static bool
isTry(const Instruction &I)
{
    return isa<AtomicRMWInst, AtomicCmpXchgInst>(I);
}

static bool
isSamePlace(const Value *A, const Value *B)
{
    const auto *First = dyn_cast<GetElementPtrInst>(A), *Second = dyn_cast<GetElementPtrInst>(B);

    return A == B || (First && Second && First->isIdenticalTo(Second));
}

// Whether the result says that the loop is left.
static bool
decidesExit(const Instruction &Try, const Loop &L)
{
    SmallVector<BasicBlock *, 4> Exiting;
    SmallVector<const Value *, 16> Work;
    SmallPtrSet<const Value *, 16> Seen;

    L.getExitingBlocks(Exiting);
    for (const BasicBlock *BB : Exiting) {
        if (const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator()); Branch && Branch->isConditional())
            Work.push_back(Branch->getCondition());
        else if (const auto *Switch = dyn_cast<SwitchInst>(BB->getTerminator()))
            Work.push_back(Switch->getCondition());
    }
    while (!Work.empty()) {
        const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
        if (!I || !L.contains(I) || !Seen.insert(I).second)
            continue;
        if (I == &Try)
            return true;
        append_range(Work, I->operands());
    }
    return false;
}

bool
takesLocks(Function &F)
{
    if (none_of(instructions(F), isTry))
        return false;
    const DominatorTree Tree(F);
    const LoopInfo Loops(Tree);
    for (const Instruction &Try : instructions(F)) {
        const Loop *L = isTry(Try) ? Loops.getLoopFor(Try.getParent()) : nullptr;
        if (!L || !decidesExit(Try, *L))
            continue;
        const Value *Lock = writtenPlace(Try);
        for (const Instruction &I : instructions(F))
            if (const Value *Place = L->contains(&I) ? nullptr : writtenPlace(I); Place && isSamePlace(Lock, Place))
                return true;
    }
    return false;
}

} // namespace weft
