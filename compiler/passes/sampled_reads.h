// SPDX-License-Identifier: Apache-2.0
// Pass sampled-reads: what a read by a known sampler takes comes in its place.
//
// What a sampler may ask for makes several times as much code as what one asks for, with branches around every texel,
// and all of it again for each read. Where it is not known, the kernel library has a function of its own for a read,
// which runs for one work-item after the other: the decisions on the sampler are then where those on the format are.
//
// Requires: fixed-images ran; small functions are part of their callers, so that a sampler that the program names is
//   the argument of the read.
// Guarantees: a function that has few calls of functions of WEFT_PREFIX_SAMPLE has none with a sampler that is a
//   constant, nor with others when there are no more than two. What comes in their place is bounded.
#ifndef WEFT_PASSES_SAMPLED_READS_H
#define WEFT_PASSES_SAMPLED_READS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class SampledReadsPass : public llvm::PassInfoMixin<SampledReadsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

} // namespace weft

#endif
