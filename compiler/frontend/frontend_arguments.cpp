// SPDX-License-Identifier: Apache-2.0
// The translation of clBuildProgram's options to Clang's.
#include "compiler/frontend/frontend_arguments.h"
#include "compiler/checks.h"
#include "compiler/module.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace {
// What the device has, and with it what __opencl_c_* and cl_khr_* macros say.
const char Extensions[] = "-cl-ext=-all,"
#define WEFT_FEATURE(name) "+__opencl_c_" #name ","
#include "compiler/language_features.def"
                          "+cl_khr_fp16,+cl_khr_fp64,+cl_khr_byte_addressable_store,"
                          "+cl_khr_global_int32_base_atomics,+cl_khr_global_int32_extended_atomics,"
                          "+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics,"
                          "+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_ext_float_atomics,"
                          "+cl_khr_3d_image_writes,+cl_khr_depth_images,+cl_khr_mipmap_image,"
                          "+cl_khr_mipmap_image_writes,+cl_khr_extended_bit_ops,+cl_khr_integer_dot_product,"
                          "+cl_khr_subgroup_ballot,+cl_khr_subgroup_clustered_reduce,+cl_khr_subgroup_extended_types,"
                          "+cl_khr_subgroup_non_uniform_arithmetic,+cl_khr_subgroup_non_uniform_vote,"
                          "+cl_khr_subgroup_rotate,+cl_khr_subgroup_shuffle,+cl_khr_subgroup_shuffle_relative";

// Feature macros are OpenCL C 3.0's, but programs for 2.0 ask for them as well: Clang defines some there.
const char *const Features[] = {
#define WEFT_FEATURE(name) "-D__opencl_c_" #name "=1",
#include "compiler/language_features.def"
};

// Extensions that Clang does not know of.
const char *const OtherExtensions[] = {
    "cl_khr_image2d_from_buffer",
    "cl_khr_srgb_image_writes",
};

// That Clang has from OpenCL C 2.0 on: mipmap_functions.h and integer_functions.h have what they add. There are no
// sub-groups before.
const char *const ExtensionsOf2[] = {
    "cl_khr_mipmap_image",
    "cl_khr_mipmap_image_writes",
    "cl_khr_extended_bit_ops",
    "cl_khr_integer_dot_product",
    "__opencl_c_integer_dot_product_input_4x8bit",
    "__opencl_c_integer_dot_product_input_4x8bit_packed",
};

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
    "c++11-narrowing", // of C++ alone: (float4)(i, 0, 0, 1)
};
} // namespace

// "If no -cl-std build option is specified ... the highest OpenCL C 1.x language version supported by each device".
static StringRef
standardOf(const weft_options &Options)
{
    return Options.cl_std ? Options.cl_std : "CL1.2";
}

bool
weft::isBeforeVersion2(const weft_options &Options)
{
    return standardOf(Options).starts_with("CL1.");
}

void
weft::FrontendArguments::addMipmapFunctions()
{
    add("-include");
    add(MipmapHeader);
}

void
weft::FrontendArguments::addIntegerFunctions()
{
    add("-include");
    add(IntegerHeader);
}

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
    StringRef Standard = standardOf(Options);
    // 1.2 only adds to 1.0 and 1.1, and what it adds (printf, static functions) is used under their names.
    bool Older = Standard == "CL1.0" || Standard == "CL1.1";
    bool IsCxx = Standard.starts_with("CLC++");
    // 3.1 only adds to 3.0, and what it adds is there by extensions.
    const bool Is31 = Standard == "CL3.1";
    add((Twine("-cl-std=") + (Older ? "CL1.2" : Is31 ? "CL3.0" : Standard)).str());
    if (Is31) {
        add("-U__OPENCL_C_VERSION__");
        add("-D__OPENCL_C_VERSION__=310");
        add("-DCL_VERSION_3_1=310");
    }
    if (Older) {
        add("-U__OPENCL_C_VERSION__");
        add(Standard == "CL1.0" ? "-D__OPENCL_C_VERSION__=100" : "-D__OPENCL_C_VERSION__=110");
        add("-include");
        add(OlderHeader); // opencl-c-base.h asks for the version as well
    }
    add(Extensions);
    // Sub-groups are no extension of these, as cl_khr_subgroups asks for more than we have, so that it is not announced
    // (clang_header.c); but programs use the functions.
    if (Standard == "CL2.0" || Standard == "CLC++1.0") {
        add("-cl-ext=+cl_khr_subgroups");
        for (const char *Feature : Features)
            add(Feature);
    }
    // These would make opencl-c-base.h announce what a SPIR-V consumer may have.
    for (const char *Macro : {"-U__SPIR__", "-U__SPIR64__", "-U__SPIR", "-U__SPIR64"})
        add(Macro);
    add("-D__OPENCL_VERSION__=300");
    for (const char *Extension : OtherExtensions)
        add((Twine("-D") + Extension + "=1").str());
    if (isBeforeVersion2(Options))
        for (const char *Extension : ExtensionsOf2)
            add((Twine("-D") + Extension + "=1").str());
    else if (!IsCxx) // which has no blocks
        add("-Dcl_khr_device_enqueue_local_arg_types=1");
    add("-nostdsysteminc");
    add("-nobuiltininc");
    add("-internal-isystem");
    add(ClangHeaderDirectory);
    add("-include");
    add(ClangHeader); // by its path, so that it is not looked for elsewhere
    add("-fdeclare-opencl-builtins");
    // C99's `inline` without `static` would leave the symbol undefined; OpenCL C programs expect a definition.
    if (!IsCxx)
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

void
weft::FrontendArguments::addDebugInfo(const weft_request &Request)
{
    // gdb reads no embedded source.
    if (Request.source_file && *Request.source_file)
        SourceName = Request.source_file;
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
    if ((Options.remarks || Options.checks & (WEFT_CHECK_BARRIER | WEFT_CHECK_VALUES)) && !Options.debug_info)
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
