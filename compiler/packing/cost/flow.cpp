// SPDX-License-Identifier: Apache-2.0
// How control goes through a function.
#include "compiler/packing/cost/flow.h"

#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/kernels.h"
#include "compiler/packing/analysis/spin_locks.h"
#include "compiler/packing/cost/loop_turns.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ProfDataUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

bool
isMadeOf(const Value *V, ArrayRef<Primitive> Kinds, unsigned Depth)
{
    const auto *I = dyn_cast<Instruction>(V);
    const PrimitiveCall Call = classifyPrimitive(V);

    if (Call || !I || Depth == 0)
        return Call && is_contained(Kinds, Call.Kind);
    return isa<CastInst, BinaryOperator, CmpInst, SelectInst, FreezeInst>(I) &&
           any_of(I->operands(), [&](const Use &U) { return isMadeOf(U, Kinds, Depth - 1); });
}

bool
isMadeOf(const Value &V, function_ref<bool(const Instruction &)> Is, unsigned Depth)
{
    const auto *I = dyn_cast<Instruction>(&V);

    return I &&
           (Is(*I) || (Depth > 0 && any_of(I->operands(), [&](const Use &U) { return isMadeOf(*U, Is, Depth - 1); })));
}

// Whether the value counts work-items, as ids and what is made of them by steps.
static bool
isMadeOfIds(const Value *V)
{
    return isMadeOf(V, {Primitive::GlobalId, Primitive::GlobalId32, Primitive::LocalId, Primitive::LocalId32}, 4);
}

// Whether the block is the way into a loop that the other one is not in.
static bool
leadsIntoLoop(const BasicBlock &To, const BasicBlock &From, const LoopInfo &Loops)
{
    const BasicBlock *Next = To.getSingleSuccessor();
    const BasicBlock *Header = Loops.isLoopHeader(&To) ? &To : Next && Loops.isLoopHeader(Next) ? Next : nullptr;

    return Header && !Loops.getLoopFor(Header)->contains(&From);
}

// What a condition made of comparisons of ids asks: how many places they are at, or whether they are within bounds.
struct IdQuestion {
    unsigned Places = 0;
    bool HasBounds = false;
};

// False when it asks for something else.
static bool
asksForIds(const Value *V, IdQuestion &Its, unsigned Depth = 8)
{
    const Value *A, *B;

    if (Depth > 0 && (match(V, m_LogicalOr(m_Value(A), m_Value(B))) || match(V, m_LogicalAnd(m_Value(A), m_Value(B)))))
        return asksForIds(A, Its, Depth - 1) && asksForIds(B, Its, Depth - 1);
    const auto *Compare = dyn_cast<ICmpInst>(V);
    if (!Compare || none_of(Compare->operands(), [](const Use &U) { return isMadeOfIds(U); }))
        return false;
    if (Compare->isEquality())
        ++Its.Places;
    else
        Its.HasBounds = true;
    return true;
}

// Whether the condition depends on what is loaded from the address, within a few steps.
static bool
asksFor(const Value *Condition, const Value *Address, unsigned Depth = 4)
{
    const auto *I = dyn_cast<Instruction>(Condition);

    if (const auto *Load = dyn_cast<LoadInst>(Condition))
        return Load->getPointerOperand() == Address;
    return I && Depth > 0 && isa<CmpInst, CastInst, BinaryOperator, SelectInst>(I) &&
           any_of(I->operands(), [&](const Use &U) { return asksFor(U, Address, Depth - 1); });
}

// Whether the block, behind such a condition, changes with an atomic operation what the condition asks for.
static bool
changesWhatIsAsked(const BasicBlock &BB, const Value *Condition)
{
    return any_of(BB, [Condition](const Instruction &I) {
        const auto *Update = dyn_cast<AtomicRMWInst>(&I);
        const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
        return (Update && asksFor(Condition, Update->getPointerOperand())) ||
               (Exchange && asksFor(Condition, Exchange->getPointerOperand()));
    });
}

static bool
isCountedOn(const Value *V)
{
    return match(V, m_Add(m_Value(), m_ConstantInt()));
}

