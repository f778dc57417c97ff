// SPDX-License-Identifier: Apache-2.0
// The passes by name, and their order in a build.
#include "compiler/passes/cleanup.h"
#include "compiler/passes/division_guard.h"
#include "compiler/passes/inline.h"
#include "compiler/passes/kernel_entries.h"
#include "compiler/passes/local_memory.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/plain_debug_info.h"
#include "compiler/passes/printf_lowering.h"
#include "compiler/passes/vectorizer_guard.h"
#include "compiler/passes/work_group.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace weft {

void
addWorkGroupPasses(ModulePassManager &MPM, const WorkGroupOptions &Options)
{
    MPM.addPass(PlainDebugInfoPass());
    MPM.addPass(DivisionGuardPass());
    MPM.addPass(KernelEntriesPass());
    MPM.addPass(InlinePass());
    MPM.addPass(PrintfLoweringPass());
    if (Options.Optimize) {
        // What is in registers here needs no array of copies when it lives across a barrier.
        FunctionPassManager FPM;
        FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
        FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
        FPM.addPass(SimplifyCFGPass());
        FPM.addPass(InstCombinePass());
        FPM.addPass(SimplifyCFGPass());
        MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
    }
    MPM.addPass(LocalMemoryPass());
    MPM.addPass(WorkGroupPass(Options.Optimize));
    MPM.addPass(CleanupPass());
}

void
registerPasses(PassBuilder &PB)
{
    PB.registerPipelineParsingCallback(
        [](StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
#define WEFT_MODULE_PASS(NAME, CLASS)                                                                                  \
    if (Name == NAME) {                                                                                                \
        MPM.addPass(CLASS());                                                                                          \
        return true;                                                                                                   \
    }
#include "compiler/passes/passes.def"
#undef WEFT_MODULE_PASS
            if (Name == "weft" || Name == "weft-O0") {
                addWorkGroupPasses(MPM, {Name == "weft"});
                return true;
            }
            return false;
        });
    PB.registerPipelineParsingCallback(
        [](StringRef Name, FunctionPassManager &FPM, ArrayRef<PassBuilder::PipelineElement>) {
            if (Name != "vectorizer-guard")
                return false;
            FPM.addPass(VectorizerGuardPass());
            return true;
        });
    PB.registerVectorizerStartEPCallback(
        [](FunctionPassManager &FPM, OptimizationLevel) { FPM.addPass(VectorizerGuardPass()); });
}

} // namespace weft
