// SPDX-License-Identifier: Apache-2.0
// Rows that lanes walk along, loaded and stored by squares.
#ifndef WEFT_PACKING_AFTER_ROW_TILES_H
#define WEFT_PACKING_AFTER_ROW_TILES_H

#include "llvm/IR/PassManager.h"

namespace weft {

// A loop in which each lane walks along a row of its own gathers one element of each row a round, from as many cache
// lines as there are lanes; rows that are a power of two apart even share a set of the cache, which forgets the lines
// between one round and the next. A tile is what all lanes need in the next rounds: a wide load for each lane, which is
// a cache line, and shuffles that turn rows into columns. They go to the stack, from where each round takes its own.
// What lanes store along rows goes the other way. Long rows that lie alike begin with a line: a copy of the loop does
// what is before it.
//
// Requires: packed code that nothing simplifies any more; innermost loops whose number of rounds is known before they
//   begin.
// Guarantees: gathers and scatters that step by one element a round, forward or backward, are loads from tiles and
//   stores to them, as many rounds as whole tiles have; the loop as it was does the rest. Those alone that find, or
//   leave, what they would have (analysis/row_walks.h): a scatter's elements are loaded ahead, or a few rounds later,
//   when they come from a register. Each lane for itself: what work-items access of each other's rows without a barrier
//   is undefined. Nothing is read or written that the loop does not: lanes that are off read what a lane that is on
//   does, and write to the stack.
class RowTilesPass : public llvm::PassInfoMixin<RowTilesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
