// SPDX-License-Identifier: Apache-2.0
// Memory for what a loop's strands carry from round to round while others run.
#ifndef WEFT_PACKING_AFTER_WAITING_STRANDS_H
#define WEFT_PACKING_AFTER_WAITING_STRANDS_H

#include "compiler/packing/after/vector_registers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Instruction.h"

namespace weft {

// Bundles are all instructions of a stretch of one block, in order. If the block is a loop of its own, and a bundle has
// not enough registers beside what other bundles carry to the next round, some of that is stored at the end of its
// bundle and loaded at the beginning: LLVM would keep all of it in registers, as all is used in the loop, and spill the
// bundle's own values again and again. The bundles stay one after the other then, to the machine code. Edges may be
// split.
void storeWaitingStrands(llvm::ArrayRef<llvm::ArrayRef<llvm::Instruction *>> Bundles, const VectorRegisters &Registers);

} // namespace weft

#endif
