// SPDX-License-Identifier: Apache-2.0
// Pass masked-loads: masked loads of what the CPU has none for.
#include "compiler/passes/masked_loads.h"

#include "compiler/passes/mask_cost.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft {

// The least that CPUs have; larger pages consist of such.
static constexpr uint64_t PageSize = 4096;
// Below, accesses of the lanes by themselves are as short.
static constexpr unsigned FewestLanes = 4;
static constexpr unsigned OftenWide = 1000;

bool
canBeChecked(const FixedVectorType &T)
{
    const Type *Element = T.getElementType();
    const unsigned Bits = Element->isPointerTy() ? 64 : Element->getScalarSizeInBits();

    return T.getNumElements() >= FewestLanes && Bits >= 8 && isPowerOf2_32(Bits) &&
           uint64_t{T.getNumElements()} * Bits / 8 < PageSize;
}

namespace {

class CheckedLoad {
public:
    explicit CheckedLoad(IntrinsicInst &TheLoad)
        : Load(TheLoad), B(&TheLoad), T(cast<FixedVectorType>(TheLoad.getType())), Address(TheLoad.getArgOperand(0)),
          Mask(TheLoad.getArgOperand(1)), Alignment(TheLoad.getParamAlign(0).valueOrOne()),
          Bits(B.getIntNTy(T->getNumElements())), Size(TheLoad.getDataLayout().getTypeStoreSize(T))
    {
    }
    void write();

private:
    Value *isInOnePage(Value *Place);
    Value *loadWhole(Value *Place);
    void loadLanes(Value *Slot, Value *Lanes, Instruction *End);

    IntrinsicInst &Load;
    IRBuilder<> B;
    FixedVectorType *const T;
    Value *const Address;
    Value *const Mask;
    const Align Alignment;
    IntegerType *const Bits;
    const uint64_t Size;
};

} // namespace

Value *
CheckedLoad::isInOnePage(Value *Place)
{
    if (Alignment.value() >= PowerOf2Ceil(Size))
        return B.getTrue();
    return B.CreateICmpULE(B.CreateAnd(Place, PageSize - 1), ConstantInt::get(Place->getType(), PageSize - Size));
}

// By a pointer of which nothing is known: the load may reach beyond the object of a pointer of which that is.
Value *
CheckedLoad::loadWhole(Value *Place)
{
    LoadInst *Whole = B.CreateAlignedLoad(T, B.CreateIntToPtr(Place, Address->getType()), Alignment);

    Whole->copyMetadata(Load);
    return Whole;
}

// A loop in front of End that loads the element of each lane that is on into its place in the slot.
void
CheckedLoad::loadLanes(Value *Slot, Value *Lanes, Instruction *End)
{
    Type *Element = T->getElementType();
    BasicBlock *Before = End->getParent();
    BasicBlock *After = SplitBlock(Before, End);
    BasicBlock *Body = BasicBlock::Create(B.getContext(), "lane", Before->getParent(), After);

    B.SetInsertPoint(Before->getTerminator());
    B.CreateCondBr(B.CreateIsNull(Lanes), After, Body);
    Before->getTerminator()->eraseFromParent();
    B.SetInsertPoint(Body);
    PHINode *Left = B.CreatePHI(Bits, 2);
    Value *Lane = B.CreateZExtOrTrunc(B.CreateIntrinsic(Intrinsic::cttz, {Bits}, {Left, B.getTrue()}), B.getInt64Ty());
    const Align OfLane = commonAlignment(Alignment, Load.getDataLayout().getTypeStoreSize(Element));
    LoadInst *One = B.CreateAlignedLoad(Element, B.CreateGEP(Element, Address, Lane), OfLane);
    One->copyMetadata(Load);
    B.CreateStore(One, B.CreateGEP(Element, Slot, Lane));
    Value *Next = B.CreateAnd(Left, B.CreateSub(Left, ConstantInt::get(Bits, 1)));
    B.CreateCondBr(B.CreateIsNull(Next), After, Body);
    Left->addIncoming(Lanes, Before);
    Left->addIncoming(Next, Body);
}

void
CheckedLoad::write()
{
    IRBuilder<> AtEntry(&*Load.getFunction()->getEntryBlock().begin());
    AllocaInst *Slot = AtEntry.CreateAlloca(T, nullptr, "lanes");
    Value *Place = B.CreatePtrToInt(Address, B.getInt64Ty());
    Value *Lanes = B.CreateBitCast(Mask, Bits);
    Value *IsWhole = B.CreateAnd(B.CreateIsNotNull(Lanes), isInOnePage(Place));
    Instruction *Then, *Else;
    SplitBlockAndInsertIfThenElse(IsWhole, &Load, &Then, &Else,
                                  MDBuilder(B.getContext()).createBranchWeights(OftenWide, 1));
    B.SetInsertPoint(Then);
    Value *Whole = loadWhole(Place);
    B.SetInsertPoint(Else);
    Value *Off = Load.getArgOperand(2);
    B.CreateStore(Off, Slot);
    loadLanes(Slot, Lanes, Else);
    B.SetInsertPoint(Else);
    Value *Single = B.CreateLoad(T, Slot);
    B.SetInsertPoint(&Load);
    PHINode *Loaded = B.CreatePHI(T, 2);
    Loaded->addIncoming(Whole, Then->getParent());
    Loaded->addIncoming(Single, Else->getParent());
    Load.replaceAllUsesWith(isa<PoisonValue>(Off) ? static_cast<Value *>(Loaded) : B.CreateSelect(Mask, Loaded, Off));
    Load.eraseFromParent();
}

PreservedAnalyses
MaskedLoadsPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const TargetTransformInfo &Target = AM.getResult<TargetIRAnalysis>(F);
    SmallVector<IntrinsicInst *, 16> Loads;

    for (Instruction &I : instructions(F)) {
        auto *Load = dyn_cast<IntrinsicInst>(&I);
        if (!Load || Load->getIntrinsicID() != Intrinsic::masked_load || !isa<FixedVectorType>(Load->getType()) ||
            isa<Constant>(Load->getArgOperand(1)))
            continue;
        const MaskedAccess Access(*Load);
        if (!isLegal(Access, Target) && canBeChecked(*Access.T))
            Loads.push_back(Load);
    }
    for (IntrinsicInst *Load : Loads)
        CheckedLoad(*Load).write();
    return Loads.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
