// SPDX-License-Identifier: Apache-2.0
// Locks that work-items take in a loop.
#include "compiler/packing/analysis/spin_locks.h"

#include "compiler/analysis/attempts.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

// Operations whose result a loop may wait for.
static bool
isTry(const Instruction &I)
{
    const auto *Load = dyn_cast<LoadInst>(&I);

    return isa<AtomicRMWInst, AtomicCmpXchgInst>(I) || (Load && !Load->isSimple());
}

// What the instruction reads or writes, without casts.
static const Value *
placeOf(const Instruction &I)
{
    return MemoryLocation::get(&I).Ptr->stripPointerCasts();
}

static bool
isWrite(const Instruction &I)
{
    return isa<AtomicRMWInst, AtomicCmpXchgInst, StoreInst>(I);
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
    // A loop that tries until it succeeds gives nothing back. One that tries until nobody came in between waits for
    // nobody.
    auto LoopThatTries = [&](const Instruction &I) {
        const Loop *L = isTry(I) ? Loops.getLoopFor(I.getParent()) : nullptr;
        return L && decidesExit(I, *L) && !(L->getNumBlocks() == 1 && attemptIn(*L->getHeader())) ? L : nullptr;
    };
    for (const Instruction &Try : instructions(F)) {
        const Loop *L = LoopThatTries(Try);
        if (!L)
            continue;
        const Value *Lock = placeOf(Try);
        for (const Instruction &I : instructions(F))
            if (isWrite(I) && !L->contains(&I) && isSamePlace(Lock, placeOf(I)) && !LoopThatTries(I))
                return true;
    }
    return false;
}

} // namespace weft
