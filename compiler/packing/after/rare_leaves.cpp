// SPDX-License-Identifier: Apache-2.0
// Asks whether any lane leaves a loop before what those take along is chosen.
#include "compiler/packing/after/rare_leaves.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static cl::opt<unsigned> NearBound("weft-near-bound", cl::Hidden, cl::init(64),
                                   cl::desc("Loops of at most so many rounds are no searches"));

namespace {

// `br any(Stay), in L, out of L` at the end of a block: Stay is Active less those that leave in the block's round.
class WayOut {
public:
    WayOut(const Loop &TheLoop, BasicBlock &TheBlock) : L(TheLoop), B(TheBlock) {}

    bool find();
    bool isSearch() const;
    void split();

private:
    bool isLeaving(Value *Mask) const;
    void findChosen();
    void rewriteUses(Instruction &I, Value *Otherwise, BasicBlock *Update);

    const Loop &L;
    BasicBlock &B;
    BranchInst *Branch = nullptr;
    Instruction *Any = nullptr;
    Value *Stay = nullptr, *Active = nullptr;
    SmallVector<Value *, 2> GoesOn;      // the conditions under which lanes of Active stay
    SmallVector<SelectInst *, 4> Chosen; // what those that leave take along, in the order of the block
};

} // namespace

// `M & Condition`, as the packer makes it.
static bool
isPartOf(Value *V, Value *&M, Value *&Condition)
{
    return match(V, m_Select(m_Value(M), m_Value(Condition), m_Zero())) ||
           match(V, m_And(m_Value(M), m_Value(Condition)));
}

// The mask of which the value asks whether it has a lane; null if it does not.
static Value *
askedMask(Value *V)
{
    Value *Mask;

    if (!match(V, m_OneUse(m_Intrinsic<Intrinsic::vector_reduce_or>(m_Value(Mask)))))
        return nullptr;
    match(Mask, m_OneUse(m_Freeze(m_Value(Mask))));
    return Mask;
}

bool
WayOut::find()
{
    Branch = dyn_cast<BranchInst>(B.getTerminator());
    if (!Branch || !Branch->isConditional() || !L.contains(Branch->getSuccessor(0)) ||
        L.contains(Branch->getSuccessor(1)) || !(Stay = askedMask(Branch->getCondition())))
        return false;
    Any = cast<Instruction>(Branch->getCondition());
    Active = Stay;
    for (Value *M, *Condition; isPartOf(Active, M, Condition) && L.contains(cast<Instruction>(Active)->getParent());
         Active = M)
        GoesOn.push_back(Condition);
    if (GoesOn.empty() || isa<Constant>(Active))
        return false;
    findChosen();
    return true;
}

// Whether the mask has those alone that leave.
bool
WayOut::isLeaving(Value *Mask) const
{
    Value *M, *Condition, *Kept;

    if (!isPartOf(Mask, M, Condition) || !match(Condition, m_Not(m_Value(Kept))) || !is_contained(GoesOn, Kept))
        return false;
    // Of Active, or of those that another condition keeps.
    for (Value *V = Stay; V != Active; isPartOf(V, V, Condition))
        if (V == M)
            return true;
    return M == Active;
}

void
WayOut::findChosen()
{
    for (Instruction &I : reverse(B)) {
        auto *Select = dyn_cast<SelectInst>(&I);
        // What uses it in the block is chosen as well.
        if (Select && isLeaving(Select->getCondition()) && all_of(I.users(), [&](User *U) {
                return cast<Instruction>(U)->getParent() != &B || isa<PHINode>(U) || is_contained(Chosen, U);
            }))
            Chosen.push_back(Select);
    }
    std::reverse(Chosen.begin(), Chosen.end());
}

// Whether each lane compares its own value, which stays, with what is the same for all, and takes along what the loop
// has computed, as where that was.
bool
WayOut::isSearch() const
{
    auto IsOfLanes = [this](Value *V) { return !L.isLoopInvariant(V) && !getSplatValue(V); };

    return none_of(GoesOn,
                   [&](Value *Condition) {
                       Value *Left, *Right;
                       match(Condition, m_Not(m_Value(Condition)));
                       return !match(Condition, m_Cmp(m_Value(Left), m_Value(Right))) || IsOfLanes(Left) ||
                              IsOfLanes(Right);
                   }) &&
           any_of(Chosen, [this](const SelectInst *Select) { return !L.isLoopInvariant(Select->getTrueValue()); });
}

