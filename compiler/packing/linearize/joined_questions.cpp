// SPDX-License-Identifier: Apache-2.0
// One question about a pack in place of many.
#include "compiler/packing/linearize/joined_questions.h"

#include "compiler/analysis/kernels.h"
#include "compiler/packing/linearize/clamped_ids.h"
#include "compiler/packing/linearize/linearize.h"
#include "compiler/packing/linearize/linearize_function.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// Instructions that may be there twice.
constexpr unsigned MostCopied = 3000;
// How deep into the computation of an answer to look for what has to be computed before.
constexpr unsigned MaxDepth = 12;
// Of the step of a counter: 2^32 of them, several such sums too, have 64 bits.
constexpr unsigned StepBits = 24;

// What a coordinate is at least and at most in all iterations, as numbers of 64 bits that do not wrap.
struct Range {
    const SCEV *Least, *Most;
};

class Questions {
public:
    Questions(Function &TheFunction, FunctionAnalysisManager &AM)
        : F(TheFunction), Tree(F), Loops(Tree), SE(AM.getResult<ScalarEvolutionAnalysis>(F)),
          Expander(SE, "question", /*PreserveLCSSA=*/false)
    {
    }
    bool join();

private:
    void collect();
    void choosePlace();
    bool canCompute(Value *V, SmallSetVector<Instruction *, 32> &Before, unsigned Depth) const;
    std::optional<Range> rangeOf(const SCEV *S, unsigned Depth);
    Value *boundOf(ICmpInst &Compare);
    Value *answer(Value *Part);
    bool answerAll(Value *Asked, SmallVectorImpl<Value *> &Answers);
    bool isCopyable(ArrayRef<BasicBlock *> Code) const;
    Value *anyOf(ArrayRef<Value *> Parts) const;
    void duplicate(Value *Misses);

    Function &F;
    DominatorTree Tree;
    LoopInfo Loops;
    ScalarEvolution &SE;
    SCEVExpander Expander;
    SmallVector<CallInst *, 16> Calls;  // in the order of the function
    DenseMap<Value *, Value *> Answers; // by part of a question
    Instruction *Place = nullptr;       // where the first of them can be asked; in no loop
};

} // namespace

void
Questions::collect()
{
    for (Instruction &I : instructions(F))
        if (isAny(I) && Tree.isReachableFromEntry(I.getParent()))
            Calls.push_back(cast<CallInst>(&I));
}

void
Questions::choosePlace()
{
    BasicBlock *Common = Calls.front()->getParent();

    for (CallInst *Call : Calls)
        Common = Tree.findNearestCommonDominator(Common, Call->getParent());
    while (const Loop *L = Loops.getLoopFor(Common))
        Common = Tree.getNode(L->getHeader())->getIDom()->getBlock();
    Place = Common->getTerminator();
    for (Instruction &I : *Common)
        if (is_contained(Calls, &I)) {
            Place = &I;
            break;
        }
}

// Whether V is there in Place, or can be; adds what has to come before, in order.
bool
Questions::canCompute(Value *V, SmallSetVector<Instruction *, 32> &Before, unsigned Depth) const
{
    auto *I = dyn_cast<Instruction>(V);

    if (!I || Tree.dominates(I, Place) || Before.contains(I))
        return true;
    const bool IsDescription = isImageDescription(*I);
    if (!Depth || isa<PHINode>(I) || (!IsDescription && !isSafeToSpeculativelyExecute(I)) ||
        (isa<LoadInst>(I) && !IsDescription))
        return false;
    for (Value *Operand : I->operands())
        if (!canCompute(Operand, Before, Depth - 1))
            return false;
    Before.insert(I);
    return true;
}

bool
Questions::isCopyable(ArrayRef<BasicBlock *> Code) const
{
    unsigned Count = 0;

    for (const BasicBlock *BB : Code)
        for (const Instruction &I : *BB) {
            const auto *Call = dyn_cast<CallBase>(&I);
            if (isa<AllocaInst>(I) || (Call && Call->cannotDuplicate()))
                return false;
            Count++;
        }
    return Count <= MostCopied;
}

