// SPDX-License-Identifier: Apache-2.0
// Which functions a program's kernels reach, and whether some of them call themselves.
#ifndef WEFT_ANALYSIS_CALL_GRAPH_H
#define WEFT_ANALYSIS_CALL_GRAPH_H

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace weft {

// The function that a call runs, also by an alias or with another type; null when only a pointer is known.
llvm::Function *calledFunction(const llvm::CallBase &Call);

struct CallGraphWalk {
    llvm::SetVector<llvm::Function *> Reached;          // kernels and what they call, directly or not
    llvm::SmallVector<const llvm::CallBase *, 4> Cycle; // each calls the function of the next, the last that of the
                                                        // first; empty without recursion, else the walk ended there
};
CallGraphWalk walkCallGraph(llvm::Module &M);

} // namespace weft

#endif
