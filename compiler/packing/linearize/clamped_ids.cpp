// SPDX-License-Identifier: Apache-2.0
// Packs at whose place clamping changes nothing.
#include "compiler/packing/linearize/clamped_ids.h"

#include "compiler/analysis/kernels.h"
#include "compiler/packing/analysis/address_clamps.h"
#include "compiler/packing/linearize/linearize_function.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// On the questions.
constexpr const char *ClampMetadata = "weft.clamp";
// Fewer are not joined.
constexpr unsigned Fewest = 2;
constexpr unsigned MaxDepth = 10;
// Operations between one clamping and another of its result, as of x - 1 >= 0 LLVM makes max(x, 1) - 1.
constexpr unsigned DeepestInside = 3;

// How a value differs between the work-items of a pack, as far as its operations say.
enum class Growth { None, Counted, Other };

class Clamps {
public:
    Clamps(Function &TheFunction, ArrayRef<Shape> TheArguments)
        : F(TheFunction), Arguments(TheArguments), Tree(F), Loops(Tree)
    {
    }
    bool ask();

private:
    Growth growthOf(const Value *V, unsigned Depth);
    Growth growthOfInstruction(const Instruction &I, unsigned Depth);
    Growth growthOfAll(const Instruction &I, unsigned Depth);
    bool isBound(const Value *V) { return growthOf(V, MaxDepth) == Growth::None; }
    bool isClamp(const Value &V);
    bool isInner(const Value &Clamp, unsigned Depth);
    Value *insideOf(Value *V, IRBuilder<> &B, SmallVectorImpl<Value *> *Changes, unsigned Depth);
    void ask(MinMaxIntrinsic &Clamp);

    Function &F;
    ArrayRef<Shape> Arguments;
    DominatorTree Tree;
    LoopInfo Loops;
    DenseMap<const Value *, Growth> Known;
};

Growth
Clamps::growthOfAll(const Instruction &I, unsigned Depth)
{
    return all_of(I.operands(), [&](const Use &Operand) { return growthOf(Operand, Depth) == Growth::None; })
               ? Growth::None
               : Growth::Other;
}

Growth
Clamps::growthOfInstruction(const Instruction &I, unsigned Depth)
{
    if (const PrimitiveCall Call = classifyPrimitive(&I))
        return countsWorkItems(Call) ? Growth::Counted : Growth::None;
    if (const auto *Clamp = dyn_cast<MinMaxIntrinsic>(&I)) {
        const Growth A = growthOf(Clamp->getLHS(), Depth), B = growthOf(Clamp->getRHS(), Depth);
        return A == Growth::None || B == Growth::None ? std::max(A, B) : Growth::Other;
    }
    if (isa<CallBase>(I) && (I.mayReadOrWriteMemory() || isAny(I)))
        return isAny(I) ? Growth::None : Growth::Other;
    switch (I.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Or: {
        const Growth A = growthOf(I.getOperand(0), Depth), B = growthOf(I.getOperand(1), Depth);
        return I.getOpcode() == Instruction::Or && !cast<PossiblyDisjointInst>(I).isDisjoint() ? growthOfAll(I, Depth)
                                                                                               : std::max(A, B);
    }
    case Instruction::Mul:
    case Instruction::Shl: {
        const Growth A = growthOf(I.getOperand(0), Depth);
        return growthOf(I.getOperand(1), Depth) == Growth::None ? A : Growth::Other;
    }
    case Instruction::Trunc:
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Freeze:
        return growthOf(I.getOperand(0), Depth);
    case Instruction::PHI: {
        if (!Loops.isLoopHeader(I.getParent()))
            return Growth::Other;
        Growth All = Growth::None;
        for (const Value *Incoming : cast<PHINode>(I).incoming_values())
            All = std::max(All, growthOf(Incoming, Depth));
        return All;
    }
    case Instruction::Alloca:
        return Growth::Other;
    default: // a load from one place gives all of them the same
        return growthOfAll(I, Depth);
    }
}

// A value that goes round in a loop grows as what comes in.
Growth
Clamps::growthOf(const Value *V, unsigned Depth)
{
    if (const auto *Arg = dyn_cast<Argument>(V)) {
        if (Arg->getArgNo() >= Arguments.size()) // the mask
            return Growth::Other;
        const Shape &Its = Arguments[Arg->getArgNo()];
        return Its.isUniform() ? Growth::None : Its.isLinear() ? Growth::Counted : Growth::Other;
    }
    const auto *I = dyn_cast<Instruction>(V);
    if (!I)
        return Growth::None;
    if (!Depth)
        return Growth::Other;
    auto [Position, IsNew] = Known.try_emplace(I, Growth::None);
    if (!IsNew)
        return Position->second;
    const Growth Its = growthOfInstruction(*I, Depth - 1);
    return Known[I] = Its;
}

