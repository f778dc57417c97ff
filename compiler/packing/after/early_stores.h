// SPDX-License-Identifier: Apache-2.0
// What is kept across a barrier is stored where it is computed.
#ifndef WEFT_PACKING_AFTER_EARLY_STORES_H
#define WEFT_PACKING_AFTER_EARLY_STORES_H

namespace llvm {
class AAResults;
class BasicBlock;
} // namespace llvm

namespace weft {

// Vectors that are stored to context slots (SlotMetadata) at the end of a block take registers until then. Moves such
// stores to where all that they need is there, with what they blend, unless something in between may access the slot.
// Whether any moved.
bool storeEarly(llvm::BasicBlock &Block, llvm::AAResults &Aliasing);

} // namespace weft

#endif
