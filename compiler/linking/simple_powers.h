// SPDX-License-Identifier: Apache-2.0
// Powers that are a product or two.
#ifndef WEFT_LINKING_SIMPLE_POWERS_H
#define WEFT_LINKING_SIMPLE_POWERS_H

namespace llvm {
class Module;
} // namespace llvm

namespace weft {

// Calls of pow and pown whose exponent is 0, 1, 2, 3, 4 or -1 become what these mean, in code for spir64 as Clang makes
// it. Powers that can be represented are exact, as the factors of a smaller power fit the significand then, too; others
// are off by at most 0.5, 1 and 1.5 ULP. (Products that overflow or underflow on the way do so at the end.)
void foldSimplePowers(llvm::Module &M);

} // namespace weft

#endif
