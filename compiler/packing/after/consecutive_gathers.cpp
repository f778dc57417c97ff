// SPDX-License-Identifier: Apache-2.0
// Gathers and scatters that prove to be one access when they run.
#include "compiler/packing/after/consecutive_gathers.h"

#include "compiler/analysis/mask_cost.h"
#include "compiler/packing/analysis/indexed_access.h"
#include "compiler/remarks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// Each makes three or six blocks more, through which the register allocator follows what lives across them all.
constexpr unsigned MostInFunction = 100;

// An index vector against First, First + Step...
struct Comparison {
    Value *Index = nullptr;                // no lane of it is poison, which those may have that are off
    Value *First = nullptr;                // lane 0's
    Value *Lanes = nullptr;                // which lanes are as they should be
    Value *NoWrap = nullptr;               // whether First's successors are so after the extension too; null: certain
    DenseMap<Value *, Value *> Answers[2]; // areConsecutive(), by Whole and the accesses' masks
};

Comparison
compare(IRBuilderBase &B, const IndexedAccess &Access)
{
    auto *T = cast<FixedVectorType>(Access.index()->getType());
    const unsigned Bits = T->getScalarSizeInBits();
    const unsigned W = T->getNumElements();
    SmallVector<Constant *, 64> Steps;
    Comparison Result;
    Result.Index = B.CreateFreeze(Access.index());
    Result.First = B.CreateExtractElement(Result.Index, uint64_t{0});
    if (!Access.Step)
        return Result;
    for (unsigned L = 0; L < W; ++L)
        Steps.push_back(ConstantInt::get(T->getElementType(), APInt(Bits, L * Access.Step, true, true)));
    Result.Lanes = B.CreateICmpEQ(
        Result.Index, B.CreateAdd(B.CreateVectorSplat(W, Result.First), ConstantVector::get(Steps)), "consecutive");
    if (Bits < 64) {
        const bool Signed = !isa<ZExtInst>(Access.address()->getOperand(1));
        const APInt Last = Access.Step < 0 ? (Signed ? APInt::getSignedMinValue(Bits) : APInt::getMinValue(Bits))
                                           : (Signed ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits));
        Constant *Limit = ConstantInt::get(T->getElementType(), Last - APInt(Bits, (W - 1) * Access.Step, true, true));
        if (Access.Step < 0)
            Result.NoWrap = Signed ? B.CreateICmpSGE(Result.First, Limit) : B.CreateICmpUGE(Result.First, Limit);
        else
            Result.NoWrap = Signed ? B.CreateICmpSLE(Result.First, Limit) : B.CreateICmpULE(Result.First, Limit);
    }
    return Result;
}

// Whether the lanes that are on access consecutive elements; and whether that is all lanes, if Whole.
Value *
areConsecutive(IRBuilderBase &B, const IndexedAccess &Access, Comparison &Its, bool Whole)
{
    Value *&Answer = Its.Answers[Whole][Access.mask()];

    if (Answer)
        return Answer;
    Value *Lanes = Its.Lanes;
    if (!match(Access.mask(), m_AllOnes()))
        Lanes = Whole ? B.CreateAnd(Lanes, Access.mask()) : B.CreateOr(Lanes, B.CreateNot(Access.mask()));
    Answer = B.CreateAndReduce(Lanes);
    if (Its.NoWrap)
        Answer = B.CreateAnd(Answer, Its.NoWrap);
    return Answer;
}

// Of lane 0's place. What the access is aligned to holds for lanes that are on; lane 0 is elements away from those.
Align
wideAlignment(const IndexedAccess &Access, bool Whole)
{
    if (Whole)
        return Access.Alignment;
    return commonAlignment(Access.Alignment, Access.Call->getDataLayout().getTypeStoreSize(Access.T->getElementType()));
}

// Lane 0's place.
Value *
firstPlace(IRBuilderBase &B, const IndexedAccess &Access, Value *First)
{
    Value *Offset = isa<ZExtInst>(Access.address()->getOperand(1)) ? B.CreateZExt(First, B.getInt64Ty())
                                                                   : B.CreateSExt(First, B.getInt64Ty());
    Value *Place = B.CreateGEP(Access.address()->getSourceElementType(), Access.address()->getPointerOperand(), Offset);
    const SmallVector<GetElementPtrInst *, 2> Offsets = Access.offsets();

    for (GetElementPtrInst *More : reverse(Offsets))
        Place = B.CreateGEP(More->getSourceElementType(), Place, More->getOperand(1));
    return Place;
}

void
takesPlaceOf(const IndexedAccess &Access, Instruction &Other)
{
    Other.setAAMetadata(Access.Call->getAAMetadata());
    Other.setDebugLoc(Access.Call->getDebugLoc());
}

Value *
createWideAccess(IRBuilderBase &B, const IndexedAccess &Access, Value *First, bool Whole)
{
    Value *Place = firstPlace(B, Access, First);
    const Align Alignment = wideAlignment(Access, Whole);
    const bool Backwards = Access.Step < 0; // the last lane's place is the first one
    auto InOrder = [&](Value *V) { return Backwards ? B.CreateVectorReverse(V) : V; };
    Instruction *Wide;
    if (Backwards)
        Place = B.CreateGEP(Access.T->getElementType(), Place, B.getInt64(1 - int64_t{Access.T->getNumElements()}));
    Value *Mask = Whole ? nullptr : InOrder(Access.mask());
    Value *Data = Whole && Access.IsLoad ? nullptr : InOrder(Access.Call->getArgOperand(Access.IsLoad ? 2 : 0));
    if (Access.IsLoad)
        Wide = Whole ? static_cast<Instruction *>(B.CreateAlignedLoad(Access.T, Place, Alignment))
                     : B.CreateMaskedLoad(Access.T, Place, Alignment, Mask, Data);
    else
        Wide = Whole ? static_cast<Instruction *>(B.CreateAlignedStore(Data, Place, Alignment))
                     : B.CreateMaskedStore(Data, Place, Alignment, Mask);
    takesPlaceOf(Access, *Wide);
    return Access.IsLoad ? InOrder(Wide) : Wide;
}

