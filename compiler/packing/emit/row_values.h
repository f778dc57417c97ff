// SPDX-License-Identifier: Apache-2.0
// Which vectors of SPMD code are packed in the order of memory.
#ifndef WEFT_PACKING_EMIT_ROW_VALUES_H
#define WEFT_PACKING_EMIT_ROW_VALUES_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace weft {

class Packer;

// The scalar that each element of the vector I is; null when it is no such vector.
llvm::Value *splattedScalar(llvm::Instruction &I);

// The float4 of W work-items is four vectors of W floats either way: its components, or its rows, which hold the floats
// in the order in which neighbours' values lie in memory (element e of lane l is element (l * 4 + e) % W of row
// (l * 4 + e) / W). What does the same to each element does it to rows as well; so between the loads and stores of
// consecutive vectors nothing needs to be shuffled as long as no element is asked for alone. Only what is one scalar
// for each work-item must be repeated for the elements.
//
// Values are taken in rows where this saves shuffles: those of the loads and stores must be more than those that split
// values into components and repeat scalars, counted by how often they run.
class RowValues {
public:
    explicit RowValues(Packer &P);

    // Whether the value of I is computed in rows; of a store, whether it takes them.
    bool contains(const llvm::Instruction *I) const { return Chosen.contains(I); }

private:
    llvm::DenseSet<const llvm::Instruction *> Chosen;
};

} // namespace weft

#endif
