// SPDX-License-Identifier: Apache-2.0
// Pass printf-lowering: OpenCL C's variadic printf becomes a call through __weft_services.
//
// Requires: printf is a variadic declaration as Clang emits it, and its arguments can be printed (program-check).
// Guarantees: no call of printf is left. Each passes (format, count, types, values) as weft_services.printf wants it;
//   values lie in an alloca of the caller.
// Metadata: writes "weft.uses_printf" on kernels that print, also through functions they call.
#ifndef WEFT_PASSES_PRINTF_LOWERING_H
#define WEFT_PASSES_PRINTF_LOWERING_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Type;
}

namespace weft {

// Whether an argument of printf may have the type.
bool canPrint(const llvm::Type *T);

class PrintfLoweringPass : public llvm::PassInfoMixin<PrintfLoweringPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
