// SPDX-License-Identifier: Apache-2.0
// Loops that work-items leave at different times or different ways: they run until the last one has left.
#include "compiler/packing/linearize/linearize_function.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/uniformity.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace weft {

namespace {

//   preheader: H                         preheader: H
//   H: active = phi ...                  Leave: edges out of the loop lead here, and on to Next
//   ...                                  Next: stay, and what each one left with; br any(stay), H, Done
//   latch: Next                          Done: br left to exit 0, exit 0, (br left to exit 1, ...)
class LoopRewriter {
public:
    LoopRewriter(LinearizedFunction &TheFunction, LoopInfo &TheLoopInfo, Loop &TheLoop)
        : C(TheFunction), LI(TheLoopInfo), L(TheLoop), H(L.getHeader()), Preheader(L.getLoopPreheader()),
          Latch(L.getLoopLatch()), Parent(L.getParentLoop())
    {
    }

    void run();

private:
    struct Leaving {
        BasicBlock *From;
        BasicBlock *Through; // new, on the edge
        BasicBlock *To;
    };

    void splitExits();
    void redirectLatch();
    Value *track(PHINode &LiveOut);
    PHINode *createPhi(BasicBlock *BB, Type *T, unsigned Count, const Twine &Name);
    BasicBlock *createBlock(const Twine &Name, BasicBlock *After, Loop *In);

    LinearizedFunction &C;
    LoopInfo &LI;
    Loop &L;
    BasicBlock *H;
    BasicBlock *Preheader;
    BasicBlock *Latch;
    Loop *Parent;
    BasicBlock *Next = nullptr;
    SmallVector<Leaving, 4> Edges;
    SmallVector<BasicBlock *, 4> Exits;
};

} // namespace

PHINode *
LoopRewriter::createPhi(BasicBlock *BB, Type *T, unsigned Count, const Twine &Name)
{
    return PHINode::Create(T, Count, Name, BB->begin());
}

BasicBlock *
LoopRewriter::createBlock(const Twine &Name, BasicBlock *After, Loop *In)
{
    BasicBlock *BB = BasicBlock::Create(C.F.getContext(), Name, &C.F, After->getNextNode());

    if (In)
        In->addBasicBlockToLoop(BB, LI);
    return BB;
}

void
LoopRewriter::splitExits()
{
    SmallVector<Loop::Edge, 4> Found;

    L.getExitEdges(Found);
    for (auto [From, To] : Found) {
        if (!is_contained(Exits, To))
            Exits.push_back(To);
        Edges.push_back({const_cast<BasicBlock *>(From), nullptr, const_cast<BasicBlock *>(To)});
    }
    // Those that leave more loops come first, so that the branches to the others belong to the loops around.
    stable_sort(Exits, [&](BasicBlock *A, BasicBlock *B) { return LI.getLoopDepth(A) < LI.getLoopDepth(B); });
    Next = createBlock(H->getName() + ".next", Latch, &L);
    for (Leaving &E : Edges) {
        E.Through = createBlock(H->getName() + ".leave", E.From, &L);
        BranchInst::Create(Next, E.Through)->setDebugLoc(E.From->getTerminator()->getDebugLoc());
        E.From->getTerminator()->replaceSuccessorWith(E.To, E.Through);
    }
}

void
LoopRewriter::redirectLatch()
{
    Latch->getTerminator()->replaceSuccessorWith(H, Next);
    for (PHINode &Phi : H->phis()) {
        int At = Phi.getBasicBlockIndex(Latch);
        Value *V = Phi.getIncomingValue(At);
        Phi.setIncomingBlock(At, Next);
        if (!isa<Instruction>(V) || !L.contains(cast<Instruction>(V)) || V == &Phi)
            continue;
        PHINode *Carried = createPhi(Next, V->getType(), Edges.size() + 1, V->getName() + ".next");
        Carried->addIncoming(V, Latch);
        for (const Leaving &E : Edges)
            Carried->addIncoming(PoisonValue::get(V->getType()), E.Through);
        if (C.UniformPhis.contains(&Phi))
            C.UniformPhis.insert(Carried);
        Phi.setIncomingValue(At, Carried);
    }
}

