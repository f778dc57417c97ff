// SPDX-License-Identifier: Apache-2.0
// Kernels whose work-items mostly have nothing to do.
#include "compiler/workgroup/guarded_bodies.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
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
    BasicBlock *Exit = nullptr;
};
} // namespace

// The blocks behind a branch from which all ways lead to one block outside; none if there are others.
static std::optional<Guarded>
behind(BasicBlock &First, const DominatorTree &Dominators)
{
    Guarded Its;

    Its.Body.insert(&First);
    for (unsigned I = 0; I < Its.Body.size(); ++I) { // grows as it runs
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

// Whether what a work-item's variables in memory hold, and who it is, are nothing to the block's instructions, and they
// need no other work-item.
static bool
canRunByLane(const BasicBlock &BB, const SmallSetVector<BasicBlock *, 16> &Body)
{
    for (const Instruction &I : BB) {
        if (const auto *Call = dyn_cast<CallBase>(&I); Call && !isa<IntrinsicInst>(I))
            return false;
        if (isa<AllocaInst>(I) || any_of(I.operands(), [](const Use &U) { return isa<AllocaInst>(U); }))
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

// Whether the condition is made of what the block loads.
static bool
isLoaded(const Value &Condition, const BasicBlock &BB, unsigned Depth = 6)
{
    const auto *I = dyn_cast<Instruction>(&Condition);

    if (!I || I->getParent() != &BB || Depth == 0)
        return false;
    return isa<LoadInst>(I) || any_of(I->operands(), [&](const Use &U) { return isLoaded(*U, BB, Depth - 1); });
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
            if (isLoaded(*Branch->getCondition(), *Guard))
                Found = std::move(Its);
        }
        Guard = Next;
    }
    if (!Found || !isRunByLane(*Found) ||
        none_of(Found->Body, [&](const BasicBlock *BB) { return Loops.getLoopFor(BB) != nullptr; }))
        return false;
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
    return true;
}

} // namespace weft
