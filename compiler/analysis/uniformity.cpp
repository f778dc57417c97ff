// SPDX-License-Identifier: Apache-2.0
// Which values and branches of a kernel are the same for all work-items.
#include "compiler/analysis/uniformity.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/iteration_graph.h"
#include "compiler/analysis/kernels.h"
#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

// What LLVM's own analysis of IR defines; it is not declared in a header.
namespace llvm {
template <> bool GenericUniformityAnalysisImpl<SSAContext>::hasDivergentDefs(const Instruction &I) const;
template <> bool GenericUniformityAnalysisImpl<SSAContext>::markDefsDivergent(const Instruction &I);
template <> void GenericUniformityAnalysisImpl<SSAContext>::pushUsers(const Value *V);
template <> void GenericUniformityAnalysisImpl<SSAContext>::pushUsers(const Instruction &I);
template <>
bool GenericUniformityAnalysisImpl<SSAContext>::usesValueFromCycle(const Instruction &I, const Cycle &DefCycle) const;
template <>
void GenericUniformityAnalysisImpl<SSAContext>::propagateTemporalDivergence(const Instruction &I,
                                                                            const Cycle &DefCycle);
template <> bool GenericUniformityAnalysisImpl<SSAContext>::isDivergentUse(const Use &U) const;
} // namespace llvm

namespace weft {

using Analysis = GenericUniformityAnalysisImpl<SSAContext>;

// Whether the primitive tells work-items apart, of a group or those that differ in dimension 0 only.
static bool
isId(PrimitiveCall Call, bool Together)
{
    if (!Together)
        Call.Dimension = 0;
    return countsWorkItems(Call);
}

// Whether the function asks, itself or through others, which work-item of the pack runs it.
static bool
asksForId(const Function &F, bool Together, SmallPtrSetImpl<const Function *> &Seen)
{
    if (F.isDeclaration())
        return isId(classifyPrimitive(F.getName()), Together);
    if (!Seen.insert(&F).second)
        return false;
    for (const Instruction &I : instructions(F)) {
        const auto *Call = dyn_cast<CallBase>(&I);
        if (!Call)
            continue;
        const Function *Callee = Call->getCalledFunction();
        if (!Callee || asksForId(*Callee, Together, Seen))
            return true;
    }
    return false;
}

// Whether a call may give work-items different results for the same arguments.
static bool
isDivergentCall(const CallBase &Call, bool Together)
{
    const Function *Callee = Call.getCalledFunction();
    SmallPtrSet<const Function *, 8> Seen;
    PrimitiveCall Known = classifyPrimitive(&Call);

    if (Known)
        return isId(Known, Together);
    if (!Callee || asksForId(*Callee, Together, Seen))
        return true;
    return Together ? !Call.onlyReadsMemory() : !Call.doesNotAccessMemory();
}

// Whether work-items may see different results although they have the same operands.
static bool
isSource(const Instruction &I, bool Together)
{
    if (const auto *Load = dyn_cast<LoadInst>(&I)) {
        if (!Load->isSimple())
            return true;
        const auto *Arg = dyn_cast<Argument>(Load->getPointerOperand()->stripInBoundsOffsets());
        return !Together && Load->getPointerAddressSpace() != ConstantSpace && !(Arg && Arg->hasByValAttr());
    }
    if (const auto *Call = dyn_cast<CallBase>(&I))
        return isDivergentCall(*Call, Together);
    // The analysis takes a join of a value with undef for the value; packed, both come together in one vector.
    if (const auto *Phi = dyn_cast<PHINode>(&I))
        return Phi->hasConstantOrUndefValue() && !Phi->hasConstantValue();
    // A freeze is as uniform as its operand: work-items would differ for poison only, where any value will do.
    return isa<AllocaInst>(I) || I.mayReadOrWriteMemory();
}

static void
markSources(Analysis &A, const Function &F, bool Together)
{
    for (const Instruction &I : instructions(F))
        if (!I.getType()->isVoidTy() && !I.isTerminator() && isSource(I, Together))
            A.markDivergent(I);
}

static void
collect(const Analysis &A, const Function &F, DenseSet<const Value *> &Values, DenseSet<const BasicBlock *> &Branches)
{
    for (const Instruction &I : instructions(F))
        if (!I.isTerminator() && A.isDivergent(static_cast<const Value *>(&I)))
            Values.insert(&I);
    for (const BasicBlock &BB : F)
        if (succ_size(&BB) > 1 && A.hasDivergentTerminator(BB))
            Branches.insert(&BB);
}

// The largest loop that From is in and the exit is not.
static const Cycle *
leftFor(const BasicBlock &Exit, const BasicBlock &From, const CycleInfo &Cycles)
{
    const Cycle *Left = nullptr;

    for (const Cycle *Each = Cycles.getCycle(&From); Each && !Each->contains(&Exit); Each = Each->getParentCycle())
        Left = Each;
    return Left;
}

// Marks what uses values of the loop behind it. LLVM 22 does so for the loops that are as deep as the exit, which may
// be in another one.
static void
markUsersBehind(Analysis &A, const Cycle &Left, DenseSet<const Value *> &Outlive)
{
    for (const BasicBlock *BB : Left.blocks())
        for (const Instruction &I : *BB)
            for (const User *U : I.users())
                if (const auto *Behind = cast<Instruction>(U); !Left.contains(Behind->getParent())) {
                    A.markDivergent(*Behind);
                    Outlive.insert(&I);
                }
}

// Marks what differs behind loops that work-items leave at different times by the block's choice: what they computed
// last, and by which way they left, which LLVM 22 does not ask for where constants tell. Seen: the loops whose values
// are marked. Outlive: the values that are the same where they are computed alone.
static void
markBehindLoops(Analysis &A, GenericSyncDependenceAnalysis<SSAContext> &Joins, const BasicBlock &Divergent,
                const CycleInfo &Cycles, DenseSet<const Cycle *> &Seen, DenseSet<const Value *> &Outlive)
{
    for (const BasicBlock *Exit : Joins.getJoinBlocks(&Divergent).CycleDivBlocks) {
        const Cycle *Left = leftFor(*Exit, Divergent, Cycles);
        if (!Left)
            continue;
        if (Seen.insert(Left).second)
            markUsersBehind(A, *Left, Outlive);
        if (count_if(predecessors(Exit), [Left](const BasicBlock *BB) { return Left->contains(BB); }) > 1)
            for (const PHINode &Phi : Exit->phis())
                if (!Phi.hasConstantValue())
                    A.markDivergent(Phi);
    }
}

namespace {
// No header of a loop ends with a choice, as long as this is there: of work-items that part in a header LLVM 22 does
// not ask whether some of them leave the loop and others begin it anew.
class PlainHeaders {
public:
    explicit PlainHeaders(Function &F)
    {
        CycleInfo Cycles;
        SmallVector<BasicBlock *, 8> Headers;

        Cycles.compute(F);
        for (BasicBlock &BB : F)
            if (const Cycle *C = Cycles.getCycle(&BB); C && C->isEntry(&BB) && succ_size(&BB) > 1)
                Headers.push_back(&BB);
        for (BasicBlock *Header : Headers)
            Ends.push_back(SplitBlock(Header, Header->getFirstNonPHIIt()));
    }

