// SPDX-License-Identifier: Apache-2.0
// Masks as wide as what they choose from.
#include "compiler/packing/after/wide_masks.h"

#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/mask_cost.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

FixedVectorType *
maskType(const Value &V)
{
    auto *T = dyn_cast<FixedVectorType>(V.getType());

    return T && T->getElementType()->isIntegerTy(1) ? T : nullptr;
}

// Computed lane by lane from masks, and at most one condition of all lanes.
bool
isLogic(const Value &V)
{
    const auto *I = dyn_cast<Instruction>(&V);

    return I && maskType(V) && (isa<PHINode, SelectInst, FreezeInst>(I) || I->isBitwiseLogicOp());
}

unsigned
elementBits(const Value &Data)
{
    const Type *T = Data.getType()->getScalarType();

    return T->isPointerTy() ? 64 : T->getScalarSizeInBits();
}

// Of what a mask's use chooses from; 0 where it chooses nothing.
unsigned
bitsOfUse(const Use &U)
{
    const User *By = U.getUser();

    if ((isa<SelectInst>(By) && U.getOperandNo() == 0) || isa<SExtInst>(By) || isa<ZExtInst>(By))
        return elementBits(*By);
    if (const auto *Call = dyn_cast<IntrinsicInst>(By)) {
        const Intrinsic::ID ID = Call->getIntrinsicID();
        if (ID == Intrinsic::masked_load || ID == Intrinsic::masked_gather)
            return elementBits(*Call);
        if (ID == Intrinsic::masked_store || ID == Intrinsic::masked_scatter)
            return elementBits(*Call->getArgOperand(0));
    }
    return 0;
}

Value *
frozen(IRBuilderBase &B, Value *V)
{
    return isGuaranteedNotToBeUndefOrPoison(V) ? V : B.CreateFreeze(V);
}

bool
isUsedElsewhere(const Instruction &I)
{
    return any_of(I.users(),
                  [&](const User *U) { return isa<PHINode>(U) || cast<Instruction>(U)->getParent() != I.getParent(); });
}

// Whether it asks of a mask if one of its lanes is on.
bool
isQuestion(const User &By)
{
    const auto *Cast = dyn_cast<BitCastInst>(&By);

    return Cast && Cast->getType()->isIntegerTy() &&
           all_of(Cast->users(), [](const User *Use) { return match(Use, m_ICmp(m_Value(), m_Zero())); });
}

// The masks of a function that become integers.
class WideMasks {
public:
    WideMasks(Function &F, const LoopInfo &TheLoops, const TargetTransformInfo &TheTarget)
        : Order(&F), Loops(TheLoops), Layout(F.getDataLayout()),
          Register(TheTarget.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue())
    {
    }

    bool replace();

private:
    using Votes = SmallDenseMap<unsigned, unsigned, 4>; // by bits

    void collect();
    void collect(Instruction &First);
    void vote(Votes &Of, unsigned Bits, const Instruction &At) const;
    void chooseBits();
    FixedVectorType *wideType(const Instruction &Mask) const;
    Value *wide(Value *Operand, FixedVectorType *T);
    Value *make(Instruction &Mask, IRBuilder<> &B);
    void fill(PHINode &Phi);
    Value *narrow(Instruction &Mask, BasicBlock &Place);
    void answer(Instruction &Mask);
    void replaceUses(Instruction &Mask);

    const ReversePostOrderTraversal<Function *> Order;
    const LoopInfo &Loops;
    const DataLayout &Layout;
    const uint64_t Register; // bits
    EquivalenceClasses<Instruction *> Together;
    DenseMap<Instruction *, unsigned> Bits; // 0: it stays
    SmallVector<Instruction *, 32> Masks;   // the others, in Order
    DenseMap<Value *, Value *> Wide;
    DenseMap<std::pair<Argument *, Type *>, Value *> Arguments; // wide, as they are needed
    DenseMap<std::pair<Instruction *, BasicBlock *>, Value *> Narrow;
};

void
WideMasks::collect()
{
    for (BasicBlock *Block : Order)
        for (Instruction &I : *Block)
            if (maskType(I) && (isa<PHINode>(I) || isUsedElsewhere(I) ||
                                any_of(I.users(), [](const User *By) { return isQuestion(*By); })))
                collect(I);
}

