// SPDX-License-Identifier: Apache-2.0
// What a version of a kernel would gain from, if it were known at compile time.
#ifndef WEFT_WORKGROUP_LAUNCH_HINTS_H
#define WEFT_WORKGROUP_LAUNCH_HINTS_H

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// Bit i: argument i is an integer that says how often a loop runs, so that a small one would unroll it; or one that,
// alone or with others, chooses between ways through the kernel, or between values, for the whole launch. Only of the
// first 64 arguments.
uint64_t wantedArguments(const llvm::Function &Kernel);

} // namespace weft

#endif
