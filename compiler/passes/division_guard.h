// SPDX-License-Identifier: Apache-2.0
// Pass division-guard: integer division that the language leaves undefined does not end the application.
//
// OpenCL C: "Divide on integer types which results in a value that lies outside of the range bounded by the maximum and
// minimum representable values of the integer type will not cause an exception but will result in an unspecified
// value. A divide by zero with integer types does not cause an exception but will result in an unspecified value."
// The host's division traps, and LLVM takes both as undefined behaviour.
//
// Requires: runs before LLVM simplifies anything, so that nothing has been concluded from a division yet.
// Guarantees: no sdiv, srem, udiv or urem has a divisor of 0, and no signed one divides the smallest value by -1; such
// a divisor is replaced by 1.
// Metadata: none.
#ifndef WEFT_PASSES_DIVISION_GUARD_H
#define WEFT_PASSES_DIVISION_GUARD_H

#include "llvm/IR/PassManager.h"

namespace weft {

class DivisionGuardPass : public llvm::PassInfoMixin<DivisionGuardPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
