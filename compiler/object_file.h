// SPDX-License-Identifier: Apache-2.0
// The relocatable object between LLVM's code generator and the shared object.
#ifndef WEFT_OBJECT_FILE_H
#define WEFT_OBJECT_FILE_H

#include "compiler/build.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace weft {

// Checks that nothing but libc's and libm's functions is undefined, and sets stack_bytes of the kernels in info
// to the frame of the entry and of everything it may call. False with the reason in the log.
bool inspectObject(llvm::StringRef Object, weft_program_info *Info, weft_log *Log);

// Links the object to a shared one with lld. The standard output of the process is redirected meanwhile: nobody
// else may write to it.
bool linkObject(llvm::StringRef Object, bool KeepSymbols, llvm::SmallVectorImpl<char> &Linked, weft_log *Log);

} // namespace weft

#endif
