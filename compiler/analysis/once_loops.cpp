// SPDX-License-Identifier: Apache-2.0
// Loops that do the same for all work-items of a group, so that one of them may run them for all.
#include "compiler/analysis/once_loops.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/cycle_nest.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/recompute.h"
#include "compiler/analysis/switched.h"
#include "compiler/analysis/uniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>

using namespace llvm;

namespace weft {

using BlockSet = SmallPtrSet<const BasicBlock *, 16>;

// Whether all work-items do the same with the instruction, once its operands and its result are the same for them.
static bool
mayBeSame(const Instruction &I)
{
    if (const auto *Store = dyn_cast<StoreInst>(&I))
        return Store->isSimple() &&
               (Store->getPointerAddressSpace() == LocalSpace || Store->getPointerAddressSpace() == GlobalSpace);
    if (const PrimitiveCall Call = classifyPrimitive(&I))
        return !Call.isBarrier();
    if (const auto *Call = dyn_cast<CallBase>(&I))
        return isa<IntrinsicInst>(Call) &&
               (Call->doesNotAccessMemory() || cast<IntrinsicInst>(Call)->isAssumeLikeIntrinsic());
    return !I.mayWriteToMemory();
}

static bool
mayBeSame(const BasicBlock *BB)
{
    return all_of(*BB, [](const Instruction &I) { return mayBeSame(I); });
}

// The block that ends with a choice between the two, which is all that leads to the first but for the loop; or null.
static BasicBlock *
guardOf(BasicBlock *First, const BasicBlock *Exit, const Loop &L)
{
    BasicBlock *Guard = nullptr;

    for (BasicBlock *BB : predecessors(First)) {
        if (L.contains(BB))
            continue;
        if (Guard)
            return nullptr;
        Guard = BB;
    }
    return Guard && succ_size(Guard) == 2 && is_contained(successors(Guard), Exit) ? Guard : nullptr;
}

// The loop as it would run once, with what leads to it alone, if no work-item does anything in it that others may not
// do as well.
static std::optional<OnceLoop>
candidate(const Loop &L)
{
    BasicBlock *Exit = L.getUniqueExitBlock(), *Preheader = L.getLoopPreheader();

    if (!Exit || !all_of(L.blocks(), [](const BasicBlock *BB) { return mayBeSame(BB); }))
        return std::nullopt;
    if (Preheader && mayBeSame(Preheader))
        if (BasicBlock *Guard = guardOf(Preheader, Exit, L)) {
            OnceLoop Its = {{Preheader}, Exit, Guard};
            append_range(Its.Blocks, L.blocks());
            return Its;
        }
    return OnceLoop{SmallVector<BasicBlock *, 8>(L.blocks()), Exit, guardOf(L.getHeader(), Exit, L)};
}

// With what is chosen behind it between a value of the loop's and one of before.
static bool
isSameForAll(const OnceLoop &L, const Uniformity &Known)
{
    if (!all_of(L.Exit->phis(), [&Known](const PHINode &Phi) { return Known.isUniform(&Phi); }))
        return false;
    return all_of(L.Blocks, [&Known](const BasicBlock *BB) {
        return !Known.isDivergentBranch(BB) && all_of(*BB, [&Known](const Instruction &I) {
            return Known.isUniform(&I) &&
                   (!isa<StoreInst>(I) || all_of(I.operands(), [&Known](const Use &U) { return Known.isUniform(U); }));
        });
    });
}

// The blocks that control may go through on its way from a start, or, the edges taken backwards, to one.
template <typename Neighbours>
static BlockSet
reachable(SmallVector<const BasicBlock *, 16> Work, Neighbours Next)
{
    BlockSet Seen;

    while (!Work.empty()) {
        const BasicBlock *BB = Work.pop_back_val();
        if (Seen.insert(BB).second)
            append_range(Work, Next(BB));
    }
    return Seen;
}

static BlockSet
blocksBefore(const OnceLoop &L)
{
    SmallVector<const BasicBlock *, 16> Entering;

    copy_if(predecessors(L.Blocks.front()), std::back_inserter(Entering),
            [&L](const BasicBlock *BB) { return !is_contained(L.Blocks, BB); });
    return reachable(std::move(Entering), [](const BasicBlock *BB) { return predecessors(BB); });
}

static BlockSet
blocksBehind(const OnceLoop &L)
{
    return reachable({L.Exit}, [](const BasicBlock *BB) { return successors(BB); });
}

// Whether a work-item might wait there for another that is ahead of it.
static bool
mayWait(const BasicBlock &BB)
{
    return any_of(BB, [](const Instruction &I) {
        const auto *Call = dyn_cast<CallBase>(&I);
        return I.isAtomic() || I.isVolatile() || (Call && !isa<IntrinsicInst>(Call) && !classifyPrimitive(Call));
    });
}

// Whether the variable's contents may be made in one of the blocks and used in another.
static bool
livesOn(const AllocaInst &Variable, const BlockSet &Before, const BlockSet &After)
{
    SmallVector<const Value *, 8> Work(1, &Variable);
    SmallPtrSet<const Value *, 16> Seen;
    bool IsBefore = false, IsAfter = false;

    while (!Work.empty()) {
        const Value *V = Work.pop_back_val();
        if (!Seen.insert(V).second)
            continue;
        for (const User *U : V->users()) {
            const auto *I = cast<Instruction>(U);
            IsBefore |= Before.contains(I->getParent());
            IsAfter |= After.contains(I->getParent());
            if (!I->getType()->isVoidTy() && !isa<LoadInst>(I))
                Work.push_back(I);
        }
    }
    return IsBefore && IsAfter;
}

// Whether a value that each work-item has its own of, and has to keep, is made before and used after.
static bool
keepsOwnValues(const Function &Kernel, const BlockSet &Before, const BlockSet &After, const Uniformity &Known)
{
    for (const Instruction &I : instructions(Kernel)) {
        if (const auto *Variable = dyn_cast<AllocaInst>(&I)) {
            if (livesOn(*Variable, Before, After))
                return true;
            continue;
        }
        if (!Before.contains(I.getParent()) || Known.isUniform(&I) || isCheapToRecompute(I, &Known))
            continue;
        for (const Use &U : I.uses()) {
            const auto *User = cast<Instruction>(U.getUser());
            const auto *Phi = dyn_cast<PHINode>(User);
            const BasicBlock *At = Phi ? Phi->getIncomingBlock(U) : User->getParent();
            if (After.contains(At) && (At != I.getParent() || Phi))
                return true;
        }
    }
    return false;
}

// Whether no work-item comes to the loop less often than another: branches that decide about that are uniform.
static bool
allCome(const OnceLoop &L, PostDominatorTree &PostDominators, const Uniformity &Known)
{
    ReverseIDFCalculator Deciding(PostDominators);
    SmallPtrSet<BasicBlock *, 1> First = {L.Blocks.front()};
    SmallVector<BasicBlock *, 8> Blocks;

    Deciding.setDefiningBlocks(First);
    Deciding.calculate(Blocks);
    return none_of(Blocks, [&Known](const BasicBlock *BB) { return Known.isDivergentBranch(BB); });
}

SmallVector<OnceLoop, 2>
findOnceLoops(Function &Kernel)
{
    SmallVector<OnceLoop, 2> Found;

    if (!isOn(Kernel, WEFT_SWITCH_ONCE_LOOPS) || Kernel.hasFnAttribute(WEFT_ATTRIBUTE_CHECK_BARRIERS))
        return Found;
    DominatorTree Dominators(Kernel);
    LoopInfo Loops(Dominators);
    SmallVector<OnceLoop, 4> Candidates;
    for (const Loop *L : Loops.getLoopsInPreorder())
        if (std::optional<OnceLoop> Its = candidate(*L))
            Candidates.push_back(std::move(*Its));
    if (Candidates.empty() || cyclesOf(Kernel).isDeep() ||
        any_of(instructions(Kernel), [](const Instruction &I) { return asksForSubGroup(classifyPrimitive(&I)); }))
        return Found;
    const Uniformity Known(Kernel);
    PostDominatorTree PostDominators(Kernel);
    for (OnceLoop &L : Candidates) {
        const bool IsIn =
            any_of(Found, [&L](const OnceLoop &Outer) { return is_contained(Outer.Blocks, L.Blocks.back()); });
        if (IsIn || !isSameForAll(L, Known))
            continue;
        const BlockSet Before = blocksBefore(L);
        if (none_of(Before, [](const BasicBlock *BB) { return mayWait(*BB); }) && allCome(L, PostDominators, Known) &&
            !keepsOwnValues(Kernel, Before, blocksBehind(L), Known))
            Found.push_back(std::move(L));
    }
    return Found;
}

} // namespace weft
