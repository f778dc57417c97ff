// SPDX-License-Identifier: Apache-2.0
// compiler/kernel_abi.h in LLVM's terms: addresses of fields and the services variable.
#ifndef WEFT_ANALYSIS_ABI_TYPES_H
#define WEFT_ANALYSIS_ABI_TYPES_H

#include "llvm/IR/IRBuilder.h"

namespace weft {

// Loads struct weft_launch's 64-bit field at `Offset` bytes; invariant during the launch.
llvm::LoadInst *loadLaunchField(llvm::IRBuilderBase &B, llvm::Value *Launch, uint64_t Offset, const llvm::Twine &Name);

// Loads a pointer at `Offset` bytes of an ABI structure that does not change while the entry runs.
llvm::LoadInst *loadPointerField(llvm::IRBuilderBase &B, llvm::Value *Structure, uint64_t Offset, unsigned AddressSpace,
                                 const llvm::Twine &Name);

// The type of weft_kernel_entry.
llvm::FunctionType *entryType(llvm::LLVMContext &Context);

// The exported variable __weft_services, defined on first use.
llvm::GlobalVariable *servicesVariable(llvm::Module &M);

} // namespace weft

#endif
