// SPDX-License-Identifier: Apache-2.0
// LLVM's passes for modules whose kernels are packed.
#include "compiler/packing/packed_pipeline.h"

#include "compiler/packing/consecutive_gathers.h"
#include "compiler/packing/gather_lowering.h"
#include "compiler/packing/register_parts.h"
#include "compiler/packing/strand_order.h"
#include "compiler/packing/stream_prefetch.h"
#include "compiler/packing/vector_parts.h"
#include "compiler/packing/wide_masks.h"
#include "compiler/passes/kernel_sizes.h"
#include "compiler/passes/vectorizer_guard.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

using namespace llvm;

namespace weft {

// In LLVM's units of cost. Vector code gets a bonus of some 200 %; what packing makes of float4 code should stay calls.
static constexpr int SmallFunction = 60;

// Passes for functions whose work-items run one at a time.
class UnlessPacked : public PassInfoMixin<UnlessPacked> {
public:
    explicit UnlessPacked(FunctionPassManager Passes) : FPM(std::move(Passes)) {}

    PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM)
    {
        return F.hasFnAttribute(PackWidthAttribute) ? PreservedAnalyses::all() : FPM.run(F, AM);
    }

private:
    FunctionPassManager FPM;
};

// Packed code has its vectors already.
static UnlessPacked
vectorization()
{
    FunctionPassManager FPM;

    FPM.addPass(VectorizerGuardPass());
    FPM.addPass(LoopVectorizePass());
    FPM.addPass(SLPVectorizerPass());
    FPM.addPass(InstCombinePass());
    return UnlessPacked(std::move(FPM));
}

ModulePassManager
packedPipeline()
{
    ModulePassManager MPM;
    FunctionPassManager Simplify;
    LoopPassManager Loops;

    MPM.addPass(ModuleInlinerWrapperPass(getInlineParams(SmallFunction)));
    MPM.addPass(GlobalDCEPass());
    Loops.addPass(LICMPass(LICMOptions()));
    Loops.addPass(IndVarSimplifyPass()); // counters as wide as the indices that are made of them
    Loops.addPass(LoopDeletionPass());
    Simplify.addPass(SROAPass(SROAOptions::PreserveCFG));
    Simplify.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    Simplify.addPass(SimplifyCFGPass());
    Simplify.addPass(InstCombinePass());
    Simplify.addPass(createFunctionToLoopPassAdaptor(std::move(Loops), /*UseMemorySSA=*/true));
    Simplify.addPass(GVNPass(GVNOptions().setPRE(false)));
    Simplify.addPass(VectorPartsPass());
    Simplify.addPass(DSEPass());
    Simplify.addPass(vectorization());
    Simplify.addPass(LoopUnrollPass());
    Simplify.addPass(InstSimplifyPass());
    Simplify.addPass(ADCEPass());
    Simplify.addPass(SimplifyCFGPass());
    Simplify.addPass(ConsecutiveGathersPass());
    Simplify.addPass(GatherLoweringPass());
    Simplify.addPass(StrandOrderPass());
    Simplify.addPass(RegisterPartsPass());
    Simplify.addPass(StreamPrefetchPass());
    Simplify.addPass(WideMasksPass());
    MPM.addPass(createModuleToFunctionPassAdaptor(std::move(Simplify)));
    return MPM;
}

} // namespace weft
