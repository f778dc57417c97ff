// SPDX-License-Identifier: Apache-2.0
// Modules read, written and linked with each other.
#include "compiler/backend/emit.h"
#include "compiler/module.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>

using namespace llvm;

extern "C" weft_module *
weft_module_read(const void *Bitcode, size_t Size, weft_log *Log)
{
    MemoryBufferRef Buffer(StringRef(static_cast<const char *>(Bitcode), Size), "program binary");
    auto M = parseBitcodeFile(Buffer, weft::context());

    if (!M) {
        weft::appendLog(Log, "error: damaged program binary: " + toString(M.takeError()) + "\n");
        return nullptr;
    }
    auto *Result = new weft_module;
    Result->M = std::move(*M);
    return Result;
}

// Bodies are read as they prove to be called, so that nothing is read of other kernels.
static Error
readNeeded(Module &M, StringRef Kernel)
{
    for (bool Changed = true; Changed;) {
        Changed = false;
        for (Function &F : M) {
            if (!F.isMaterializable() || (F.getName() != Kernel && F.use_empty()))
                continue;
            if (Error Failure = F.materialize())
                return Failure;
            Changed = true;
        }
    }
    for (Function &F : make_early_inc_range(M))
        if (F.isMaterializable())
            F.eraseFromParent();
    return M.materializeAll();
}

extern "C" weft_module *
weft_module_read_kernel(const void *Bitcode, size_t Size, const char *Kernel, weft_log *Log)
{
    weft::PhaseTimer Timer("reading");
    MemoryBufferRef Buffer(StringRef(static_cast<const char *>(Bitcode), Size), "program binary");
    auto M = getLazyBitcodeModule(Buffer, weft::context());
    Error Failure = M ? readNeeded(**M, Kernel) : M.takeError();

    if (Failure) {
        weft::appendLog(Log, "error: damaged program binary: " + toString(std::move(Failure)) + "\n");
        return nullptr;
    }
    auto *Result = new weft_module;
    Result->M = std::move(*M);
    return Result;
}

bool
weft::appendBytes(weft_writer *Out, const void *Data, size_t Size)
{
    if (Out->failed)
        return false;
    if (Out->capacity - Out->size < Size) {
        size_t Capacity = Out->size + Size;
        auto *Grown = static_cast<unsigned char *>(realloc(Out->data, Capacity));
        if (!Grown) {
            Out->failed = true;
            return false;
        }
        Out->data = Grown;
        Out->capacity = Capacity;
    }
    memcpy(Out->data + Out->size, Data, Size);
    Out->size += Size;
    return true;
}

extern "C" bool
weft_module_write(weft_module *Module, weft_writer *Bitcode)
{
    weft::PhaseTimer Timer("writing");
    SmallVector<char, 0> Buffer;
    raw_svector_ostream Stream(Buffer);

    WriteBitcodeToFile(*Module->M, Stream);
    return weft::appendBytes(Bitcode, Buffer.data(), Buffer.size());
}

extern "C" bool
weft_module_print(weft_module *Module, weft_writer *Text)
{
    std::string Buffer;
    raw_string_ostream Stream(Buffer);

    Module->M->print(Stream, nullptr);
    return weft::appendBytes(Text, Buffer.data(), Buffer.size());
}

extern "C" bool
weft_module_link(weft_module *Into, weft_module *From, weft_log *Log)
{
    weft::DiagnosticScope Scope(Log);
    std::unique_ptr<Module> Source = std::move(From->M);

    weft_module_destroy(From);
    return !Linker::linkModules(*Into->M, std::move(Source)) && !Scope.hasErrors();
}
