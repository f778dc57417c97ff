// SPDX-License-Identifier: Apache-2.0
// How long a processor waits for results, whatever it could do at once.
#ifndef WEFT_ANALYSIS_RECURRENCE_H
#define WEFT_ANALYSIS_RECURRENCE_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Instruction;
class LoadInst;
class Loop;
class StoreInst;
} // namespace llvm

namespace weft {

// Cycles until the result of such an operation is there, about; IsPacked: for the lanes of a vector.
unsigned latencyOf(const llvm::Instruction &I, bool IsPacked);

// Cycles that an iteration needs at least, as it waits for what the one before has computed: the longest way from a
// value that goes round the loop to its next value. Only operations that `Counts` names are waited for, those that
// `IsGather` names for longer. A value goes round in memory where `IsLeft` says that a store leaves what a load of the
// next round loads. 0: for nothing.
unsigned recurrenceLatency(const llvm::Loop &L, llvm::function_ref<bool(const llvm::Instruction &)> Counts,
                           bool IsPacked, llvm::function_ref<bool(const llvm::Instruction &)> IsGather,
                           llvm::function_ref<bool(const llvm::StoreInst &, const llvm::LoadInst &)> IsLeft);

// Cycles from the beginning of a round of a pack until the loop's exits tell which lanes go on, where that is made of
// what the round gathers: nothing is gathered before it is known for which lanes. 0: of nothing that is gathered.
unsigned exitLatency(const llvm::Loop &L, llvm::function_ref<bool(const llvm::Instruction &)> IsGather);

} // namespace weft

#endif
