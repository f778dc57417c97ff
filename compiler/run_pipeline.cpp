// SPDX-License-Identifier: Apache-2.0
// Runs the pipeline: retarget, work-group compiler, LLVM's optimizer.
#include "compiler/analysis/address_space_aliases.h"
#include "compiler/analysis/kernel_sizes.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/switched.h"
#include "compiler/checks.h"
#include "compiler/module.h"
#include "compiler/packing/after/masked_load_guard.h"
#include "compiler/packing/checks/packing_checks.h"
#include "compiler/passes/half_lowering.h"
#include "compiler/passes/program_check.h"
#include "compiler/passes/slp_guard.h"
#include "compiler/pipeline.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"

using namespace llvm;

// C's library is not there for kernels but for what code generation itself calls.
static TargetLibraryInfoImpl
createLibraryInfo(const Triple &T)
{
    TargetLibraryInfoImpl Library(T);

    Library.disableAllFunctions();
    for (LibFunc Function : {LibFunc_memcpy, LibFunc_memmove, LibFunc_memset})
        Library.setAvailable(Function);
    return Library;
}

// Each loop that LLVM unrolls makes it forget what it knows of all loops around and all in those: here of the whole
// function, since the loop over work-groups is around everything. With hundreds of loops nothing else would take time.
static constexpr size_t MostUnrolledLoops = 200;

static bool
isAffordable(StringRef Pass, const Any &Unit)
{
    const auto *const *F = any_cast<const Function *>(&Unit);

    if (Pass != LoopUnrollPass::name() || !F)
        return true;
    DominatorTree Tree(const_cast<Function &>(**F));
    return LoopInfo(Tree).getLoopsInPreorder().size() <= MostUnrolledLoops;
}

// LLVM looks at one call at a time: hundreds of calls of a function that is worth it make one of a hundred thousand
// instructions, which all that is not linear then works on. From this many on only functions that are no more than
// their call disappear.
static constexpr uint64_t MostInlined = 30000;
static constexpr int ThresholdBeyond = 75;

// How many instructions the largest function would have with all that it calls.
static uint64_t
largestInlined(const Module &M)
{
    DenseMap<const Function *, uint64_t> Sizes;
    uint64_t Largest = 0;

    auto sizeOf = [&](auto &Self, const Function &F) -> uint64_t {
        auto [Position, Inserted] = Sizes.try_emplace(&F, 0);
        if (!Inserted)
            return Position->second;
        uint64_t Size = 0;
        for (const Instruction &I : instructions(F)) {
            const auto *Call = dyn_cast<CallBase>(&I);
            const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
            Size += 1 + (Callee && !Callee->isDeclaration() ? Self(Self, *Callee) : 0);
            Size = std::min<uint64_t>(Size, UINT32_MAX);
        }
        return Sizes[&F] = Size;
    };
    for (const Function &F : M)
        Largest = std::max(Largest, sizeOf(sizeOf, F));
    return Largest;
}

static void
optimize(Module &M, ModuleAnalysisManager &MAM, TargetMachine &Machine, bool Optimize)
{
    PipelineTuningOptions Tuning;
    const bool IsPacked = weft::hasPackedKernels(M);

    if (Optimize && !IsPacked && largestInlined(M) > MostInlined)
        Tuning.InlinerThreshold = ThresholdBeyond;
    Tuning.LoopVectorization = Tuning.SLPVectorization = Optimize;
    PassBuilder Builder(&Machine, Tuning);
    weft::registerPasses(Builder);
    ModulePassManager Passes;
    if (!Optimize)
        Passes = Builder.buildO0DefaultPipeline(OptimizationLevel::O0);
    else if (IsPacked)
        weft::addPackedPasses(Passes);
    else
        Passes = Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2);
    weft::addLastPasses(Passes, Optimize, &Machine);
    Passes.run(M, MAM);
}

