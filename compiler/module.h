// SPDX-License-Identifier: Apache-2.0
// What the C++ files of the compiler share: the module on its way, its context and its diagnostics.
#ifndef WEFT_MODULE_H
#define WEFT_MODULE_H

#include "compiler/build.h"
#include "compiler/llvm_compat.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

struct weft_module {
    std::unique_ptr<llvm::Module> M;              // lives in weft::context()
    std::unique_ptr<llvm::TargetMachine> Machine; // from weft_pipeline_run on
};

namespace weft {

// The context of all modules of this process's build. Not thread-safe: one build at a time in a process.
llvm::LLVMContext &context();

// Appends to a writer as is, without a size in front. False when memory ends.
bool appendBytes(weft_writer *Out, const void *Data, size_t Size);

// Appends to a weft_log.
void appendLog(weft_log *Log, llvm::StringRef Text);

// While it lives, LLVM's diagnostics go to the log instead of stderr, and errors are remembered. Of remarks only those
// about packing are kept, when wanted.
class DiagnosticScope {
public:
    explicit DiagnosticScope(weft_log *Log, bool Remarks = false);
    ~DiagnosticScope();
    DiagnosticScope(const DiagnosticScope &) = delete;
    DiagnosticScope &operator=(const DiagnosticScope &) = delete;
    bool hasErrors() const { return Errors; }

private:
    std::unique_ptr<llvm::DiagnosticHandler> Previous;
    bool Errors = false;
};

// Writes the phase and its processor time to stderr when WEFT_TIME is set and the scope ends.
class PhaseTimer {
public:
    explicit PhaseTimer(const char *Phase);
    ~PhaseTimer();

private:
    const char *Phase;
    double Start;
};

// The module flag of what was compiled with -cl-opt-disable; it survives linking.
inline constexpr const char *UnoptimizedFlag = "weft.unoptimized";

// Whether the module is to stay as it was written: by the options or by those its parts were compiled with.
bool isUnoptimized(const llvm::Module &M, const weft_options &Options);

// The machine that kernels are made for: the running host with all its features, or what the options name. Null after
// an error in the log.
std::unique_ptr<llvm::TargetMachine> createMachine(const weft_options &Options, bool Optimize, weft_log *Log);

// Whether it converts halves to float and back, if it does not compute with them: without, LLVM would call functions.
bool hasHalfConversions(const llvm::TargetMachine &Machine);

// Whether it multiplies and adds with one rounding; see passes/fma_lowering.h.
bool hasFusedMultiplyAdd(const llvm::TargetMachine &Machine);

// Whether it multiplies floats and doubles by powers of two, rounded once, in one instruction.
bool hasScaling(const llvm::TargetMachine &Machine);

// Turns spir64 code into the host's: triple, data layout, calling conventions, SPIR-V types, attributes. Marks
// kernels with the attribute WEFT_ATTRIBUTE_KERNEL (compiler/analysis/primitives.h) where they have none.
void retarget(llvm::Module &M, const llvm::TargetMachine &Machine);

// Joins each kernel with the body that Clang has split from it, where no other kernel calls that. For whole programs:
// a unit compiled apart may still be linked with one that does.
void mergeKernelBodies(llvm::Module &M);

// Whether the function is a kernel of a spir64 program, and not the body that Clang has split from one.
bool isProgramKernel(const llvm::Function &F);

// What Clang's names for those bodies begin with.
inline constexpr llvm::StringLiteral KernelBodyPrefix = "__clang_ocl_kern_imp_";

// Gives all functions and variables that a whole program defines names that nothing else has; kernels keep theirs in
// the attribute WEFT_ATTRIBUTE_KERNEL. Declared functions that only we may call get such names as well, and with that
// no definition. Errors go to the context's diagnostic handler.
void keepNamesApart(llvm::Module &M);
// Whether a name is one of those, and which it was.
bool isProgramName(llvm::StringRef Name);
llvm::StringRef withoutSuffix(llvm::StringRef Name);

// Makes everything but kernels internal, so that what is unused goes and the rest can be inlined.
void internalize(llvm::Module &M);

// Loads the kernel library's symbol table for the next link in this context.
bool loadKernelLibrary(std::string &Error);
// And all sections of it, which otherwise are read by the build that uses them first.
bool loadWholeKernelLibrary(std::string &Error);

// The code generator's switches, and WEFT_LLVM_OPTIONS. Again after each link: lld gives LLVM's options their defaults
// back.
void setOptions();

} // namespace weft

#endif
