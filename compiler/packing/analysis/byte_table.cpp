// SPDX-License-Identifier: Apache-2.0
// Bytes that lanes look up in a table of all lanes, by an index of eight bits.
#include "compiler/packing/analysis/byte_table.h"

#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"

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

std::optional<ByteTable>
byteTableOf(const Value &Address, const Type &Element)
{
    const auto *Step = dyn_cast<GetElementPtrInst>(&Address);

    if (!Element.isIntegerTy(8) || !Step || Step->getNumIndices() != 1 || Step->getPointerOperandType()->isVectorTy() ||
        !Step->getSourceElementType()->isIntegerTy(8))
        return std::nullopt;
    const DataLayout &Layout = Step->getDataLayout();
    const KnownBits Index = computeKnownBits(Step->getOperand(1), Layout);
    const unsigned Bits = Index.countMaxActiveBits();
    if (Bits > 8 || !Index.isNonNegative())
        return std::nullopt;
    ByteTable Its = {Bits <= 6 ? TablePart : 1u << Bits, std::nullopt};
    const Value *Base = Step->getPointerOperand(), *Object = getUnderlyingObject(Base);
    if (!isa<AllocaInst, GlobalVariable>(Object))
        return Its;
    // To read more than an object has is not to read it, in the eyes of alias analysis.
    APInt Offset(Layout.getIndexTypeSizeInBits(Base->getType()), 0);
    uint64_t Size = 0;
    if (Base->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true) != Object ||
        !getObjectSize(Object, Size, Layout, nullptr) || !Offset.ult(Size))
        return std::nullopt;
    Its.Readable = std::min<uint64_t>(Its.Bytes, Size - Offset.getZExtValue());
    return Its;
}

} // namespace weft
