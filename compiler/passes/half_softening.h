// SPDX-License-Identifier: Apache-2.0
// Pass half-softening: halves on CPUs that do not even convert them.
//
// LLVM would call a function for each half that becomes a float and for each float that becomes a half, lane by lane,
// and kernels do not have it. What computes with halves does so in float, as LLVM has it on CPUs that convert them, and
// the conversions are a few integer operations, of all lanes at once.
//
// Requires: half-lowering ran before, so that only floats become halves.
// Guarantees: halves are loaded, stored, moved, negated and cast to integers, for all of which code generation takes
//   their bits; no other operation on them is left. Conversions to half round to the nearest even, denormal halves
//   included; the sums and products in them need denormal floats, which kernels run with (runtime/exec/fp_state.h).
// Metadata: none.
#ifndef WEFT_PASSES_HALF_SOFTENING_H
#define WEFT_PASSES_HALF_SOFTENING_H

#include "llvm/IR/PassManager.h"

namespace weft {

class HalfSofteningPass : public llvm::PassInfoMixin<HalfSofteningPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