// Misses: whether the work-item is beyond an edge in any of its accesses.
void
Questions::duplicate(Value *Misses)
{
    BasicBlock *Before = Place->getParent();
    BasicBlock *Edge = SplitBlock(Before, Place->getIterator(), &Tree, &Loops);
    SmallVector<BasicBlock *, 16> Code, Copies;
    ValueToValueMapTy Map;

    Tree.getDescendants(Edge, Code);
    for (BasicBlock *BB : Code) {
        BasicBlock *Copy = CloneBasicBlock(BB, Map, ".inside", &F);
        Map[BB] = Copy;
        Copies.push_back(Copy);
    }
    remapInstructionsInBlocks(Copies, Map);
    for (BasicBlock *BB : Code)
        for (BasicBlock *Next : successors(BB)) {
            if (Map.count(Next))
                continue;
            for (PHINode &Phi : Next->phis()) {
                Value *V = Phi.getIncomingValueForBlock(BB);
                Value *Copy = Map.lookup(V);
                Phi.addIncoming(Copy ? Copy : V, cast<BasicBlock>(Map[BB]));
            }
        }
    for (CallInst *Call : Calls)
        for (auto [Asked, Answer] : {std::pair<Value *, bool>(Map.lookup(Call), false), {Call, true}}) {
            Asked->replaceAllUsesWith(ConstantInt::getBool(F.getContext(), Answer));
            cast<Instruction>(Asked)->eraseFromParent();
        }
    IRBuilder<> B(Before->getTerminator());
    createRareBranch(B, Misses, Edge, cast<BasicBlock>(Map[Edge])); // packs are seldom at an edge
    Before->getTerminator()->eraseFromParent();
    removeUnreachableBlocks(F);
}

// Null when S is not known before the loops that change it.
std::optional<Range>
Questions::rangeOf(const SCEV *S, unsigned Depth)
{
    Type *Wide = Type::getInt64Ty(F.getContext());

    if (Expander.isSafeToExpandAt(S, Place)) {
        const SCEV *Known = SE.getSignExtendExpr(S, Wide);
        return Range{Known, Known};
    }
    if (!Depth)
        return std::nullopt;
    if (const auto *Sum = dyn_cast<SCEVAddExpr>(S)) {
        Range All = {SE.getZero(Wide), SE.getZero(Wide)};
        for (const SCEV *Operand : Sum->operands()) {
            std::optional<Range> One = rangeOf(Operand, Depth - 1);
            if (!One)
                return std::nullopt;
            All = {SE.getAddExpr(All.Least, One->Least), SE.getAddExpr(All.Most, One->Most)};
        }
        return All;
    }
    const auto *Counter = dyn_cast<SCEVAddRecExpr>(S);
    const auto *Step = Counter && Counter->isAffine() ? dyn_cast<SCEVConstant>(Counter->getOperand(1)) : nullptr;
    if (Step && !Step->getAPInt().isSignedIntN(StepBits))
        return std::nullopt;
    std::optional<Range> First = Step ? rangeOf(Counter->getStart(), Depth - 1) : std::nullopt;
    const SCEV *Iterations = First ? SE.getSymbolicMaxBackedgeTakenCount(Counter->getLoop()) : nullptr;
    if (!Iterations || isa<SCEVCouldNotCompute>(Iterations) || SE.getTypeSizeInBits(Iterations->getType()) > 32 ||
        !Expander.isSafeToExpandAt(Iterations, Place))
        return std::nullopt;
    const SCEV *Distance = SE.getMulExpr(SE.getZeroExtendExpr(Iterations, Wide), SE.getSignExtendExpr(Step, Wide));
    if (Step->getAPInt().isNegative())
        return Range{SE.getAddExpr(First->Least, Distance), First->Most};
    return Range{First->Least, SE.getAddExpr(First->Most, Distance)};
}

// Whether the comparison of a coordinate of 32 bits with a bound may be true in any iteration, asked in Place; null
// when that cannot be said.
Value *
Questions::boundOf(ICmpInst &Compare)
{
    Type *Wide = Type::getInt64Ty(F.getContext());
    CmpInst::Predicate Is = Compare.getPredicate();
    Value *Coordinate = Compare.getOperand(0), *Bound = Compare.getOperand(1);

    if (!Coordinate->getType()->isIntegerTy(32) || Compare.isEquality())
        return nullptr;
    if (Expander.isSafeToExpandAt(SE.getSCEV(Coordinate), Place)) {
        std::swap(Coordinate, Bound);
        Is = CmpInst::getSwappedPredicate(Is);
    }
    const SCEV *Limit = SE.getSCEV(Bound);
    std::optional<Range> Its = rangeOf(SE.getSCEV(Coordinate), MaxDepth);
    if (!Its || !Expander.isSafeToExpandAt(Limit, Place))
        return nullptr;
    const bool IsUnsigned = CmpInst::isUnsigned(Is), IsGreater = ICmpInst::isGT(Is) || ICmpInst::isGE(Is);
    // x < 0 || x >= n, of which LLVM makes one comparison.
    if (IsUnsigned && (!IsGreater || !SE.isKnownNonNegative(Limit)))
        return nullptr;
    auto Expand = [&](const SCEV *S) { return Expander.expandCodeFor(S, Wide, Place->getIterator()); };
    Value *Most = Expand(SE.getSignExtendExpr(Limit, Wide));
    IRBuilder<> B(Place);
    if (!IsUnsigned)
        return B.CreateICmp(Is, Expand(IsGreater ? Its->Most : Its->Least), Most);
    Value *Below = B.CreateICmpSLT(Expand(Its->Least), B.getInt64(0));
    return B.CreateOr(Below, B.CreateICmp(ICmpInst::getSignedPredicate(Is), Expand(Its->Most), Most));
}

