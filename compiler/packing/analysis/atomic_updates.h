// SPDX-License-Identifier: Apache-2.0
// What becomes of a pack's atomic operations on a place that all lanes have.
#ifndef WEFT_PACKING_ANALYSIS_ATOMIC_UPDATES_H
#define WEFT_PACKING_ANALYSIS_ATOMIC_UPDATES_H

namespace llvm {
class AtomicRMWInst;
} // namespace llvm

namespace weft {

// One operation on what the lanes have together; where it gives what stood there, only sums tell what each found.
bool isCombined(const llvm::AtomicRMWInst &Update);
// One exchange of a sum of floats, which is rounded after each lane.
bool isSummed(const llvm::AtomicRMWInst &Update);

} // namespace weft

#endif
