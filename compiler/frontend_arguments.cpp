// SPDX-License-Identifier: Apache-2.0
// The translation of clBuildProgram's options to Clang's.
#include "compiler/frontend_arguments.h"
#include "compiler/module.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;

namespace {
// What the device has, and with it what __opencl_c_* and cl_khr_* macros say.
const char Extensions[] = "-cl-ext=-all,"
#define WEFT_FEATURE(name) "+__opencl_c_" #name ","
#include "compiler/language_features.def"
                          "+cl_khr_fp64,+cl_khr_byte_addressable_store,"
                          "+cl_khr_global_int32_base_atomics,+cl_khr_global_int32_extended_atomics,"
                          "+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics,"
                          "+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_ext_float_atomics";

// Warnings that became errors over Clang's releases. Kernels in the field were written before.
const char *const LooseSource[] = {
    "incompatible-pointer-types",
    "incompatible-function-pointer-types",
    "int-conversion",
    "implicit-int",
    "return-type",
    "return-mismatch",
    "initializer-overrides",
    "vec-elem-size",
    "argument-outside-range",
    "address-of-temporary",
    "invalid-gnu-asm-cast",
    "parentheses-equality",
    "excess-initializers",
};
} // namespace

void
weft::FrontendArguments::add(StringRef Argument)
{
    Strings.push_back(Argument.str());
    Pointers.push_back(Strings.back().c_str());
}

void
weft::FrontendArguments::addLanguage(const weft_options &Options)
{
    add("-triple");
    add("spir64-unknown-unknown");
    add("-x");
    add("cl");
    // "If no -cl-std build option is specified ... the highest OpenCL C 1.x language version supported by each device".
    StringRef Standard = Options.cl_std ? Options.cl_std : "CL1.2";
    // 1.2 only adds to 1.0 and 1.1, and what it adds (printf, static functions) is used under their names.
    bool Older = Standard == "CL1.0" || Standard == "CL1.1";
    add((Twine("-cl-std=") + (Older ? "CL1.2" : Standard)).str());
    if (Older) {
        add("-U__OPENCL_C_VERSION__");
        add(Standard == "CL1.0" ? "-D__OPENCL_C_VERSION__=100" : "-D__OPENCL_C_VERSION__=110");
        add("-include");
        add(OlderHeader); // opencl-c-base.h asks for the version as well
    }
    add((Twine(Extensions) + (hostHasHalves() ? ",+cl_khr_fp16" : "")).str());
    // These would make opencl-c-base.h announce what a SPIR-V consumer may have.
    for (const char *Macro : {"-U__SPIR__", "-U__SPIR64__", "-U__SPIR", "-U__SPIR64", "-U__IMAGE_SUPPORT__"})
        add(Macro);
    add("-D__OPENCL_VERSION__=300");
    add("-nostdsysteminc");
    add("-nobuiltininc");
    add("-internal-isystem");
    add(ClangHeaderDirectory);
    add("-include");
    add(ClangHeader); // by its path, so that it is not looked for elsewhere
    add("-fdeclare-opencl-builtins");
    // C99's `inline` without `static` would leave the symbol undefined; OpenCL C programs expect a definition.
    add("-fgnu89-inline");
    add("-cl-kernel-arg-info");
    if (Options.uniform_work_group_size)
        add("-cl-uniform-work-group-size"); // ends as an attribute that kernel_info.cpp reads
}

void
weft::FrontendArguments::addMath(const weft_options &Options)
{
    if (Options.single_precision_constant)
        add("-cl-single-precision-constant");
    if (Options.fp32_correctly_rounded_divide_sqrt)
        add("-cl-fp32-correctly-rounded-divide-sqrt");
    if (Options.mad_enable) {
        add("-cl-mad-enable");
        add("-ffp-contract=fast"); // the former only leaves an attribute that nothing reads
    }
    if (Options.no_signed_zeros)
        add("-cl-no-signed-zeros");
    if (Options.unsafe_math)
        add("-cl-unsafe-math-optimizations");
    if (Options.finite_math_only) {
        add("-cl-finite-math-only");
        add("-menable-no-infs"); // which the former does not imply
        add("-menable-no-nans");
    }
    if (Options.fast_relaxed_math)
        add("-cl-fast-relaxed-math");
}

