// SPDX-License-Identifier: Apache-2.0
// Pass short-copies: copies of structures are loads and stores.
//
// `a[i] = b[k]` of structures is a memcpy, in packs one for each lane; loads and stores of its words are accesses of
// fields, which lanes do together. So is a structure that goes through a variable of which nothing else is asked.
//
// Requires: variables of which parts are asked for are values already (SROA); SROA runs again.
// Guarantees: no copy is left of at most as many words as registers have room for, of a constant size, from and to
//   global, local and generic memory, or to and from variables that are copied whole alone; but for volatile ones, and
//   those from constants of the program.
#ifndef WEFT_PASSES_SHORT_COPIES_H
#define WEFT_PASSES_SHORT_COPIES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class ShortCopiesPass : public llvm::PassInfoMixin<ShortCopiesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
