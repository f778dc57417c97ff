// SPDX-License-Identifier: Apache-2.0
// Masks of blocks and edges, and the blocks one after the other.
#include "compiler/packing/linearize/masks.h"

#include "compiler/analysis/kernels.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include <map>
#include <memory>

using namespace llvm;

namespace weft {

namespace {

using Plans = std::map<const Loop *, std::unique_ptr<MaskPlan>>;

// Masks and joined values are variables (allocas) at first: false or poison at the dominator of a block, changed along
// each edge to the block, and read in it. SSA construction then finds the places for phis.
class MaskWriter {
public:
    MaskWriter(LinearizedFunction &TheFunction, const Plans &AllPlans, const Loop *Level, Value *HeaderMask);
    void run();

private:
    using Edge = IterationGraph::Edge;
    using Node = IterationGraph::Node;

    AllocaInst *createVariable(Type *T, const Twine &Name);
    void createMaskOf(unsigned Index);
    void createJoins(unsigned Index);
    Value *readMask(unsigned Index, IRBuilderBase &B);
    void readJoins(unsigned Index, IRBuilderBase &B);
    void writeEdge(unsigned Target, BasicBlock *From, Value *EdgeMask, IRBuilderBase &B);
    void writeUniformEdge(unsigned From, const Edge &E, Value *EdgeMask);
    void writeDivergentBranch(unsigned Index, BranchInst *Branch);
    void writeInnerLoop(unsigned Index);
    void writeBlock(unsigned Index);

