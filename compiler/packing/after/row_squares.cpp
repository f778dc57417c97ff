// SPDX-License-Identifier: Apache-2.0
// Tiles of rows that lanes walk along, loaded and stored by squares.
#include "compiler/packing/after/row_squares.h"

#include "compiler/packing/analysis/transpose.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// As many lanes as rounds, of which a lane's row is a register.
struct Square {
    unsigned Side, Lane, Round;
};

unsigned
bytesOf(const RowTile &Its)
{
    return unsigned(std::abs(Its.Step));
}

SmallVector<Square, 16>
squaresOf(const RowTile &Its, unsigned Rounds, unsigned RegisterBytes)
{
    const unsigned W = Its.Access.T->getNumElements(), Side = std::min({W, RegisterBytes / bytesOf(Its), Rounds});
    SmallVector<Square, 16> Squares;

    for (unsigned Lane = 0; Lane < W; Lane += Side)
        for (unsigned Round = 0; Round < Rounds; Round += Side)
            Squares.push_back({Side, Lane, Round});
    return Squares;
}

// All lanes' addresses of the tile's first round, but that those that are off have one of a lane that is on, or the
// spare place's, where its rounds begin.
Value *
onlyOfLanes(const RowTile &Its, unsigned Rounds, IRBuilderBase &B)
{
    const unsigned W = Its.Access.T->getNumElements();
    Value *Mask = Its.Access.mask(), *Off = nullptr;

    if (match(Mask, m_AllOnes()))
        return Its.Addresses;
    if (Its.Access.IsLoad) {
        Value *Bits = B.CreateBitCast(Mask, B.getIntNTy(W));
        Off = B.CreateExtractElement(Its.Addresses,
                                     B.CreateIntrinsic(Intrinsic::cttz, {Bits->getType()}, {Bits, B.getTrue()}));
    } else {
        const uint64_t Behind = Its.Step < 0 ? uint64_t(bytesOf(Its)) * (Rounds - 1) : 0;
        Off = B.CreateAddrSpaceCast(B.CreateConstGEP1_64(B.getInt8Ty(), Its.Spare, Behind),
                                    Its.Addresses->getType()->getScalarType());
    }
    return B.CreateSelect(Mask, Its.Addresses, B.CreateVectorSplat(W, Off));
}

// Where the elements of a lane of the square begin, which has Address in the tile's first round: where it walks
// backward, in the square's last one.
Value *
rowOf(const RowTile &Its, const Square &Of, Value *Address, IRBuilderBase &B)
{
    const unsigned First = Its.Step < 0 ? Of.Round + Of.Side - 1 : Of.Round;

    return B.CreateGEP(B.getInt8Ty(), Address, B.getInt64(uint64_t(Its.Step * int64_t(First))));
}

// Where the tile has the elements with that number of the square's rows.
Value *
columnOf(const RowTile &Its, const Square &Of, unsigned Number, IRBuilderBase &B)
{
    const uint64_t Round = Its.Step < 0 ? Of.Round + Of.Side - 1 - Number : Of.Round + Number;

    return B.CreateConstGEP1_64(Its.Access.T->getElementType(), Its.Tile,
                                Round * Its.Access.T->getNumElements() + Of.Lane);
}

// Without scopes, which may begin anew in each of the rounds.
void
describe(Instruction &Row, const RowTile &Its)
{
    AAMDNodes Aliasing = Its.Access.Call->getAAMetadata();

    Aliasing.Scope = Aliasing.NoAlias = nullptr;
    Row.setAAMetadata(Aliasing);
    Row.setDebugLoc(Its.Access.Call->getDebugLoc());
}

} // namespace

void
fillTile(const RowTile &Its, unsigned Rounds, unsigned RegisterBytes, IRBuilderBase &B)
{
    Value *Addresses = onlyOfLanes(Its, Rounds, B);

    for (const Square &Of : squaresOf(Its, Rounds, RegisterBytes)) {
        auto *T = FixedVectorType::get(Its.Access.T->getElementType(), Of.Side);
        SmallVector<Value *, 16> Values;
        for (unsigned I = 0; I < Of.Side; ++I) {
            Value *Place = rowOf(Its, Of, B.CreateExtractElement(Addresses, Of.Lane + I), B);
            Values.push_back(B.CreateAlignedLoad(T, Place, Its.Access.Alignment));
            describe(*cast<Instruction>(Values.back()), Its);
        }
        transpose(Values, bytesOf(Its), B);
        for (unsigned I = 0; I < Of.Side; ++I)
            B.CreateAlignedStore(Values[I], columnOf(Its, Of, I, B), Align(uint64_t(Of.Side) * bytesOf(Its)));
    }
}

void
emptyTile(const RowTile &Its, unsigned Rounds, unsigned RegisterBytes, IRBuilderBase &B)
{
    Value *Addresses = onlyOfLanes(Its, Rounds, B);

    for (const Square &Of : squaresOf(Its, Rounds, RegisterBytes)) {
        auto *T = FixedVectorType::get(Its.Access.T->getElementType(), Of.Side);
        SmallVector<Value *, 16> Values;
        for (unsigned I = 0; I < Of.Side; ++I)
            Values.push_back(
                Its.Filled ? B.CreateVectorSplat(Of.Side, B.CreateExtractElement(Its.Filled, Of.Lane + I))
                           : B.CreateAlignedLoad(T, columnOf(Its, Of, I, B), Align(uint64_t(Of.Side) * bytesOf(Its))));
        if (!Its.Filled)
            transpose(Values, bytesOf(Its), B);
        for (unsigned I = 0; I < Of.Side; ++I) {
            Value *Place = rowOf(Its, Of, B.CreateExtractElement(Addresses, Of.Lane + I), B);
            describe(*B.CreateAlignedStore(Values[I], Place, Its.Access.Alignment), Its);
        }
    }
}

} // namespace weft
