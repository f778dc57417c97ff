// SPDX-License-Identifier: Apache-2.0
// Whether running work-items in the lanes of vectors pays.
#ifndef WEFT_PACKING_COST_PACK_COST_H
#define WEFT_PACKING_COST_PACK_COST_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace weft {

// How often a loop is taken to run, and how deep nested ones count.
inline constexpr double LoopIterations = 8;
inline constexpr unsigned MaxLoopDepth = 4;

// What a function is taken to cost: its instructions in the units of LLVM's model, and how often their blocks run.
// Those of blocks that hardly ever run do not count and are not there; an innermost loop takes at least as long as each
// iteration waits for the one before.
struct FunctionCost {
    llvm::DenseMap<const llvm::Instruction *, double> Instructions;
    llvm::DenseMap<const llvm::BasicBlock *, double> Times;
    double Total = 0;
};
FunctionCost costOf(llvm::Function &F, llvm::FunctionAnalysisManager &AM);

// Whether `Packed`, the form of `Single` for Width work-items, is expected to take less time than as many runs of
// Single. An estimate: the target's costs of the instructions, those in loops more often.
bool packingPays(llvm::Function &Single, llvm::Function &Packed, unsigned Width, llvm::FunctionAnalysisManager &AM);

} // namespace weft

#endif