// With the logic around it.
void
WideMasks::collect(Instruction &First)
{
    SmallVector<Instruction *, 16> Left = {&First};

    if (!Bits.try_emplace(&First, 0).second)
        return;
    Together.insert(&First);
    while (!Left.empty()) {
        Instruction *Mask = Left.pop_back_val();
        const auto Add = [&](Instruction &Other) {
            if (Bits.try_emplace(&Other, 0).second)
                Left.push_back(&Other);
            Together.unionSets(Mask, &Other);
        };
        if (isLogic(*Mask))
            for (Value *Operand : Mask->operands())
                if (auto *I = dyn_cast<Instruction>(Operand); I && maskType(*I))
                    Add(*I);
        for (User *U : Mask->users())
            if (isLogic(*U))
                Add(*cast<Instruction>(U));
    }
}

void
WideMasks::vote(Votes &Of, unsigned ItsBits, const Instruction &At) const
{
    unsigned Weight = 1;

    if (ItsBits != 8 && ItsBits != 16 && ItsBits != 32 && ItsBits != 64)
        return;
    for (unsigned Depth = std::min(Loops.getLoopDepth(At.getParent()), usual::DeepestLoop); Depth; --Depth)
        Weight *= static_cast<unsigned>(usual::LoopTurns);
    Of[ItsBits] += Weight;
}

void
WideMasks::chooseBits()
{
    for (const auto &Class : Together) {
        if (!Class->isLeader())
            continue;
        Votes Of;
        for (Instruction *Mask : Together.members(*Class)) {
            if (auto *Compared = dyn_cast<CmpInst>(Mask))
                vote(Of, elementBits(*Compared->getOperand(0)), *Mask);
            for (const Use &U : Mask->uses())
                vote(Of, bitsOfUse(U), *cast<Instruction>(U.getUser()));
        }
        unsigned Best = 0;
        for (const unsigned Candidate : {32u, 64u, 16u, 8u})
            if (Of.lookup(Candidate) > (Best ? Of.lookup(Best) : 0))
                Best = Candidate;
        for (Instruction *Mask : Together.members(*Class))
            Bits[Mask] = Best;
    }
}

FixedVectorType *
WideMasks::wideType(const Instruction &Mask) const
{
    return FixedVectorType::get(IntegerType::get(Mask.getContext(), Bits.lookup(&Mask)),
                                maskType(Mask)->getNumElements());
}

Value *
WideMasks::wide(Value *Operand, FixedVectorType *T)
{
    if (auto *C = dyn_cast<Constant>(Operand))
        return ConstantFoldCastOperand(Instruction::SExt, C, T, Layout);
    if (auto *Mask = dyn_cast<Argument>(Operand)) {
        Value *&Its = Arguments[{Mask, T}];
        if (!Its)
            Its = IRBuilder<>(&*Mask->getParent()->getEntryBlock().begin()).CreateSExt(Mask, T);
        return Its;
    }
    Value *Its = Wide.lookup(Operand);
    return Its ? Its : PoisonValue::get(T); // it comes from a block that is not reached
}

// Phis are left empty.
Value *
WideMasks::make(Instruction &Mask, IRBuilder<> &B)
{
    FixedVectorType *T = wideType(Mask);
    Value *Operands[3] = {};

    if (auto *Phi = dyn_cast<PHINode>(&Mask)) {
        B.SetInsertPoint(Phi);
        return B.CreatePHI(T, Phi->getNumIncomingValues());
    }
    B.SetInsertPoint(*Mask.getInsertionPointAfterDef());
    if (!isLogic(Mask))
        return B.CreateSExt(&Mask, T);
    for (unsigned I = 0; I < Mask.getNumOperands(); ++I) {
        Value *Operand = Mask.getOperand(I);
        Operands[I] = maskType(*Operand)
                          ? wide(Operand, T)
                          : B.CreateVectorSplat(T->getElementCount(), B.CreateSExt(Operand, T->getElementType()));
    }
    if (isa<FreezeInst>(Mask))
        return B.CreateFreeze(Operands[0]);
    if (!isa<SelectInst>(Mask))
        return B.CreateBinOp(cast<BinaryOperator>(Mask).getOpcode(), Operands[0], Operands[1]);
    // What is not chosen may be poison.
    if (match(Operands[2], m_Zero()))
        return B.CreateAnd(Operands[0], frozen(B, Operands[1]));
    if (match(Operands[1], m_AllOnes()))
        return B.CreateOr(Operands[0], frozen(B, Operands[2]));
    Value *Condition = Mask.getOperand(0);
    return B.CreateSelect(maskType(*Condition) ? B.CreateICmpSLT(Operands[0], Constant::getNullValue(T)) : Condition,
                          Operands[1], Operands[2]);
}

