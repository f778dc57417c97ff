// SPDX-License-Identifier: Apache-2.0
// Keeps LLVM's SLPVectorizer from mistakes with scalars of several operations.
//
// LLVM 22's SLPVectorizer makes one vector instruction of scalars with several operations: x + 717 and y - z become a
// vector subtraction of (-717, z), which keeps the `nuw` of the addition; 13 * v - 4294966579 does wrap. What it makes
// narrower, it does with flags that were true of wider values. So what it makes has no flags of integers, which are
// worth little that late. And x | 0 beside y & -1 becomes (x, y) & (0, -1), 0 + x beside y << 4 becomes (0, y) << (x,
// 4): operations that do nothing go before it comes, and a sum or product has one constant, as it puts the result of
// several first.
#ifndef WEFT_PASSES_SLP_GUARD_H
#define WEFT_PASSES_SLP_GUARD_H

namespace llvm {
class PassInstrumentationCallbacks;
}

namespace weft {

// For every pipeline that runs with Callbacks: give them to the PassBuilder that registers the analyses. Callbacks
// serve one pipeline at a time.
void guardSlp(llvm::PassInstrumentationCallbacks &Callbacks);

} // namespace weft

#endif
