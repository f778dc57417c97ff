// SPDX-License-Identifier: Apache-2.0
// What packing tells the author of a kernel: one sentence about one place in the source.
#ifndef WEFT_REMARKS_H
#define WEFT_REMARKS_H

namespace llvm {
class Function;
class Instruction;
class Twine;
} // namespace llvm

namespace weft {

// The pass name of these remarks, which are LLVM's OptimizationRemarkAnalysis.
inline constexpr const char *RemarkPass = "weft-pack";

// Whether anybody listens; a sentence that is costly to make can be spared otherwise.
bool remarksWanted(const llvm::Function &F);

// About `I`, at its source line: "gather: the index is loaded from memory". No capital, no full stop.
void remark(const llvm::Instruction &I, const llvm::Twine &Sentence);

// About the whole of `F`, at its first line.
void remark(const llvm::Function &F, const llvm::Twine &Sentence);

} // namespace weft

#endif
