// SPDX-License-Identifier: Apache-2.0
// One iteration of a loop, or a function's body, as an acyclic graph in which each inner loop is a single node.
#ifndef WEFT_ANALYSIS_ITERATION_GRAPH_H
#define WEFT_ANALYSIS_ITERATION_GRAPH_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Loop;
class LoopInfo;
} // namespace llvm

namespace weft {

// Requires: reducible loops with one latch; no unreachable blocks.
//
// Nodes are in an order that is topological and keeps what a node dominates right behind it; the function's return
// block alone comes last in any case. Node 0 is the entry or the loop's header. One more node, `end()`, stands for
// where iterations end: the back edge, edges that leave the loop, returns.
class IterationGraph {
public:
    struct Edge {
        llvm::Instruction *Terminator;
        unsigned Successor; // which of the terminator's
        unsigned Target;
        bool Leaves; // the loop
    };
    struct Node {
        llvm::BasicBlock *Block; // an inner loop's header
        const llvm::Loop *Inner; // null for a block
        llvm::SmallVector<Edge, 2> Out;
        unsigned InCount = 0;
        unsigned Dominator = 0;     // immediate, within the graph
        unsigned PostDominator = 0; // immediate, within the graph
        bool Diverges = false;      // spread(): work-items leave it different ways
        bool Partial = false;       // spread(): may run for some only of the work-items that began the iteration
        bool IsReturn = false;
    };
    static constexpr unsigned None = ~0u;

    // Level null: the function's body.
    IterationGraph(const llvm::Function &F, const llvm::LoopInfo &LI, const llvm::Loop *Level);

    unsigned size() const { return Nodes.size(); }
    unsigned end() const { return Nodes.size(); }
    const Node &operator[](unsigned Index) const { return Nodes[Index]; }

    // The node of a block, of the inner loop that holds it, or None.
    unsigned find(const llvm::BasicBlock *BB) const;

    // Whether each work-item that runs the node `Dominator` of `Index` runs `Index` too in the same iteration.
    bool alwaysFollowsDominator(unsigned Index) const;

    // Sets Diverges and from it Partial.
    void spread(llvm::function_ref<bool(const Node &)> Diverges);

private:
    const llvm::BasicBlock *keyOf(const llvm::BasicBlock *BB) const;
    Node makeNode(llvm::BasicBlock *Key) const;
    void order();
    void connect();

    const llvm::LoopInfo &LI;
    const llvm::Loop *Level;
    std::vector<Node> Nodes;
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> Numbers; // by Node::Block
};

} // namespace weft

#endif