// How many steps away from its end the block, or one that only it leads to, puts a counter back to, which is counted on
// elsewhere: a place in memory, or a value. 0: none is put back.
static double
stepsFromReset(const BasicBlock &First, const Value *Counter, uint64_t End, const Flow &Control)
{
    constexpr uint64_t MostSteps = 1 << 16;
    const Value *Place = getLoadStorePointerOperand(Counter);
    auto StepsFrom = [&](const Value *V, const BasicBlock *BB) -> double {
        const auto *Start = dyn_cast<ConstantInt>(V);
        if (!Start || Start->getBitWidth() > 64 || BB->getParent() != First.getParent() ||
            !Control.Dominators.dominates(&First, BB))
            return 0;
        const uint64_t From = Start->getZExtValue(), Steps = From < End ? End - From : From - End;
        return Steps <= MostSteps ? Steps : 0; // others are no ends of counters
    };
    double Steps = 0;
    bool IsCounted = false;

    if (Place)
        for (const User *U : Place->users())
            if (const auto *Store = dyn_cast<StoreInst>(U)) {
                IsCounted |= isCountedOn(Store->getValueOperand());
                Steps = std::max(Steps, StepsFrom(Store->getValueOperand(), Store->getParent()));
            }
    for (const User *U : Counter->users())
        if (const auto *Joined = dyn_cast<PHINode>(U)) {
            IsCounted |= isCountedOn(Counter) || any_of(Joined->users(), isCountedOn);
            for (auto [From, V] : zip(Joined->blocks(), Joined->incoming_values()))
                Steps = std::max(Steps, StepsFrom(V, From));
        }
    return IsCounted ? Steps : 0;
}

// Whether one of the branch's ways is gone once a counter has run to its end, and puts it back, as generators of random
// numbers do to make some more at once; how often, in Share.
static bool
refills(const BranchInst &Branch, const Flow &Control, double &ShareOfFirst)
{
    CmpPredicate Predicate;
    const Value *Counter;
    const APInt *End;

    if (!match(Branch.getCondition(), m_ICmp(Predicate, m_Value(Counter), m_APInt(End))) || End->getActiveBits() > 32)
        return false;
    for (unsigned Way : {0, 1})
        if (const double Steps = stepsFromReset(*Branch.getSuccessor(Way), Counter, End->getZExtValue(), Control);
            Steps > 1) {
            ShareOfFirst = Way == 0 ? 1 / Steps : 1 - 1 / Steps;
            return true;
        }
    return false;
}

static bool
neverRuns(const BasicBlock &BB)
{
    return isa<UnreachableInst>(BB.getTerminator());
}

bool
endsLoop(const BasicBlock &BB, const Loop &L)
{
    return any_of(successors(&BB), [&L](const BasicBlock *To) { return !L.contains(To) && !neverRuns(*To); });
}

// How often a two-way branch takes its first way.
static double
chanceOfFirst(const BranchInst &Branch, const Flow &Control)
{
    const PostDominatorTree &Ends = Control.PostDominators;
    const LoopInfo &Loops = Control.Loops;
    const BasicBlock *BB = Branch.getParent(), *First = Branch.getSuccessor(0), *Second = Branch.getSuccessor(1);
    IdQuestion Question;
    uint64_t Taken, NotTaken;

    if (extractBranchWeights(Branch, Taken, NotTaken) && Taken + NotTaken > 0)
        return static_cast<double>(Taken) / (Taken + NotTaken);
    if (isAny(*Branch.getCondition())) // such as whether a pack is beyond an edge
        return 1 - usual::Inside;
    const Loop *L = Loops.getLoopFor(BB);
    if (L && endsLoop(*BB, *L) && L->contains(First) != L->contains(Second)) {
        const double Leaves = std::min(usual::Taken, 1 / Control.Turns.lookup(L));
        return L->contains(First) ? 1 - Leaves : Leaves;
    }
    if (double ShareOfFirst; refills(Branch, Control, ShareOfFirst))
        return ShareOfFirst;
    if (leadsIntoLoop(*First, *BB, Loops) != leadsIntoLoop(*Second, *BB, Loops))
        return leadsIntoLoop(*First, *BB, Loops) ? usual::Inside : 1 - usual::Inside;
    // Atomic operations are kept from where they mostly would change nothing.
    const bool FirstChanges = changesWhatIsAsked(*First, Branch.getCondition());
    if (FirstChanges != changesWhatIsAsked(*Second, Branch.getCondition()))
        return FirstChanges ? usual::Won : 1 - usual::Won;
    if (bool AsksEqual; comparesData(*Branch.getCondition(), AsksEqual))
        return AsksEqual ? usual::Equal : 1 - usual::Equal;
    if (!asksForIds(Branch.getCondition(), Question))
        return usual::Taken;
    // Few work-items are at a place that the code names, and most are within bounds: nothing is done for the others, or
    // what stands behind is for them alone.
    const double Away = std::max(0.0, 1 - Question.Places * usual::AtPlace);
    if (Ends.dominates(First, BB) != Ends.dominates(Second, BB) && (Question.HasBounds || Question.Places > 1))
        return Ends.dominates(First, BB) ? 1 - std::min(usual::Inside, Away) : std::min(usual::Inside, Away);
    const auto *Compare = dyn_cast<ICmpInst>(Branch.getCondition());
    if (Compare && Compare->isEquality())
        return Compare->getPredicate() == CmpInst::ICMP_EQ ? usual::AtPlace : Away;
    return usual::Taken;
}

