// SPDX-License-Identifier: Apache-2.0
// weft-opt: runs passes of the work-group compiler, and LLVM's, on a module; what its tests are made with.
#include "compiler/analysis/address_space_aliases.h"
#include "compiler/analysis/switched.h"
#include "compiler/checks.h"
#include "compiler/errors.h"
#include "compiler/module.h"
#include "compiler/packing/after/masked_load_guard.h"
#include "compiler/packing/checks/packing_checks.h"
#include "compiler/passes/slp_guard.h"
#include "compiler/pipeline.h"
#include "compiler/tools/all_targets.h"
#include "compiler/tools/printers.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

static cl::opt<std::string> InputFile(cl::Positional, cl::desc("<module>"), cl::init("-"));
static cl::opt<std::string> OutputFile("o", cl::desc("Where the module goes"), cl::init("-"));
static cl::opt<std::string> Passes("passes",
                                   cl::desc("Textual pipeline: passes of passes.def, 'weft', 'packed', LLVM's passes"));
static cl::opt<bool> ShowCost("print-cost",
                              cl::desc("Print what each line costs for a pack of --weft-width work-items, "
                                       "as --passes=...,print<cost> does"));
static cl::opt<bool> WriteText("S", cl::desc("Write the module as text"));
static cl::opt<std::string>
    Cpu("cpu", cl::desc("CPU for LLVM's passes, as WEFT_CPU; default: x86-64, or what is least"), cl::init("x86-64"));

static cl::opt<unsigned> Width("weft-width", cl::init(0),
                               cl::desc("How many work-items run in the lanes of vectors, a power of two; 0: as many "
                                        "as are good"));

static cl::opt<std::string> Checks("weft-check", cl::init("order"),
                                   cl::desc("What is checked of packing: order, values"));

static cl::opt<std::string> Without("weft-without", cl::desc("Which optimizations are not done, as WEFT_WITHOUT"));

namespace {

// Prints every diagnostic, and remembers whether one was an error instead of ending the process.
struct ErrorCounter : DiagnosticHandler {
    bool Failed = false;

    bool handleDiagnostics(const DiagnosticInfo &Info) override
    {
        if (Info.getSeverity() > DS_Warning)
            return true;
        Failed |= Info.getSeverity() == DS_Error;
        weft::printDiagnostic(errs(), Info);
        return true;
    }
};

} // namespace

// The module's; null if it names none, which LLVM has code for: passes that need no target still run.
static std::unique_ptr<TargetMachine>
createTarget(const Module &M, weft_log &Log)
{
    const std::string Name = M.getTargetTriple().str();
    std::string Error;
    weft_options Options = {};

    if (!TargetRegistry::lookupTarget(M.getTargetTriple(), Error))
        return nullptr;
    Options.triple = Name.c_str();
    Options.cpu = M.getTargetTriple().isX86() || Cpu.getNumOccurrences() ? Cpu.c_str() : "";
    Options.offline = true;
    return weft::createMachine(Options, /*Optimize=*/true, &Log);
}

int
main(int argc, char **argv)
{
    InitLLVM Init(argc, argv);
    LLVMContext Context;
    SMDiagnostic ParseError;
    std::error_code OpenError;

    weft_initialize_all_targets();
    cl::ParseCommandLineOptions(argc, argv, "Weft's pass runner\n");
    std::unique_ptr<Module> M = parseIRFile(InputFile, ParseError, Context);
    if (!M) {
        ParseError.print(argv[0], errs());
        return 1;
    }
    uint32_t Checked = 0;
    if (!weft_checks_parse(Checks.c_str(), &Checked)) {
        errs() << argv[0] << ": unknown name in --weft-check=" << Checks << "\n";
        return 1;
    }
    weft::setPackingChecks(*M, Checked);
    uint64_t Off = 0;
    if (!weft_switches_parse(Without.c_str(), &Off)) {
        errs() << argv[0] << ": unknown name in --weft-without=" << Without << "\n";
        return 1;
    }
    weft::setWithout(*M, Off);
    auto Handler = std::make_unique<ErrorCounter>();
    ErrorCounter *Counter = Handler.get();
    Context.setDiagnosticHandler(std::move(Handler));

    weft_log Log = {};
    std::unique_ptr<TargetMachine> Target = createTarget(*M, Log);
    if (Log.size) {
        errs() << argv[0] << ": " << StringRef(Log.text, Log.size);
        return 1;
    }
    PassInstrumentationCallbacks Callbacks;
    PassBuilder PB(Target.get(), PipelineTuningOptions(), std::nullopt, &Callbacks);
    LoopAnalysisManager LAM;
    FunctionAnalysisManager FAM;
    CGSCCAnalysisManager CGAM;
    ModuleAnalysisManager MAM;
    ModulePassManager MPM;
    weft::guardMaskedLoads(Callbacks);
    weft::guardSlp(Callbacks);
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    weft::registerAddressSpaceAliases(FAM, PB.buildDefaultAAPipeline());
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    weft::registerPasses(PB, Width);
    weft::registerPrinters(PB, Width);
    if (Error E = Passes.empty() ? Error::success() : PB.parsePassPipeline(MPM, Passes)) {
        errs() << argv[0] << ": " << toString(std::move(E)) << "\n";
        return 1;
    }
    if (ShowCost)
        cantFail(PB.parsePassPipeline(MPM, "function(print<cost>)"));
    MPM.run(*M, MAM);
    if (Counter->Failed)
        return 1;
    if (verifyModule(*M, &errs()))
        return 1;

    ToolOutputFile Out(OutputFile, OpenError, sys::fs::OF_None);
    if (OpenError) {
        errs() << argv[0] << ": " << OutputFile << ": " << OpenError.message() << "\n";
        return 1;
    }
    if (WriteText)
        M->print(Out.os(), nullptr);
    else
        WriteBitcodeToFile(*M, Out.os());
    Out.keep();
    return 0;
}
