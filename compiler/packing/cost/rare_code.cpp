// SPDX-License-Identifier: Apache-2.0
// Code that few work-items of a pack may come to, which one of them can run alone.
#include "compiler/packing/cost/rare_code.h"

#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/kernels.h"
#include "compiler/packing/cost/flow.h"
#include "compiler/packing/cost/loop_guards.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

namespace {

// Instructions of one such piece of code, and of all those of a function. A copy for one work-item is built much faster
// than the packed code, yet not for nothing.
constexpr size_t MostOfOne = 300, MostOfAll = 500;

// So many of a pack's lanes for one that is on.
constexpr unsigned LanesForOne = 8;

class RareCodeFinder {
public:
    RareCodeFinder(Function &TheFunction, const Flow &TheFlow) : F(TheFunction), Control(TheFlow) {}
    std::vector<RareCode> find(function_ref<bool(const BranchInst &)> MayPart);

private:
    bool isClosed(RareCode &Its) const;
    bool hasLoop(const RareCode &Its) const;
    const Loop *loopAt(const BasicBlock &BB, const Loop *Around) const;
    bool beginsIn(const RareCode &Its, const AllocaInst &Variable) const;
    bool take(RareCode &Its, Value &Operand) const;
    bool take(RareCode &Its, Instruction &I) const;
    std::optional<RareCode> guardedBy(BranchInst &Branch, unsigned Way) const;

    Function &F;
    const Flow &Control;
    SmallPtrSet<const BasicBlock *, 16> Chosen;
};

} // namespace

// Finds the blocks of the code.
bool
RareCodeFinder::isClosed(RareCode &Its) const
{
    Its.Blocks.insert(Its.First);
    for (unsigned I = 0; I < Its.Blocks.size(); ++I) { // grows as it runs
        if (succ_empty(Its.Blocks[I]))
            return false;
        for (BasicBlock *Next : successors(Its.Blocks[I])) {
            if (Next == Its.Behind)
                continue;
            if (!Control.Dominators.dominates(Its.First, Next))
                return false;
            Its.Blocks.insert(Next);
        }
    }
    return true;
}

// Whether the code has a loop that no chosen code has.
bool
RareCodeFinder::hasLoop(const RareCode &Its) const
{
    const Loop *Around = Control.Loops.getLoopFor(Its.Branch->getParent());

    return any_of(Its.Blocks, [&](const BasicBlock *BB) {
        return Control.Loops.isLoopHeader(BB) && Control.Loops.getLoopFor(BB) != Around && !Chosen.contains(BB);
    });
}

// Whether each visit to the code has the variable anew: nothing else uses it, and its life begins before all uses.
bool
RareCodeFinder::beginsIn(const RareCode &Its, const AllocaInst &Variable) const
{
    if (!all_of(Variable.users(),
                [&Its](const User *U) { return Its.Blocks.contains(cast<Instruction>(U)->getParent()); }))
        return false;
    return any_of(Variable.users(), [&](const User *Start) {
        const auto *Begins = dyn_cast<LifetimeIntrinsic>(Start);
        return Begins && Begins->getIntrinsicID() == Intrinsic::lifetime_start &&
               all_of(Variable.uses(),
                      [&](const Use &U) { return U.getUser() == Begins || Control.Dominators.dominates(Begins, U); });
    });
}

// What an instruction of the code is made of, when it is from outside; false if a function cannot be given it.
bool
RareCodeFinder::take(RareCode &Its, Value &Operand) const
{
    auto *Outside = dyn_cast<Instruction>(&Operand);

    if (Outside ? Its.Blocks.contains(Outside->getParent()) : !isa<Argument>(Operand))
        return true;
    if (auto *Variable = dyn_cast_or_null<AllocaInst>(Outside); Variable && beginsIn(Its, *Variable)) {
        Its.Variables.insert(Variable);
        return Variable->isStaticAlloca();
    }
    if (mayBePrivate(Operand) || Operand.getType()->isTokenTy())
        return false;
    Its.Inputs.insert(&Operand);
    return true;
}

