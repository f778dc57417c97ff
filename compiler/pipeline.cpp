// SPDX-License-Identifier: Apache-2.0
// The passes in the order in which they run, and what holds after each.
#include "compiler/pipeline.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernel_sizes.h"
#include "compiler/analysis/switched.h"
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
#include "compiler/workgroup/item_loops.h"
#include "compiler/workgroup/kernel_entries.h"
#include "compiler/workgroup/local_atomics.h"
#include "compiler/workgroup/local_memory.h"
#include "compiler/workgroup/sub_group_meets.h"
#include "compiler/workgroup/work_group.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/ArgumentPromotion.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopLoadElimination.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/LowerExpectIntrinsic.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

using namespace llvm;

namespace weft {

// A structure of at most so many numbers is passed as those.
static constexpr unsigned PromotedParts = 8;

// A pass that can be switched off.
template <typename Pass> class Switched : public PassInfoMixin<Switched<Pass>> {
public:
    Switched(weft_switch TheSwitch, Pass ThePass) : Switch(TheSwitch), Its(std::move(ThePass)) {}

    template <typename Unit, typename Manager> PreservedAnalyses run(Unit &U, Manager &AM)
    {
        return isOn(U, Switch) ? Its.run(U, AM) : PreservedAnalyses::all();
    }

private:
    weft_switch Switch;
    Pass Its;
};

static void
addFunctionPasses(ModulePassManager &MPM, FunctionPassManager FPM)
{
    MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
}

// Loops over private arrays that can be values are gone, and so are the arrays.
class UnrollArrayLoops : public PassInfoMixin<UnrollArrayLoops> {
public:
    UnrollArrayLoops()
    {
        LoopPassManager Unroll;

        Unroll.addPass(LoopFullUnrollPass());
        Then.addPass(createFunctionToLoopPassAdaptor(std::move(Unroll)));
        Then.addPass(SROAPass(SROAOptions::ModifyCFG));
        Then.addPass(InstCombinePass());
        Then.addPass(SimplifyCFGPass());
    }

    PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM)
    {
        return ArrayLoopsPass::mark(F, AM) ? Then.run(F, AM) : PreservedAnalyses::all();
    }

private:
    FunctionPassManager Then;
};

// What LLVM's optimizer does best on code for one work-item, which is a fraction of what becomes of it. Nothing that
// makes jumps out of selects, or 64-bit indices out of ints.
static void
addSimplification(ModulePassManager &MPM)
{
    FunctionPassManager Registers, Simplify;
    LoopPassManager Hoist, Unroll;

    MPM.addPass(Switched(WEFT_SWITCH_KNOWN_SIZES, KnownSizesPass())); // the size of groups is known before loops are
    Registers.addPass(LowerExpectIntrinsicPass());                    // what is likely stands at branches
    Registers.addPass(
        SROAPass(SROAOptions::ModifyCFG)); // variables without computed indices are registers, also across barriers
    Registers.addPass(ShortCopiesPass()); // structures that are copied are their words,
    Registers.addPass(
        Switched(WEFT_SWITCH_WHOLE_STORES, WholeStoresPass())); // all elements of a structure that is written are
    Registers.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));     // nothing is computed twice in a row
    addFunctionPasses(MPM, std::move(Registers));
    MPM.addPass(Switched(WEFT_SWITCH_NARROW_IDS, NarrowIdsPass())); // ids that are ints are asked for as such
    MPM.addPass(SmallFunctionsPass());                              // only large functions are called
    MPM.addPass(createModuleToPostOrderCGSCCPassAdaptor(
        ArgumentPromotionPass(PromotedParts))); // and are given values, which packs can have, not structures in memory
    MPM.addPass(SampledReadsPass());            // reads of images by known samplers are code, others calls
    MPM.addPass(GlobalDCEPass());               // what nobody calls is gone

    Hoist.addPass(LoopRotatePass());        // loops end at their latches
    Hoist.addPass(LICMPass(LICMOptions())); // and compute what is the same in all rounds before them
    Unroll.addPass(LoopFullUnrollPass());   // short ones are gone
    Simplify.addPass(HalfGuardPass());      // halves are safe from InstCombine
    Simplify.addPass(SimplifyCFGPass());
    Simplify.addPass(FactoredSumsPass()); // and so is what flags say of sums
    Simplify.addPass(InstCombinePass());
    Simplify.addPass(NearIndexesPass()); // indexes that differ by constants are one, before sums are put in another
    Simplify.addPass(createFunctionToLoopPassAdaptor(std::move(Hoist), /*UseMemorySSA=*/true)); // order
    Simplify.addPass(createFunctionToLoopPassAdaptor(std::move(Unroll)));
    Simplify.addPass(
        InferAddressSpacesPass(GenericSpace)); // pointers have their own spaces, before variables they lead to go
    Simplify.addPass(SROAPass(SROAOptions::ModifyCFG)); // variables whose indices are known by now are registers,
    Simplify.addPass(Switched(WEFT_SWITCH_SMALL_ARRAYS, SmallArraysPass())); // and small arrays in any case
    Simplify.addPass(GVNPass(GVNOptions().setPRE(false)));                   // nothing is computed or loaded twice
    Simplify.addPass(InstCombinePass());
    Simplify.addPass(SimplifyCFGPass());
    Simplify.addPass(UnrollArrayLoops());     // larger loops over private arrays are gone as well
    Simplify.addPass(AttemptedUpdatesPass()); // and those that try until nobody came in between
    Simplify.addPass(Switched(WEFT_SWITCH_NARROW_COMPARES, NarrowComparesPass())); // comparisons are of 32 bits
    Simplify.addPass(CommonStepsPass()); // addresses that step from barrier to barrier stay next to each other
    Simplify.addPass(NearIndexesPass()); // and so do those whose indexes are so by constants
    Simplify.addPass(PlainClampsPass()); // where windows begin is clamped
    addFunctionPasses(MPM, std::move(Simplify));
    MPM.addPass(
        Switched(WEFT_SWITCH_APART_ARGUMENTS,
                 ApartArgumentsPass())); // kernels whose loops gain by it are there for buffers that do not overlap
}

