// SPDX-License-Identifier: Apache-2.0
// Which values of a kernel are the same for all work-items of a group.
#ifndef WEFT_PASSES_UNIFORMITY_H
#define WEFT_PASSES_UNIFORMITY_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace weft {

// A conservative answer: values are divergent when they come from local ids, from memory other than __constant, from
// calls with effects, or from joins and loops under a divergent branch.
class Uniformity {
public:
    explicit Uniformity(llvm::Function &Kernel);

    bool isUniform(const llvm::Value *V) const { return !Divergent.contains(V); }

private:
    llvm::DenseSet<const llvm::Value *> Divergent;
};

} // namespace weft

#endif