bool
RareCodeFinder::take(RareCode &Its, Instruction &I) const
{
    if (auto *Call = dyn_cast<CallBase>(&I)) {
        if (isId(I)) {
            Its.Inputs.insert(&I);
            return true;
        }
        if (!Call->getCalledFunction() || classifyPrimitive(&I) || isFew(I) || I.getType()->isTokenTy())
            return false;
    }
    for (const Use &U : I.uses()) {
        const auto *Phi = dyn_cast<PHINode>(U.getUser());
        const BasicBlock *To = cast<Instruction>(U.getUser())->getParent();
        if (!Its.Blocks.contains(To) && (!Phi || To != Its.Behind))
            return false;
    }
    return !isa<AllocaInst>(I) && all_of(I.operands(), [&](const Use &U) { return take(Its, *U); });
}

// The loop in Around that the block is the way into, or null.
const Loop *
RareCodeFinder::loopAt(const BasicBlock &BB, const Loop *Around) const
{
    const BasicBlock *Header = Control.Loops.isLoopHeader(&BB) ? &BB : BB.getSingleSuccessor();
    const Loop *Its = Header && Control.Loops.isLoopHeader(Header) ? Control.Loops.getLoopFor(Header) : nullptr;

    return Its && Its->getParentLoop() == Around ? Its : nullptr;
}

// The code that the branch guards on one of its ways, nothing if that is not to have a function.
std::optional<RareCode>
RareCodeFinder::guardedBy(BranchInst &Branch, unsigned Way) const
{
    BasicBlock &BB = *Branch.getParent(), *First = Branch.getSuccessor(Way);
    const auto *Node = Control.PostDominators.getNode(&BB);
    const Loop *Around = Control.Loops.getLoopFor(&BB), *Next = loopAt(*First, Around);
    RareCode Its;

    Its.Branch = &Branch;
    Its.First = First;
    Its.Behind = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    auto IsWayBack = [&](const BasicBlock *From) { return From == &BB || Control.Dominators.dominates(First, From); };
    if (!Its.Behind || First == Its.Behind || First == Branch.getSuccessor(1 - Way) ||
        !all_of(predecessors(First), IsWayBack) || Control.Loops.getLoopFor(Its.Behind) != Around ||
        (Control.Loops.getLoopFor(First) != Around && !Next))
        return std::nullopt;
    if (Next ? isGuardOf(*Next, Branch.getCondition())
             : Control.Reached.lookup(First) > usual::Taken * Control.Reached.lookup(&BB))
        return std::nullopt;
    if (!isClosed(Its) || !hasLoop(Its))
        return std::nullopt;
    for (BasicBlock *Block : Its.Blocks) {
        Its.Count += Block->size();
        if (Its.Count > MostOfOne || !all_of(*Block, [&](Instruction &I) { return take(Its, I); }))
            return std::nullopt;
    }
    for (PHINode &Phi : Its.Behind->phis()) // and what only comes by
        for (auto [From, V] : zip(Phi.blocks(), Phi.incoming_values()))
            if (Its.Blocks.contains(From) && !take(Its, *V))
                return std::nullopt;
    return Its;
}

std::vector<RareCode>
RareCodeFinder::find(function_ref<bool(const BranchInst &)> MayPart)
{
    std::vector<RareCode> All;
    size_t Sum = 0;

    for (BasicBlock *BB : post_order(&F)) { // what is inside comes first
        auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
        if (!Branch || !Branch->isConditional() || !MayPart(*Branch))
            continue;
        for (unsigned Way : {0, 1}) {
            std::optional<RareCode> Its = guardedBy(*Branch, Way);
            if (!Its || Sum + Its->Count > MostOfAll)
                continue;
            Sum += Its->Count;
            Chosen.insert(Its->Blocks.begin(), Its->Blocks.end());
            All.push_back(std::move(*Its));
            break;
        }
    }
    return All;
}

std::vector<RareCode>
rareCode(Function &F, const Flow &Control, function_ref<bool(const BranchInst &)> MayPart)
{
    return RareCodeFinder(F, Control).find(MayPart);
}

unsigned
fewLanes(unsigned Width)
{
    return Width / LanesForOne;
}

} // namespace weft
