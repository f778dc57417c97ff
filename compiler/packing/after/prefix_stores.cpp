// SPDX-License-Identifier: Apache-2.0
// Pass prefix-stores: masked stores, where the CPU's take long.
#include "compiler/packing/after/prefix_stores.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace PatternMatch;

namespace weft {

// Bits that one masked store writes, and what a function's stores may be in all, in parts of so many.
static constexpr unsigned RegisterBits = 256, MostParts = 32;
static constexpr unsigned DeepestMask = 6;
static constexpr uint32_t OftenPrefix = 20;

bool
hasSlowMaskedStores(const TargetMachine &Machine)
{
    // No other maker's CPUs have SSE4a.
    return Machine.getTargetTriple().isX86() && Machine.getMCSubtargetInfo()->checkFeatures("+sse4a,+avx2,-avx512f");
}

// Whether the value is made of the lanes' numbers.
static bool
countsLanes(const Value *V, unsigned Depth)
{
    if (const auto *Numbers = dyn_cast<ConstantDataVector>(V)) {
        if (!Numbers->getElementType()->isIntegerTy() || Numbers->getNumElements() < 2)
            return false;
        for (unsigned I = 1; I < Numbers->getNumElements(); ++I)
            if (Numbers->getElementAsAPInt(I) != Numbers->getElementAsAPInt(I - 1) + 1)
                return false;
        return true;
    }
    const auto *I = dyn_cast<Instruction>(V);
    return I && Depth > 0 && isa<CmpInst, BinaryOperator, CastInst, SelectInst, FreezeInst, ShuffleVectorInst>(I) &&
           any_of(I->operands(), [&](const Use &Operand) { return countsLanes(Operand, Depth - 1); });
}

namespace {

// A masked store, in parts of a register.
class PrefixStore {
public:
    explicit PrefixStore(IntrinsicInst &TheStore)
        : Store(TheStore), V(Store.getArgOperand(0)), Address(Store.getArgOperand(1)), Mask(Store.getArgOperand(2)),
          Bits(Store.getDataLayout().getTypeSizeInBits(V->getType()->getScalarType())),
          All(cast<FixedVectorType>(V->getType())->getNumElements()), Lanes(std::min(All, RegisterBits / Bits))
    {
    }
    unsigned parts() const { return All / Lanes; }
    bool isSuitable() const;
    void write();

private:
    // Where ids are compared with a bound: then the lanes that are on are mostly the first ones.
    bool isOfLanes() const { return countsLanes(Mask, DeepestMask); }

    Align alignment(uint64_t Lane) const
    {
        return commonAlignment(Store.getParamAlign(1).valueOrOne(), Lane * Bits / 8);
    }
    Value *laneAddress(IRBuilderBase &B, uint64_t Lane) const;
    void keep(Instruction *New) const;
    void writePart(unsigned First);
    void writeWhole();
    void writePrefix(Value *Part, unsigned First, Value *Count, Instruction *Before) const;

