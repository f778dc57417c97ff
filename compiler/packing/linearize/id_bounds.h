// SPDX-License-Identifier: Apache-2.0
// Conditions that compare ids with bounds, and where all work-items of a pack are.
#ifndef WEFT_PACKING_LINEARIZE_ID_BOUNDS_H
#define WEFT_PACKING_LINEARIZE_ID_BOUNDS_H

#include "compiler/packing/analysis/shapes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

namespace weft {

class Uniformity;

// Of a function that begins with all work-items of a pack. Known is of the function, and so are Arguments, by number.
class IdBounds {
public:
    IdBounds(llvm::Function &TheFunction, const Uniformity &TheKnown, llvm::ArrayRef<Shape> TheArguments);

    // Whether the condition compares ids, or what is counted from them, with bounds.
    bool isBound(const llvm::Value *Condition, unsigned Depth = 8) const;
    // Whether some work-items of a pack may miss the block, or come to it at other times.
    bool isPartial(const llvm::BasicBlock &BB) const { return Partial.contains(&BB); }
    // Where the ways from a block meet again; null when they do not.
    llvm::BasicBlock *meetingOf(llvm::BasicBlock &BB) const;

    // Whether the instruction may stand in a copy of code that is without masks: no call leads out of it.
    static bool isCopyable(const llvm::Instruction &I);

    llvm::Function &F;
    const Uniformity &Known;
    const llvm::DominatorTree Tree;
    const llvm::PostDominatorTree PostTree;
    const llvm::LoopInfo Loops;

private:
    using Rounds = llvm::SmallPtrSetImpl<const llvm::Value *>;

    void findPartial();
    bool isCount(const llvm::Value *V, unsigned Depth, Rounds &Seen) const;

    llvm::ArrayRef<Shape> Arguments;
    llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Partial;
};

} // namespace weft

#endif