void
WideMasks::fill(PHINode &Phi)
{
    auto *Its = cast<PHINode>(Wide.lookup(&Phi));

    for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I)
        Its->addIncoming(wide(Phi.getIncomingValue(I), wideType(Phi)), Phi.getIncomingBlock(I));
}

// The mask for uses in a block.
Value *
WideMasks::narrow(Instruction &Mask, BasicBlock &Place)
{
    Value *&Its = Narrow[{&Mask, &Place}];

    if (!Its) {
        auto *From = cast<Instruction>(Wide.lookup(&Mask));
        IRBuilder<> B(&Place,
                      From->getParent() == &Place ? *From->getInsertionPointAfterDef() : Place.getFirstInsertionPt());
        Its = B.CreateICmpSLT(From, Constant::getNullValue(From->getType()));
    }
    return Its;
}

// Whether one of its lanes is on: the registers are joined first.
void
WideMasks::answer(Instruction &Mask)
{
    FixedVectorType *T = wideType(Mask);
    const unsigned Lanes = Register / T->getScalarSizeInBits();

    if (!Lanes || !isPowerOf2_32(T->getNumElements()) || T->getNumElements() <= Lanes) // 0: no vector registers
        return;
    for (Use &U : make_early_inc_range(Mask.uses())) {
        if (!isQuestion(*U.getUser()))
            continue;
        auto *Cast = cast<BitCastInst>(U.getUser());
        IRBuilder<> B(Cast);
        Value *Joined = Wide.lookup(&Mask);
        for (unsigned Half = T->getNumElements() / 2; Half >= Lanes; Half /= 2)
            Joined = B.CreateOr(B.CreateShuffleVector(Joined, createSequentialMask(0, Half, 0)),
                                B.CreateShuffleVector(Joined, createSequentialMask(Half, Half, 0)));
        Value *Signs = B.CreateICmpSLT(Joined, Constant::getNullValue(Joined->getType()));
        Value *Any = B.CreateZExtOrTrunc(B.CreateBitCast(Signs, B.getIntNTy(Lanes)), Cast->getType());
        Cast->replaceAllUsesWith(Any);
        Cast->eraseFromParent();
    }
}

void
WideMasks::replaceUses(Instruction &Mask)
{
    answer(Mask);
    for (Use &U : make_early_inc_range(Mask.uses())) {
        auto *By = cast<Instruction>(U.getUser());
        const bool IsHere = By->getParent() == Mask.getParent();
        if (isLogic(*By) || (IsHere && !isLogic(Mask)))
            continue;
        U.set(narrow(Mask, *By->getParent()));
    }
}

bool
WideMasks::replace()
{
    collect();
    chooseBits();
    for (BasicBlock *Block : Order)
        for (Instruction &I : *Block)
            if (Bits.lookup(&I))
                Masks.push_back(&I);
    if (Masks.empty())
        return false;
    IRBuilder<> B(Masks[0]);
    for (Instruction *Mask : Masks)
        Wide[Mask] = make(*Mask, B);
    for (Instruction *Mask : Masks)
        if (auto *Phi = dyn_cast<PHINode>(Mask))
            fill(*Phi);
    for (Instruction *Mask : Masks)
        replaceUses(*Mask);
    erase_if(Masks, [](const Instruction *Mask) { return !isLogic(*Mask); });
    for (Instruction *Mask : Masks) {
        Mask->replaceAllUsesWith(PoisonValue::get(Mask->getType())); // each other's
        Mask->eraseFromParent();
    }
    return true;
}

} // namespace

PreservedAnalyses
WideMasksPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const TargetTransformInfo &Target = AM.getResult<TargetIRAnalysis>(F);

    if (hasMaskRegisters(F.getContext(), Target) || !WideMasks(F, AM.getResult<LoopAnalysis>(F), Target).replace())
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