    IntrinsicInst &Store;
    Value *const V, *const Address, *const Mask;
    const unsigned Bits, All, Lanes;
};

} // namespace

// Some lanes of a vector, from First on. Masks are made of parts of what they are made of: of a vector of bits there is
// no part that the CPU has in registers.
static Value *
partOf(IRBuilderBase &B, Value *V, unsigned First, unsigned Count, unsigned Depth)
{
    auto *T = cast<FixedVectorType>(V->getType());
    auto *I = dyn_cast<Instruction>(V);
    auto Its = [&](unsigned Operand) { return partOf(B, I->getOperand(Operand), First, Count, Depth - 1); };

    if (T->getNumElements() == Count)
        return V;
    if (Value *Same = getSplatValue(V))
        return B.CreateVectorSplat(Count, Same);
    if (I && Depth > 0 && T->getElementType()->isIntegerTy(1)) {
        if (auto *Compare = dyn_cast<CmpInst>(I))
            return B.CreateCmp(Compare->getPredicate(), Its(0), Its(1));
        if (auto *Logic = dyn_cast<BinaryOperator>(I))
            return B.CreateBinOp(Logic->getOpcode(), Its(0), Its(1));
        if (isa<TruncInst>(I))
            return B.CreateTrunc(Its(0), FixedVectorType::get(B.getInt1Ty(), Count));
        if (match(I, m_LogicalOp(m_Value(), m_Value())) && I->getOperand(0)->getType()->isVectorTy())
            return B.CreateSelect(Its(0), Its(1), Its(2));
    }
    SmallVector<int, 16> Numbers;
    for (unsigned Lane = 0; Lane < Count; ++Lane)
        Numbers.push_back(static_cast<int>(First + Lane));
    return B.CreateShuffleVector(V, Numbers);
}

bool
PrefixStore::isSuitable() const
{
    return (Bits == 32 || Bits == 64) && isPowerOf2_32(All) && Lanes > 1 && !isa<Constant>(Mask) &&
           (parts() > 1 || isOfLanes());
}

Value *
PrefixStore::laneAddress(IRBuilderBase &B, uint64_t Lane) const
{
    return Lane ? B.CreateGEP(B.getInt8Ty(), Address, B.getInt64(Lane * Bits / 8)) : Address;
}

void
PrefixStore::keep(Instruction *New) const
{
    New->copyMetadata(Store);
}

// Stores the first Count lanes, fewer than there are, in halves, quarters ... of the part.
void
PrefixStore::writePrefix(Value *Part, unsigned First, Value *Count, Instruction *Before) const
{
    IRBuilder<> B(Before);
    Value *Place = laneAddress(B, First);

    for (unsigned Some = Lanes / 2; Some > 0; Some /= 2) {
        B.SetInsertPoint(Before);
        Value *HasSome = B.CreateIsNotNull(B.CreateAnd(Count, ConstantInt::get(Count->getType(), Some)));
        BasicBlock *From = Before->getParent();
        Instruction *Then = SplitBlockAndInsertIfThen(HasSome, Before->getIterator(), /*Unreachable=*/false);
        B.SetInsertPoint(Then);
        Value *Stored = Some > 1 ? partOf(B, Part, 0, Some, 0) : B.CreateExtractElement(Part, UINT64_C(0));
        keep(B.CreateAlignedStore(Stored, Place, alignment(Some)));
        if (Some == 1)
            break;
        SmallVector<int, 8> Moved;
        for (unsigned Lane = 0; Lane < Lanes; ++Lane)
            Moved.push_back(Lane + Some < Lanes ? static_cast<int>(Lane + Some) : PoisonMaskElem);
        Value *Rest = B.CreateShuffleVector(Part, Moved);
        Value *Next = B.CreateGEP(B.getInt8Ty(), Place, B.getInt64(uint64_t{Some} * Bits / 8));
        B.SetInsertPoint(Before->getParent(), Before->getParent()->begin());
        auto Either = [&](Value *New, Value *Old) {
            PHINode *Phi = B.CreatePHI(Old->getType(), 2);
            Phi->addIncoming(New, Then->getParent());
            Phi->addIncoming(Old, From);
            return Phi;
        };
        Part = Either(Rest, Part);
        Place = Either(Next, Place);
    }
}

void
PrefixStore::writePart(unsigned First)
{
    IRBuilder<> B(&Store);
    Value *Part = partOf(B, V, First, Lanes, 0), *On = partOf(B, Mask, First, Lanes, DeepestMask);
    Value *Place = laneAddress(B, First);
    Value *Number = B.CreateBitCast(B.CreateFreeze(On), B.getIntNTy(Lanes));
    MDNode *Often = MDBuilder(B.getContext()).createBranchWeights(OftenPrefix, 1);
    Instruction *Whole, *Some, *Prefix, *Any;

    SplitBlockAndInsertIfThenElse(B.CreateICmpEQ(Number, Constant::getAllOnesValue(Number->getType())), &Store, &Whole,
                                  &Some);
    B.SetInsertPoint(Whole);
    keep(B.CreateAlignedStore(Part, Place, alignment(First)));
    B.SetInsertPoint(Some);
    Value *Behind = B.CreateAdd(Number, ConstantInt::get(Number->getType(), 1));
    SplitBlockAndInsertIfThenElse(B.CreateIsNull(B.CreateAnd(Number, Behind)), Some, &Prefix, &Any, Often);
    B.SetInsertPoint(Any);
    keep(B.CreateMaskedStore(Part, Place, alignment(First), On));
    B.SetInsertPoint(Prefix);
    writePrefix(Part, First, B.CreateUnaryIntrinsic(Intrinsic::ctpop, Number), Prefix);
}

// At once where all lanes are on.
void
PrefixStore::writeWhole()
{
    IRBuilder<> B(&Store);
    Value *Number = B.CreateBitCast(B.CreateFreeze(Mask), B.getIntNTy(All));
    Instruction *Whole, *Some;

    SplitBlockAndInsertIfThenElse(B.CreateICmpEQ(Number, Constant::getAllOnesValue(Number->getType())), &Store, &Whole,
                                  &Some);
    B.SetInsertPoint(Whole);
    keep(B.CreateAlignedStore(V, Address, alignment(0)));
    Store.moveBefore(Some->getIterator());
}

void
PrefixStore::write()
{
    if (!isOfLanes()) {
        writeWhole();
        return;
    }
    for (unsigned First = 0; First < All; First += Lanes)
        writePart(First);
    Store.eraseFromParent();
}

PreservedAnalyses
PrefixStoresPass::run(Function &F, FunctionAnalysisManager &)
{
    SmallVector<PrefixStore, 8> Stores;
    unsigned Parts = 0;

    for (Instruction &I : instructions(F)) {
        if (!match(&I, m_Intrinsic<Intrinsic::masked_store>()))
            continue;
        PrefixStore Store(cast<IntrinsicInst>(I));
        if (!Store.isSuitable() || Parts + Store.parts() > MostParts)
            continue;
        Parts += Store.parts();
        Stores.push_back(Store);
    }
    for (PrefixStore &Store : Stores)
        Store.write();
    return Stores.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
