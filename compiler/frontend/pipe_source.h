// SPDX-License-Identifier: Apache-2.0
// What OpenCL C allows of pipes and Clang 22 does not take, written in another way.
#ifndef WEFT_FRONTEND_PIPE_SOURCE_H
#define WEFT_FRONTEND_PIPE_SOURCE_H

#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace weft {

// Changes the text in place, and nothing's line or column: the first argument of a function of pipes loses parentheses
// around a name, and a typedef of a pipe becomes blank. Its name is then to be a macro, one of Macros ("NAME=TYPE"):
// Clang knows of a typedef only that it is read_only. Looks at no text that is not the program's own, as other files'.
void rewritePipes(std::string &Text, const clang::LangOptions &Language, llvm::SmallVectorImpl<std::string> &Macros);

} // namespace weft

#endif
