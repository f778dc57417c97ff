// SPDX-License-Identifier: Apache-2.0
// Whether groups that are neighbours in dimension 0 can run as one.
#ifndef WEFT_PASSES_GROUP_MERGING_H
#define WEFT_PASSES_GROUP_MERGING_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// True when the kernel cannot tell the groups of dimension 0 apart: it has no barrier and no local memory, and asks for
// nothing of dimension 0 that belongs to a group. Then a run of such groups is a
// single one with as many work-items, whose group id is the first's.
// Requires: all primitives and barriers are calls in the kernel itself.
bool
canMergeGroups(const llvm::Function &Kernel);

} // namespace weft

#endif
