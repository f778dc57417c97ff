// SPDX-License-Identifier: Apache-2.0
// WEFT_CHECK=order: proof that packing left no variable used where LLVM may take it for dead.
#ifndef WEFT_PACKING_CHECKS_LIFETIME_CHECK_H
#define WEFT_PACKING_CHECKS_LIFETIME_CHECK_H

namespace llvm {
class Function;
}

namespace weft {

// Ends the process with a sentence when Packed, a function's packed form, accesses a variable that has lifetime markers
// where one of the ways from its entry has not begun the variable's life.
void checkLifetimes(const llvm::Function &Packed);

} // namespace weft

#endif
