// SPDX-License-Identifier: Apache-2.0
// Pass service-lowering: what the kernel library asks of the runtime becomes calls through __weft_services.
//
// Requires: declarations __weft_service_<field>, whose parameters are those of the field of weft_services
//   (compiler/kernel_abi.h), with pointers of any address space.
// Guarantees: none of them is called any more.
// Metadata: writes "weft.enqueues" on kernels that call one, also through functions.
#ifndef WEFT_PASSES_SERVICE_LOWERING_H
#define WEFT_PASSES_SERVICE_LOWERING_H

#include "llvm/IR/PassManager.h"

namespace weft {

class ServiceLoweringPass : public llvm::PassInfoMixin<ServiceLoweringPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
