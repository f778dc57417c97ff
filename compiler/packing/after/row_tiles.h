// SPDX-License-Identifier: Apache-2.0
// Rows that lanes walk along, loaded by squares.
#ifndef WEFT_PACKING_AFTER_ROW_TILES_H
#define WEFT_PACKING_AFTER_ROW_TILES_H

#include "llvm/IR/PassManager.h"

namespace weft {

// A loop in which each lane walks along a row of its own gathers one element of each row a round, from as many cache
// lines as there are lanes; rows that are a power of two apart even share a set of the cache, which forgets the lines
// between one round and the next. A tile is what all lanes need in the next rounds: a wide load for each lane, which is
// a cache line, and shuffles that turn rows into columns. They go to the stack, from where each round takes its own.
//
// Requires: packed code that nothing simplifies any more; innermost loops whose number of rounds is known before they
//   begin, and which write nothing that a gather may read.
// Guarantees: gathers that step by one element a round are loads from tiles, as many rounds as whole tiles have; the
//   loop as it was does the rest. Nothing is read that the loop does not read: lanes that are off read what a lane that
//   is on does.
class RowTilesPass : public llvm::PassInfoMixin<RowTilesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
