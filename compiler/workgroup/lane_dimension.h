// SPDX-License-Identifier: Apache-2.0
// Which dimension's work-items run side by side.
#ifndef WEFT_WORKGROUP_LANE_DIMENSION_H
#define WEFT_WORKGROUP_LANE_DIMENSION_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// Whether lanes may be work-items of the dimension, which is not 0: the kernel asks for its ids, and cannot tell its
// groups apart. Kernels that take the row of a matrix from dimension 0 and the column from dimension 1 are the usual
// ones that gain by it.
// Requires: all primitives and barriers are calls in the kernel itself.
bool canBeLaneDimension(const llvm::Function &Kernel, unsigned Dimension);

// The same of a group's work-items, where groups do not run as one, as they have barriers or memory of their own: the
// kernel asks for ids of the dimension, and does not number a group's work-items.
bool canBeLaneDimensionOfGroups(const llvm::Function &Kernel, unsigned Dimension);

// Exchanges the dimensions 0 and `Dimension` in what the kernel asks for and in its sizes that are required or hinted
// at. Launched with them exchanged, too, it does what it did.
void exchangeDimensions(llvm::Function &Kernel, unsigned Dimension);

} // namespace weft

#endif
