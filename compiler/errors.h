// SPDX-License-Identifier: Apache-2.0
// Errors in a program that only passes find: where in the source they are and how they are said.
#ifndef WEFT_ERRORS_H
#define WEFT_ERRORS_H

#include "llvm/ADT/Twine.h"
#include <string>

namespace llvm {
class DiagnosticInfo;
class Function;
class Instruction;
class raw_ostream;
} // namespace llvm

namespace weft {

// Report an error (severity DS_Error) to the context's diagnostic handler: at the instruction's place in the source, or
// where the function begins. The front end leaves places in the IR without -g too.
void reportError(const llvm::Instruction &I, const llvm::Twine &Message);
void reportError(const llvm::Function &F, const llvm::Twine &Message);

// The name that the program has for a function or kernel.
std::string sourceName(const llvm::Function &F);

// "file:line:column: error: ..." as Clang prints it, or without a place when the IR has none; and a newline.
void printDiagnostic(llvm::raw_ostream &Out, const llvm::DiagnosticInfo &Info);
// The same of an error that is not reported through a handler.
std::string describeError(const llvm::Instruction *I, const llvm::Twine &Message);

} // namespace weft

#endif
