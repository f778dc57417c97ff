// SPDX-License-Identifier: Apache-2.0
// Parts of vectors that were cut out of one integer.
#ifndef WEFT_PACKING_AFTER_VECTOR_PARTS_H
#define WEFT_PACKING_AFTER_VECTOR_PARTS_H

#include "llvm/IR/PassManager.h"

namespace weft {

// GVN takes a vector that lies inside of one loaded or stored before as bits of the other: cast to one integer,
// shifted, truncated and cast back. Code generation then shifts 512 bits in general registers, and LLVM 22 ends by a
// signal where such an integer is shuffled as a vector.
//
// Requires: runs behind GVN; a little-endian target.
// Guarantees: what is cut out at a multiple of its elements' size is a shuffle or an extracted element.
class VectorPartsPass : public llvm::PassInfoMixin<VectorPartsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
