// SPDX-License-Identifier: Apache-2.0
// Which dimension's work-items run side by side.
#ifndef WEFT_WORKGROUP_LANE_DIMENSION_H
#define WEFT_WORKGROUP_LANE_DIMENSION_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// The dimension whose neighbours access memory next to each other, by an estimate: 0 unless another one is clearly
// better and the kernel cannot tell the groups of that one apart. Kernels that take the row of a matrix from dimension
// 0 and the column from dimension 1 are the usual case.
// Requires: all primitives and barriers are calls in the kernel itself.
unsigned chooseLaneDimension(const llvm::Function &Kernel);

// Exchanges the dimensions 0 and `Dimension` in what the kernel asks for and in its required size. Launched with them
// exchanged, too, it does what it did.
void exchangeDimensions(llvm::Function &Kernel, unsigned Dimension);

} // namespace weft

#endif
