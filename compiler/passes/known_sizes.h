// SPDX-License-Identifier: Apache-2.0
// Pass known-sizes: what a kernel asks for of its groups' size is a constant where all groups have one.
//
// Requires: inline ran.
// Guarantees: in a kernel whose groups have the size of its attribute reqd_work_group_size, nothing calls
//   __weft_enqueued_local_size_*, and nothing __weft_local_size_* where no group is smaller. Before loops are unrolled:
//   a tree of sums over a group's local memory has one barrier a level then, between loops of known length. The ids keep
//   their ranges: of shorter ones LLVM makes 64-bit sums without their upper bits, which no pack counts by.
#ifndef WEFT_PASSES_KNOWN_SIZES_H
#define WEFT_PASSES_KNOWN_SIZES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class KnownSizesPass : public llvm::PassInfoMixin<KnownSizesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

} // namespace weft

#endif
