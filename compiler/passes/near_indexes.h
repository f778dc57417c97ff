// SPDX-License-Identifier: Apache-2.0
// Pass near-indexes: addresses whose indexes of 32 bits differ by a constant are that constant apart.
//
// p[i] and p[i + 1] are next to each other unless i + 1 wraps, which nothing says of unsigned numbers, and no longer of
// signed ones whose sum was put in another order. Where a work-item accesses both they are: 2^32 elements of 4 bytes
// apart, they would not be in one object, which is no larger than WEFT_MAX_OBJECT_BYTES, or 4 GiB in local and private
// memory. So fields and rows are seen to be such, whatever type their indexes have.
//
// Requires: nothing; runs best where loops are unrolled, and before sums are put in another order.
// Guarantees: in a block, an access at an inbounds address made of the same base and of the sign or zero extension of
//   the same sum of 32 bits, but for a constant, as that of an access before it, is at that one's address and a
//   constant. Elements are of 4 bytes or more, but in local and private memory; both are at most 1 MiB apart. One of
//   another base is at that base, by the same index, and a constant where neither sum wraps.
#ifndef WEFT_PASSES_NEAR_INDEXES_H
#define WEFT_PASSES_NEAR_INDEXES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class NearIndexesPass : public llvm::PassInfoMixin<NearIndexesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
