// SPDX-License-Identifier: Apache-2.0
// How control goes through a function, taken for granted where a proof would be needed.
#ifndef WEFT_PACKING_COST_FLOW_H
#define WEFT_PACKING_COST_FLOW_H

#include "compiler/analysis/kernels.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

namespace llvm {
class BasicBlock;
class Function;
class Value;
} // namespace llvm

namespace weft {

// Whether one of the primitives is among what the value is computed from, in so many steps at most.
bool isMadeOf(const llvm::Value *V, llvm::ArrayRef<Primitive> Kinds, unsigned Depth);
// Likewise one that the predicate is true of, through instructions of all kinds.
bool isMadeOf(const llvm::Value &V, llvm::function_ref<bool(const llvm::Instruction &)> Is, unsigned Depth);

// How control goes through a function, whichever work-items run together.
struct Flow {
    llvm::DominatorTree Dominators;
    llvm::PostDominatorTree PostDominators;
    llvm::LoopInfo Loops;
    // How often a work-item comes to the block, of the times that it comes to the function or the block's loop begins
    // anew: from weights, else usual::Taken.
    llvm::DenseMap<const llvm::BasicBlock *, double> Reached;
    // Those that packs come to where one of their work-items is beyond an edge: the more, the wider they are.
    llvm::SmallPtrSet<const llvm::BasicBlock *, 8> BeyondEdges;
    // How often each loop runs, where it is entered: see turnsOf().
    llvm::DenseMap<const llvm::Loop *, double> Turns;
    // Those that run as often for all work-items, but where their ends are clamped.
    llvm::SmallPtrSet<const llvm::Loop *, 4> ClampedLoops;
    // Those that end where work-items find what they search: at any time, some very late.
    llvm::SmallPtrSet<const llvm::Loop *, 4> Searches;
    // The places of those that try until nobody came in between.
    llvm::DenseMap<const llvm::Loop *, const llvm::Value *> Attempts;

    explicit Flow(const llvm::Function &F);
    // How often a processor foresees wrongly where the block's choice goes, if work-items choose by their own data.
    double surprise(const llvm::BasicBlock &BB) const;
};

// Whether the loop may end behind the block, which is in it.
bool endsLoop(const llvm::BasicBlock &BB, const llvm::Loop &L);

} // namespace weft

#endif
