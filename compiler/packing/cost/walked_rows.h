// SPDX-License-Identifier: Apache-2.0
// Rows that work-items walk along in loops, before there are packs.
#ifndef WEFT_PACKING_COST_WALKED_ROWS_H
#define WEFT_PACKING_COST_WALKED_ROWS_H

#include "compiler/packing/analysis/row_walks.h"
#include "compiler/packing/cost/loop_steps.h"
#include "llvm/ADT/DenseSet.h"

namespace llvm {
class DominatorTree;
} // namespace llvm

namespace weft {

// What after/row_tiles.h makes of a loop's accesses, if it is there.
class WalkedRows {
public:
    explicit WalkedRows(const llvm::DominatorTree &TheDominators) : Dominators(TheDominators) {}

    // Of an innermost loop that all lanes of a pack run as often, each along a row of its own.
    RowAccess::Kinds of(const llvm::Instruction &I, const llvm::Loop &L, LoopSteps &Rounds);
    // Whether LLVM runs several rounds of the loop side by side where work-items run one at a time: each of a row's
    // elements is computed for itself.
    bool isAcrossRounds(const llvm::Loop &L, LoopSteps &Rounds);

private:
    void find(const llvm::Loop &L, LoopSteps &Rounds);

    const llvm::DominatorTree &Dominators;
    llvm::DenseSet<const llvm::Loop *> Known, AcrossRounds;
    llvm::DenseMap<const llvm::Instruction *, RowAccess::Kinds> Kinds; // of their accesses; others are none
};

} // namespace weft

#endif