// Whether lane 0 and all that are on, which it is, load from one place.
Value *
areOnePlace(IRBuilderBase &B, const IndexedAccess &Access, const Comparison &Its)
{
    Value *Lanes = B.CreateICmpEQ(Its.Index, B.CreateVectorSplat(Access.T->getElementCount(), Its.First), "same");

    if (match(Access.mask(), m_AllOnes()))
        return B.CreateAndReduce(Lanes);
    Value *Same = B.CreateAndReduce(B.CreateOr(Lanes, B.CreateNot(Access.mask())));
    return B.CreateAnd(Same, B.CreateExtractElement(Access.mask(), uint64_t{0}));
}

Value *
createOneLoad(IRBuilderBase &B, const IndexedAccess &Access, Value *First)
{
    LoadInst *Load = B.CreateAlignedLoad(Access.T->getElementType(), firstPlace(B, Access, First), Access.Alignment);
    Value *Off = Access.Call->getArgOperand(2);

    takesPlaceOf(Access, *Load);
    Value *All = B.CreateVectorSplat(Access.T->getElementCount(), Load);
    return match(Access.mask(), m_AllOnes()) || isa<UndefValue>(Off) ? All : B.CreateSelect(Access.mask(), All, Off);
}

// Whether the wide access has no mask: where none is needed, or where the CPU has none for its elements, so that it is
// for packs with all lanes on.
bool
isWhole(const IndexedAccess &Access, const TargetTransformInfo &Target)
{
    const unsigned Space = Access.addresses()->getType()->getScalarType()->getPointerAddressSpace();

    return match(Access.mask(), m_AllOnes()) ||
           !isWide({Access.IsLoad, Access.T, wideAlignment(Access, false), Space}, Target);
}

// Where the answer is true, what Create makes takes the access's place.
void
addAccess(const IndexedAccess &Access, Value *Answer, StringRef Name, function_ref<Value *(IRBuilderBase &)> Create)
{
    Instruction *Then;
    Instruction *Else;

    SplitBlockAndInsertIfThenElse(Answer, Access.Call, &Then, &Else);
    Then->getParent()->setName(Name);
    Else->getParent()->setName("by.lane");
    BasicBlock *Tail = Access.Call->getParent();
    IRBuilder<> B(Then);
    Value *One = Create(B);
    Access.Call->moveBefore(Else->getIterator());
    if (!Access.IsLoad)
        return;
    B.SetInsertPoint(Tail, Tail->begin());
    PHINode *Result = B.CreatePHI(Access.T, 2);
    Access.Call->replaceAllUsesWith(Result);
    Result->addIncoming(One, Then->getParent());
    Result->addIncoming(Access.Call, Else->getParent());
}

void
addAccesses(const IndexedAccess &Access, Comparison &Its, bool Whole)
{
    IRBuilder<> B(Access.Call);

    if (Access.Step) {
        remark(*Access.Call, Twine(Access.IsLoad ? "gather" : "scatter") +
                                 ": one wide access in packs whose addresses prove to be consecutive");
        addAccess(Access, areConsecutive(B, Access, Its, Whole), "wide",
                  [&](IRBuilderBase &In) { return createWideAccess(In, Access, Its.First, Whole); });
    }
    if (!Access.MayBeOnePlace)
        return;
    remark(*Access.Call, "gather: one load in packs whose addresses prove to be one");
    B.SetInsertPoint(Access.Call);
    addAccess(Access, areOnePlace(B, Access, Its), "one.place",
              [&](IRBuilderBase &In) { return createOneLoad(In, Access, Its.First); });
}

} // namespace

PreservedAnalyses
ConsecutiveGathersPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const TargetTransformInfo &Target = AM.getResult<TargetIRAnalysis>(F);
    const DataLayout &Layout = F.getDataLayout();
    SmallVector<SmallVector<IndexedAccess, 8>, 4> ByBlock;
    IndexSteps Steps;
    unsigned Count = 0;
    for (BasicBlock &Block : F) {
        ByBlock.emplace_back();
        for (Instruction &I : Block)
            if (std::optional<IndexedAccess> Access = maybeOneAccess(I, Layout, Steps);
                Access && Count++ < MostInFunction)
                ByBlock.back().push_back(*Access);
        if (ByBlock.back().empty())
            ByBlock.pop_back();
    }
    for (const auto &Accesses : ByBlock) {
        // What is computed for an access is there for the later ones of the same block.
        DenseMap<std::pair<Value *, uint64_t>, Comparison> Known;
        for (const IndexedAccess &Access : Accesses) {
            auto [It, IsNew] = Known.try_emplace({Access.address()->getOperand(1), Access.Step});
            if (IsNew) {
                IRBuilder<> B(Access.Call);
                It->second = compare(B, Access);
            }
            addAccesses(Access, It->second, isWhole(Access, Target));
        }
    }
    return ByBlock.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
