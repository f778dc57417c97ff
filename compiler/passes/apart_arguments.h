// SPDX-License-Identifier: Apache-2.0
// Pass apart-arguments: kernels are there twice where it helps to know that their buffers do not overlap.
//
// `c[i * n + j] += a[k] * b[k]` in a loop is a load and a store each round, as c's element may be one of a's or b's. In
// nearly all launches the arguments are buffers that have no byte in common, and then it is a register. So are v[i] and
// x[i] in `v[i] += a[i]; x[i] += v[i]; if (x[i] < 0) ...`, and several rounds of a loop along rows of two buffers can
// be loaded and stored at once (packing/after/row_tiles.h). The runtime looks at them (weft_launch.apart in
// compiler/kernel_abi.h).
//
// Requires: kernels are simplified, and loops end at their latches.
// Guarantees: beside each kernel that stores to one place in all rounds of a loop, or comes back to several places in a
//   block, which only other arguments keep from being registers, or in a loop stores along a row of one of several
//   arguments, there is a copy of it, with ApartSuffix behind its name, whose pointer arguments are noalias, and in
//   which they are. None is made where a kernel has barriers, or may get pointers to its arguments' memory in another
//   way.
#ifndef WEFT_PASSES_APART_ARGUMENTS_H
#define WEFT_PASSES_APART_ARGUMENTS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class ApartArgumentsPass : public llvm::PassInfoMixin<ApartArgumentsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &MAM);
};

} // namespace weft

#endif
