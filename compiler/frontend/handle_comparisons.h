// SPDX-License-Identifier: Apache-2.0
// Comparisons of queues and of events that kernels enqueue with.
#ifndef WEFT_FRONTEND_HANDLE_COMPARISONS_H
#define WEFT_FRONTEND_HANDLE_COMPARISONS_H

#include <memory>

namespace clang {
class ASTConsumer;
} // namespace clang

namespace weft {

// Clang allows `queue == CLK_NULL_QUEUE` and crashes when it generates code for it: its null pointer is none, and what
// is no number cannot be compared (Clang 22). Here each operand becomes 0, or a call of __weft_queue_word or
// __weft_event_word, which the embedded header declares. To run before code is generated.
std::unique_ptr<clang::ASTConsumer> createHandleComparisons();

} // namespace weft

#endif
