// SPDX-License-Identifier: Apache-2.0
// Pass rotate-guard: rotations by nothing that LLVM 22's code generator gets wrong.
//
// With AVX2 it makes two shifts of a rotation of 32 or 64 bits, the second one by the width less the first one's; where
// it finds out meanwhile that all lanes of a register are rotated by 0, the second shifts by the whole width, which it
// takes for any value. `rotate(x, (uint)(x == 1))` of ids is enough.
//
// Requires: no pass that combines instructions runs afterwards; it would undo this.
// Guarantees: where a lane of a vector may be rotated by 0, a selection takes what is rotated.
#ifndef WEFT_PASSES_ROTATE_GUARD_H
#define WEFT_PASSES_ROTATE_GUARD_H

#include "llvm/IR/PassManager.h"

namespace weft {

class RotateGuardPass : public llvm::PassInfoMixin<RotateGuardPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
