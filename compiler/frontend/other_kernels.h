// SPDX-License-Identifier: Apache-2.0
// Kernels of a program that a version of another one needs not.
#ifndef WEFT_FRONTEND_OTHER_KERNELS_H
#define WEFT_FRONTEND_OTHER_KERNELS_H

#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTConsumer;
} // namespace clang

namespace llvm {
class Module;
} // namespace llvm

namespace weft {

struct OtherKernels {
    std::string Wanted;               // the kernel whose body is read
    std::vector<std::string> Skipped; // the names of those whose bodies were not
};

// Lets the parser step over the bodies of other kernels, where FrontendOptions::SkipFunctionBodies is set: they become
// declarations.
std::unique_ptr<clang::ASTConsumer> createOtherKernels(OtherKernels &Others);

// Whether a kernel whose body was not read is called, so that it is needed all the same.
bool isAnyCalled(const OtherKernels &Others, const llvm::Module &M);

} // namespace weft

#endif
