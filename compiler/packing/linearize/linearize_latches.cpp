// SPDX-License-Identifier: Apache-2.0
// Shortens the ways through the latches of loops that work-items leave at different times.
#include "compiler/packing/linearize/linearize_function.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

namespace {

// Next holds phis and `br any(stay), Header, Done`. Its predecessors know when stay is false for all, and when it is
// the mask of a block that runs only when that is not empty; they lead to Done and to Header themselves then.
class LatchThreader {
public:
    LatchThreader(LinearizedFunction &TheFunction, BasicBlock *TheHeader, BasicBlock *TheNext)
        : L(TheFunction), Header(TheHeader), Next(TheNext)
    {
    }

    void run();

private:
    bool analyze();
    void joinInDone();
    void leadToHeader(BasicBlock *From);
    void removeNext();

    LinearizedFunction &L;
    BasicBlock *Header;
    BasicBlock *Next;
    BasicBlock *Done = nullptr;
    PHINode *Stay = nullptr;
    SmallVector<BasicBlock *, 4> ToDone;
    SmallVector<BasicBlock *, 4> ToHeader;
};

} // namespace

bool
LatchThreader::analyze()
{
    auto *Branch = dyn_cast<BranchInst>(Next->getTerminator());

    if (!Branch || !Branch->isConditional() || Branch->getSuccessor(0) != Header)
        return false;
    auto *Any = dyn_cast<CallInst>(Branch->getCondition());
    if (!Any || any_of(*Next, [&](const Instruction &I) {
            return !isa<PHINode>(I) && &I != Any && &I != Branch && !is_contained(L.Masks, &I);
        }))
        return false;
    Stay = dyn_cast<PHINode>(Any->getArgOperand(0));
    Done = Branch->getSuccessor(1);
    if (!Stay || Stay->getParent() != Next || Done->getSinglePredecessor() != Next || isa<PHINode>(Done->front()))
        return false;
    for (unsigned I = 0; I < Stay->getNumIncomingValues(); I++) {
        BasicBlock *From = Stay->getIncomingBlock(I);
        Value *V = Stay->getIncomingValue(I);
        if (count(successors(From), Next) != 1 || is_contained(successors(From), Header))
            continue;
        const auto *Known = dyn_cast<ConstantInt>(V);
        if (Known && Known->isZero())
            ToDone.push_back(From);
        else if (L.Occupied.contains(From) && L.maskOf(From) == V)
            ToHeader.push_back(From);
    }
    return !ToDone.empty() || !ToHeader.empty();
}

// What is used behind the loop now comes there from several blocks.
void
LatchThreader::joinInDone()
{
    for (PHINode &Phi : Next->phis()) {
        SmallVector<Use *, 8> Behind;
        for (Use &U : Phi.uses()) {
            auto *User = cast<Instruction>(U.getUser());
            bool Carried =
                User->getParent() == Header && isa<PHINode>(User) && cast<PHINode>(User)->getIncomingBlock(U) == Next;
            if (!Carried && User->getParent() != Next)
                Behind.push_back(&U);
        }
        if (Behind.empty())
            continue;
        PHINode *Joined = PHINode::Create(Phi.getType(), ToDone.size() + 1, Phi.getName() + ".done", Done->begin());
        for (Use *U : Behind)
            U->set(Joined);
        Joined->addIncoming(&Phi, Next);
        for (BasicBlock *From : ToDone)
            Joined->addIncoming(Phi.getIncomingValueForBlock(From), From);
    }
    for (BasicBlock *From : ToDone)
        From->getTerminator()->replaceSuccessorWith(Next, Done);
}

void
LatchThreader::leadToHeader(BasicBlock *From)
{
    for (PHINode &Phi : Header->phis()) {
        Value *V = Phi.getIncomingValueForBlock(Next);
        auto *Carried = dyn_cast<PHINode>(V);
        Phi.addIncoming(Carried && Carried->getParent() == Next ? Carried->getIncomingValueForBlock(From) : V, From);
    }
    From->getTerminator()->replaceSuccessorWith(Next, Header);
    From->getTerminator()->setMetadata(LLVMContext::MD_loop, Next->getTerminator()->getMetadata(LLVMContext::MD_loop));
}

void
LatchThreader::removeNext()
{
    Header->removePredecessor(Next, true);
    Done->removePredecessor(Next, true);
    llvm::erase_if(L.Masks, [&](const CallInst *Note) { return Note->getParent() == Next; });
    for (Instruction &I : make_early_inc_range(*Next)) {
        if (!I.getType()->isVoidTy())
            I.replaceAllUsesWith(PoisonValue::get(I.getType()));
        L.erase(&I);
    }
    Next->eraseFromParent();
}

void
LatchThreader::run()
{
    if (!analyze())
        return;
    if (!ToDone.empty())
        joinInDone();
    for (BasicBlock *From : ToHeader)
        leadToHeader(From);
    SmallVector<PHINode *, 8> Phis;
    for (PHINode &Phi : Next->phis())
        Phis.push_back(&Phi);
    for (PHINode *Phi : Phis)
        for (BasicBlock *From : concat<BasicBlock *>(ToDone, ToHeader))
            Phi->removeIncomingValue(From, false);
    if (pred_empty(Next))
        removeNext();
}

void
threadLatches(LinearizedFunction &L)
{
    for (auto [Header, Next] : L.Latches)
        LatchThreader(L, Header, Next).run();
}

} // namespace weft
