// SPDX-License-Identifier: Apache-2.0
// Locks that work-items take in a loop.
#ifndef WEFT_PACKING_ANALYSIS_SPIN_LOCKS_H
#define WEFT_PACKING_ANALYSIS_SPIN_LOCKS_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// Whether a loop waits for what an atomic operation, or an atomic or volatile load, finds in a place that is written
// outside of the loop, where nobody waits: whoever holds such a lock must be able to go on while others wait, which
// lanes of one pack are not. One work-item after the other never waits for a lock.
bool takesLocks(llvm::Function &F);

} // namespace weft

#endif
