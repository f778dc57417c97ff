// SPDX-License-Identifier: Apache-2.0
// Loops that try by compare and exchange until nobody came in between.
#ifndef WEFT_ANALYSIS_ATTEMPTS_H
#define WEFT_ANALYSIS_ATTEMPTS_H

namespace llvm {
class AtomicCmpXchgInst;
class BasicBlock;
class Instruction;
class Value;
} // namespace llvm

namespace weft {

// V, or what it is a cast of.
llvm::Value *withoutCast(llvm::Value *V);

// The exchange in a loop of this one block which the loop is left by where it succeeds, if it expects what stands at
// its place, so that it fails only where somebody else has come in between; null if there is none.
llvm::AtomicCmpXchgInst *attemptIn(llvm::BasicBlock &Loop);
// What it expects, without casts: a load of the place before it in the block, or the block's phi of what exchanges
// found.
llvm::Instruction *expectedBy(const llvm::AtomicCmpXchgInst &Attempt);

} // namespace weft

#endif
