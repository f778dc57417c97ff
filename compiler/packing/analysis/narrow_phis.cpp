// SPDX-License-Identifier: Apache-2.0
// Integers that are carried in 64 bits and looked at in 32.
#include "compiler/packing/analysis/narrow_phis.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static constexpr unsigned Low = 32;

// Whether the low bits of the result come from the low bits of the operands alone.
static bool
worksOnLowBits(const Instruction &I)
{
    switch (I.getOpcode()) {
    case Instruction::PHI:
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
        return I.getType()->isIntegerTy(2 * Low);
    default:
        return false;
    }
}

static bool
takesLowBits(const Instruction &I)
{
    const auto *Trunc = dyn_cast<TruncInst>(&I);

    return Trunc && Trunc->getType()->getIntegerBitWidth() <= Low && !Trunc->hasNoSignedWrap() &&
           !Trunc->hasNoUnsignedWrap();
}

namespace {

class Narrowing {
public:
    explicit Narrowing(Function &TheFunction) : F(TheFunction) {}
    void run();

private:
    void excludeWide();
    void collect();
    void createCopies();
    void fill(Instruction &I, Instruction &Copy);
    void replaceUses(Instruction &I, Instruction &Copy);
    Value *low(Value *V);

    Function &F;
    DenseSet<const Instruction *> Wide;             // somebody uses the upper bits
    MapVector<Instruction *, Instruction *> Copies; // in 32 bits
    DenseMap<const Value *, Value *> Truncated;     // what goes into them
};

} // namespace

// An instruction whose result somebody uses in another way than the copies could; then so are its operands.
void
Narrowing::excludeWide()
{
    SmallVector<const Instruction *, 32> Work;

    for (const Instruction &I : instructions(F))
        if (worksOnLowBits(I) && !all_of(I.users(), [](const User *U) {
                return worksOnLowBits(*cast<Instruction>(U)) || takesLowBits(*cast<Instruction>(U));
            }))
            Work.push_back(&I);
    while (!Work.empty()) {
        const Instruction *I = Work.pop_back_val();
        if (!Wide.insert(I).second)
            continue;
        for (const Value *Operand : I->operands())
            if (const auto *Other = dyn_cast<Instruction>(Operand); Other && worksOnLowBits(*Other))
                Work.push_back(Other);
    }
}

// The phis, what they carry, and what is computed with them.
void
Narrowing::collect()
{
    SmallVector<Instruction *, 16> Work;

    for (BasicBlock &BB : F)
        for (PHINode &Phi : BB.phis())
            Work.push_back(&Phi);
    while (!Work.empty()) {
        Instruction *I = Work.pop_back_val();
        if (!worksOnLowBits(*I) || Wide.contains(I) || !Copies.insert({I, nullptr}).second)
            continue;
        for (User *U : I->users())
            Work.push_back(cast<Instruction>(U));
        if (isa<PHINode>(I))
            for (Value *Operand : I->operands())
                if (auto *Carried = dyn_cast<Instruction>(Operand))
                    Work.push_back(Carried);
    }
}

void
Narrowing::createCopies()
{
    Type *T = Type::getIntNTy(F.getContext(), Low);

    for (auto &[I, Copy] : Copies) {
        if (auto *Phi = dyn_cast<PHINode>(I))
            Copy = PHINode::Create(T, Phi->getNumIncomingValues(), Phi->getName(), Phi->getIterator());
        else
            Copy = BinaryOperator::Create(cast<BinaryOperator>(I)->getOpcode(), PoisonValue::get(T),
                                          PoisonValue::get(T), I->getName(), I->getIterator());
        Copy->setDebugLoc(I->getDebugLoc());
        // The one promise that is as good for the low bits.
        if (auto *Or = dyn_cast<PossiblyDisjointInst>(I))
            cast<PossiblyDisjointInst>(Copy)->setIsDisjoint(Or->isDisjoint());
    }
}

// The low bits of what goes into a copy, made where it is.
Value *
Narrowing::low(Value *V)
{
    Value *X;

    if (auto *I = dyn_cast<Instruction>(V))
        if (auto Position = Copies.find(I); Position != Copies.end())
            return Position->second;
    if (match(V, m_ZExtOrSExt(m_Value(X))) && X->getType()->isIntegerTy(Low))
        return X;
    Value *&Result = Truncated[V];
    if (Result)
        return Result;
    IRBuilder<> B(F.getContext());
    if (auto *I = dyn_cast<Instruction>(V))
        B.SetInsertPoint(*I->getInsertionPointAfterDef());
    else
        B.SetInsertPoint(F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    return Result = B.CreateTrunc(V, B.getIntNTy(Low));
}

void
Narrowing::fill(Instruction &I, Instruction &Copy)
{
    if (auto *Phi = dyn_cast<PHINode>(&I)) {
        for (auto [Incoming, From] : zip(Phi->incoming_values(), Phi->blocks()))
            cast<PHINode>(Copy).addIncoming(low(Incoming), From);
        return;
    }
    for (unsigned Number = 0; Number < Copy.getNumOperands(); ++Number)
        Copy.setOperand(Number, low(I.getOperand(Number)));
}

void
Narrowing::replaceUses(Instruction &I, Instruction &Copy)
{
    for (User *U : make_early_inc_range(I.users())) {
        auto *Trunc = dyn_cast<TruncInst>(U);
        if (Trunc && Trunc->getType() == Copy.getType()) {
            Trunc->replaceAllUsesWith(&Copy);
            Trunc->eraseFromParent();
        } else if (Trunc) {
            Trunc->setOperand(0, &Copy);
        }
    }
    I.replaceAllUsesWith(PoisonValue::get(I.getType()));
}

void
Narrowing::run()
{
    excludeWide();
    collect();
    createCopies();
    for (auto [I, Copy] : Copies)
        fill(*I, *Copy);
    for (auto [I, Copy] : Copies)
        replaceUses(*I, *Copy);
    for (auto [I, Copy] : Copies)
        I->eraseFromParent();
}

void
narrowPhis(Function &F)
{
    Narrowing(F).run();
}

} // namespace weft
