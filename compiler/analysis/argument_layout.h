// SPDX-License-Identifier: Apache-2.0
// Where each kernel argument lies in weft_launch.args; the one place that decides it.
#ifndef WEFT_ANALYSIS_ARGUMENT_LAYOUT_H
#define WEFT_ANALYSIS_ARGUMENT_LAYOUT_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace llvm {
class Function;
class Type;
} // namespace llvm

namespace weft {

struct ArgumentSlot {
    llvm::Type *Type;  // as stored: the pointee of a byval argument, i64 for a pointer to __local
    uint64_t Offset;   // bytes from weft_launch.args
    uint64_t Size;     // bytes
    uint64_t Align;    // of the offset, in bytes; the block itself is only sure to be 16-byte aligned
    bool ByValue;      // a struct passed by pointer in the IR, by value in the block
    bool LocalPointer; // the slot holds an offset into weft_worker_memory.local
};

// Slots of the kernel's arguments in order, each at the next multiple of its alignment; returns the block's size.
// Gives the same answer before and after the passes, with spir64's data layout and with the host's.
uint64_t layoutArguments(const llvm::Function &Kernel, llvm::SmallVectorImpl<ArgumentSlot> &Slots);

} // namespace weft

#endif