// How many ways lead out of the switch.
static double
waysOf(const SwitchInst &Switch)
{
    return Switch.getNumCases() + !neverRuns(*Switch.getDefaultDest());
}

// How often control goes from the switch to where To is reached: all ways are as likely.
static double
chanceOfCase(const SwitchInst &Switch, const BasicBlock &To, const DominatorTree &Dominators)
{
    const BasicBlock *From = Switch.getParent();
    double Ways = 0;

    // Of successors that go on to To, each comes the way that it was gone to, as often as others do.
    for (const BasicBlock *Each : successors(From))
        Ways += !neverRuns(*Each) && (Dominators.dominates(Each, &To) || Each->getSingleSuccessor() == &To);
    return Ways > 0 ? std::min(1.0, Ways / waysOf(Switch)) : usual::Taken;
}

// How often control goes from the block, which ends in a choice, to where To is reached.
static double
chance(const BasicBlock &From, const BasicBlock &To, const Flow &Control)
{
    const auto *Branch = dyn_cast<BranchInst>(From.getTerminator());

    if (const auto *Switch = dyn_cast<SwitchInst>(From.getTerminator()))
        return chanceOfCase(*Switch, To, Control.Dominators);
    if (!Branch || !Branch->isConditional())
        return usual::Taken;
    const bool First = Control.Dominators.dominates(Branch->getSuccessor(0), &To),
               Second = Control.Dominators.dominates(Branch->getSuccessor(1), &To);
    const Loop *L = Control.Loops.getLoopFor(&From);
    if (L && endsLoop(From, *L) && !L->contains(&To))
        return usual::Taken; // of the times that the loop ends, not of its rounds
    const double Its = chanceOfFirst(*Branch, Control);
    return First == Second ? usual::Taken : First ? Its : 1 - Its;
}

// Whether the block is reached from the other one, if any work-item of a pack is beyond an edge.
static bool
isBeyondEdge(const BasicBlock &BB, const BasicBlock &From, const DominatorTree &Dominators)
{
    const auto *Branch = dyn_cast<BranchInst>(From.getTerminator());

    return Branch && Branch->isConditional() && isAny(*Branch->getCondition()) &&
           Dominators.dominates(Branch->getSuccessor(0), &BB);
}

double
Flow::surprise(const BasicBlock &BB) const
{
    const auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    const auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator());
    const double Its = Branch && Branch->isConditional() ? chanceOfFirst(*Branch, *this)
                       : Switch                          ? 1 / waysOf(*Switch)
                                                         : usual::Taken;

    return (Switch ? 2 : 4 * Its) * (1 - Its) * (1 - usual::Foreseen);
}

// A switch that has all cases has a default that never runs: it is no way past what the others come to.
static void
calculateFromWhatRuns(PostDominatorTree &Ends, Function &F)
{
    SmallVector<std::pair<SwitchInst *, BasicBlock *>, 4> Defaults;

    for (BasicBlock &BB : F) {
        auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator());
        if (!Switch || !neverRuns(*Switch->getDefaultDest()) || Switch->getNumCases() == 0)
            continue;
        Defaults.push_back({Switch, Switch->getDefaultDest()});
        Switch->setDefaultDest(Switch->case_begin()->getCaseSuccessor());
    }
    Ends.recalculate(F);
    for (const auto &[Switch, Default] : Defaults)
        Switch->setDefaultDest(Default);
}

Flow::Flow(const Function &F) : Dominators(const_cast<Function &>(F)), Loops(Dominators)
{
    calculateFromWhatRuns(PostDominators, const_cast<Function &>(F));
    for (const Loop *L : Loops.getLoopsInPreorder()) {
        const LoopTurns Its = turnsOf(*L);
        Turns[L] = Its.Count;
        if (Its.AreClamped)
            ClampedLoops.insert(L);
        if (Its.AreOfSearch)
            Searches.insert(L);
        if (Its.Place)
            Attempts[L] = Its.Place;
    }
    for (const BasicBlock *BB : ReversePostOrderTraversal<const Function *>(&F)) {
        const auto *Node = Dominators.getNode(BB)->getIDom();
        const BasicBlock *From = Node ? Node->getBlock() : nullptr;
        const double Times = From ? Reached.lookup(From) : 1;
        if (From && (BeyondEdges.contains(From) || isBeyondEdge(*BB, *From, Dominators)))
            BeyondEdges.insert(BB);
        Reached[BB] = !From || PostDominators.dominates(BB, From) ? Times : Times * chance(*From, *BB, *this);
    }
    if (!Attempts.empty() && takesLocks(const_cast<Function &>(F)))
        Attempts.clear(); // it is not packed anyway, and that is said
}

} // namespace weft
