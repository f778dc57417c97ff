// SPDX-License-Identifier: Apache-2.0
// Pass fixed-images: what a version of a kernel knows of its images and samplers becomes constants.
//
// Requires: retargeted; kernels not yet entries; nothing calls itself. A kernel's metadata "weft.fixed" has a pair for
//   each argument that is known: its number, and an i64 (a sampler's value) or the WEFT_IMAGE_FACTS_BYTES of an image.
// Guarantees: in such kernels, no function with a body gets an image that is known, no load asks for what is known of
//   one, no such sampler is used, and normalized integers that are read and written as they are do not become floats.
//   __weft_is_known and __weft_is_small are gone, from other kernels too, and what the library has between codes and
//   values is inlined. Loads of what describes an image have !invariant.load.
#ifndef WEFT_PASSES_FIXED_IMAGES_H
#define WEFT_PASSES_FIXED_IMAGES_H

#include "llvm/IR/PassManager.h"

namespace weft {

inline constexpr const char *FixedMetadata = "weft.fixed";

class FixedImagesPass : public llvm::PassInfoMixin<FixedImagesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