    LinearizedFunction &L;
    const Plans &All;
    const MaskPlan &Plan;
    const IterationGraph &Graph;
    Value *HeaderMask;
    std::vector<Value *> Masks;     // by node
    std::vector<Value *> EdgeMasks; // by node: the mask of the last edge written
    std::vector<AllocaInst *> MaskVariables;
    std::vector<PHINode *> MaskPhis;
    // By node, what is to be stored there first.
    std::vector<SmallVector<std::pair<AllocaInst *, Value *>, 2>> Initial;
    DenseMap<const PHINode *, AllocaInst *> JoinVariables;
};

} // namespace

MaskWriter::MaskWriter(LinearizedFunction &TheFunction, const Plans &AllPlans, const Loop *Level, Value *Mask)
    : L(TheFunction), All(AllPlans), Plan(*AllPlans.at(Level)), Graph(Plan.Graph), HeaderMask(Mask),
      Masks(Graph.size()), EdgeMasks(Graph.size()), MaskVariables(Graph.size()), MaskPhis(Graph.size()),
      Initial(Graph.size())
{
}

AllocaInst *
MaskWriter::createVariable(Type *T, const Twine &Name)
{
    BasicBlock &Entry = L.F.getEntryBlock();
    auto *Variable = new AllocaInst(T, L.F.getDataLayout().getAllocaAddrSpace(), Name, Entry.begin());

    L.Variables.push_back(Variable);
    // Never read before a store to it that counts, but then SSA construction would not have undefined values of its
    // own.
    Value *Nothing = T->isIntegerTy(1) ? cast<Value>(ConstantInt::getFalse(T)) : PoisonValue::get(T);
    new StoreInst(Nothing, Variable, std::next(Variable->getIterator()));
    return Variable;
}

// Chooses how the node gets its mask.
void
MaskWriter::createMaskOf(unsigned Index)
{
    const Node &N = Graph[Index];
    Type *Bit = Type::getInt1Ty(L.F.getContext());

    if (Index == 0 || !N.Partial || Plan.hasMaskOfDominator(Index) || (N.InCount == 1 && !N.IsReturn))
        return;
    if (!Plan.Blended[Index]) {
        MaskPhis[Index] = PHINode::Create(Bit, N.InCount, N.Block->getName() + ".mask", N.Block->begin());
        return;
    }
    MaskVariables[Index] = createVariable(Bit, N.Block->getName() + ".mask");
    Initial[N.Dominator].push_back({MaskVariables[Index], ConstantInt::getFalse(Bit)});
}

void
MaskWriter::createJoins(unsigned Index)
{
    const Node &N = Graph[Index];

    if (!Plan.Blended[Index] || N.Inner)
        return;
    for (PHINode &Phi : N.Block->phis()) {
        if (&Phi == MaskPhis[Index])
            continue;
        Value *Otherwise = L.Otherwise.lookup(&Phi);
        if (Value *Same = Otherwise ? nullptr : Phi.hasConstantValue()) {
            Phi.replaceAllUsesWith(Same);
            L.Replaced.push_back(&Phi);
            continue;
        }
        AllocaInst *Variable = createVariable(Phi.getType(), Phi.getName());
        JoinVariables[&Phi] = Variable;
        Initial[N.Dominator].push_back({Variable, Otherwise ? Otherwise : PoisonValue::get(Phi.getType())});
    }
}

Value *
MaskWriter::readMask(unsigned Index, IRBuilderBase &B)
{
    const Node &N = Graph[Index];

    if (Index == 0 || !N.Partial)
        return HeaderMask;
    if (Plan.hasMaskOfDominator(Index))
        return Masks[N.Dominator];
    if (MaskPhis[Index])
        return MaskPhis[Index];
    if (MaskVariables[Index])
        return B.CreateLoad(B.getInt1Ty(), MaskVariables[Index], N.Block->getName() + ".mask");
    return EdgeMasks[Index];
}

// Replaces the phis of a block that control comes to other ways than along its edges.
void
MaskWriter::readJoins(unsigned Index, IRBuilderBase &B)
{
    SmallVector<PHINode *, 8> Phis;

    for (PHINode &Phi : Graph[Index].Block->phis())
        if (JoinVariables.contains(&Phi))
            Phis.push_back(&Phi);
    for (PHINode *Phi : Phis) {
        Value *Joined = B.CreateLoad(Phi->getType(), JoinVariables.lookup(Phi));
        Joined->takeName(Phi);
        Phi->replaceAllUsesWith(Joined);
        L.Replaced.push_back(Phi);
    }
}

// What is to happen on the edge from the terminator of From to the node Target; B stands on it.
void
MaskWriter::writeEdge(unsigned Target, BasicBlock *From, Value *EdgeMask, IRBuilderBase &B)
{
    BasicBlock *To = Graph[Target].Block;

    EdgeMasks[Target] = EdgeMask;
    if (MaskPhis[Target])
        MaskPhis[Target]->addIncoming(EdgeMask, From);
    if (AllocaInst *Variable = MaskVariables[Target])
        B.CreateStore(B.CreateOr(EdgeMask, B.CreateLoad(B.getInt1Ty(), Variable)), Variable);
    if (!Plan.Blended[Target] || Graph[Target].Inner)
        return;
    for (PHINode &Phi : To->phis()) {
        AllocaInst *Variable = JoinVariables.lookup(&Phi);
        if (!Variable)
            continue;
        Value *V = Phi.getIncomingValueForBlock(From);
        Value *Otherwise = L.Otherwise.lookup(&Phi);
        if (isa<PoisonValue>(V) || V == Otherwise)
            continue;
        bool Alone = count_if(Phi.operands(), [](const Use &U) { return !isa<PoisonValue>(U); }) == 1;
        if (Otherwise || !Alone) {
            Value *Before = B.CreateLoad(Phi.getType(), Variable);
            Value *Chosen = EdgeMask;
            if (L.UniformPhis.contains(&Phi) && !isa<Constant>(EdgeMask))
                Chosen = askPack(B, AnyName, EdgeMask);
            V = B.CreateSelect(Chosen, V, Before, Phi.getName());
        }
        B.CreateStore(V, Variable);
    }
}

// An edge that all work-items take or none.
void
MaskWriter::writeUniformEdge(unsigned From, const Edge &E, Value *EdgeMask)
{
    Instruction *Terminator = E.Terminator;
    BasicBlock *Source = Terminator->getParent();

    if (E.Target == Graph.end()) {
        assert(Plan.Deferred[From].none() && "work-items are left behind");
        return;
    }
    unsigned To = Plan.successor(From, E.Target);
    IRBuilder<> B(Terminator);
    if (!Plan.Blended[E.Target]) {
        assert(To == E.Target);
        writeEdge(E.Target, Source, EdgeMask, B);
        return;
    }
    if (Terminator->getNumSuccessors() == 1) {
        writeEdge(E.Target, Source, EdgeMask, B);
        Terminator->setSuccessor(0, Graph[To].Block);
        return;
    }
    BasicBlock *OnEdge =
        BasicBlock::Create(L.F.getContext(), Graph[E.Target].Block->getName() + ".edge", &L.F, Source->getNextNode());
    B.SetInsertPoint(OnEdge);
    B.SetCurrentDebugLocation(Terminator->getDebugLoc());
    writeEdge(E.Target, Source, EdgeMask, B);
    L.note(B, EdgeMask, Plan.Occupied[From]);
    B.CreateBr(Graph[To].Block);
    Terminator->setSuccessor(E.Successor, OnEdge);
}

void
MaskWriter::writeDivergentBranch(unsigned Index, BranchInst *Branch)
{
    IRBuilder<> B(Branch);
    BasicBlock *BB = Branch->getParent();
    Value *Condition = Branch->getCondition();
    Value *False = B.getFalse();
    SmallVector<unsigned, 2> Wanted;

    for (const Edge &E : Graph[Index].Out) {
        assert(E.Target != Graph.end());
        Value *Taken = E.Successor == 0 ? Condition : B.CreateNot(Condition);
        // Not a plain `and`: the condition may be poison for work-items that are off.
        writeEdge(E.Target, BB, B.CreateSelect(Masks[Index], Taken, False), B);
        Wanted.push_back(E.Target);
    }
    B.CreateBr(Graph[Plan.successor(Index, Wanted)].Block);
    L.erase(Branch);
}

void
MaskWriter::writeInnerLoop(unsigned Index)
{
    const Node &N = Graph[Index];
    Value *Mask = Masks[Index];
    Value *Inside = Mask;

    if (PHINode *Active = L.Active.lookup(N.Block)) {
        Active->setIncomingValue(0, Mask);
        Inside = Active;
    }
    MaskWriter(L, All, N.Inner, Inside).run();
    for (const Edge &E : N.Out)
        writeUniformEdge(Index, E, Mask);
}

void
MaskWriter::writeBlock(unsigned Index)
{
    const Node &N = Graph[Index];
    BasicBlock *BB = N.Block;
    Instruction *Terminator = BB->getTerminator();
    IRBuilder<> B(BB->getContext());

    // The variables' allocas come first in the entry.
    BasicBlock::iterator Begin = BB->getFirstInsertionPt();
    while (isa<AllocaInst>(*Begin) || (BB->isEntryBlock() && isa<StoreInst>(*Begin) &&
                                       is_contained(L.Variables, cast<StoreInst>(*Begin).getPointerOperand())))
        ++Begin;
    B.SetInsertPoint(BB, Begin);
    B.SetCurrentDebugLocation(DebugLoc());
    Masks[Index] = readMask(Index, B);
    readJoins(Index, B);
    for (auto [Variable, V] : Initial[Index])
        B.CreateStore(V, Variable);
    L.note(B, Masks[Index], Plan.Occupied[Index] && !Plan.Guarded[Index]);
    if (Plan.Guarded[Index]) {
        BasicBlock *Body = BB->splitBasicBlock(B.GetInsertPoint(), BB->getName() + ".body");
        B.SetInsertPoint(BB->getTerminator());
        L.guard(B, *BB, Masks[Index], Body, Graph[Plan.successor(Index, {})].Block);
        BB->getTerminator()->eraseFromParent();
        B.SetInsertPoint(Body, Body->begin());
        L.note(B, Masks[Index], true);
    }
    if (N.Diverges) {
        writeDivergentBranch(Index, cast<BranchInst>(Terminator));
        return;
    }
    for (const Edge &E : N.Out)
        writeUniformEdge(Index, E, Masks[Index]);
    if (N.Out.empty() && Plan.Deferred[Index].any()) {
        // Undefined behaviour, but only for those who come here.
        assert(isa<UnreachableInst>(Terminator));
        B.SetInsertPoint(Terminator);
        B.CreateBr(Graph[Plan.successor(Index, {})].Block);
        L.erase(Terminator);
    }
}

void
MaskWriter::run()
{
    for (unsigned I = 1; I < Graph.size(); I++) {
        createMaskOf(I);
        createJoins(I);
    }
    // A loop is entered by the block before it, which also dominates it.
    for (unsigned I = Graph.size(); I-- > 1;) {
        if (!Graph[I].Inner)
            continue;
        auto &Before = Initial[Graph[I].Dominator];
        Before.append(Initial[I].begin(), Initial[I].end());
    }
    for (unsigned I = 0; I < Graph.size(); I++) {
        if (Graph[I].Inner) {
            IRBuilder<> B(L.F.getContext());
            Masks[I] = readMask(I, B);
            writeInnerLoop(I);
        } else {
            writeBlock(I);
        }
    }
}

void
rewriteBlocks(LinearizedFunction &L, const TargetTransformInfo &Costs)
{
    DominatorTree Tree(L.F);
    LoopInfo LI(Tree);
    Plans All;

    All[nullptr] = std::make_unique<MaskPlan>(L, LI, nullptr, Costs);
    for (const Loop *Inner : LI.getLoopsInPreorder())
        All[Inner] = std::make_unique<MaskPlan>(L, LI, Inner, Costs);
    MaskWriter(L, All, nullptr, L.EntryMask).run();
    for (PHINode *Phi : L.Replaced) {
        Phi->replaceAllUsesWith(PoisonValue::get(Phi->getType())); // only other replaced ones
        L.erase(Phi);
    }
}

} // namespace weft
