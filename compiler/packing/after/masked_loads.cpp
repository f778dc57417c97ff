// SPDX-License-Identifier: Apache-2.0
// Pass masked-loads: masked loads of what the CPU has none for.
#include "compiler/packing/after/masked_loads.h"

#include "compiler/analysis/mask_cost.h"
#include "compiler/packing/analysis/lane_loop.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft {

static constexpr unsigned OftenWide = 1000;

namespace {

class CheckedLoad {
public:
    CheckedLoad(IntrinsicInst &TheLoad, LaneLoop::Memory &TheMemory)
        : Load(TheLoad), Memory(TheMemory), B(&TheLoad), T(cast<FixedVectorType>(TheLoad.getType())),
          Address(TheLoad.getArgOperand(0)), Mask(TheLoad.getArgOperand(1)),
          Alignment(TheLoad.getParamAlign(0).valueOrOne())
    {
    }
    void write();

private:
    Value *isInOnePage(Value *Place);
    Value *loadWhole(Value *Place);
    Value *loadLanes();

    IntrinsicInst &Load;
    LaneLoop::Memory &Memory;
    IRBuilder<> B;
    FixedVectorType *const T;
    Value *const Address;
    Value *const Mask;
    const Align Alignment;
};

} // namespace

Value *
CheckedLoad::isInOnePage(Value *Place)
{
    const uint64_t Size = Load.getDataLayout().getTypeStoreSize(T);

    if (Alignment.value() >= PowerOf2Ceil(Size))
        return B.getTrue();
    return B.CreateICmpULE(B.CreateAnd(Place, LeastPage - 1), ConstantInt::get(Place->getType(), LeastPage - Size));
}

// By a pointer of which nothing is known: the load may reach beyond the object of a pointer of which that is.
Value *
CheckedLoad::loadWhole(Value *Place)
{
    LoadInst *Whole = B.CreateAlignedLoad(T, B.CreateIntToPtr(Place, Address->getType()), Alignment);

    Whole->copyMetadata(Load);
    return Whole;
}

Value *
CheckedLoad::loadLanes()
{
    Type *Element = T->getElementType();
    const Align OfLane = commonAlignment(Alignment, Load.getDataLayout().getTypeStoreSize(Element));
    LaneLoop Loop(B, Mask, T->getNumElements(), Memory);
    LoadInst *One = B.CreateAlignedLoad(Element, B.CreateGEP(Element, Address, Loop.lane()), OfLane);

    One->copyMetadata(Load);
    return Loop.finish({One})[0];
}

void
CheckedLoad::write()
{
    Value *Place = B.CreatePtrToInt(Address, B.getInt64Ty());
    Value *IsAnyOn = B.CreateOrReduce(Mask);
    Value *IsWhole = B.CreateAnd(IsAnyOn, isInOnePage(Place));
    Instruction *Then, *Else;
    SplitBlockAndInsertIfThenElse(IsWhole, &Load, &Then, &Else,
                                  MDBuilder(B.getContext()).createBranchWeights(OftenWide, 1));
    B.SetInsertPoint(Then);
    Value *Whole = loadWhole(Place);
    B.SetInsertPoint(Else->getParent());
    Else->eraseFromParent();
    Value *Single = loadLanes();
    BasicBlock *ByLane = B.GetInsertBlock();
    B.CreateBr(Load.getParent());
    B.SetInsertPoint(&Load);
    PHINode *Loaded = B.CreatePHI(T, 2);
    Loaded->addIncoming(Whole, Then->getParent());
    Loaded->addIncoming(Single, ByLane);
    Value *Off = Load.getArgOperand(2);
    Load.replaceAllUsesWith(isa<PoisonValue>(Off) ? static_cast<Value *>(Loaded) : B.CreateSelect(Mask, Loaded, Off));
    Load.eraseFromParent();
}

PreservedAnalyses
MaskedLoadsPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const TargetTransformInfo &Target = AM.getResult<TargetIRAnalysis>(F);
    SmallVector<IntrinsicInst *, 16> Loads;
    LaneLoop::Memory Memory;

    for (Instruction &I : instructions(F)) {
        auto *Load = dyn_cast<IntrinsicInst>(&I);
        if (!Load || Load->getIntrinsicID() != Intrinsic::masked_load || !isa<FixedVectorType>(Load->getType()) ||
            isa<Constant>(Load->getArgOperand(1)))
            continue;
        if (isChecked(MaskedAccess(*Load), Target))
            Loads.push_back(Load);
    }
    for (IntrinsicInst *Load : Loads)
        CheckedLoad(*Load, Memory).write();
    return Loads.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
