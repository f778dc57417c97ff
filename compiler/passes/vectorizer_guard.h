// SPDX-License-Identifier: Apache-2.0
// Pass vectorizer-guard: keeps loops away from LLVM 22's LoopVectorize that it miscompiles or is slow with.
//
// LoopVectorize assumes that narrow indices do not wrap (t[(i + 4) & 15] + t[i & 3] is a 4-bit and a 2-bit one) and
// checks that at run time. When it needs such a check for two widths, SCEVWrapPredicate::implies() takes the check of
// the wider for one of the narrower, which is then missing, and the loop reads t[i] for t[i & 3].
//
// It also takes more than linear time for a long loop body: a straight kernel of 20,000 instructions keeps it busy for
// 12 seconds.
//
// Requires: runs right before LoopVectorize; registerPasses() puts it there.
// Guarantees: no innermost loop is vectorized that would need checks of two widths or has a very long body.
// Metadata: writes llvm.loop.vectorize.enable = false on such loops, and puts a compiler fence into them, which stops
//   LoopLoadElimination from the same mistake.
#ifndef WEFT_PASSES_VECTORIZER_GUARD_H
#define WEFT_PASSES_VECTORIZER_GUARD_H

#include "llvm/IR/PassManager.h"

namespace weft {

class VectorizerGuardPass : public llvm::PassInfoMixin<VectorizerGuardPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
