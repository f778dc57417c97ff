// SPDX-License-Identifier: Apache-2.0
// WEFT_CHECK=order: proof that packing kept the order of each work-item's accesses of memory.
#ifndef WEFT_PACKING_CHECKS_ORDER_CHECK_H
#define WEFT_PACKING_CHECKS_ORDER_CHECK_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class AAResults;
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace weft {

// Looks at what is written for each instruction of the source, not at what was planned. The packed form is written from
// front to back, so what was written earlier happens earlier.
class OrderCheck {
public:
    OrderCheck(llvm::Function &TheSource, llvm::Function &TheTarget) : Source(TheSource), Target(TheTarget) {}

    // I is packed next, at the end of At; I was packed.
    void begin(llvm::BasicBlock &At);
    void end(const llvm::Instruction &I);

    // PlaceOf: at which instruction an access was to be done. Ends the process with a sentence when
    //   - of two accesses of a block that are ordered (see areOrdered) the second is done before the first, or with it,
    //   - a load or store was lost, or done somewhere else,
    //   - something accesses memory that no instruction of the source asked for.
    void finish(llvm::AAResults &Aliases,
                llvm::function_ref<const llvm::Instruction *(const llvm::Instruction &)> PlaceOf) const;

private:
    llvm::Function &Source;
    llvm::Function &Target;
    llvm::BasicBlock *Block = nullptr;                         // where the current instruction's form begins
    llvm::Instruction *Before = nullptr;                       // what it begins behind; null: with the block
    llvm::BasicBlock *LastBlock = nullptr;                     // of Target
    llvm::SmallPtrSet<const llvm::Instruction *, 32> Written;  // all that accesses memory in Target
    llvm::DenseMap<const llvm::Instruction *, unsigned> Times; // of the source: when it was packed, if that wrote any
    unsigned Now = 0;
};

} // namespace weft

#endif
