// SPDX-License-Identifier: Apache-2.0
// Makes of gathers and scatters what the CPU has for them.
#include "compiler/packing/after/gather_lowering.h"

#include "compiler/packing/after/lane_addresses.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

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
bringAddress(const LanesAccess &Access)
{
    auto *Address = dyn_cast<GetElementPtrInst>(Access.addresses());
    if (!Address || Address->getNumIndices() != 1 || Address->getPointerOperandType()->isVectorTy())
        return false;
    Instruction *Its = broughtTo(*Access.Call, *Address);
    bool Changed = Its != Address;
    Access.Call->setArgOperand(Access.AddressOperand, Its);
    if (auto *Index = dyn_cast<CastInst>(Its->getOperand(1))) {
        Instruction *Brought = broughtTo(*Its, *Index);
        Changed |= Brought != Index;
        Its->setOperand(1, Brought);
    }
    return Changed;
}

void
accessByLane(const LanesAccess &Access)
{
    IRBuilder<> B(Access.Call);
    const auto Bytes = int64_t(Access.Call->getDataLayout().getTypeStoreSize(Access.T->getElementType()));
    const LaneAddresses Addresses(B, Access, {0, Bytes});
    const Align Alignment = Addresses.areAllOn() ? Access.Alignment : Align(1);
    const AAMDNodes Aliasing = Addresses.areAllOn() ? Access.Call->getAAMetadata() : AAMDNodes();
    Value *All = PoisonValue::get(Access.T);
    for (unsigned Lane = 0; Lane < Access.T->getNumElements(); ++Lane) {
        if (Access.IsLoad) {
            LoadInst *Load = B.CreateAlignedLoad(Access.T->getElementType(), Addresses[Lane], Alignment);
            Load->setAAMetadata(Aliasing);
            All = B.CreateInsertElement(All, Load, Lane);
        } else {
            Value *V = B.CreateExtractElement(Access.Call->getArgOperand(0), Lane);
            B.CreateAlignedStore(V, Addresses[Lane], Alignment)->setAAMetadata(Aliasing);
        }
    }
    if (Access.IsLoad) {
        // What lanes that are off get is part of a gather's meaning: others may rely on it by now.
        Value *Off = Access.Call->getArgOperand(2);
        Access.Call->replaceAllUsesWith(
            Addresses.areAllOn() || isa<PoisonValue>(Off) ? All : B.CreateSelect(Access.mask(), All, Off));
    }
    Access.Call->eraseFromParent();
}

} // namespace

PreservedAnalyses
GatherLoweringPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const TargetTransformInfo &Target = AM.getResult<TargetIRAnalysis>(F);
    SmallVector<LanesAccess, 16> Accesses;
    bool Changed = false;
    for (Instruction &I : instructions(F))
        if (std::optional<LanesAccess> Access = lanesAccess(I))
            Accesses.push_back(*Access);
    for (const LanesAccess &Access : Accesses) {
        const bool MayBeOff = !match(Access.mask(), m_AllOnes());
        if (isOneInstruction(Access.IsLoad, Access.T, Access.Alignment, MayBeOff, Target)) {
            Changed |= bringAddress(Access);
        } else {
            accessByLane(Access);
            Changed = true;
        }
    }
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
