// SPDX-License-Identifier: Apache-2.0
// What the server does once before it forks for builds: load everything, and go through one build.
#include "compiler/backend/call_blocks.h"
#include "compiler/backend/emit.h"
#include "compiler/module.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <utility>

using namespace llvm;

// The code generator's switches are on LLVM's command line only.
//
// Loop strength reduction takes a tenth of a large kernel's build, for scalar evolution that nothing else in the code
// generator wants, and gains nothing: bench's suite runs as fast without it (geometric mean 1.01).
//
// The register allocator tries for each value to keep it in registers through regions of blocks. A tenth of the steps
// that LLVM allows for that in a function halves the time for large ones; smaller ones do not need as many.
//
// The scheduler that counts registers puts one chain of operations behind the other where there are as many chains as
// registers: clpeak's float16 then reaches a quarter of what it does in the order that packing gives. The suite is as
// fast either way.
static void
setSwitches()
{
    static constexpr std::pair<const char *, bool> Switches[] = {{"disable-lsr", true}, {"misched-regpressure", false}};

    for (auto [Name, Value] : Switches)
        if (cl::Option *Switch = cl::getRegisteredOptions().lookup(Name))
            static_cast<cl::opt<bool> *>(Switch)->setValue(Value);
    if (cl::Option *Steps = cl::getRegisteredOptions().lookup("grow-region-complexity-budget"))
        static_cast<cl::opt<unsigned> *>(Steps)->setValue(1000);
}

void
weft::setOptions()
{
    setSwitches();
    weft::cutCallBlocks();
    // For whoever works on the compiler: LLVM's own command line, as in "-print-after-all -time-passes".
    static const char *const Program[] = {"weft-compiler"};
    if (secure_getenv("WEFT_LLVM_OPTIONS"))
        cl::ParseCommandLineOptions(1, Program, "", nullptr, nullptr, "WEFT_LLVM_OPTIONS");
}

// Touches what every build touches, so that its pages and tables are there in each fork.
extern "C" void
weft_build_warm_up(void)
{
    static const char Source[] = "kernel void warm(global float *a, global const float *b, local float *c, int n)\n"
                                 "{ int i = get_global_id(0); c[get_local_id(0)] = b[i];\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  for (int k = 0; k < n; k++) a[i] += c[k] * b[i]; }\n";
    std::string Error;
    weft_request Request = {};
    weft_options Options = {};
    weft_log Log = {};
    weft_program_info Info = {};
    unsigned char *Elf = nullptr;
    size_t Size = 0;

    Request.kind = WEFT_REQUEST_BUILD;
    Request.options = Request.target = Request.directory = "";
    Request.source = {Source, sizeof(Source) - 1};
    weft_module *Module = weft_frontend_compile(&Request, &Options, &Log, nullptr);
    weft_writer Bitcode = {};
    if (Module && weft_module_kernel_info(Module, &Info, &Log) && weft_module_write(Module, &Bitcode) &&
        weft_module_link_kernel_library(Module, &Options, &Log) && weft_pipeline_run(Module, &Options, &Info, &Log) &&
        weft_codegen_emit(Module, &Options, &Info, &Elf, &Size, &Log))
        free(Elf);
    weft::setOptions();
    if (!weft::loadWholeKernelLibrary(Error))
        fprintf(stderr, "weft-compiler: %s\n", Error.c_str());
    weft_module_destroy(Module);
    weft_program_info_finish(&Info);
    weft_writer_finish(&Bitcode);
    free(Log.text);
}

extern "C" void
weft_build_initialize_offline(void)
{
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    InitializeNativeTargetAsmParser();
    weft::setOptions();
}

extern "C" bool
weft_build_initialize(void)
{
    std::string Error;

    // A build allocates and frees tens of megabytes and then ends: memory once taken is kept, which saves page faults.
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_TOP_PAD, 16 << 20);
    weft_build_initialize_offline();
    if (weft::loadKernelLibrary(Error))
        return true;
    fprintf(stderr, "weft-compiler: %s\n", Error.c_str());
    return false;
}
