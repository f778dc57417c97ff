// SPDX-License-Identifier: Apache-2.0
// Kernels whose work-items mostly have nothing to do.
#include "compiler/workgroup/guarded_bodies.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/packing/analysis/spin_locks.h"
#include "compiler/packing/cost/flow.h"
#include "compiler/workgroup/region_functions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace weft {

// What comes before the body is little: so many instructions of a block.
static constexpr size_t LongestGuard = 40;

namespace {
struct Guarded {
    SmallSetVector<BasicBlock *, 16> Body;
    BasicBlock *Guard = nullptr, *Exit = nullptr;
};
} // namespace

// The blocks behind a branch from which all ways lead to one block outside; none if there are others.
static std::optional<Guarded>
behind(BasicBlock &First, const DominatorTree &Dominators)
{
    Guarded Its;

    Its.Body.insert(&First);
    for (unsigned I = 0; I < Its.Body.size(); ++I) { // grows as it runs
        if (succ_empty(Its.Body[I]))
            return std::nullopt;
        for (BasicBlock *Next : successors(Its.Body[I])) {
            if (Dominators.dominates(&First, Next))
                Its.Body.insert(Next);
            else if (!Its.Exit || Its.Exit == Next)
                Its.Exit = Next;
            else
                return std::nullopt;
        }
    }
    return Its.Exit ? std::optional(std::move(Its)) : std::nullopt;
}

// Whether what a work-item's variables in memory hold, which lie as packs have them, and who it is, are nothing to the
// block's instructions, and they need no other work-item.
static bool
canRunByLane(const BasicBlock &BB, const SmallSetVector<BasicBlock *, 16> &Body)
{
    for (const Instruction &I : BB) {
        if (const auto *Call = dyn_cast<CallBase>(&I))
            if (Call->isConvergent() || !(isa<IntrinsicInst>(I) || isId(I)))
                return false;
        if (mayBePrivate(I) || any_of(I.operands(), [](const Use &U) { return mayBePrivate(*U); }))
            return false;
        for (const User *U : I.users())
            if (!Body.contains(const_cast<BasicBlock *>(cast<Instruction>(U)->getParent())))
                return false;
    }
    return true;
}

static bool
isRunByLane(const Guarded &Its)
{
    return Its.Exit->phis().empty() &&
           all_of(Its.Body, [&](const BasicBlock *BB) { return canRunByLane(*BB, Its.Body); });
}

// Whether the condition is made of what the block loads for each work-item.
static bool
isLoaded(const Value &Condition, const BasicBlock &BB)
{
    static constexpr unsigned MaxSteps = 6;
    auto IsOwn = [](const Instruction &I) { return countsWorkItems(classifyPrimitive(&I)); };

    return isMadeOf(
        Condition,
        [&](const Instruction &I) {
            return isa<LoadInst>(I) && I.getParent() == &BB && isMadeOf(*I.getOperand(0), IsOwn, MaxSteps);
        },
        MaxSteps);
}

// Whether what the kernel does in loops it does in the body.
static bool
hasAllLoops(const Guarded &Its, Function &Kernel, const LoopInfo &Loops)
{
    auto IsInLoop = [&Loops](const BasicBlock *BB) { return Loops.getLoopFor(BB) != nullptr; };

    return any_of(Its.Body, IsInLoop) &&
           none_of(Kernel, [&](BasicBlock &BB) { return IsInLoop(&BB) && !Its.Body.contains(&BB); });
}

bool
outlineGuardedBody(Function &Kernel)
{
    const DominatorTree Dominators(Kernel);
    const LoopInfo Loops(Dominators);
    std::optional<Guarded> Found;

    // From guard to guard, until the body has loops of its own.
    for (BasicBlock *Guard = &Kernel.getEntryBlock(); Guard;) {
        auto *Branch = dyn_cast<BranchInst>(Guard->getTerminator());
        BasicBlock *Next = nullptr;
        if (!Branch || !Branch->isConditional() || Guard->size() > LongestGuard || Loops.getLoopFor(Guard))
            break;
        for (BasicBlock *First : successors(Branch)) {
            std::optional<Guarded> Its = First->getSinglePredecessor() ? behind(*First, Dominators) : std::nullopt;
            if (!Its || !is_contained(successors(Branch), Its->Exit))
                continue;
            Next = First;
            if (isLoaded(*Branch->getCondition(), *Guard)) {
                Found = std::move(Its);
                Found->Guard = Guard;
            }
        }
        Guard = Next;
    }
    if (!Found || !isRunByLane(*Found) || !hasAllLoops(*Found, Kernel, Loops) || takesLocks(Kernel))
        return false;
    for (BasicBlock *BB : Found->Body)
        for (Instruction &I : make_early_inc_range(*BB))
            if (isId(I))
                I.moveBefore(Found->Guard->getTerminator()->getIterator());
    const CodeExtractorAnalysisCache Known(Kernel);
    CodeExtractor Extractor(Found->Body.getArrayRef(), /*DT=*/nullptr, /*AggregateArgs=*/false, /*BFI=*/nullptr,
                            /*BPI=*/nullptr, /*AC=*/nullptr, /*AllowVarArgs=*/false, /*AllowAlloca=*/false,
                            /*AllocationBlock=*/nullptr, "body");
    Function *Body = Extractor.isEligible() ? Extractor.extractCodeRegion(Known) : nullptr;
    if (!Body)
        return false;
    Body->setName(WEFT_PREFIX_BY_LANE + Body->getName());
    Body->setLinkage(GlobalValue::InternalLinkage);
    Body->removeFnAttr(WEFT_ATTRIBUTE_KERNEL);
    keepUnevenLoops(*Body);
    return true;
}

} // namespace weft
