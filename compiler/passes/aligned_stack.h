// SPDX-License-Identifier: Apache-2.0
// Pass aligned-stack: entries align the stack for all that they call.
//
// What does not fit into registers is written to the stack: a vector that crosses the end of a cache line there takes
// twice as long. LLVM could align each function's stack by itself, for which it would have to know before it allocates
// registers that there are not enough, and which takes one of them. So retarget says of modules for CPUs with wide
// vectors that their functions are called with a stack that is aligned for those, and here that becomes true.
//
// Requires: nothing that inlines runs behind it; internal functions are called by the module's own alone, and the others
//   take nothing but scalars and pointers.
// Guarantees: where the module overrides the alignment of the stack, each function that can be called from outside
//   aligns the stack and calls one that is what it was, by a symbol of its own.
// Metadata: reads the module flag "override-stack-alignment"; the attribute "weft.entry" stays on what aligns.
#ifndef WEFT_PASSES_ALIGNED_STACK_H
#define WEFT_PASSES_ALIGNED_STACK_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Behind the entry's name, the name of what it calls.
inline constexpr char AlignedSuffix[] = ".aligned";

class AlignedStackPass : public llvm::PassInfoMixin<AlignedStackPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
