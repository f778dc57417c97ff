// SPDX-License-Identifier: Apache-2.0
// Uses of pipes that OpenCL C does not allow and Clang does not refuse.
#ifndef WEFT_FRONTEND_PIPE_CHECK_H
#define WEFT_FRONTEND_PIPE_CHECK_H

#include <memory>

namespace clang {
class ASTConsumer;
class DiagnosticsEngine;
} // namespace clang

namespace weft {

// Reports an error for each declaration and expression of a program in which a pipe is a member, an array or one of two
// choices, has packets that are none, or reads or writes them where it cannot. To run before code is generated, which
// such a use may crash.
// Source: "Pipes", restrictions: "pipes can only be passed as arguments to a function (including kernel functions)".
std::unique_ptr<clang::ASTConsumer> createPipeCheck(clang::DiagnosticsEngine &Diagnostics);

} // namespace weft

#endif
