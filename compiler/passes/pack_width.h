// SPDX-License-Identifier: Apache-2.0
// How many work-items of a kernel run in the lanes of vectors.
#ifndef WEFT_PASSES_PACK_WIDTH_H
#define WEFT_PASSES_PACK_WIDTH_H

namespace llvm {
class Function;
class TargetTransformInfo;
} // namespace llvm

namespace weft {

inline constexpr unsigned MaxPackWidth = 128;

// A power of two, 1 when packing does not pay. Requires: the kernel's barriers are still calls.
unsigned
choosePackWidth(const llvm::Function &Kernel, const llvm::TargetTransformInfo &Target);

} // namespace weft

#endif
