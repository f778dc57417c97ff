// SPDX-License-Identifier: Apache-2.0
// In which order the blocks of a loop or of the function run once work-items stay together.
#ifndef WEFT_PACKING_LINEARIZE_MASKS_H
#define WEFT_PACKING_LINEARIZE_MASKS_H

#include "compiler/analysis/iteration_graph.h"
#include "compiler/packing/linearize/linearize_function.h"
#include "llvm/ADT/BitVector.h"

namespace weft {

// Where control goes is the first, in the graph's order, of the blocks that work-items still have to run; the others
// are deferred to it. All of it is known before a block is changed.
class MaskPlan {
public:
    MaskPlan(const LinearizedFunction &L, const llvm::LoopInfo &LI, const llvm::Loop *Level,
             const llvm::TargetTransformInfo &Costs);

    // Where control goes when work-items want to go to `Wanted` and some may wait before the deferred nodes of `From`.
    unsigned successor(unsigned From, llvm::ArrayRef<unsigned> Wanted) const;

    // The mask of node `Index` is that of its immediate dominator.
    bool hasMaskOfDominator(unsigned Index) const;

    IterationGraph Graph;
    std::vector<llvm::BitVector> Deferred; // by node: those that are to run afterwards in any case
    llvm::BitVector Blended;               // control comes to them other ways, too, than along their own edges
    llvm::BitVector Guarded;               // to be skipped when their mask is empty
    llvm::BitVector Occupied;              // their mask is not empty when they run

private:
    void plan(unsigned Index, bool NeedsGuard);
    void follow(unsigned From, llvm::ArrayRef<unsigned> Wanted);

    llvm::BitVector ComesFromOccupied; // all edges are uniform and from occupied nodes
};

// masks_guards.cpp. Whether the block must not run with an empty mask: it has something that a pack does once for all
// work-items and that is not safe to do for none.
bool needsWorkItem(const LinearizedFunction &L, const llvm::BasicBlock &BB);

// masks_guards.cpp. For each node of the graph, what it and the nodes that it dominates cost.
std::vector<unsigned> regionCosts(const IterationGraph &Graph, const llvm::TargetTransformInfo &Costs);

} // namespace weft

#endif
