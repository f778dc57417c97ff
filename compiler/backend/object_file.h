// SPDX-License-Identifier: Apache-2.0
// The relocatable object between LLVM's code generator and the shared object.
#ifndef WEFT_BACKEND_OBJECT_FILE_H
#define WEFT_BACKEND_OBJECT_FILE_H

#include "compiler/build.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace weft {

// Checks that nothing but libc's and libm's functions is undefined, and sets stack_bytes of the kernels in info
// to the frame of the entry and of everything it may call. False with the reason in the log.
bool inspectObject(llvm::StringRef Object, weft_program_info *Info, weft_log *Log);

// TooFar: a reference is to more than 2 GiB away; nothing is in the log.
enum class LinkResult { Linked, TooFar, Failed };

// Links the object to a shared one with lld. The standard output of the process is redirected meanwhile: nobody
// else may write to it. LLVM's command line options have their defaults afterwards.
LinkResult linkObject(llvm::StringRef Object, bool KeepSymbols, llvm::SmallVectorImpl<char> &Linked, weft_log *Log);

} // namespace weft

#endif
