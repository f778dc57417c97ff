// SPDX-License-Identifier: Apache-2.0
// Puts the addresses of gathers and scatters where instruction selection looks for them.
#include "compiler/packing/gather_addresses.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

namespace {

// A copy of I in front of Place when I is in another block.
Instruction *
broughtTo(Instruction &Place, Instruction &I)
{
    if (I.getParent() == Place.getParent())
        return &I;
    Instruction *Copy = I.clone();
    Copy->insertBefore(Place.getIterator());
    return Copy;
}

bool
bringAddress(IntrinsicInst &Access, unsigned Operand)
{
    auto *Address = dyn_cast<GetElementPtrInst>(Access.getArgOperand(Operand));
    if (!Address || Address->getNumIndices() != 1 || Address->getPointerOperandType()->isVectorTy())
        return false;
    Instruction *Its = broughtTo(Access, *Address);
    bool Changed = Its != Address;
    Access.setArgOperand(Operand, Its);
    if (auto *Index = dyn_cast<CastInst>(Its->getOperand(1))) {
        Instruction *Brought = broughtTo(*Its, *Index);
        Changed |= Brought != Index;
        Its->setOperand(1, Brought);
    }
    return Changed;
}

} // namespace

PreservedAnalyses
GatherAddressesPass::run(Function &F, FunctionAnalysisManager &)
{
    bool Changed = false;
    for (Instruction &I : instructions(F)) {
        auto *Access = dyn_cast<IntrinsicInst>(&I);
        if (Access && Access->getIntrinsicID() == Intrinsic::masked_gather)
            Changed |= bringAddress(*Access, 0);
        else if (Access && Access->getIntrinsicID() == Intrinsic::masked_scatter)
            Changed |= bringAddress(*Access, 1);
    }
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
