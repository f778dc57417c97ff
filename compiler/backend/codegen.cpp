// SPDX-License-Identifier: Apache-2.0
// Optimized IR to an ELF shared object: LLVM's code generator, then lld, all in memory.
#include "compiler/backend/emit.h"
#include "compiler/backend/object_file.h"
#include "compiler/module.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace llvm;

// LLVM's placement of blocks looks through all ways out of a block for the probability of each: with thousands of cases
// in a switch nothing else would take time.
static constexpr unsigned MostPlacedWays = 1000;

static void
limitBlockPlacement(const Module &M)
{
    unsigned Most = 0;

    for (const Function &F : M)
        for (const BasicBlock &BB : F)
            Most = std::max(Most, BB.getTerminator()->getNumSuccessors());
    if (cl::Option *Switch = cl::getRegisteredOptions().lookup("disable-block-placement"))
        static_cast<cl::opt<bool> *>(Switch)->setValue(Most > MostPlacedWays);
}

static bool
generate(weft_module &Module, CodeGenFileType Type, SmallVectorImpl<char> &Output, weft_log *Log)
{
    weft::PhaseTimer Timer("codegen");
    weft::DiagnosticScope Scope(Log);
    raw_svector_ostream Stream(Output);
    limitBlockPlacement(*Module.M);
    legacy::PassManager Passes;

    if (Module.Machine->addPassesToEmitFile(Passes, Stream, nullptr, Type)) {
        weft::appendLog(Log, "error: no code generator for this host\n");
        return false;
    }
    Passes.run(*Module.M);
    return !Scope.hasErrors();
}

static weft::LinkResult
emit(weft_module &Module, weft_program_info *Info, SmallVectorImpl<char> &Linked, weft_log *Log)
{
    SmallVector<char, 0> Object;

    if (!generate(Module, CodeGenFileType::ObjectFile, Object, Log))
        return weft::LinkResult::Failed;
    StringRef Bytes(Object.data(), Object.size());
    // Also of objects compiled with -g and linked without.
    bool KeepSymbols = Module.M->debug_compile_units_begin() != Module.M->debug_compile_units_end();
    if (!weft::inspectObject(Bytes, Info, Log))
        return weft::LinkResult::Failed;
    return weft::linkObject(Bytes, KeepSymbols, Linked, Log);
}

extern "C" bool
weft_codegen_emit(weft_module *Module, const weft_options *, weft_program_info *Info, unsigned char **Elf, size_t *Size,
                  weft_log *Log)
{
    SmallVector<char, 0> Linked;
    weft::LinkResult Result = emit(*Module, Info, Linked, Log);

    // Code is made for what lies within 2 GiB of it, and LLVM writes `table[i - 600000000]` as a place before `table`
    // that does not. Any distance takes more instructions.
    if (Result == weft::LinkResult::TooFar && Module->Machine->getTargetTriple().isX86()) {
        weft::setOptions();
        Module->Machine->setCodeModel(CodeModel::Large);
        Result = emit(*Module, Info, Linked, Log);
    }
    if (Result == weft::LinkResult::TooFar)
        weft::appendLog(Log, "error: the program's constants and variables, or constant indices into them, reach more "
                             "than 2 GiB away from its code\n");
    if (Result != weft::LinkResult::Linked)
        return false;
    auto *Copy = static_cast<unsigned char *>(malloc(Linked.size()));
    if (!Copy) {
        weft::appendLog(Log, "error: out of memory\n");
        return false;
    }
    memcpy(Copy, Linked.data(), Linked.size());
    *Elf = Copy;
    *Size = Linked.size();
    return true;
}

extern "C" bool
weft_codegen_print(weft_module *Module, const weft_options *, weft_writer *Text, weft_log *Log)
{
    SmallVector<char, 0> Assembly;

    return generate(*Module, CodeGenFileType::AssemblyFile, Assembly, Log) &&
           weft::appendBytes(Text, Assembly.data(), Assembly.size());
}

extern "C" bool
weft_codegen_object(weft_module *Module, const weft_options *, weft_writer *Object, weft_log *Log)
{
    SmallVector<char, 0> Bytes;

    return generate(*Module, CodeGenFileType::ObjectFile, Bytes, Log) &&
           weft::appendBytes(Object, Bytes.data(), Bytes.size());
}
