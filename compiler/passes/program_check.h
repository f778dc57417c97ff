// SPDX-License-Identifier: Apache-2.0
// Pass program-check: what a program must not do and the front end cannot see, said with its place in the source.
//
// Requires: the whole program, linked with the kernel library's functions; kernels are marked.
// Guarantees: unless it reports errors, no function that kernels reach calls itself, directly or through others, or
//   calls by a pointer; what inline brings into kernels can be inlined; all variables have a size; printf can print its
//   arguments. When something of this is wrong the program is simplified first, so that calls that are never made are
//   none. Places in the source are gone, but those of units compiled with -g or for remarks: what follows need not
//   carry them along.
// Metadata: removes debug information of units that emit none.
#ifndef WEFT_PASSES_PROGRAM_CHECK_H
#define WEFT_PASSES_PROGRAM_CHECK_H

#include "llvm/IR/PassManager.h"

namespace weft {

class ProgramCheckPass : public llvm::PassInfoMixin<ProgramCheckPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
