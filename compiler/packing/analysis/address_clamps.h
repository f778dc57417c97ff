// SPDX-License-Identifier: Apache-2.0
// Clamping of what addresses are computed from.
#ifndef WEFT_PACKING_ANALYSIS_ADDRESS_CLAMPS_H
#define WEFT_PACKING_ANALYSIS_ADDRESS_CLAMPS_H

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace weft {

// The lesser or greater of two integers, which is part of an address.
bool isAddressClamp(const llvm::Instruction &I);

// Whether packs that clamp nothing may have code of their own (linearize/clamped_ids.h), as far as can be said before
// it is known which values are the same for all work-items.
bool mayAskClamps(const llvm::Function &F);

} // namespace weft

#endif
