// SPDX-License-Identifier: Apache-2.0
// What it costs that lanes may be off.
#ifndef WEFT_PACKING_MASK_COST_H
#define WEFT_PACKING_MASK_COST_H

namespace llvm {
class Instruction;
class TargetTransformInfo;
} // namespace llvm

namespace weft {

// What a load or store of a vector register of its scalars costs with a mask, at least 1, in simple operations: 1 on
// CPUs with mask registers, 2 for a load and 8 for a store with AVX2, and as much as lanes by themselves where there are
// no masked accesses of the type.
unsigned costOfMasked(const llvm::Instruction &Access, const llvm::TargetTransformInfo &Target);

} // namespace weft

#endif