// In Place: whether the part is true, or may be in any iteration; null when that cannot be said.
Value *
Questions::answer(Value *Part)
{
    SmallSetVector<Instruction *, 32> Before;

    if (canCompute(Part, Before, MaxDepth)) {
        for (Instruction *I : Before)
            I->moveBefore(Place->getIterator());
        return Part;
    }
    auto *Compare = dyn_cast<ICmpInst>(Part);
    return Compare ? boundOf(*Compare) : nullptr;
}

// Answers to all parts of the question; false when one of them has none. Neighbours have most parts in common.
bool
Questions::answerAll(Value *Asked, SmallVectorImpl<Value *> &Found)
{
    SmallVector<Value *, 16> Work = {Asked};

    while (!Work.empty()) {
        Value *V = Work.pop_back_val(), *Left, *Right;
        if (match(V, m_Or(m_Value(Left), m_Value(Right)))) {
            Work.append({Left, Right});
            continue;
        }
        auto [Position, IsNew] = Answers.try_emplace(V, nullptr);
        if (IsNew)
            Position->second = answer(V);
        Value *Answer = Answers.lookup(V);
        if (!Answer)
            return false;
        Found.push_back(Answer);
    }
    return true;
}

// A balanced tree.
Value *
Questions::anyOf(ArrayRef<Value *> Parts) const
{
    SmallVector<Value *, 16> Level(Parts);
    IRBuilder<> B(Place);

    while (Level.size() > 1) {
        SmallVector<Value *, 16> Next;
        for (size_t I = 0; I < Level.size(); I += 2)
            Next.push_back(I + 1 < Level.size() ? B.CreateOr(Level[I], Level[I + 1]) : Level[I]);
        Level = std::move(Next);
    }
    return B.CreateFreeze(Level.front());
}

bool
Questions::join()
{
    SmallSetVector<Value *, 16> Parts;
    SmallVector<BasicBlock *, 16> Code;

    collect();
    if (Calls.empty())
        return false;
    choosePlace();
    Tree.getDescendants(Place->getParent(), Code);
    if (!isCopyable(Code))
        return false;
    erase_if(Calls, [&](CallInst *Call) {
        SmallVector<Value *, 8> Found;
        if (!answerAll(Call->getArgOperand(0), Found))
            return true;
        Parts.insert(Found.begin(), Found.end());
        return false;
    });
    // One question that is asked once is as well where it is.
    if (Calls.empty() || (Calls.size() == 1 && Calls[0]->hasOneUse() && !Loops.getLoopFor(Calls[0]->getParent())))
        return false;
    duplicate(anyOf(Parts.getArrayRef()));
    return true;
}

bool
joinQuestions(Function &F, ArrayRef<Shape> Arguments, FunctionAnalysisManager &AM)
{
    const bool HasClamps = askClamps(F, Arguments);

    if (!HasClamps && !hasQuestions(F))
        return false;
    AM.invalidate(F, PreservedAnalyses::none());
    const bool Changed = Questions(F, AM).join();
    if (HasClamps)
        answerClamps(F);
    AM.invalidate(F, PreservedAnalyses::none());
    return Changed;
}

bool
hasQuestions(const Function &F)
{
    return any_of(instructions(F), [](const Instruction &I) { return isAny(I); });
}

bool
answerQuestions(Function &F)
{
    bool Changed = false;

    for (Instruction &I : make_early_inc_range(instructions(F))) {
        if (!isAny(I))
            continue;
        I.replaceAllUsesWith(ConstantInt::getTrue(F.getContext()));
        I.eraseFromParent();
        Changed = true;
    }
    return Changed;
}

} // namespace weft