static void
runPasses(Module &M, TargetMachine &Machine, bool Optimize, unsigned Width, const weft::DiagnosticScope &Scope)
{
    PassInstrumentationCallbacks Callbacks;
    Callbacks.registerShouldRunOptionalPassCallback(isAffordable);
    PassBuilder Builder(&Machine, PipelineTuningOptions(), std::nullopt, &Callbacks);
    LoopAnalysisManager LAM;
    FunctionAnalysisManager FAM;
    CGSCCAnalysisManager CGAM;
    ModuleAnalysisManager MAM;

    weft::guardMaskedLoads(Callbacks);
    weft::guardSlp(Callbacks);
    weft::registerPasses(Builder);
    FAM.registerPass([&] { return TargetLibraryAnalysis(createLibraryInfo(M.getTargetTriple())); });
    weft::registerAddressSpaceAliases(FAM, Builder.buildDefaultAAPipeline());
    Builder.registerModuleAnalyses(MAM);
    Builder.registerCGSCCAnalyses(CGAM);
    Builder.registerFunctionAnalyses(FAM);
    Builder.registerLoopAnalyses(LAM);
    Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);

    weft::ProgramCheckPass().run(M, MAM);
    if (Scope.hasErrors())
        return;
    ModulePassManager WorkGroup;
    weft::WorkGroupOptions WorkGroupOptions;
    WorkGroupOptions.Optimize = Optimize;
    WorkGroupOptions.Width = Width;
    WorkGroupOptions.HalfArithmetic = weft::hasHalfArithmetic(Machine);
    WorkGroupOptions.FusedMultiplyAdd = weft::hasFusedMultiplyAdd(Machine);
    WorkGroupOptions.HalfConversions = weft::hasHalfConversions(Machine);
    weft::addWorkGroupPasses(WorkGroup, WorkGroupOptions);
    {
        weft::PhaseTimer Timer("work-group");
        WorkGroup.run(M, MAM);
    }

    weft::PhaseTimer Timer("optimize");
    optimize(M, MAM, Machine, Optimize);
}

bool
weft::isUnoptimized(const Module &M, const weft_options &Options)
{
    return Options.no_optimization || M.getModuleFlag(UnoptimizedFlag);
}

static bool
verify(const Module &M, weft_log *Log)
{
    std::string Text;
    raw_string_ostream Stream(Text);

    if (!verifyModule(M, &Stream))
        return true;
    weft::appendLog(Log, "internal error: the compiler made invalid code:\n" + Stream.str() + "\n");
    return false;
}

// A bit for each image and sampler: a version that knows them does in an instruction or two what is a decision at every
// access otherwise.
static uint64_t
imageArguments(const weft_kernel_info &Kernel)
{
    uint64_t Arguments = 0;

    for (uint32_t I = 0; I < Kernel.arg_count && I < 64; ++I)
        if (Kernel.args[I].kind == WEFT_ARG_IMAGE || Kernel.args[I].kind == WEFT_ARG_SAMPLER)
            Arguments |= UINT64_C(1) << I;
    return Arguments;
}

extern "C" bool
weft_pipeline_run(weft_module *Module, const weft_options *Options, weft_program_info *Info, weft_log *Log)
{
    weft::DiagnosticScope Scope(Log, Options->remarks);
    bool Optimize = !weft::isUnoptimized(*Module->M, *Options);

    Module->Machine = weft::createMachine(*Options, Optimize, Log);
    if (!Module->Machine)
        return false;
    weft::retarget(*Module->M, *Module->Machine);
    if (Options->checks & WEFT_CHECK_BARRIER)
        for (Function *Kernel : weft::kernelsOf(*Module->M))
            Kernel->addFnAttr(WEFT_ATTRIBUTE_CHECK_BARRIERS);
    weft::setPackingChecks(*Module->M, Options->checks);
    weft::setWithout(*Module->M, Options->without);
    runPasses(*Module->M, *Module->Machine, Optimize, Options->width, Scope);
    if (Scope.hasErrors() || !verify(*Module->M, Log))
        return false;
    for (uint32_t I = 0; I < weft_program_info_total(Info); ++I) {
        if (!weft::readKernelSizes(*Module->M, &Info->kernels[I])) {
            weft_log_printf(Log, "internal error: kernel '%s' was lost\n", Info->kernels[I].name);
            return false;
        }
        if (Optimize)
            Info->kernels[I].wants_arguments |= imageArguments(Info->kernels[I]);
    }
    return true;
}