void
addWorkGroupPasses(ModulePassManager &MPM, const WorkGroupOptions &Options)
{
    MPM.addPass(PlainDebugInfoPass()); // debug information has no address spaces
    MPM.addPass(FixedImagesPass());    // images and samplers that a version knows are constants
    MPM.addPass(DivisionGuardPass());  // no integer division ends the process
    MPM.addPass(createModuleToFunctionPassAdaptor(ComponentStoresPass())); // components are stored without the others
    if (!Options.HalfArithmetic)
        MPM.addPass(HalfLoweringPass()); // halves are computed with in float
    if (!Options.FusedMultiplyAdd)
        MPM.addPass(FmaLoweringPass()); // nothing is a call of libm but what is rounded once of doubles
    if (!Options.HalfConversions)
        MPM.addPass(HalfSofteningPass()); // and converted by integers
    MPM.addPass(KernelEntriesPass());     // no kernel is called, and each work-item has its struct arguments
    MPM.addPass(InlinePass());            // barriers, primitives and their callers are in the kernels
    MPM.addPass(PrintfLoweringPass());    // printf, and
    MPM.addPass(ServiceLoweringPass());   // what else the runtime does, are calls through __weft_services
    if (Options.Optimize)
        addSimplification(MPM);
    MPM.addPass(LocalMemoryPass());                              // local variables are offsets
    MPM.addPass(SubGroupMeetsPass());                            // all work-items reach each barrier
    MPM.addPass(WorkGroupPass(Options.Optimize, Options.Width)); // kernels are entries, packed where it pays
    MPM.addPass(Switched(WEFT_SWITCH_LOCAL_ATOMICS,
                         LocalAtomicsPass())); // atomics of local memory are plain: a group is one thread's
    MPM.addPass(CleanupPass());                // only entries are seen from outside
}

// In LLVM's units of cost. Vector code gets a bonus of some 200 %; what packing makes of float4 code should stay calls.
static constexpr int SmallPackedFunction = 60;

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
    FPM.addPass(LoopLoadEliminationPass());
    FPM.addPass(InstCombinePass());
    FPM.addPass(SimplifyCFGPass());
    FPM.addPass(SLPVectorizerPass());
    FPM.addPass(InstCombinePass());
    return UnlessPacked(std::move(FPM));
}

