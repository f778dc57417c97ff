// SPDX-License-Identifier: Apache-2.0
// Lanes that have rows of 16 bytes each: one access for each lane, and shuffles within 128 bits.
#include "compiler/packing/analysis/short_rows.h"

#include "compiler/packing/analysis/transpose.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>

using namespace llvm;

namespace weft {

static unsigned
registerBytes(const TargetTransformInfo &Target)
{
    return unsigned(Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue()) / 8;
}

bool
usesShortRows(const TargetTransformInfo &Target)
{
    return registerBytes(Target) >= ShortRowBytes && registerBytes(Target) <= 2 * ShortRowBytes;
}

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
accessesOfShortRows(const Function &F, const TargetTransformInfo &Target)
{
    using Place = std::pair<int64_t, const Instruction *>;
    const DataLayout &Layout = F.getDataLayout();
    SmallPtrSet<const Instruction *, 16> Found;

    if (!usesShortRows(Target))
        return Found;
    for (const BasicBlock &BB : F) {
        MapVector<std::tuple<const Value *, Type *, unsigned>, SmallVector<Place, 8>> ByBase;
        for (const Instruction &I : BB) {
            const Value *Pointer = getLoadStorePointerOperand(&I);
            Type *T = Pointer ? getLoadStoreType(const_cast<Instruction *>(&I)) : nullptr;
            if (!Pointer || I.isAtomic() || I.isVolatile() || !VectorType::isValidElementType(T))
                continue;
            APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
            const Value *Base = Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
            ByBase[{Base, T, I.getOpcode()}].push_back({Offset.getSExtValue(), &I});
        }
        for (auto &[Key, Places] : ByBase) {
            const auto Size = int64_t(Layout.getTypeStoreSize(std::get<1>(Key)).getFixedValue());
            SmallVector<unsigned, 16> Elements;
            llvm::sort(Places, llvm::less_first());
            for (const Place &P : Places)
                Elements.push_back(unsigned((P.first - Places[0].first) / Size));
            Elements.erase(std::unique(Elements.begin(), Elements.end()), Elements.end());
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
            Square.push_back(joined(Parts, B));
        }
        transposeParts(Square, B);
        append_range(Result, Square);
    }
    return Result;
}

void
storeShortRows(IRBuilderBase &B, const LaneElements &To, ArrayRef<unsigned> Elements, ArrayRef<Value *> Values,
               const TargetTransformInfo &Target)
{
    const uint64_t Size = B.GetInsertBlock()->getDataLayout().getTypeStoreSize(To.Element);
    const unsigned PerRow = unsigned(ShortRowBytes / Size);
    const unsigned InRegister = unsigned(registerBytes(Target) / Size);
    const unsigned Lanes = InRegister >= PerRow && To.Width % InRegister == 0 ? InRegister : PerRow; // turned at once
    const unsigned Together = To.Stride == PerRow ? Lanes / PerRow : 1; // rows one after the other are stored together

    for (unsigned First = 0; First < Elements.size(); First += PerRow)
        for (unsigned Lane = 0; Lane < To.Width; Lane += Lanes) {
            SmallVector<Value *, 16> Square;
            for (Value *V : Values.slice(First, PerRow))
                Square.push_back(slice(V, Lane, Lanes, B));
            transposeParts(Square, B);
            for (unsigned L = 0; L < Lanes; L += Together) {
                SmallVector<Value *, 16> Rows;
                for (unsigned R = L; R < L + Together; ++R)
                    Rows.push_back(slice(Square[R % PerRow], R / PerRow * PerRow, PerRow, B));
                const uint64_t Offset = (uint64_t{Lane + L} * To.Stride + Elements[First]) * Size;
                Value *Place = Offset ? B.CreateConstGEP1_64(B.getInt8Ty(), To.Base, Offset) : To.Base;
                To.Marks.put(B.CreateAlignedStore(joined(Rows, B), Place, commonAlignment(To.Alignment, Offset)));
            }
        }
}

} // namespace weft
