// SPDX-License-Identifier: Apache-2.0
// Integers that are carried in 64 bits and looked at in 32.
#ifndef WEFT_PACKING_ANALYSIS_NARROW_PHIS_H
#define WEFT_PACKING_ANALYSIS_NARROW_PHIS_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// InstCombine leaves an int that wraps, `id += get_local_size(0)`, as a loop's 64-bit sum of an extension and
// something, and takes its low half wherever it is used. That sum is not linear in the lane; its low half is.
//
// Guarantees: 64-bit phis, and the arithmetic from one to the other, of which nothing but the low 32 bits is used are
// computed in 32 bits. A trunc with nsw or nuw says something of the upper bits, and counts as a use of them.
void narrowPhis(llvm::Function &F);

} // namespace weft

#endif
