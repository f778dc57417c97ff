// SPDX-License-Identifier: Apache-2.0
// Pass reciprocal-roots: 1 / sqrt(x) in float by the processor's estimate, where the result need not be exact.
//
// AVX-512's estimate is good to 2^-14, and one step of Newton's iteration makes 2 ULP of it, what OpenCL C asks of
// rsqrt. It takes six operations of the multipliers, where a root and a division take the divider for 8 (Zen 5) to 30
// cycles a vector of 16, beside which the multipliers may do something else: so it is for blocks that have little else
// to do.
//
// Requires: runs last, when vectors are what they will be. Acts for CPUs with AVX-512 VL only: older estimates are good
//   to 2^-11.4, for which one step is not enough.
// Guarantees: in blocks with at most four other operations on floats for each of them, no division with !fpmath of at
//   least 2 ULP is left whose dividend is 1 and whose divisor is a square root that nothing else uses. Zeros,
//   infinities and NaNs give what they gave.
// Metadata: reads !fpmath.
#ifndef WEFT_PASSES_RECIPROCAL_ROOTS_H
#define WEFT_PASSES_RECIPROCAL_ROOTS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace weft {

class ReciprocalRootsPass : public llvm::PassInfoMixin<ReciprocalRootsPass> {
public:
    // HasEstimate: see below; functions may also say so by their own features.
    explicit ReciprocalRootsPass(bool HasEstimate = false) : CpuHasEstimate(HasEstimate) {}
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }

private:
    bool CpuHasEstimate;
};

// Whether the CPU has it.
bool hasReciprocalRootEstimate(const llvm::TargetMachine &Machine);

} // namespace weft

#endif
