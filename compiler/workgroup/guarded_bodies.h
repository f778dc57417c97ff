// SPDX-License-Identifier: Apache-2.0
// Kernels whose work-items mostly have nothing to do.
#ifndef WEFT_WORKGROUP_GUARDED_BODIES_H
#define WEFT_WORKGROUP_GUARDED_BODIES_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// `if (todo[i]) { ... }`, where the body is best run for one work-item at a time, as in the levels of a search through
// a graph: whether there is anything to do packs can ask, which is most of the time where there seldom is.
//
// If all loops of the kernel are in such a body, behind a condition that each work-item loads, makes it a function that
// is called for one work-item after the other (WEFT_PREFIX_BY_LANE), so that the rest can be packed, and returns true.
// The kernel's analyses are void then.
bool outlineGuardedBody(llvm::Function &Kernel);

} // namespace weft

#endif
