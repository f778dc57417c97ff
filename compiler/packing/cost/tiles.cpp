// SPDX-License-Identifier: Apache-2.0
// Kernels whose groups are tiles of a matrix that is read one way and written the other.
#include "compiler/packing/cost/tiles.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernels.h"
#include "compiler/packing/cost/lane_steps.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

static constexpr int64_t LineBytes = 64;

static bool
asksForIds(const Function &Kernel, unsigned Dimension)
{
    return any_of(instructions(Kernel), [Dimension](const Instruction &I) {
        const PrimitiveCall Call = classifyPrimitive(&I);
        return (Call.Kind == Primitive::GlobalId || Call.Kind == Primitive::GlobalId32) && Call.Dimension == Dimension;
    });
}

static bool
isNext(Step Its)
{
    return Its.isKnown() && !Its.isNone() && std::abs(Its.value()) < LineBytes;
}

static bool
isFar(Step Its)
{
    return !Its.isKnown() || std::abs(Its.value()) >= LineBytes;
}

bool
walksTiles(const Function &Kernel)
{
    if (!asksForIds(Kernel, 0) || !asksForIds(Kernel, 1))
        return false;
    const Flow Control(Kernel);
    const LaneSteps Columns(Kernel, Control, 0), Rows(Kernel, Control, 1);
    bool AlongRows = false, AlongColumns = false;

    for (const Instruction &I : instructions(Kernel)) {
        const Value *Address = getLoadStorePointerOperand(&I);
        if (!Address || getLoadStoreAddressSpace(&I) == LocalSpace || isa<AllocaInst>(getUnderlyingObject(Address)))
            continue;
        AlongRows |= isNext(Columns.of(Address)) && isFar(Rows.of(Address));
        AlongColumns |= isFar(Columns.of(Address)) && isNext(Rows.of(Address));
    }
    return AlongRows && AlongColumns;
}

} // namespace weft
