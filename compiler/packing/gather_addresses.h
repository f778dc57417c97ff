// SPDX-License-Identifier: Apache-2.0
// Puts the addresses of gathers and scatters where instruction selection looks for them.
#ifndef WEFT_PACKING_GATHER_ADDRESSES_H
#define WEFT_PACKING_GATHER_ADDRESSES_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Requires: no pass that merges equal instructions of different blocks runs afterwards.
// Guarantees: a gather or scatter at one scalar base with a vector of indexes has the address computation, and the
//   extension of the indexes, in its own block, so that it becomes one instruction with indexes of 32 bits where these
//   are extended from 32 bits. Otherwise unchanged.
class GatherAddressesPass : public llvm::PassInfoMixin<GatherAddressesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