// Behind the block: the instruction where somebody left, and Otherwise else.
void
WayOut::rewriteUses(Instruction &I, Value *Otherwise, BasicBlock *Update)
{
    SmallVector<Use *, 8> Behind;
    SSAUpdater Updater;

    for (Use &U : I.uses()) {
        auto *User = cast<Instruction>(U.getUser());
        BasicBlock *At = User->getParent();
        if (const auto *Phi = dyn_cast<PHINode>(User))
            At = Phi->getIncomingBlock(U);
        if (At != &B && At != Update)
            Behind.push_back(&U);
    }
    Updater.Initialize(I.getType(), I.getName());
    Updater.AddAvailableValue(&B, Otherwise);
    Updater.AddAvailableValue(Update, &I);
    for (Use *U : Behind)
        Updater.RewriteUse(*U);
}

void
WayOut::split()
{
    Function &F = *B.getParent();
    BasicBlock *Body = Branch->getSuccessor(0), *Done = Branch->getSuccessor(1);
    BasicBlock *Update = BasicBlock::Create(F.getContext(), B.getName() + ".update", &F, B.getNextNode());
    BasicBlock *Go = BasicBlock::Create(F.getContext(), B.getName() + ".go", &F, Update->getNextNode());

    for (BasicBlock *To : {Body, Done})
        for (PHINode &Phi : To->phis())
            Phi.replaceIncomingBlockWith(&B, To == Body ? Go : Update);
    IRBuilder<> Builder(Branch);
    Value *GoOn = GoesOn.size() == 1 ? GoesOn[0] : Stay;
    Value *Leaves = Builder.CreateSelect(Active, Builder.CreateNot(GoOn), Constant::getNullValue(Stay->getType()));
    Value *Question = Builder.CreateOrReduce(Builder.CreateFreeze(Leaves));
    Builder.CreateCondBr(Question, Update, Go, MDBuilder(F.getContext()).createUnlikelyBranchWeights());
    Branch->moveBefore(*Update, Update->end());
    Branch->setSuccessor(0, Go);
    for (SelectInst *Select : Chosen)
        Select->moveBefore(Branch->getIterator());
    if (auto *Frozen = dyn_cast<FreezeInst>(Any->getOperand(0)))
        Frozen->moveBefore(Branch->getIterator());
    Any->moveBefore(Branch->getIterator());
    Builder.SetInsertPoint(Go);
    Builder.CreateBr(Body)->setDebugLoc(Branch->getDebugLoc());

    for (SelectInst *Select : Chosen) {
        Value *Before = Select->getFalseValue();
        while (is_contained(Chosen, Before))
            Before = cast<SelectInst>(Before)->getFalseValue();
        rewriteUses(*Select, Before, Update);
    }
    if (auto *Own = cast<Instruction>(Stay); Own->getParent() == &B)
        rewriteUses(*Own, Active, Update);
}

// Whether all lanes may leave at once, whatever they are, at a bound that is not near: it is there because there may be
// many rounds.
static bool
hasFarBound(const Loop &L, ScalarEvolution &Evolution)
{
    SmallVector<BasicBlock *, 4> Exiting;
    const unsigned Most = Evolution.getSmallConstantMaxTripCount(&L);

    L.getExitingBlocks(Exiting);
    return (Most == 0 || Most > NearBound) && any_of(Exiting, [](const BasicBlock *BB) {
               const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
               return Branch && Branch->isConditional() && isa<ICmpInst>(Branch->getCondition());
           });
}

PreservedAnalyses
RareLeavesPass::run(Function &F, FunctionAnalysisManager &AM)
{
    auto &Evolution = AM.getResult<ScalarEvolutionAnalysis>(F);
    bool Changed = false;

    for (Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
        if (!L->isInnermost() || !hasFarBound(*L, Evolution))
            continue;
        for (BasicBlock *BB : L->blocks()) {
            WayOut Its(*L, *BB);
            if (!Its.find() || !Its.isSearch())
                continue;
            Its.split();
            Changed = true;
            break; // the loop's blocks are others now
        }
    }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
