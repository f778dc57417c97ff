// SPDX-License-Identifier: Apache-2.0
// Ways without masks, for packs of which all work-items go the same way.
#include "compiler/packing/linearize/whole_packs.h"

#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/mask_cost.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/packing/linearize/id_bounds.h"
#include "compiler/packing/linearize/linearize_function.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace weft {

namespace {

// Instructions of one such piece of code, and of all those of a function. Copies cost time to build.
constexpr unsigned MostOfOne = 100, MostOfAll = 160;

using Blocks = SmallPtrSet<BasicBlock *, 16>;

// Code that a divergent branch guards, beginning at First; it ends at Behind, as what is guarded by the other way does.
struct Guarded {
    BranchInst *Branch;
    BasicBlock *First, *Behind;
    SmallVector<BasicBlock *, 8> Code;
};

class WholePaths {
public:
    WholePaths(const IdBounds &TheIds, const TargetTransformInfo &Target) : Ids(TheIds), Costs(Target) {}
    bool run();

private:
    Guarded guardedBy(BranchInst &Branch, unsigned Way) const;
    unsigned weigh(const Guarded &G) const;
    void add(const Guarded &G);

    const IdBounds &Ids;
    const TargetTransformInfo &Costs;
};

} // namespace

// The code that the branch guards on one of its ways, nothing if that is not closed.
Guarded
WholePaths::guardedBy(BranchInst &Branch, unsigned Way) const
{
    BasicBlock &BB = *Branch.getParent();
    BasicBlock *First = Branch.getSuccessor(Way);
    Guarded Found = {&Branch, First, Ids.meetingOf(BB), {}};

    if (!Found.Behind || First == Found.Behind || First->getSinglePredecessor() != &BB ||
        Ids.Loops.getLoopFor(First) != Ids.Loops.getLoopFor(&BB) ||
        Ids.Loops.getLoopFor(Found.Behind) != Ids.Loops.getLoopFor(&BB))
        return Found;
    Ids.Tree.getDescendants(First, Found.Code);
    const Blocks Inside(Found.Code.begin(), Found.Code.end());
    for (BasicBlock *Block : Inside)
        for (BasicBlock *Next : successors(Block))
            if (!Inside.contains(Next) && Next != Found.Behind)
                Found.Code.clear();
    return Found;
}

// The instructions of code that is better without masks; else 0.
unsigned
WholePaths::weigh(const Guarded &G) const
{
    unsigned Count = 0, Cost = 0;

    for (const BasicBlock *BB : G.Code) {
        if (Ids.Known.hasDivergentExit(BB))
            return 0; // the copy would need masks from there on
        for (const Instruction &I : *BB) {
            if (!IdBounds::isCopyable(I))
                return 0;
            if (isa<LoadInst, StoreInst>(I) && (Ids.Loops.getLoopFor(BB) != Ids.Loops.getLoopFor(G.First) ||
                                                getLoadStoreType(&I)->getScalarSizeInBits() < 32))
                Cost += simple::AnotherWay;
            else if (isa<LoadInst, StoreInst>(I))
                Cost += costOfMasked(I, Costs);
            Count++;
        }
    }
    return Cost >= simple::AnotherWay && Count <= MostOfOne ? Count : 0;
}

void
WholePaths::add(const Guarded &G)
{
    BasicBlock *Before = G.Branch->getParent();
    const bool IfTrue = G.Branch->getSuccessor(0) == G.First;
    // The branch moves behind the question whether it goes one way.
    BasicBlock *Again = Before->splitBasicBlock(G.Branch->getIterator(), Before->getName() + ".part");
    ValueToValueMapTy Map;
    SmallVector<BasicBlock *, 8> Copies;

    for (BasicBlock *BB : G.Code) {
        BasicBlock *Copy = CloneBasicBlock(BB, Map, ".whole", &Ids.F);
        Copy->moveBefore(Again);
        Map[BB] = Copy;
        Copies.push_back(Copy);
    }
    Map[Again] = Before;
    remapInstructionsInBlocks(Copies, Map);
    for (PHINode &Phi : G.Behind->phis())
        for (BasicBlock *BB : G.Code)
            if (int Index = Phi.getBasicBlockIndex(BB); Index >= 0) {
                Value *V = Phi.getIncomingValue(Index);
                Value *Copy = Map.lookup(V);
                Phi.addIncoming(Copy ? Copy : V, cast<BasicBlock>(Map[BB]));
            }
    IRBuilder<> B(Before->getTerminator());
    Value *Misses = IfTrue ? B.CreateNot(G.Branch->getCondition()) : G.Branch->getCondition();
    createRareBranch(B, Misses, Again, cast<BasicBlock>(Map[G.First]));
    Before->getTerminator()->eraseFromParent();
}

bool
WholePaths::run()
{
    SmallVector<Guarded, 4> All;
    unsigned Sum = 0;

    for (BasicBlock &BB : Ids.F) {
        auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
        if (!Ids.Known.isDivergentBranch(&BB) || !Branch || Ids.isPartial(BB) || !Ids.isBound(Branch->getCondition()))
            continue;
        Guarded Best = guardedBy(*Branch, 0), Other = guardedBy(*Branch, 1);
        if (weigh(Best) < weigh(Other))
            Best = std::move(Other);
        const unsigned Count = weigh(Best);
        if (!Count || Sum + Count > MostOfAll)
            continue;
        Sum += Count;
        All.push_back(std::move(Best));
    }
    for (const Guarded &G : All)
        add(G);
    return !All.empty();
}

bool
addWholePaths(const IdBounds &Ids, const TargetTransformInfo &Target)
{
    return WholePaths(Ids, Target).run();
}

} // namespace weft