// What the phi of an exit block becomes: for each work-item, the value that it left with.
Value *
LoopRewriter::track(PHINode &LiveOut)
{
    Type *T = LiveOut.getType();
    Value *Same = LiveOut.hasConstantValue();

    if (Same && !(isa<Instruction>(Same) && L.contains(cast<Instruction>(Same))))
        return Same;
    PHINode *Before = createPhi(H, T, 2, LiveOut.getName() + ".left");
    PHINode *Now = createPhi(Next, T, Edges.size() + 1, LiveOut.getName() + ".left.next");
    Before->addIncoming(PoisonValue::get(T), Preheader);
    Before->addIncoming(Now, Next);
    Now->addIncoming(Before, Latch);
    for (const Leaving &E : Edges)
        Now->addIncoming(E.To == LiveOut.getParent() ? LiveOut.getIncomingValueForBlock(E.From) : Before, E.Through);
    C.Otherwise[Now] = Before;
    return Now;
}

void
LoopRewriter::run()
{
    LLVMContext &Context = C.F.getContext();
    Type *Bit = Type::getInt1Ty(Context);
    Instruction *OldLatch = Latch->getTerminator();
    MDNode *LoopMetadata = OldLatch->getMetadata(LLVMContext::MD_loop);

    splitExits();
    redirectLatch();
    OldLatch->setMetadata(LLVMContext::MD_loop, nullptr);

    // Who comes to the latch stays.
    PHINode *Stay = createPhi(Next, Bit, Edges.size() + 1, H->getName() + ".stay");
    Stay->addIncoming(ConstantInt::getTrue(Bit), Latch);
    for (const Leaving &E : Edges)
        Stay->addIncoming(ConstantInt::getFalse(Bit), E.Through);
    C.Otherwise[Stay] = ConstantInt::getFalse(Bit);
    PHINode *Active = createPhi(H, Bit, 2, H->getName() + ".active");
    Active->addIncoming(ConstantInt::getTrue(Bit), Preheader); // rewriteBlocks puts the preheader's mask there
    Active->addIncoming(Stay, Next);
    C.Active[H] = Active;
    C.Blended.insert(Next);
    C.Latches.emplace_back(H, Next);

    // Behind the loop, a branch for each exit block but the last.
    SmallVector<BasicBlock *, 4> Behind;
    for (size_t I = 0; I < Exits.size(); I++)
        Behind.push_back(createBlock(H->getName() + ".done", I ? Behind.back() : Next, Parent));
    for (size_t I = 0; I < Exits.size(); I++) {
        SmallVector<PHINode *, 8> LiveOuts;
        for (PHINode &Phi : Exits[I]->phis())
            LiveOuts.push_back(&Phi);
        for (PHINode *Phi : LiveOuts) {
            Value *Tracked = track(*Phi);
            while (Phi->getNumIncomingValues())
                Phi->removeIncomingValue(Phi->getNumIncomingValues() - 1, false);
            Phi->addIncoming(Tracked, Behind[I]);
        }
    }
    DebugLoc Location = OldLatch->getDebugLoc();
    for (size_t I = 0; I < Exits.size(); I++) {
        IRBuilder<> B(Behind[I]);
        B.SetCurrentDebugLocation(Location);
        if (I + 1 == Exits.size()) {
            B.CreateBr(Exits[I]);
            continue;
        }
        PHINode *Before = createPhi(H, Bit, 2, Exits[I]->getName() + ".left");
        PHINode *Now = createPhi(Next, Bit, Edges.size() + 1, Exits[I]->getName() + ".left.next");
        Before->addIncoming(ConstantInt::getFalse(Bit), Preheader);
        Before->addIncoming(Now, Next);
        Now->addIncoming(Before, Latch);
        for (const Leaving &E : Edges)
            Now->addIncoming(E.To == Exits[I] ? cast<Value>(ConstantInt::getTrue(Bit)) : Before, E.Through);
        C.Otherwise[Now] = Before;
        B.CreateCondBr(Now, Exits[I], Behind[I + 1]);
        C.DivergentBranches.insert(Behind[I]);
    }

    IRBuilder<> B(Next);
    B.SetCurrentDebugLocation(Location);
    B.CreateCondBr(askPack(B, AnyName, Stay), H, Behind.front())->setMetadata(LLVMContext::MD_loop, LoopMetadata);
}

void
keepLoopsTogether(LinearizedFunction &C)
{
    DominatorTree Tree(C.F);
    LoopInfo LI(Tree);

    SmallVector<Loop *, 4> Preorder = LI.getLoopsInPreorder();
    for (Loop *L : reverse(Preorder))
        if (C.Divergence.hasDivergentExit(L->getHeader()))
            LoopRewriter(C, LI, *L).run();
}

} // namespace weft
