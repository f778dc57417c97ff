// SPDX-License-Identifier: Apache-2.0
// What work-items keep from before a barrier, where the others of their group run before they go on.
#ifndef WEFT_PACKING_COST_KEPT_VALUES_H
#define WEFT_PACKING_COST_KEPT_VALUES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace weft {

// By block: values that it computes and that are kept, and kept ones that are read again behind a barrier that it has,
// once for each barrier. What a loop carries stays in its place from round to round.
struct KeptValues {
    using Values = llvm::SmallVector<const llvm::Instruction *, 8>;
    llvm::DenseMap<const llvm::BasicBlock *, Values> Written, Read;

    explicit KeptValues(const llvm::Function &F);
};

} // namespace weft

#endif