// What is counted from ids to a bound.
bool
Clamps::isClamp(const Value &V)
{
    const auto *Clamp = dyn_cast<MinMaxIntrinsic>(&V);

    return Clamp && Clamp->getType()->isIntegerTy() && growthOf(Clamp, MaxDepth) == Growth::Counted &&
           isBound(Clamp->getLHS()) != isBound(Clamp->getRHS());
}

// Whether another clamping is of what this one gives.
bool
Clamps::isInner(const Value &Clamp, unsigned Depth)
{
    return any_of(Clamp.users(), [&](const User *By) {
        return isClamp(*By) || (Depth && isa<BinaryOperator, CastInst>(By) && isInner(*By, Depth - 1));
    });
}

// V as it is without clamping: with Changes, at any place, and adds the conditions under which that is another value;
// otherwise where none of them is true, and V's operations are promised what they are with it.
Value *
Clamps::insideOf(Value *V, IRBuilder<> &B, SmallVectorImpl<Value *> *Changes, unsigned Depth)
{
    if (isClamp(*V)) {
        auto *Clamp = cast<MinMaxIntrinsic>(V);
        const bool IsLeft = isBound(Clamp->getLHS());
        Value *Bound = IsLeft ? Clamp->getLHS() : Clamp->getRHS();
        Value *Inside = insideOf(IsLeft ? Clamp->getRHS() : Clamp->getLHS(), B, Changes, Depth);
        if (Changes)
            Changes->push_back(B.CreateICmp(CmpInst::getSwappedPredicate(Clamp->getPredicate()), Inside, Bound));
        return Inside;
    }
    auto *I = dyn_cast<Instruction>(V);
    if (!Depth || !I || isBound(I) || !isa<BinaryOperator, CastInst>(I))
        return V;
    SmallVector<Value *, 2> Operands;
    for (Value *Operand : I->operands())
        Operands.push_back(insideOf(Operand, B, Changes, Depth - 1));
    if (equal(Operands, I->operand_values()))
        return V;
    Instruction *Inside = I->clone();
    for (const auto &[Number, Operand] : enumerate(Operands))
        Inside->setOperand(Number, Operand);
    if (Changes)
        Inside->dropPoisonGeneratingFlags();
    return B.Insert(Inside, I->getName());
}

void
Clamps::ask(MinMaxIntrinsic &Clamp)
{
    IRBuilder<> B(&Clamp);
    SmallVector<Value *, 4> Changes;

    insideOf(&Clamp, B, &Changes, DeepestInside);
    CallInst *Question = createAny(B, B.CreateOr(Changes));
    Question->setMetadata(ClampMetadata, MDNode::get(F.getContext(), {}));
    Value *Inside = insideOf(&Clamp, B, nullptr, DeepestInside);
    B.SetInsertPoint(Clamp.getNextNode());
    Value *Its = B.CreateSelect(Question, &Clamp, Inside, "clamped");
    Clamp.replaceUsesWithIf(Its, [&](const Use &U) { return U.getUser() != Its; });
}

bool
Clamps::ask()
{
    SmallVector<MinMaxIntrinsic *, 16> Found;

    for (const MinMaxIntrinsic *Clamp : addressClamps(F))
        if (isClamp(*Clamp) && !isInner(*Clamp, DeepestInside))
            Found.push_back(const_cast<MinMaxIntrinsic *>(Clamp));
    if (Found.size() < Fewest &&
        none_of(Found, [&](const auto *Clamp) { return Loops.getLoopFor(Clamp->getParent()); }))
        return false;
    for (MinMaxIntrinsic *Clamp : Found)
        ask(*Clamp);
    return !Found.empty();
}

} // namespace

bool
askClamps(Function &F, ArrayRef<Shape> Arguments)
{
    return mayAskClamps(F) && Clamps(F, Arguments).ask();
}

bool
answerClamps(Function &F)
{
    SmallVector<SelectInst *, 16> Answered;

    for (Instruction &I : instructions(F)) {
        auto *Chosen = dyn_cast<SelectInst>(&I);
        const auto *Question = Chosen ? dyn_cast<CallInst>(Chosen->getCondition()) : nullptr;
        if (Chosen && (isa<ConstantInt>(Chosen->getCondition()) || (Question && Question->hasMetadata(ClampMetadata))))
            Answered.push_back(Chosen);
    }
    for (SelectInst *Chosen : Answered) {
        Value *Condition = Chosen->getCondition();
        Chosen->replaceAllUsesWith(match(Condition, m_Zero()) ? Chosen->getFalseValue() : Chosen->getTrueValue());
        Chosen->eraseFromParent();
        RecursivelyDeleteTriviallyDeadInstructions(Condition);
    }
    return !Answered.empty();
}

} // namespace weft
