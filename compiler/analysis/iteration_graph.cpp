// SPDX-License-Identifier: Apache-2.0
// One iteration of a loop, or a function's body, as an acyclic graph in which each inner loop is a single node.
#include "compiler/analysis/iteration_graph.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

IterationGraph::IterationGraph(const Function &F, const LoopInfo &TheLoopInfo, const Loop *TheLevel)
    : LI(TheLoopInfo), Level(TheLevel)
{
    // Depth first; Nodes become a postorder.
    struct Visit {
        Node N;
        unsigned Next;
    };
    std::vector<Visit> Stack;
    DenseMap<const BasicBlock *, bool> Seen;
    auto Enter = [&](BasicBlock *Key) {
        if (Seen.try_emplace(Key, true).second)
            Stack.push_back({makeNode(Key), 0});
    };

    Enter(Level ? Level->getHeader() : const_cast<BasicBlock *>(&F.getEntryBlock()));
    while (!Stack.empty()) {
        Visit &Top = Stack.back();
        if (Top.Next < Top.N.Out.size()) {
            const Edge &E = Top.N.Out[Top.Next++];
            if (E.Target != None)
                Enter(const_cast<BasicBlock *>(keyOf(E.Terminator->getSuccessor(E.Successor))));
            continue;
        }
        Nodes.push_back(std::move(Top.N));
        Stack.pop_back();
    }
    std::reverse(Nodes.begin(), Nodes.end());
    connect();
    order();
    connect();
}

// The block that names the node BB belongs to: itself, or the header of the outermost loop within the level.
const BasicBlock *
IterationGraph::keyOf(const BasicBlock *BB) const
{
    const Loop *L = LI.getLoopFor(BB);
    const Loop *Inner = nullptr;

    while (L && L != Level) {
        Inner = L;
        L = L->getParentLoop();
    }
    return Inner ? Inner->getHeader() : BB;
}

// Targets are 0 for now, None where the iteration ends.
IterationGraph::Node
IterationGraph::makeNode(BasicBlock *Key) const
{
    Node N;
    const Loop *L = LI.getLoopFor(Key);
    auto Add = [&](BasicBlock *From) {
        Instruction *Terminator = From->getTerminator();
        for (unsigned I = 0; I < Terminator->getNumSuccessors(); I++) {
            BasicBlock *To = Terminator->getSuccessor(I);
            bool Leaves = Level && !Level->contains(To);
            if (N.Inner && N.Inner->contains(To))
                continue;
            bool Ends = Leaves || (Level && To == Level->getHeader());
            N.Out.push_back({Terminator, I, Ends ? None : 0, Leaves});
        }
    };

    auto IsBridge = [](const Edge &E) {
        const BasicBlock *To = E.Terminator->getSuccessor(E.Successor);
        return &To->front() == To->getTerminator() && To->getSingleSuccessor() && To->getSinglePredecessor();
    };

    N.Block = Key;
    N.Inner = nullptr;
    if (L != Level) {
        while (L->getParentLoop() != Level)
            L = L->getParentLoop();
        N.Inner = L;
        for (BasicBlock *BB : L->blocks())
            Add(BB);
    } else {
        Add(Key);
        N.IsReturn = isa<ReturnInst>(Key->getTerminator());
    }
    // What is visited last comes first: empty blocks, such as the ways out of a loop.
    stable_sort(N.Out, [&](const Edge &A, const Edge &B) { return IsBridge(A) < IsBridge(B); });
    return N;
}

static unsigned
meet(const std::vector<unsigned> &Parent, unsigned A, unsigned B, bool Up)
{
    while (A != B) {
        if ((A > B) == Up)
            A = Parent[A];
        else
            B = Parent[B];
    }
    return A;
}

// Targets, dominators and postdominators for the present order, which is topological.
void
IterationGraph::connect()
{
    std::vector<unsigned> Up(size(), None);
    std::vector<unsigned> Down(size() + 1, None);

    Numbers.clear();
    for (unsigned I = 0; I < size(); I++)
        Numbers[Nodes[I].Block] = I;
    for (Node &N : Nodes)
        N.InCount = 0;
    Up[0] = 0;
    for (unsigned I = 0; I < size(); I++) {
        for (Edge &E : Nodes[I].Out) {
            bool Ends = E.Target == None || (E.Target == end() && E.Target != 0);
            E.Target = end();
            if (Ends)
                continue;
            E.Target = Numbers.lookup(keyOf(E.Terminator->getSuccessor(E.Successor)));
            assert(E.Target > I && "not topological");
            Nodes[E.Target].InCount++;
            Up[E.Target] = Up[E.Target] == None ? I : meet(Up, Up[E.Target], I, true);
        }
    }
    for (unsigned I = size(); I-- > 0;) {
        unsigned Join = Nodes[I].Out.empty() ? end() : None;
        for (const Edge &E : Nodes[I].Out)
            Join = Join == None ? E.Target : meet(Down, Join, E.Target, false);
        Down[I] = Join;
    }
    for (unsigned I = 0; I < size(); I++) {
        Nodes[I].Dominator = Up[I];
        Nodes[I].PostDominator = Down[I];
    }
}

// Preorder of the dominator tree, children in the present order: still topological, and compact.
void
IterationGraph::order()
{
    std::vector<SmallVector<unsigned, 2>> Children(size());
    std::vector<unsigned> Stack;
    std::vector<unsigned> Returns;
    std::vector<Node> Ordered;

    for (unsigned I = size(); I-- > 1;)
        Children[Nodes[I].Dominator].push_back(I);
    Stack.push_back(0);
    while (!Stack.empty()) {
        unsigned At = Stack.back();
        Stack.pop_back();
        if (Nodes[At].IsReturn && At != 0) {
            Returns.push_back(At);
            continue;
        }
        Ordered.push_back(std::move(Nodes[At]));
        Stack.insert(Stack.end(), Children[At].begin(), Children[At].end());
    }
    for (unsigned At : Returns)
        Ordered.push_back(std::move(Nodes[At]));
    Nodes = std::move(Ordered);
}

unsigned
IterationGraph::find(const BasicBlock *BB) const
{
    auto At = Numbers.find(keyOf(BB));

    return At == Numbers.end() ? None : At->second;
}

bool
IterationGraph::alwaysFollowsDominator(unsigned At) const
{
    unsigned Join = Nodes[At].Dominator;

    while (Join < At)
        Join = Nodes[Join].PostDominator;
    return Join == At;
}

void
IterationGraph::spread(function_ref<bool(const Node &)> Diverges)
{
    for (Node &N : Nodes) {
        N.Diverges = Diverges(N);
        N.Partial = false;
    }
    // Whatever is control dependent on a place where work-items part, or on a place that not all of them get to.
    for (const Node &N : Nodes) {
        if (!N.Diverges && !N.Partial)
            continue;
        for (const Edge &E : N.Out)
            for (unsigned At = E.Target; At != N.PostDominator; At = Nodes[At].PostDominator)
                Nodes[At].Partial = true;
    }
}

} // namespace weft
