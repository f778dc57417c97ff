// SPDX-License-Identifier: Apache-2.0
// LLVM's passes for modules whose kernels are packed.
#ifndef WEFT_PACKING_PACKED_PIPELINE_H
#define WEFT_PACKING_PACKED_PIPELINE_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Instead of LLVM's default pipeline: packed code has been simplified while it was code for one work-item, and is much
// larger. What is left is what packing has brought: repeated addresses and splats, selects of masks, loops over packs.
llvm::ModulePassManager packedPipeline();

} // namespace weft

#endif
