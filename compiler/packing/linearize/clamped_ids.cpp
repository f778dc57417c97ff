// SPDX-License-Identifier: Apache-2.0
// Packs at whose place clamping changes nothing.
#include "compiler/packing/linearize/clamped_ids.h"

#include "compiler/analysis/kernels.h"
#include "compiler/packing/analysis/address_clamps.h"
#include "compiler/packing/linearize/linearize_function.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// On the questions.
constexpr const char *ClampMetadata = "weft.clamp";
// Fewer are not joined.
constexpr unsigned Fewest = 2;
constexpr unsigned MaxDepth = 10;
// Blocks on the way to a loop that may guard it.
constexpr unsigned MostBeforeLoop = 6;
// Operations between one clamping and another of its result, as of x - 1 >= 0 LLVM makes max(x, 1) - 1.
constexpr unsigned DeepestInside = 3;

// A loop that counts from one clamped value to another, whose guard says that it is not the other way round.
struct ClampedLoop {
    Loop *L;
    PHINode *Counter;
    BinaryOperator *Next;
    Value *Begin, *End;
    ICmpInst *Ends;            // compares the counter, or what it is next, with End
    ICmpInst *Guard;           // compares Begin with End
    bool EntersWhere;          // what the guard answers then,
    CmpInst::Predicate Enters; // which is this of Begin and End
    CmpInst::Predicate Its;    // of counter, or next, and End
    bool OfNext;
    Value *FirstInside, *EndInside; // where nothing is clamped
};

// A sum of values that work-items share and what they do not.
struct Terms {
    SmallMapVector<Value *, int64_t, 8> Factors;
    APInt Constant;
};

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
    bool findGuard(ClampedLoop &Its);
    std::optional<ClampedLoop> clampedLoop(Loop &L);
    void addTerms(const ClampedLoop &Its, Value *V, int64_t Sign, Terms &Sum, unsigned Depth);
    Value *sumOf(Terms &Sum, IRBuilder<> &B);
    void askDistances(const ClampedLoop &Its, PHINode &Round, Value &Question);
    bool ask(ClampedLoop &Its);

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
    CallInst *Question = askPack(B, AnyName, B.CreateOr(Changes));
    Question->setMetadata(ClampMetadata, MDNode::get(F.getContext(), {}));
    Value *Inside = insideOf(&Clamp, B, nullptr, DeepestInside);
    B.SetInsertPoint(Clamp.getNextNode());
    Value *Its = B.CreateSelect(Question, &Clamp, Inside, "clamped");
    Clamp.replaceUsesWithIf(Its, [&](const Use &U) { return U.getUser() != Its; });
}

// A branch on the way to the loop that goes there where Begin is not beyond End.
bool
Clamps::findGuard(ClampedLoop &Its)
{
    const BasicBlock *Header = Its.L->getHeader();
    const DomTreeNode *Node = Tree.getNode(Header);

    for (unsigned Step = 0; Node && Node->getIDom() && Step < MostBeforeLoop; Step++, Node = Node->getIDom()) {
        BasicBlock *From = Node->getIDom()->getBlock();
        const auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
        auto *Guard = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
        if (!Guard || !Guard->hasOneUse())
            continue;
        for (const bool Where : {true, false}) {
            if (!Tree.dominates(BasicBlockEdge(From, Branch->getSuccessor(!Where)), Header))
                continue;
            CmpInst::Predicate P = Where ? Guard->getPredicate() : Guard->getInversePredicate();
            if (Guard->getOperand(0) == Its.End && Guard->getOperand(1) == Its.Begin)
                P = CmpInst::getSwappedPredicate(P);
            else if (Guard->getOperand(0) != Its.Begin || Guard->getOperand(1) != Its.End)
                continue;
            const bool IsBefore = CmpInst::isSigned(Its.Its) ? P == CmpInst::ICMP_SLE || P == CmpInst::ICMP_SLT
                                                             : P == CmpInst::ICMP_ULE || P == CmpInst::ICMP_ULT;
            if (!IsBefore)
                continue;
            Its.Guard = Guard;
            Its.EntersWhere = Where;
            Its.Enters = P;
            return true;
        }
    }
    return false;
}