void
weft::FrontendArguments::addWarnings(const weft_options &Options)
{
    if (Options.warnings_as_errors) {
        add("-Werror");
    } else {
        for (const char *Group : LooseSource)
            add((Twine("-Wno-error=") + Group).str());
    }
    if (Options.no_warnings)
        add("-w");
}

// gdb reads no embedded source, so that the text has to be a file that outlives the build.
static std::string
writeSourceFile(const weft_blob &Source)
{
    StringRef Text(static_cast<const char *>(Source.data), Source.size);
    std::string Name = utohexstr(weft_hash64(Source.data, Source.size, 0), /*LowerCase=*/true, /*Width=*/16) + ".cl";
    std::vector<std::string> Parents;
    const char *Value;

    if ((Value = getenv("XDG_CACHE_HOME")) && *Value == '/')
        Parents.push_back(Value);
    if ((Value = getenv("HOME")) && *Value == '/')
        Parents.push_back(std::string(Value) + "/.cache");
    if ((Value = getenv("TMPDIR")) && *Value == '/')
        Parents.push_back(Value);
    Parents.push_back("/tmp");
    for (const std::string &Parent : Parents) {
        SmallString<256> Path(Parent);
        sys::path::append(Path, "weft", "source");
        if (sys::fs::create_directories(Path, /*IgnoreExisting=*/true, sys::fs::owner_all))
            continue;
        sys::path::append(Path, Name);
        uint64_t Size;
        if (!sys::fs::file_size(Path, Size) && Size == Text.size())
            return std::string(Path);

        SmallString<256> Temporary;
        int Descriptor;
        if (sys::fs::createUniqueFile(Path + ".%%%%%%%%", Descriptor, Temporary))
            continue;
        raw_fd_ostream Stream(Descriptor, /*shouldClose=*/true);
        Stream << Text;
        Stream.close();
        bool Failed = Stream.has_error();
        Stream.clear_error();
        if (!Failed && !sys::fs::rename(Temporary, Path))
            return std::string(Path);
        sys::fs::remove(Temporary);
    }
    return "";
}

void
weft::FrontendArguments::addDebugInfo(const weft_request &Request)
{
    std::string Path = writeSourceFile(Request.source);

    if (!Path.empty())
        SourceName = Path;
    add("-debug-info-kind=standalone");
    add("-dwarf-version=4");
    add("-debugger-tuning=gdb");
    add((Twine("-fdebug-compilation-dir=") + Request.directory).str());
}

void
weft::FrontendArguments::addPreprocessor(const weft_request &Request, const weft_options &Options)
{
    StringRef Directory(Request.directory ? Request.directory : "");

    if (Request.header_count)
        add((Twine("-I") + HeaderDirectory).str());
    for (size_t I = 0; I < Options.preprocessor_count; ++I) {
        StringRef Argument = Options.preprocessor[I];
        StringRef Path = Argument;

        if (!Path.consume_front("-I")) {
            add(Argument);
            continue;
        }
        SmallString<256> Absolute(Path);
        sys::path::make_absolute(Directory, Absolute);
        add((Twine("-I") + Absolute).str());
    }
    // Not asked for by the specification, but many programs expect it: the working directory, last.
    if (!Directory.empty()) {
        add("-idirafter");
        add(Directory);
    }
}

weft::FrontendArguments::FrontendArguments(const weft_request &Request, const weft_options &Options)
    : SourceName("program.cl")
{
    addLanguage(Options);
    addMath(Options);
    addWarnings(Options);
    if ((Options.remarks || Options.check_barriers) && !Options.debug_info)
        add("-debug-info-kind=line-tables-only");
    if (Options.debug_info)
        addDebugInfo(Request);
    addPreprocessor(Request, Options);
    add("-main-file-name");
    add(SourceName);
    // Full IR for the optimizer (lifetimes, aliasing), but no pass of Clang's: the work-group compiler comes first.
    add("-O2");
    add("-disable-llvm-passes");
}
