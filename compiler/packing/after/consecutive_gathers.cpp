// SPDX-License-Identifier: Apache-2.0
// Gathers and scatters that prove to be wide loads and stores when they run.
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

// Each makes three blocks more, through which the register allocator follows what lives across them all.
constexpr unsigned MostInFunction = 100;

// An index vector against First, First + Step...
struct Comparison {
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
    for (unsigned L = 0; L < W; ++L)
        Steps.push_back(ConstantInt::get(T->getElementType(), APInt(Bits, L * Access.Step, true, true)));
    // Lanes that are off may have poison for an index.
    Value *Index = B.CreateFreeze(Access.index());
    Comparison Result;
    Result.First = B.CreateExtractElement(Index, uint64_t{0});
    Result.Lanes = B.CreateICmpEQ(Index, B.CreateAdd(B.CreateVectorSplat(W, Result.First), ConstantVector::get(Steps)),
                                  "consecutive");
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

Value *
createWideAccess(IRBuilderBase &B, const IndexedAccess &Access, Value *First, bool Whole)
{
    Value *Offset = isa<ZExtInst>(Access.address()->getOperand(1)) ? B.CreateZExt(First, B.getInt64Ty())
                                                                   : B.CreateSExt(First, B.getInt64Ty());
    Value *Place = B.CreateGEP(Access.address()->getSourceElementType(), Access.address()->getPointerOperand(), Offset);
    const SmallVector<GetElementPtrInst *, 2> Offsets = Access.offsets();
    for (GetElementPtrInst *More : reverse(Offsets))
        Place = B.CreateGEP(More->getSourceElementType(), Place, More->getOperand(1));
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
    Wide->setAAMetadata(Access.Call->getAAMetadata());
    Wide->setDebugLoc(Access.Call->getDebugLoc());
    return Access.IsLoad ? InOrder(Wide) : Wide;
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

void
addWideAccess(const IndexedAccess &Access, Comparison &Its, bool Whole)
{
    Instruction *Then;
    Instruction *Else;
    IRBuilder<> B(Access.Call);
    remark(*Access.Call, Twine(Access.IsLoad ? "gather" : "scatter") +
                             ": one wide access in packs whose addresses prove to be consecutive");
    SplitBlockAndInsertIfThenElse(areConsecutive(B, Access, Its, Whole), Access.Call, &Then, &Else);
    Then->getParent()->setName("wide");
    Else->getParent()->setName("by.lane");
    BasicBlock *Tail = Access.Call->getParent();
    B.SetInsertPoint(Then);
    Value *Wide = createWideAccess(B, Access, Its.First, Whole);
    Access.Call->moveBefore(Else->getIterator());
    if (!Access.IsLoad)
        return;
    B.SetInsertPoint(Tail, Tail->begin());
    PHINode *Result = B.CreatePHI(Access.T, 2);
    Access.Call->replaceAllUsesWith(Result);
    Result->addIncoming(Wide, Then->getParent());
    Result->addIncoming(Access.Call, Else->getParent());
}

} // namespace

PreservedAnalyses
ConsecutiveGathersPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const TargetTransformInfo &Target = AM.getResult<TargetIRAnalysis>(F);
    const DataLayout &Layout = F.getDataLayout();
    SmallVector<SmallVector<IndexedAccess, 8>, 4> ByBlock;
    unsigned Count = 0;
    for (BasicBlock &Block : F) {
        ByBlock.emplace_back();
        for (Instruction &I : Block)
            if (std::optional<IndexedAccess> Access = maybeConsecutive(I, Layout); Access && Count++ < MostInFunction)
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
            addWideAccess(Access, It->second, isWhole(Access, Target));
        }
    }
    return ByBlock.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