std::optional<ClampedLoop>
Clamps::clampedLoop(Loop &L)
{
    BasicBlock *Latch = L.getLoopLatch(), *Before = L.getLoopPredecessor();
    auto *Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
    ClampedLoop Its = {};
    const APInt *Step;

    if (!Before || !Branch || !Branch->isConditional() || !L.isLoopExiting(Latch))
        return std::nullopt;
    Its.L = &L;
    Its.Ends = dyn_cast<ICmpInst>(Branch->getCondition());
    if (!Its.Ends || !Its.Ends->hasOneUse() || Its.Ends->isEquality() ||
        !Its.Ends->getOperand(0)->getType()->isIntegerTy())
        return std::nullopt;
    for (unsigned Side : {0u, 1u}) {
        Value *Counted = Its.Ends->getOperand(Side);
        Its.End = Its.Ends->getOperand(1 - Side);
        Its.Its = Side ? Its.Ends->getSwappedPredicate() : Its.Ends->getPredicate();
        Its.Next = dyn_cast<BinaryOperator>(Counted);
        Its.OfNext = Its.Next && Its.Next->getOpcode() == Instruction::Add;
        Its.Counter = dyn_cast<PHINode>(Its.OfNext ? Its.Next->getOperand(0) : Counted);
        if (!L.isLoopInvariant(Its.End) || !Its.Counter || Its.Counter->getParent() != L.getHeader())
            continue;
        Its.Next = dyn_cast<BinaryOperator>(Its.Counter->getIncomingValueForBlock(Latch));
        if (!Its.Next || !match(Its.Next, m_Add(m_Specific(Its.Counter), m_APInt(Step))) ||
            !Step->isStrictlyPositive() || (Its.OfNext && Counted != Its.Next))
            continue;
        const CmpInst::Predicate Goes =
            L.contains(Branch->getSuccessor(0)) ? Its.Its : CmpInst::getInversePredicate(Its.Its);
        if (!ICmpInst::isLT(Goes) && !ICmpInst::isLE(Goes))
            continue;
        Its.Begin = Its.Counter->getIncomingValueForBlock(Before);
        if (std::max(growthOf(Its.Begin, MaxDepth), growthOf(Its.End, MaxDepth)) == Growth::Counted && findGuard(Its))
            return Its;
    }
    return std::nullopt;
}

// V times the sign. The loop's begin and end are what they are where nothing is clamped; other clamps are not looked
// into: nobody may have asked for them.
void
Clamps::addTerms(const ClampedLoop &Its, Value *V, int64_t Sign, Terms &Sum, unsigned Depth)
{
    if (V == Its.Begin || V == Its.End)
        V = V == Its.Begin ? Its.FirstInside : Its.EndInside;
    auto *I = dyn_cast<Instruction>(V);
    const APInt *C;

    if (match(V, m_APInt(C))) {
        Sum.Constant += Sign > 0 ? *C : -*C;
    } else if (Depth && I && (match(I, m_AddLike(m_Value(), m_Value())) || I->getOpcode() == Instruction::Sub)) {
        addTerms(Its, I->getOperand(0), Sign, Sum, Depth - 1);
        addTerms(Its, I->getOperand(1), I->getOpcode() == Instruction::Sub ? -Sign : Sign, Sum, Depth - 1);
    } else {
        Sum.Factors[V] += Sign;
    }
}

// The sum where it is the same for all work-items; else null.
Value *
Clamps::sumOf(Terms &Sum, IRBuilder<> &B)
{
    Sum.Factors.remove_if([](const auto &Term) { return Term.second == 0; });
    if (!all_of(Sum.Factors, [this](const auto &Term) { return isBound(Term.first); }))
        return nullptr;
    Value *Its = B.getInt(Sum.Constant);
    for (const auto &[V, Factor] : Sum.Factors)
        Its = B.CreateAdd(Its, Factor == 1 ? V : B.CreateMul(V, ConstantInt::getSigned(V->getType(), Factor)));
    return Its;
}

// How far the counter is from the work-item, which is what filters ask their masks for, is the same for all as well.
void
Clamps::askDistances(const ClampedLoop &Its, PHINode &Round, Value &Question)
{
    SmallVector<BinaryOperator *, 4> Distances;

    for (User *By : Its.Counter->users())
        if (auto *Distance = dyn_cast<BinaryOperator>(By); Distance && Distance->getOpcode() == Instruction::Sub)
            Distances.push_back(Distance);
    for (BinaryOperator *Distance : Distances) {
        Terms Sum = {{}, APInt(Round.getType()->getIntegerBitWidth(), 0)};
        addTerms(Its, Distance->getOperand(0), 1, Sum, MaxDepth);
        addTerms(Its, Distance->getOperand(1), -1, Sum, MaxDepth);
        const int64_t Factor = Sum.Factors.lookup(Its.Counter);
        Sum.Factors.erase(Its.Counter);
        if (std::abs(Factor) != 1)
            continue;
        addTerms(Its, Its.Begin, Factor, Sum, MaxDepth);
        IRBuilder<> B(Distance->getNextNode());
        Value *First = sumOf(Sum, B);
        if (!First)
            continue;
        Value *Inside = Factor > 0 ? B.CreateAdd(First, &Round) : B.CreateSub(First, &Round);
        Value *Chosen = B.CreateSelect(&Question, Distance, Inside, "distance");
        Distance->replaceUsesWithIf(Chosen, [&](const Use &U) { return U.getUser() != Chosen; });
    }
}

