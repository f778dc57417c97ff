// SPDX-License-Identifier: Apache-2.0
// What becomes of a pack's atomic operations on a place that all lanes have.
#include "compiler/packing/analysis/atomic_updates.h"

#include "compiler/analysis/address_spaces.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

bool
isCombined(const AtomicRMWInst &Update)
{
    if (Update.isVolatile())
        return false;
    switch (Update.getOperation()) {
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
        return true;
    case AtomicRMWInst::FMax:
    case AtomicRMWInst::FMin:
    case AtomicRMWInst::And:
    case AtomicRMWInst::Or:
    case AtomicRMWInst::Xor:
    case AtomicRMWInst::Max:
    case AtomicRMWInst::Min:
    case AtomicRMWInst::UMax:
    case AtomicRMWInst::UMin:
        return Update.use_empty();
    default:
        return false;
    }
}

// Local memory, which no other thread changes, needs no exchange.
bool
isSummed(const AtomicRMWInst &Update)
{
    const AtomicRMWInst::BinOp Operation = Update.getOperation();

    return (Operation == AtomicRMWInst::FAdd || Operation == AtomicRMWInst::FSub) && !Update.isVolatile() &&
           !Update.getType()->isVectorTy() && Update.getPointerAddressSpace() != LocalSpace;
}

} // namespace weft
