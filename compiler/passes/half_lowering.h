// SPDX-License-Identifier: Apache-2.0
// Pass half-lowering: what LLVM would round twice, or call a function for, on CPUs that only convert halves.
//
// There LLVM computes each operation on halves in float and rounds the result. Twice a half's digits and two make that
// the same as one rounding for +, -, *, / and square roots, but not for a fused multiply-add; doubles become halves by
// a call of a function that kernels do not have, and the greater of two halves is one of C's, lane by lane, which they
// do not have either.
//
// Requires: nothing. Not for CPUs that compute with halves, which have an instruction for each.
// Guarantees: no llvm.fma, llvm.maxnum or llvm.minnum of halves and no fptrunc from double to half is left, nor is one
//   made of two, which fast-math flags would allow. A half's product is exact as a float, and what its
//   sum with a half lacks is another float; a float, or a double that becomes one, has its last bit set where digits
//   are lost, which rounds to half as what it stands for would. An llvm.fma that may be contracted, as mad's, is
//   rounded to float and then to half.
// Metadata: none.
#ifndef WEFT_PASSES_HALF_LOWERING_H
#define WEFT_PASSES_HALF_LOWERING_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace weft {

class HalfLoweringPass : public llvm::PassInfoMixin<HalfLoweringPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

// Whether the CPU computes with halves.
bool hasHalfArithmetic(const llvm::TargetMachine &Machine);

} // namespace weft

#endif
