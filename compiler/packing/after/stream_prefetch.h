// SPDX-License-Identifier: Apache-2.0
// Asks early for what a loop reads far apart.
#ifndef WEFT_PACKING_AFTER_STREAM_PREFETCH_H
#define WEFT_PACKING_AFTER_STREAM_PREFETCH_H

#include "llvm/IR/PassManager.h"

namespace weft {

// `for (i = get_global_id(0); i < n; i += get_global_size(0))` reads a pack's elements in each iteration and goes on by
// what the launch is wide, another page as a rule, which no processor's own prefetcher does. Where the work on a pack's
// elements fills the processor's window, the next ones' way from memory is waited for each time: a histogram of bytes
// spent more than half of its time so.
//
// Requires: packed code; runs last.
// Guarantees: in loops with so much work and no loops inside but over lanes, loads of vectors whose address depends on
//   a counter that grows by something that is the same in all iterations, but no constant, are preceded by a prefetch
//   of what is read two iterations later; two of them at most.
class StreamPrefetchPass : public llvm::PassInfoMixin<StreamPrefetchPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