void
addPackedPasses(ModulePassManager &MPM)
{
    FunctionPassManager Simplify;
    LoopPassManager Loops, Unroll;

    MPM.addPass(ModuleInlinerWrapperPass(getInlineParams(SmallPackedFunction))); // regions are in their entries
    MPM.addPass(GlobalDCEPass());
    Loops.addPass(LICMPass(LICMOptions()));
    Loops.addPass(ItemLoopUnswitchPass()); // loops over work-items ask nothing that is the same for them all
    Loops.addPass(IndVarSimplifyPass());   // counters are as wide as the indices that are made of them
    Loops.addPass(LoopDeletionPass());
    Unroll.addPass(LoopFullUnrollPass());                  // groups of a known size have few packs
    Simplify.addPass(SROAPass(SROAOptions::PreserveCFG));  // packed variables are registers
    Simplify.addPass(EarlyCSEPass(/*UseMemorySSA=*/true)); // splats and addresses are made once
    Simplify.addPass(Switched(WEFT_SWITCH_RARE_LEAVES,
                              RareLeavesPass())); // rounds of a search in which no lane leaves choose nothing
    Simplify.addPass(SimplifyCFGPass());
    Simplify.addPass(InstCombinePass());
    Simplify.addPass(createFunctionToLoopPassAdaptor(std::move(Loops), /*UseMemorySSA=*/true));
    Simplify.addPass(createFunctionToLoopPassAdaptor(std::move(Unroll)));
    Simplify.addPass(InstSimplifyPass()); // and know more of their masks,
    Simplify.addPass(KnownMasksPass());   // which nobody asks then
    Simplify.addPass(GVNPass(GVNOptions().setPRE(false)));
    Simplify.addPass(VectorPartsPass()); // parts of vectors are shuffles again, which GVN made integers of
    Simplify.addPass(DSEPass());         // nothing is stored that is not loaded
    Simplify.addPass(vectorization());   // loops of what is not packed have vectors
    Simplify.addPass(InstSimplifyPass());
    Simplify.addPass(ADCEPass());
    Simplify.addPass(SimplifyCFGPass());
    Simplify.addPass(ConstantGathersPass()); // gathers at constant distances are wide loads and shuffles,
    Simplify.addPass(
        Switched(WEFT_SWITCH_ROW_TILES, RowTilesPass())); // rows that lanes walk along are loaded by squares
    Simplify.addPass(Switched(WEFT_SWITCH_CONSECUTIVE_GATHERS,
                              ConsecutiveGathersPass())); // gathers that prove to be wide accesses are when they run
    Simplify.addPass(RowGathersPass()); // words that lanes have next to each other are accessed together
    Simplify.addPass(Switched(WEFT_SWITCH_BYTE_TABLES,
                              ByteTablesPass())); // bytes are looked up in registers where CPUs can, and
    Simplify.addPass(GatherLoweringPass());       // the CPU has the gathers that are left
    Simplify.addPass(
        Switched(WEFT_SWITCH_STRAND_ORDER,
                 StrandOrderPass())); // independent computations follow each other where registers are short
    Simplify.addPass(Switched(WEFT_SWITCH_PLANE_LOOPS,
                              PlaneLoopsPass())); // loops over planes have several loads, which CPUs foresee
    Simplify.addPass(
        Switched(WEFT_SWITCH_STREAM_PREFETCH, StreamPrefetchPass())); // what is read far apart has been asked for
    Simplify.addPass(BlendedStoresPass());                            // no masked store of local memory, and
    Simplify.addPass(MaskedLoadsPass());                              // no masked load, that the CPU is slow at
    Simplify.addPass(
        Switched(WEFT_SWITCH_WIDE_MASKS,
                 WideMasksPass())); // masks are as wide as their uses: nothing may combine instructions now
    Simplify.addPass(Switched(WEFT_SWITCH_SUNK_SPLATS,
                              SunkSplatsPass())); // nor take loads out of loops that have no registers for them
    addFunctionPasses(MPM, std::move(Simplify));
}

void
addLastPasses(ModulePassManager &MPM, bool Optimize, const TargetMachine *Machine)
{
    FunctionPassManager Last;
    const bool Estimates = Machine && hasReciprocalRootEstimate(*Machine);

    if (Optimize)
        Last.addPass(Switched(WEFT_SWITCH_RECIPROCAL_ROOTS,
                              ReciprocalRootsPass(Estimates))); // 1 / sqrt(x) is estimated where that is exact enough
    if (Optimize)
        Last.addPass(
            PlainConversionsPass(Machine && Machine->getTargetTriple().isX86())); // floats become integers at once
    Last.addPass(HalfBitsPass());                                                 // no half is cast from 0 or 1
    Last.addPass(RotateGuardPass());                                              // no rotation by 0 is any value
    Last.addPass(ByteDivisionsPass());                                            // bytes are divided as 16 bits
    Last.addPass(ShortProductsPass()); // and the upper parts of products of 16 bits are of 32
    Last.addPass(BlendedStoresPass()); // also where nothing was packed;
    Last.addPass(MaskedLoadsPass());   // masked loads that are left, and
    if (Optimize && Machine && hasSlowMaskedStores(*Machine))
        Last.addPass(Switched(WEFT_SWITCH_PREFIX_STORES,
                              PrefixStoresPass())); // masked stores of the first lanes are some of halves, and
    Last.addPass(MaskedAccessesPass());             // masked stores, LLVM gets right
    if (Optimize && Machine && Machine->getTargetTriple().isX86())
        Last.addPass(IdleUpdatesPass()); // atomic extrema that change nothing write nothing
    if (!Optimize)
        Last.addPass(FrozenLoadsPass()); // shuffles do not take loads apart,
    else if (Machine && Machine->getTargetTriple().isX86())
        Last.addPass(FrozenPartsPass()); // at least not behind stores
    addFunctionPasses(MPM, std::move(Last));
    MPM.addPass(AlignedStackPass()); // vectors lie within cache lines where there are no registers for them
}

} // namespace weft
