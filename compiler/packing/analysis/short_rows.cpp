// SPDX-License-Identifier: Apache-2.0
// Lanes that have rows of 16 bytes each: one access for each lane, and shuffles within 128 bits.
#include "compiler/packing/analysis/short_rows.h"

#include "compiler/packing/analysis/transpose.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

bool
areShortRows(ArrayRef<unsigned> Elements, uint64_t Size, unsigned Width)
{
    const unsigned PerRow = unsigned(ShortRowBytes / Size);

    if (PerRow < 2 || ShortRowBytes % Size || Width % PerRow || Elements.size() % PerRow)
        return false;
    for (unsigned First = 0; First < Elements.size(); First += PerRow)
        if (Elements[First + PerRow - 1] - Elements[First] != PerRow - 1)
            return false;
    return !Elements.empty();
}

SmallPtrSet<const Instruction *, 16>
loadsOfShortRows(const Function &F)
{
    const DataLayout &Layout = F.getDataLayout();
    SmallPtrSet<const Instruction *, 16> Found;

    for (const BasicBlock &BB : F) {
        using Place = std::pair<int64_t, const Instruction *>;
        MapVector<std::pair<const Value *, const Type *>, SmallVector<Place, 8>> ByBase;
        for (const Instruction &I : BB) {
            const auto *Load = dyn_cast<LoadInst>(&I);
            if (!Load || !Load->isSimple() || !VectorType::isValidElementType(Load->getType()))
                continue;
            APInt Offset(Layout.getIndexTypeSizeInBits(Load->getPointerOperandType()), 0);
            const Value *Base =
                Load->getPointerOperand()->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
            ByBase[{Base, Load->getType()}].push_back({Offset.getSExtValue(), Load});
        }
        for (auto &[Base, Places] : ByBase) {
            const auto Size = int64_t(Layout.getTypeStoreSize(const_cast<Type *>(Base.second)).getFixedValue());
            SmallVector<unsigned, 16> Elements;
            llvm::sort(Places, llvm::less_first());
            for (const Place &P : Places)
                Elements.push_back(unsigned((P.first - Places[0].first) / Size));
            if (areShortRows(Elements, uint64_t(Size), unsigned(ShortRowBytes)))
                for (const Place &P : Places)
                    Found.insert(P.second);
        }
    }
    return Found;
}

SmallVector<Value *, 16>
loadShortRows(IRBuilderBase &B, const LaneElements &From, ArrayRef<unsigned> Elements)
{
    const uint64_t Size = B.GetInsertBlock()->getDataLayout().getTypeStoreSize(From.Element);
    const unsigned PerRow = unsigned(ShortRowBytes / Size);
    auto *Row = FixedVectorType::get(From.Element, PerRow);
    SmallVector<Value *, 16> Result;

    for (unsigned First = 0; First < Elements.size(); First += PerRow) {
        SmallVector<Value *, 16> Square;
        for (unsigned R = 0; R < PerRow; ++R) {
            SmallVector<Value *, 16> Parts;
            for (unsigned Lane = R; Lane < From.Width; Lane += PerRow) {
                const uint64_t Offset = (uint64_t{Lane} * From.Stride + Elements[First]) * Size;
                Value *Place = Offset ? B.CreateConstGEP1_64(B.getInt8Ty(), From.Base, Offset) : From.Base;
                LoadInst *Load = B.CreateAlignedLoad(Row, Place, commonAlignment(From.Alignment, Offset));
                From.Marks.put(Load);
                Parts.push_back(Load);
            }
            Square.push_back(Parts.size() == 1 ? Parts[0] : concatenateVectors(B, Parts));
        }
        transposeParts(Square, B);
        append_range(Result, Square);
    }
    return Result;
}

} // namespace weft
