// SPDX-License-Identifier: Apache-2.0
// Whether groups that are neighbours in a dimension can run as one.
#ifndef WEFT_ANALYSIS_GROUP_MERGING_H
#define WEFT_ANALYSIS_GROUP_MERGING_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// True when the kernel cannot tell the groups of the dimension apart: it has no barrier and no local memory, and asks
// for nothing of the dimension that belongs to a group. Then a run of such groups is a single one with as many
// work-items, whose group id is the first's. Kernels with WEFT_ATTRIBUTE_KEEPS_GROUPS are left out.
// Requires: all primitives and barriers are calls in the kernel itself.
bool canMergeGroups(const llvm::Function &Kernel, unsigned Dimension = 0);

} // namespace weft

#endif
