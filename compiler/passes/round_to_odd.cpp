// SPDX-License-Identifier: Apache-2.0
// Rounding twice as if once.
#include "compiler/passes/round_to_odd.h"

#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace weft {

Value *
toOdd(IRBuilderBase &B, Value *Nearest, Value *Beyond, Value *Inexact)
{
    Type *Integer = Beyond->getType();
    Value *Bits = B.CreateBitCast(Nearest, Integer);
    Value *TowardsZero = B.CreateAdd(Bits, Beyond);
    Value *Odd = B.CreateOr(TowardsZero, B.CreateLShr(Inexact, Integer->getScalarSizeInBits() - 1));

    return B.CreateBitCast(Odd, Nearest->getType());
}

Value *
fusedInWider(IRBuilderBase &B, const CallBase &Call, Type *Wide)
{
    auto Widened = [&](unsigned N) { return B.CreateFPExt(Call.getArgOperand(N), Wide); };
    Value *First = Widened(0);
    Value *Product = B.CreateFMul(First, Widened(1));
    Value *Addend = Widened(2);
    Value *Sum = B.CreateFAdd(Product, Addend);
    Value *OfAddend = B.CreateFSub(Sum, Product);
    Value *OfProduct = B.CreateFSub(Sum, OfAddend);
    Value *Lacks = B.CreateFAdd(B.CreateFSub(Product, OfProduct), B.CreateFSub(Addend, OfAddend));

    Type *Integer = Wide->getWithNewType(B.getIntNTy(Wide->getScalarSizeInBits()));
    Value *Inexact = B.CreateSExt(B.CreateFCmpONE(Lacks, Constant::getNullValue(Wide)), Integer);
    Value *Signs = B.CreateXor(B.CreateBitCast(Sum, Integer), B.CreateBitCast(Lacks, Integer));
    Value *Beyond = B.CreateAnd(B.CreateAShr(Signs, Integer->getScalarSizeInBits() - 1), Inexact);

    return B.CreateFPTrunc(toOdd(B, Sum, Beyond, Inexact), Call.getType());
}

} // namespace weft