    ~PlainHeaders()
    {
        for (BasicBlock *End : Ends)
            MergeBlockIntoPredecessor(End);
    }

    // Those that choose in place of the headers.
    SmallVector<BasicBlock *, 8> Ends;
};
} // namespace

Uniformity::Uniformity(Function &Kernel)
{
    PlainHeaders Plain(Kernel);
    DominatorTree Tree(Kernel);
    CycleInfo Cycles;
    DenseSet<const BasicBlock *> Seen;
    DenseSet<const Cycle *> SeenLoops;

    Cycles.compute(Kernel);
    Analysis A(Tree, Cycles, nullptr);
    GenericSyncDependenceAnalysis<SSAContext> Joins(Cycles.getSSAContext(), Tree, Cycles);
    markSources(A, Kernel, false);
    for (bool Changed = true; Changed;) {
        A.compute();
        Changed = false;
        for (const BasicBlock &BB : Kernel) {
            if (!A.hasDivergentTerminator(BB) || !Cycles.getCycle(&BB) || !Seen.insert(&BB).second)
                continue;
            markBehindLoops(A, Joins, BB, Cycles, SeenLoops, Values);
            Changed = true;
        }
    }
    collect(A, Kernel, Values, Branches);
    // Uniform where it is computed, but not behind a loop that work-items leave at different times.
    for (const Instruction &I : instructions(Kernel))
        if (isUniform(&I) && any_of(I.uses(), [&](const Use &U) { return A.isDivergentUse(U); }))
            Values.insert(&I);
    for (const BasicBlock *End : Plain.Ends)
        if (Branches.erase(End))
            Branches.insert(End->getSinglePredecessor());
}

// Marks what is used behind a loop that work-items leave at different times.
static void
markLiveOut(Analysis &A, const Loop &L)
{
    SmallVector<BasicBlock *, 8> Exits;

    L.getUniqueExitBlocks(Exits);
    for (BasicBlock *Exit : Exits) {
        for (const PHINode &Phi : Exit->phis()) {
            const Value *Same = Phi.hasConstantValue();
            const auto *Definition = dyn_cast_or_null<Instruction>(Same);
            if (!Same || (Definition && L.contains(Definition)))
                A.markDivergent(Phi);
        }
    }
}

Uniformity::Uniformity(Function &F, ArrayRef<const Value *> Divergent)
{
    DominatorTree Tree(F);
    LoopInfo LI(Tree);
    CycleInfo Cycles;
    std::vector<std::pair<const Loop *, IterationGraph>> Graphs; // inner loops first

    Cycles.compute(F);
    SmallVector<Loop *, 4> Preorder = LI.getLoopsInPreorder();
    for (const Loop *L : reverse(Preorder))
        Graphs.emplace_back(L, IterationGraph(F, LI, L));

    Analysis A(Tree, Cycles, nullptr);
    for (const Value *V : Divergent) {
        A.markDivergent(V);
        Values.insert(V);
    }
    for (const Instruction &I : instructions(F))
        if (isAny(I) || isFew(I)) // one answer to all
            A.addUniformOverride(I);
    markSources(A, F, true);
    bool Changed;
    do {
        A.compute();
        Changed = false;
        for (auto &[L, Graph] : Graphs) {
            if (Loops.contains(L->getHeader()))
                continue;
            Graph.spread([&](const IterationGraph::Node &N) {
                return N.Inner ? Loops.contains(N.Block) : succ_size(N.Block) > 1 && A.hasDivergentTerminator(*N.Block);
            });
            bool Leaves = false;
            for (unsigned I = 0; I < Graph.size(); I++)
                for (const IterationGraph::Edge &E : Graph[I].Out)
                    Leaves |= E.Leaves && (Graph[I].Partial || Graph[I].Diverges);
            if (!Leaves)
                continue;
            Loops.insert(L->getHeader());
            markLiveOut(A, *L);
            Changed = true;
        }
    } while (Changed);
    collect(A, F, Values, Branches);
}

} // namespace weft
