// SPDX-License-Identifier: Apache-2.0
// Bytes that lanes look up in a table of all lanes, by an index of eight bits.
#include "compiler/packing/analysis/byte_table.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

bool
hasByteTables(const Module &M, const TargetTransformInfo &Target)
{
    auto *Bytes = FixedVectorType::get(Type::getInt8Ty(M.getContext()), TablePart);

    // CPUs without take eight instructions and more.
    return M.getTargetTriple().isX86() &&
           Target.getShuffleCost(TargetTransformInfo::SK_PermuteTwoSrc, Bytes, Bytes) <= 2;
}

unsigned
byteTableOf(const Value &Address, const Type &Element)
{
    const auto *Step = dyn_cast<GetElementPtrInst>(&Address);

    if (!Element.isIntegerTy(8) || !Step || Step->getNumIndices() != 1 || Step->getPointerOperandType()->isVectorTy() ||
        !Step->getSourceElementType()->isIntegerTy(8))
        return 0;
    const unsigned Bits = computeKnownBits(Step->getOperand(1), Step->getDataLayout()).countMaxActiveBits();
    return Bits > 8 ? 0 : Bits <= 6 ? TablePart : 1u << Bits;
}

} // namespace weft
