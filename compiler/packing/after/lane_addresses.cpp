// SPDX-License-Identifier: Apache-2.0
// Where each lane of a gather or scatter accesses memory.
#include "compiler/packing/after/lane_addresses.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

LaneAddresses::LaneAddresses(IRBuilderBase &Builder, const LanesAccess &TheAccess, LaneBytes Bytes)
    : B(Builder), Access(TheAccess)
{
    auto *Address = dyn_cast<GetElementPtrInst>(Access.addresses());
    const bool HasIndexes = Address && Address->getNumIndices() == 1 && !Address->getPointerOperandType()->isVectorTy();
    if (HasIndexes && isa<Constant>(Address->getOperand(1)))
        Fixed = Address;
    if (match(Access.mask(), m_AllOnes())) {
        if (HasIndexes && !Fixed)
            Indexed = Address;
        return;
    }
    Nowhere = nowhere(Bytes);
    if (!Fixed)
        All =
            B.CreateSelect(Access.mask(), Access.addresses(), B.CreateVectorSplat(Access.T->getNumElements(), Nowhere));
}

Value *
LaneAddresses::nowhere(LaneBytes Bytes) const
{
    IRBuilder<> AtEntry(&*Access.Call->getFunction()->getEntryBlock().begin());
    AllocaInst *Slot = AtEntry.CreateAlloca(ArrayType::get(B.getInt8Ty(), uint64_t(Bytes.End - Bytes.First)),
                                            Access.Call->getDataLayout().getAllocaAddrSpace(), nullptr, "nowhere");
    Slot->setAlignment(Align(16));
    Value *Place = Bytes.First ? B.CreateConstGEP1_64(B.getInt8Ty(), Slot, uint64_t(-Bytes.First)) : Slot;
    Type *Pointer = Access.addresses()->getType()->getScalarType();
    return Place->getType() == Pointer ? Place : B.CreateAddrSpaceCast(Place, Pointer);
}

Value *
LaneAddresses::operator[](unsigned Lane) const
{
    if (Indexed) // the index is narrower than an address, and adding it is part of the access
        return B.CreateGEP(Indexed->getSourceElementType(), Indexed->getPointerOperand(), indexOf(Lane));
    if (!Fixed)
        return B.CreateExtractElement(All ? All : Access.addresses(), Lane);
    Value *Its = B.CreateGEP(Fixed->getSourceElementType(), Fixed->getPointerOperand(),
                             cast<Constant>(Fixed->getOperand(1))->getAggregateElement(Lane));
    return Nowhere ? B.CreateSelect(B.CreateExtractElement(Access.mask(), Lane), Its, Nowhere) : Its;
}

Value *
LaneAddresses::indexOf(unsigned Lane) const
{
    Value *Indexes = Indexed->getOperand(1);
    auto *Extension = dyn_cast<CastInst>(Indexes);
    if (!Extension || !isa<SExtInst, ZExtInst>(Extension))
        return B.CreateExtractElement(Indexes, Lane);
    Value *Narrow = B.CreateExtractElement(Extension->getOperand(0), Lane);
    return B.CreateCast(Extension->getOpcode(), Narrow, Extension->getType()->getScalarType());
}

} // namespace weft
