// SPDX-License-Identifier: Apache-2.0
// The order of the passes, for builds and for weft-opt.
#ifndef WEFT_PIPELINE_H
#define WEFT_PIPELINE_H

#include "llvm/Passes/PassBuilder.h"

namespace weft {

struct WorkGroupOptions {
    bool Optimize = true; // false for -cl-opt-disable: variables stay in memory, so that a debugger sees them
    unsigned Width = 0;   // how many work-items run in the lanes of vectors, a power of two; 0: as many as are good
    bool HalfArithmetic = false;  // the CPU computes with halves; see half_lowering.h
    bool FusedMultiplyAdd = true; // the CPU has it; see fma_lowering.h
    bool HalfConversions = true;  // the CPU converts halves; see half_softening.h
};

// Makes the passes known by name to PassBuilder::parsePassPipeline; the names are in passes.def. Also puts
// vectorizer-guard into the default pipelines built with PB: without it LoopVectorize miscompiles. Width is for
// work-group and the pipelines, see WorkGroupOptions.
void registerPasses(llvm::PassBuilder &PB, unsigned Width = 0);

// Appends the work-group compiler: kernels (functions with the attribute "weft.kernel", see primitives.h) become
// entries `__weft_kernel_<name>` as compiler/kernel_abi.h declares them; everything else becomes internal or goes.
//
// Requires: the module has the host's data layout and triple, is linked with the kernel library's functions, which
// are internal; kernels have the C calling convention, external linkage, and no definition is missing but those of
// primitives.h, libc's and libm's; program-check found nothing wrong. Address spaces: 0 private, 1 global, 2 constant,
// 3 local, 4 generic.
// Errors go to LLVMContext::diagnose with severity DS_Error: install a DiagnosticHandler that writes to the log and
// remembers them (LLVM's own handler ends the process).
// Not included: LLVM's optimization pipeline, which should run next (buildPerModuleDefaultPipeline).
void addWorkGroupPasses(llvm::ModulePassManager &MPM, const WorkGroupOptions &Options);

// Appends what runs after LLVM's optimizer, last before code generation. Machine: null where it is not known.
void addLastPasses(llvm::ModulePassManager &MPM, bool Optimize, const llvm::TargetMachine *Machine);

// Instead of LLVM's default pipeline: packed code has been simplified while it was code for one work-item, and is much
// larger. What is left is what packing has brought: repeated addresses and splats, selects of masks, loops over packs.
void addPackedPasses(llvm::ModulePassManager &MPM);

} // namespace weft

#endif
