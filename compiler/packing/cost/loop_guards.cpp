// SPDX-License-Identifier: Apache-2.0
// Conditions on which loops run at all.
#include "compiler/packing/cost/loop_guards.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

// What a counter or a bound is made of by casts and steps.
static const Value *
withoutSteps(const Value *V)
{
    const auto *I = dyn_cast<Instruction>(V);

    while (I && (isa<CastInst>(I) || (isa<BinaryOperator>(I) && isa<Constant>(I->getOperand(1))))) {
        V = I->getOperand(0);
        I = dyn_cast<Instruction>(V);
    }
    return V;
}

// Adds the comparisons that a condition is made of; false if it is made of something else as well.
static bool
addComparisons(const Value *Condition, SmallVectorImpl<const CmpInst *> &All, unsigned Depth = 8)
{
    const auto *I = dyn_cast<Instruction>(Condition);

    if (const auto *Compare = dyn_cast<CmpInst>(Condition)) {
        All.push_back(Compare);
        return true;
    }
    if (!I || Depth == 0 || !isa<BinaryOperator, SelectInst, FreezeInst>(I))
        return isa<Constant>(Condition);
    bool HasOthers = false;
    for (const Use &U : I->operands())
        HasOthers |= !addComparisons(U, All, Depth - 1);
    return !HasOthers;
}

bool
isGuardOf(const Loop &L, const Value *Condition)
{
    SmallVector<const CmpInst *, 4> Asked, Ends;
    SmallPtrSet<const Value *, 8> Compared;
    SmallVector<BasicBlock *, 4> Exiting;

    L.getExitingBlocks(Exiting);
    for (const BasicBlock *BB : Exiting)
        if (const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator()))
            addComparisons(Branch->getCondition(), Ends);
    for (const CmpInst *End : Ends)
        for (const Use &U : End->operands())
            if (!isa<Constant>(U))
                Compared.insert(withoutSteps(U));
    for (const PHINode &Counter : L.getHeader()->phis())
        for (auto [From, First] : zip(Counter.blocks(), Counter.incoming_values()))
            if (Compared.contains(&Counter) && !L.contains(From) && !isa<Constant>(First))
                Compared.insert(withoutSteps(First));
    return addComparisons(Condition, Asked) && all_of(Asked, [&](const CmpInst *Compare) {
               return any_of(Compare->operands(), [&](const Use &U) { return Compared.contains(withoutSteps(U)); });
           });
}

} // namespace weft
