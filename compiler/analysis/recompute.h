// SPDX-License-Identifier: Apache-2.0
// Which values are computed again rather than kept.
#ifndef WEFT_ANALYSIS_RECOMPUTE_H
#define WEFT_ANALYSIS_RECOMPUTE_H

namespace llvm {
class Instruction;
template <typename T> class SmallVectorImpl;
} // namespace llvm

namespace weft {

class Uniformity;

// Whether the instruction can be computed again anywhere in the kernel from arguments, primitives and constants. What
// `Uniform` (may be null) says is the same for all work-items of a group costs next to nothing, and so do sums of ids.
bool isCheapToRecompute(const llvm::Instruction &I, const Uniformity *Uniform = nullptr);

// Whether the instruction is a sum of ids, each times what `Uniform` says is the same for all work-items, that is cheap
// to compute again where some of the latter are known: Leaves are these, counters of loops for example.
bool isCheapWithLeaves(const llvm::Instruction &I, const Uniformity &Uniform,
                       llvm::SmallVectorImpl<llvm::Instruction *> &Leaves);

} // namespace weft

#endif
