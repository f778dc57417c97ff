// SPDX-License-Identifier: Apache-2.0
// The passes by name, and their order in a build.
#include "compiler/packing/consecutive_gathers.h"
#include "compiler/packing/gather_lowering.h"
#include "compiler/packing/linearize_pass.h"
#include "compiler/packing/masked_loads.h"
#include "compiler/packing/packed_pipeline.h"
#include "compiler/packing/register_parts.h"
#include "compiler/packing/strand_order.h"
#include "compiler/packing/stream_prefetch.h"
#include "compiler/packing/vector_parts.h"
#include "compiler/packing/wide_masks.h"
#include "compiler/passes/address_spaces.h"
#include "compiler/passes/byte_divisions.h"
#include "compiler/passes/cleanup.h"
#include "compiler/passes/division_guard.h"
#include "compiler/passes/fixed_images.h"
#include "compiler/passes/frozen_loads.h"
#include "compiler/passes/half_bits.h"
#include "compiler/passes/half_guard.h"
#include "compiler/passes/half_lowering.h"
#include "compiler/passes/half_softening.h"
#include "compiler/passes/inline.h"
#include "compiler/passes/kernel_entries.h"
#include "compiler/passes/local_atomics.h"
#include "compiler/passes/local_memory.h"
#include "compiler/passes/masked_accesses.h"
#include "compiler/passes/narrow_ids.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/plain_debug_info.h"
#include "compiler/passes/printf_lowering.h"
#include "compiler/passes/program_check.h"
#include "compiler/passes/reciprocal_roots.h"
#include "compiler/passes/sampled_reads.h"
#include "compiler/passes/service_lowering.h"
#include "compiler/passes/sub_group_meets.h"
#include "compiler/passes/vectorizer_guard.h"
#include "compiler/passes/whole_stores.h"
#include "compiler/passes/work_group.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/LowerExpectIntrinsic.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace weft {

// Functions up to this cost (5 for an instruction) become part of their callers before these are packed. Larger ones
// are packed by themselves, once for all calls.
static constexpr int SmallFunction = 75;

static void
addFunctionPasses(ModulePassManager &MPM, FunctionPassManager FPM)
{
    MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
}

// What LLVM's optimizer does best on code for one work-item, which is a fraction of what becomes of it. Nothing that
// makes jumps out of selects, or 64-bit indices out of ints.
static void
addSimplification(ModulePassManager &MPM)
{
    FunctionPassManager Registers, Simplify;
    LoopPassManager Hoist, Unroll;

    Registers.addPass(LowerExpectIntrinsicPass());
    // What is in registers here needs no array of copies when it lives across a barrier.
    Registers.addPass(SROAPass(SROAOptions::ModifyCFG));
    Registers.addPass(WholeStoresPass());
    Registers.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    addFunctionPasses(MPM, std::move(Registers));
    MPM.addPass(NarrowIdsPass());
    MPM.addPass(ModuleInlinerWrapperPass(getInlineParams(SmallFunction)));
    MPM.addPass(SampledReadsPass());
    MPM.addPass(GlobalDCEPass());

    Hoist.addPass(LoopRotatePass());
    Hoist.addPass(LICMPass(LICMOptions()));
    Unroll.addPass(LoopFullUnrollPass());
    Simplify.addPass(HalfGuardPass());
    Simplify.addPass(SimplifyCFGPass());
    Simplify.addPass(InstCombinePass());
    Simplify.addPass(createFunctionToLoopPassAdaptor(std::move(Hoist), /*UseMemorySSA=*/true));
    Simplify.addPass(createFunctionToLoopPassAdaptor(std::move(Unroll)));
    Simplify.addPass(InferAddressSpacesPass(GenericSpace)); // before variables that generic pointers lead to
    Simplify.addPass(SROAPass(SROAOptions::ModifyCFG));
    Simplify.addPass(GVNPass(GVNOptions().setPRE(false)));
    Simplify.addPass(InstCombinePass());
    Simplify.addPass(SimplifyCFGPass());
    addFunctionPasses(MPM, std::move(Simplify));
}

void
addWorkGroupPasses(ModulePassManager &MPM, const WorkGroupOptions &Options)
{
    MPM.addPass(PlainDebugInfoPass());
    MPM.addPass(FixedImagesPass());
    MPM.addPass(DivisionGuardPass());
    if (!Options.HalfArithmetic)
        MPM.addPass(HalfLoweringPass());
    if (!Options.HalfConversions)
        MPM.addPass(HalfSofteningPass());
    MPM.addPass(KernelEntriesPass());
    MPM.addPass(InlinePass());
    MPM.addPass(PrintfLoweringPass());
    MPM.addPass(ServiceLoweringPass());
    if (Options.Optimize)
        addSimplification(MPM);
    MPM.addPass(LocalMemoryPass());
    MPM.addPass(SubGroupMeetsPass());
    MPM.addPass(WorkGroupPass(Options.Optimize, Options.Width));
    MPM.addPass(LocalAtomicsPass());
    MPM.addPass(CleanupPass());
}

void
addLastPasses(ModulePassManager &MPM, bool Optimize, bool HasReciprocalRootEstimate)
{
    FunctionPassManager Last;

    if (Optimize)
        Last.addPass(ReciprocalRootsPass(HasReciprocalRootEstimate));
    Last.addPass(HalfBitsPass());
    Last.addPass(ByteDivisionsPass());
    Last.addPass(MaskedLoadsPass());
    Last.addPass(MaskedAccessesPass());
    if (!Optimize)
        Last.addPass(FrozenLoadsPass());
    addFunctionPasses(MPM, std::move(Last));
}

void
registerPasses(PassBuilder &PB, unsigned Width)
{
    PB.registerPipelineParsingCallback(
        [Width](StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
            if (Name == "work-group") {
                MPM.addPass(WorkGroupPass(true, Width));
                return true;
            }
#define WEFT_MODULE_PASS(NAME, CLASS)                                                                                  \
    if (Name == NAME) {                                                                                                \
        MPM.addPass(CLASS());                                                                                          \
        return true;                                                                                                   \
    }
#include "compiler/passes/passes.def"
            if (Name == "weft" || Name == "weft-O0") {
                addWorkGroupPasses(MPM, {Name == "weft", Width});
                return true;
            }
            if (Name == "packed") {
                MPM.addPass(packedPipeline());
                addLastPasses(MPM, true, false);
                return true;
            }
            return false;
        });
    PB.registerPipelineParsingCallback(
        [](StringRef Name, FunctionPassManager &FPM, ArrayRef<PassBuilder::PipelineElement>) {
#define WEFT_FUNCTION_PASS(NAME, CLASS)                                                                                \
    if (Name == NAME) {                                                                                                \
        FPM.addPass(CLASS());                                                                                          \
        return true;                                                                                                   \
    }
#include "compiler/passes/passes.def"
            return false;
        });
    PB.registerVectorizerStartEPCallback(
        [](FunctionPassManager &FPM, OptimizationLevel) { FPM.addPass(VectorizerGuardPass()); });
}

} // namespace weft
