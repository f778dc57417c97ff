// SPDX-License-Identifier: Apache-2.0
// Bytes that lanes look up in a table of all lanes, by an index of eight bits.
#include "compiler/packing/analysis/byte_table.h"

#include "compiler/analysis/switched.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace weft {

// Fewer lanes have loads of their own.
static constexpr unsigned FewestLanes = 8;

// A lane's load takes as many operations: its index and the byte are moved between the registers of vectors and others.
static constexpr unsigned OfLane = 4;

ByteLookup
byteLookup(const Function &F, const TargetTransformInfo &Target)
{
    const uint64_t Most = Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() / 8;
    auto bytes = [&F](unsigned Count) { return FixedVectorType::get(Type::getInt8Ty(F.getContext()), Count); };
    auto isOneShuffle = [&](TargetTransformInfo::ShuffleKind Kind, FixedVectorType *T) {
        return Target.getShuffleCost(Kind, T, T) <= 2; // CPUs without take eight instructions and more
    };

    if (!F.getParent()->getTargetTriple().isX86() || !isOn(F, WEFT_SWITCH_BYTE_TABLES))
        return {};
    if (isOneShuffle(TargetTransformInfo::SK_PermuteTwoSrc, bytes(ByteLookup::PermutedPart)))
        return {ByteLookup::PermutedPart, ByteLookup::PermutedPart};
    if (!isOneShuffle(TargetTransformInfo::SK_PermuteSingleSrc, bytes(ByteLookup::ShuffledPart)))
        return {};
    // Each 16 lanes of a register find theirs by themselves.
    unsigned Lanes = ByteLookup::ShuffledPart;
    while (2 * Lanes <= Most && Target.getArithmeticInstrCost(Instruction::Add, bytes(2 * Lanes)) <= 1)
        Lanes *= 2;
    return {ByteLookup::ShuffledPart, Lanes};
}

unsigned
ByteLookup::operations(unsigned TableBytes, unsigned Width) const
{
    const unsigned Parts = partsOf(TableBytes);
    // VBMI finds in two parts at once. Shuffles find in each, and each bit of an index chooses between halves of what
    // was found.
    const unsigned Once = isByShuffles() ? 2 * Parts + Log2_32(Parts) : Parts + 2;

    return divideCeil(Width, Lanes) * Once;
}

std::optional<ByteTable>
byteTableOf(const Value &Address, const Type &Element, unsigned Width, ByteLookup Lookup)
{
    const auto *Step = dyn_cast<GetElementPtrInst>(&Address);

    if (!Lookup || Width < FewestLanes || !Element.isIntegerTy(8) || !Step || Step->getNumIndices() != 1 ||
        Step->getPointerOperandType()->isVectorTy() || !Step->getSourceElementType()->isIntegerTy(8))
        return std::nullopt;
    // Bytes at known places come from loads of lanes, or from shuffles of what VBMI loads.
    if (isa<Constant>(Step->getOperand(1)) && Lookup.isByShuffles())
        return std::nullopt;
    const DataLayout &Layout = Step->getDataLayout();
    const KnownBits Index = computeKnownBits(Step->getOperand(1), Layout);
    const unsigned Bits = Index.countMaxActiveBits();
    if (Bits > 8 || !Index.isNonNegative())
        return std::nullopt;
    ByteTable Its = {std::max(Lookup.Part, 1u << Bits), std::nullopt};
    if (Lookup.operations(Its.Bytes, Width) > OfLane * Width)
        return std::nullopt;
    const Value *Base = Step->getPointerOperand();
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Base, Objects);
    if (none_of(Objects, [](const Value *Object) { return isa<AllocaInst, GlobalVariable>(Object); }))
        return Its;
    const Value *Object = Objects[0];
    // To read more than an object has is not to read it, in the eyes of alias analysis.
    APInt Offset(Layout.getIndexTypeSizeInBits(Base->getType()), 0);
    uint64_t Size = 0;
    if (Objects.size() > 1 ||
        Base->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true) != Object ||
        !getObjectSize(Object, Size, Layout, nullptr) || !Offset.ult(Size))
        return std::nullopt;
    Its.Readable = std::min<uint64_t>(Its.Bytes, Size - Offset.getZExtValue());
    return Its;
}

} // namespace weft
