// SPDX-License-Identifier: Apache-2.0
// Objects of a program that are made before its first kernel and destroyed after its last.
#ifndef WEFT_LINKING_PROGRAM_OBJECTS_H
#define WEFT_LINKING_PROGRAM_OBJECTS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace weft {

// Two kernels that applications do not see, by names that no program can have: what makes a program's objects, and what
// destroys those that were made. Run by one work-item.
inline constexpr llvm::StringLiteral BeginKernel = "weft.begin";
inline constexpr llvm::StringLiteral EndKernel = "weft.end";

// Writes them for a whole program of spir64 as far as it has something for them: the functions of llvm.global_ctors and
// llvm.global_dtors, whose lists are gone then, and the destructors that __cxa_atexit is given.
void writeBeginAndEnd(llvm::Module &M);

} // namespace weft

#endif
