// SPDX-License-Identifier: Apache-2.0
// What all work-items of a pack agree on is a branch of its own.
#include "compiler/packing/linearize/split_conditions.h"

#include "compiler/analysis/uniformity.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// A branch on several conditions that are all needed, or of which each is enough.
struct JoinedBranch {
    BranchInst *Branch;
    bool AreAllNeeded;                        // and; else or
    SmallVector<Value *, 4> Uniform, Varying; // in their order; both have some
};

} // namespace

static bool
staysInLoop(const BranchInst &Branch, const LoopInfo &Loops)
{
    const Loop *Around = Loops.getLoopFor(Branch.getParent());

    return all_of(Branch.successors(), [&](const BasicBlock *To) {
        return Loops.getLoopFor(To) == Around && !(Around && To == Around->getHeader());
    });
}

static bool
isJoined(Value *V, bool AreAllNeeded, Value *&A, Value *&B)
{
    return AreAllNeeded ? match(V, m_LogicalAnd(m_Value(A), m_Value(B)))
                        : match(V, m_LogicalOr(m_Value(A), m_Value(B)));
}

static void
collect(Value *Condition, const Uniformity &Known, JoinedBranch &Joined)
{
    Value *A;
    Value *B;

    if (!Known.isUniform(Condition) && isJoined(Condition, Joined.AreAllNeeded, A, B)) {
        collect(A, Known, Joined);
        collect(B, Known, Joined);
    } else {
        (Known.isUniform(Condition) ? Joined.Uniform : Joined.Varying).push_back(Condition);
    }
}

static std::optional<JoinedBranch>
joinedBranch(Instruction &End, const Uniformity &Known)
{
    auto *Branch = dyn_cast<BranchInst>(&End);
    Value *A;
    Value *B;

    if (!Branch || !Branch->isConditional() || Branch->getSuccessor(0) == Branch->getSuccessor(1))
        return std::nullopt;
    JoinedBranch Joined = {Branch, isJoined(Branch->getCondition(), true, A, B), {}, {}};
    collect(Branch->getCondition(), Known, Joined);
    if (Joined.Uniform.empty() || Joined.Varying.empty())
        return std::nullopt;
    return Joined;
}

// Uniform conditions are asked together, before the loop over packs where they can be. One may be poison where another
// decides.
static Value *
askTogether(const JoinedBranch &Joined, IRBuilderBase &B)
{
    Value *All = nullptr;

    for (Value *Condition : Joined.Uniform) {
        Value *Its = B.CreateFreeze(Condition);
        All = !All ? Its : Joined.AreAllNeeded ? B.CreateAnd(All, Its) : B.CreateOr(All, Its);
    }
    return All;
}

static Value *
askInOrder(const JoinedBranch &Joined, IRBuilderBase &B)
{
    Value *All = nullptr;

    for (Value *Condition : Joined.Varying)
        All = !All                  ? Condition
              : Joined.AreAllNeeded ? B.CreateLogicalAnd(All, Condition)
                                    : B.CreateLogicalOr(All, Condition);
    return All;
}

// Where one condition is enough to lead to.
static BasicBlock *
sideOfOne(const JoinedBranch &Joined)
{
    return Joined.Branch->getSuccessor(Joined.AreAllNeeded);
}

// Otherwise it has code, which would have a mask that is known no longer.
static bool
isJoin(const JoinedBranch &Joined, const PostDominatorTree &Tree)
{
    const DomTreeNode *Behind = Tree.getNode(Joined.Branch->getParent())->getIDom();

    return Behind && Behind->getBlock() == sideOfOne(Joined);
}

static void
split(const JoinedBranch &Joined)
{
    BasicBlock *Block = Joined.Branch->getParent();
    BasicBlock *All = Joined.Branch->getSuccessor(!Joined.AreAllNeeded); // where they all have to lead to
    BasicBlock *One = sideOfOne(Joined);
    BasicBlock *Second = BasicBlock::Create(Block->getContext(), Block->getName() + ".varying", Block->getParent());

    Second->moveAfter(Block);
    for (PHINode &Phi : One->phis())
        Phi.addIncoming(Phi.getIncomingValueForBlock(Block), Second);
    All->replacePhiUsesWith(Block, Second);
    IRBuilder<> B(Joined.Branch);
    Value *Uniform = askTogether(Joined, B);
    if (Joined.AreAllNeeded)
        B.CreateCondBr(Uniform, Second, One);
    else
        B.CreateCondBr(Uniform, One, Second);
    Joined.Branch->moveBefore(*Second, Second->end());
    B.SetInsertPoint(Joined.Branch);
    Joined.Branch->setCondition(askInOrder(Joined, B));
}

bool
splitConditions(Function &F, const Uniformity &Known)
{
    SmallVector<JoinedBranch, 4> Found;
    DominatorTree Tree(F);
    PostDominatorTree Behind(F);
    LoopInfo Loops(Tree);

    for (BasicBlock &BB : F)
        if (std::optional<JoinedBranch> Joined = joinedBranch(*BB.getTerminator(), Known);
            Joined && staysInLoop(*Joined->Branch, Loops) && isJoin(*Joined, Behind))
            Found.push_back(*Joined);
    for (const JoinedBranch &Joined : Found)
        split(Joined);
    return !Found.empty();
}

} // namespace weft