// All work-items of a pack that enter the loop, and clamp neither its begin nor its end, make as many rounds where what
// differs between them is the same in both.
bool
Clamps::ask(ClampedLoop &Its)
{
    auto *T = cast<IntegerType>(Its.Begin->getType());
    Terms Sum = {{}, APInt(T->getBitWidth(), 0)};
    SmallVector<Value *, 8> Changes;

    IRBuilder<> B(Its.Guard->getNextNode());
    Its.FirstInside = insideOf(Its.Begin, B, &Changes, DeepestInside);
    Its.EndInside = insideOf(Its.End, B, &Changes, DeepestInside);
    if (Changes.empty())
        return false;
    addTerms(Its, Its.End, 1, Sum, MaxDepth);
    addTerms(Its, Its.Begin, -1, Sum, MaxDepth);
    Value *Rounds = sumOf(Sum, B);
    if (!Rounds)
        return false;
    Changes.push_back(B.CreateICmp(CmpInst::getInversePredicate(Its.Enters), Its.FirstInside, Its.EndInside));
    // Nor does the counter step over the end of its type, from where it would go on.
    const bool IsSigned = CmpInst::isSigned(Its.Its);
    const APInt Step = cast<ConstantInt>(Its.Next->getOperand(1))->getValue();
    const APInt Last = IsSigned ? APInt::getSignedMaxValue(T->getBitWidth()) : APInt::getMaxValue(T->getBitWidth());
    if (!(IsSigned ? Its.Next->hasNoSignedWrap() : Its.Next->hasNoUnsignedWrap()))
        Changes.push_back(
            B.CreateICmp(IsSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT, Its.EndInside, B.getInt(Last - Step)));
    CallInst *Question = askPack(B, AnyName, B.CreateOr(Changes));
    Question->setMetadata(ClampMetadata, MDNode::get(F.getContext(), {}));
    Value *Entered = B.CreateSelect(Question, Its.Guard, B.getInt1(Its.EntersWhere), "entered");
    Its.Guard->replaceUsesWithIf(Entered, [](const Use &U) { return isa<BranchInst>(U.getUser()); });

    B.SetInsertPoint(Its.Counter);
    PHINode *Round = B.CreatePHI(T, 2, "round");
    B.SetInsertPoint(Its.Ends);
    Value *Next = B.CreateAdd(Round, Its.Next->getOperand(1));
    Round->addIncoming(ConstantInt::get(T, 0), Its.L->getLoopPredecessor());
    Round->addIncoming(Next, Its.L->getLoopLatch());
    Value *Ends = B.CreateICmp(ICmpInst::getUnsignedPredicate(Its.Its), Its.OfNext ? Next : Round, Rounds);
    B.SetInsertPoint(Its.Ends->getNextNode());
    Value *Chosen = B.CreateSelect(Question, Its.Ends, Ends, "ends");
    Its.Ends->replaceUsesWithIf(Chosen, [&](const Use &U) { return U.getUser() != Chosen; });
    askDistances(Its, *Round, *Question);
    return true;
}

bool
Clamps::ask()
{
    SmallVector<MinMaxIntrinsic *, 16> Found;
    bool HasLoops = false;

    for (Loop *L : Loops.getLoopsInPreorder())
        if (std::optional<ClampedLoop> Its = clampedLoop(*L))
            HasLoops |= ask(*Its);
    for (const MinMaxIntrinsic *Clamp : addressClamps(F))
        if (isClamp(*Clamp) && !isInner(*Clamp, DeepestInside))
            Found.push_back(const_cast<MinMaxIntrinsic *>(Clamp));
    if (!HasLoops && Found.size() < Fewest &&
        none_of(Found, [&](const auto *Clamp) { return Loops.getLoopFor(Clamp->getParent()); }))
        return false;
    for (MinMaxIntrinsic *Clamp : Found)
        ask(*Clamp);
    return HasLoops || !Found.empty();
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
    SmallVector<WeakVH, 16> Answered; // a question that goes may have been the last to ask for another selection

    for (Instruction &I : instructions(F)) {
        auto *Chosen = dyn_cast<SelectInst>(&I);
        const auto *Question = Chosen ? dyn_cast<CallInst>(Chosen->getCondition()) : nullptr;
        if (Chosen && (isa<ConstantInt>(Chosen->getCondition()) || (Question && Question->hasMetadata(ClampMetadata))))
            Answered.push_back(Chosen);
    }
    for (const WeakVH &Handle : Answered) {
        auto *Chosen = cast_or_null<SelectInst>(static_cast<Value *>(Handle));
        if (!Chosen)
            continue;
        Value *Condition = Chosen->getCondition();
        Chosen->replaceAllUsesWith(match(Condition, m_Zero()) ? Chosen->getFalseValue() : Chosen->getTrueValue());
        Chosen->eraseFromParent();
        RecursivelyDeleteTriviallyDeadInstructions(Condition);
    }
    return !Answered.empty();
}

} // namespace weft
