// SPDX-License-Identifier: Apache-2.0
// The passes by name, for weft-opt.
#include "compiler/pipeline.h"

#include "compiler/packing/after/blended_stores.h"
#include "compiler/packing/after/byte_tables.h"
#include "compiler/packing/after/consecutive_gathers.h"
#include "compiler/packing/after/constant_gathers.h"
#include "compiler/packing/after/gather_lowering.h"
#include "compiler/packing/after/known_masks.h"
#include "compiler/packing/after/masked_accesses.h"
#include "compiler/packing/after/masked_loads.h"
#include "compiler/packing/after/plane_loops.h"
#include "compiler/packing/after/prefix_stores.h"
#include "compiler/packing/after/rare_leaves.h"
#include "compiler/packing/after/row_gathers.h"
#include "compiler/packing/after/row_tiles.h"
#include "compiler/packing/after/strand_order.h"
#include "compiler/packing/after/stream_prefetch.h"
#include "compiler/packing/after/sunk_splats.h"
#include "compiler/packing/after/vector_parts.h"
#include "compiler/packing/after/wide_masks.h"
#include "compiler/packing/linearize/linearize_pass.h"
#include "compiler/passes/aligned_stack.h"
#include "compiler/passes/apart_arguments.h"
#include "compiler/passes/array_loops.h"
#include "compiler/passes/attempted_updates.h"
#include "compiler/passes/byte_divisions.h"
#include "compiler/passes/common_steps.h"
#include "compiler/passes/component_stores.h"
#include "compiler/passes/division_guard.h"
#include "compiler/passes/factored_sums.h"
#include "compiler/passes/fixed_images.h"
#include "compiler/passes/fma_lowering.h"
#include "compiler/passes/frozen_loads.h"
#include "compiler/passes/half_bits.h"
#include "compiler/passes/half_guard.h"
#include "compiler/passes/half_lowering.h"
#include "compiler/passes/half_softening.h"
#include "compiler/passes/idle_updates.h"
#include "compiler/passes/inline.h"
#include "compiler/passes/known_sizes.h"
#include "compiler/passes/narrow_compares.h"
#include "compiler/passes/narrow_ids.h"
#include "compiler/passes/near_indexes.h"
#include "compiler/passes/plain_clamps.h"
#include "compiler/passes/plain_conversions.h"
#include "compiler/passes/plain_debug_info.h"
#include "compiler/passes/printf_lowering.h"
#include "compiler/passes/program_check.h"
#include "compiler/passes/reciprocal_roots.h"
#include "compiler/passes/rotate_guard.h"
#include "compiler/passes/sampled_reads.h"
#include "compiler/passes/service_lowering.h"
#include "compiler/passes/short_copies.h"
#include "compiler/passes/short_products.h"
#include "compiler/passes/small_arrays.h"
#include "compiler/passes/small_functions.h"
#include "compiler/passes/vectorizer_guard.h"
#include "compiler/passes/whole_stores.h"
#include "compiler/workgroup/cleanup.h"
#include "compiler/workgroup/kernel_entries.h"
#include "compiler/workgroup/local_atomics.h"
#include "compiler/workgroup/local_memory.h"
#include "compiler/workgroup/sub_group_meets.h"
#include "compiler/workgroup/work_group.h"

using namespace llvm;

namespace weft {

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
#include "compiler/passes.def"
            if (Name == "weft" || Name == "weft-O0") {
                addWorkGroupPasses(MPM, {Name == "weft", Width});
                return true;
            }
            if (Name == "packed") {
                addPackedPasses(MPM);
                addLastPasses(MPM, true, nullptr);
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
#include "compiler/passes.def"
            return false;
        });
    PB.registerVectorizerStartEPCallback(
        [](FunctionPassManager &FPM, OptimizationLevel) { FPM.addPass(VectorizerGuardPass()); });
}

} // namespace weft
