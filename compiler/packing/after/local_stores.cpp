// SPDX-License-Identifier: Apache-2.0
// Pass local-stores: masked stores of local memory as whole ones.
#include "compiler/packing/after/local_stores.h"

#include "compiler/analysis/mask_cost.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static constexpr unsigned OftenOn = 1000;

// By a pointer of which nothing is known: the accesses may reach beyond the object of a pointer of which that is.
static void
blend(IntrinsicInst &Store)
{
    Value *V = Store.getArgOperand(0), *Address = Store.getArgOperand(1), *Mask = Store.getArgOperand(2);
    const Align Alignment = Store.getParamAlign(1).valueOrOne();
    IRBuilder<> B(&Store);

    if (!Store.hasMetadata(SomeOnMetadata)) {
    Value *On = B.CreateBitCast(Mask, B.getIntNTy(cast<FixedVectorType>(Mask->getType())->getNumElements()));
    Value *IsAnyOn = B.CreateIsNotNull(On); // as wide-masks knows the question
    B.SetInsertPoint(SplitBlockAndInsertIfThen(IsAnyOn, &Store, /*Unreachable=*/false,
                                               MDBuilder(B.getContext()).createBranchWeights(OftenOn, 1)));
    }
    Value *Number = B.CreatePtrToInt(Address, B.getInt64Ty());
    Value *Place = B.CreateIntToPtr(Number, Address->getType());
    Value *Old = B.CreateFreeze(B.CreateAlignedLoad(V->getType(), Place, Alignment));
    B.CreateAlignedStore(B.CreateSelect(Mask, V, Old), Place, Alignment);
    Store.eraseFromParent();
}

// LLVM 22's code generator makes a masked store of a load, a selection and a store of one place; not of a frozen load.
static bool
keepWhole(StoreInst &Store)
{
    Value *Mask, *V, *Old, *Address = Store.getPointerOperand();

    if (!isa<FixedVectorType>(Store.getValueOperand()->getType()) ||
        !match(Store.getValueOperand(), m_Select(m_Value(Mask), m_Value(V), m_Value(Old))) || isa<Constant>(Mask))
        return false;
    for (unsigned Chosen : {1u, 2u}) {
        Use &Operand = cast<User>(Store.getValueOperand())->getOperandUse(Chosen);
        if (!match(Operand.get(), m_Load(m_Specific(Address))))
            continue;
        IRBuilder<> B(cast<Instruction>(Store.getValueOperand()));
        Operand.set(B.CreateFreeze(Operand.get()));
        return true;
    }
    return false;
}

PreservedAnalyses
LocalStoresPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const TargetTransformInfo &Target = AM.getResult<TargetIRAnalysis>(F);
    SmallVector<IntrinsicInst *, 16> Masked;
    SmallVector<StoreInst *, 16> Whole;

    if (hasMaskRegisters(F.getContext(), Target))
        return PreservedAnalyses::all();
    for (Instruction &I : instructions(F)) {
        if (match(&I, m_Intrinsic<Intrinsic::masked_store>(m_Value(), m_Value(), m_Unless(m_Constant()))) &&
            isBlended(MaskedAccess(cast<IntrinsicInst>(I)), Target))
            Masked.push_back(cast<IntrinsicInst>(&I));
        else if (auto *Store = dyn_cast<StoreInst>(&I))
            Whole.push_back(Store);
    }
    bool Changed = !Masked.empty();
    for (IntrinsicInst *Store : Masked)
        blend(*Store);
    for (StoreInst *Store : Whole)
        Changed |= keepWhole(*Store);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
