// SPDX-License-Identifier: Apache-2.0
// Rounds of loops without masks, as long as all work-items of a pack are in them.
#include "compiler/packing/linearize/whole_rounds.h"

#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/mask_cost.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/packing/linearize/id_bounds.h"
#include "compiler/packing/linearize/linearize_function.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace weft {

namespace {

// Instructions of one loop, and of all those of a function. Copies cost time to build.
constexpr unsigned MostOfOne = 120, MostOfAll = 200;
// Who is in the loop: kept from round to round, and asked.
constexpr unsigned OwnMask = 2;

// A loop that is to have them. Guard: the divergent branch that the way into it is one successor of, or null.
struct Candidate {
    const Loop *L;
    BranchInst *Guard;
};

class WholeRounds {
public:
    WholeRounds(const IdBounds &TheIds, const TargetTransformInfo &Target) : Ids(TheIds), Costs(Target) {}
    bool run();

private:
    BranchInst *guardOf(const Loop &L) const;
    unsigned weigh(const Loop &L, const BranchInst *Guard) const;
    void add(const Loop &L, BranchInst *Guard);
    BasicBlock *newBlock(const Twine &Name, BasicBlock *Before) const
    {
        return BasicBlock::Create(Ids.F.getContext(), Name, &Ids.F, Before);
    }

    const IdBounds &Ids;
    const TargetTransformInfo &Costs;
};

} // namespace

BranchInst *
WholeRounds::guardOf(const Loop &L) const
{
    BasicBlock *Way = L.getLoopPreheader(), *Before = Way ? Way->getSinglePredecessor() : nullptr;
    auto *Branch =
        Before && Ids.Known.isDivergentBranch(Before) ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;

    return Branch && Branch->isConditional() ? Branch : nullptr;
}

// Whether what is computed on the way into a loop can be computed before its guard.
static bool
canMove(const BasicBlock &Way)
{
    return all_of(Way, [](const Instruction &I) {
        return I.isTerminator() || (!isa<PHINode>(I) && !I.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&I));
    });
}

// The instructions of a loop whose rounds are better without masks; else 0.
unsigned
WholeRounds::weigh(const Loop &L, const BranchInst *Guard) const
{
    BasicBlock *Latch = L.getLoopLatch(), *Before = L.getLoopPreheader();
    unsigned Count = 0, Cost = OwnMask;

    if (!Latch || !Before || L.getExitingBlock() != Latch || !L.getUniqueExitBlock() ||
        !Ids.Known.hasDivergentExit(L.getHeader()))
        return 0;
    auto *Branch = dyn_cast<BranchInst>(Latch->getTerminator());
    if (!Branch || !Branch->isConditional() || !Ids.isBound(Branch->getCondition()) ||
        Ids.isPartial(Guard ? *Guard->getParent() : *Before) || (Guard && !Ids.isBound(Guard->getCondition())))
        return 0;
    if (Guard && !canMove(*Before))
        return 0;
    for (const BasicBlock *BB : L.blocks()) {
        if (BB != L.getHeader() && Ids.Known.hasDivergentExit(BB))
            return 0;
        for (const Instruction &I : *BB) {
            if (!IdBounds::isCopyable(I))
                return 0;
            if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I) ||
                (isa<LoadInst, StoreInst>(I) && getLoadStoreType(&I)->getScalarSizeInBits() < 32))
                Cost += simple::AnotherWay;
            else if (isa<LoadInst, StoreInst>(I))
                Cost += costOfMasked(I, Costs);
            Count++;
        }
    }
    return Cost >= simple::AnotherWay && Count <= MostOfOne ? Count : 0;
}

// The copy of the loop comes first; what it ends with, the loop goes on from.
void
WholeRounds::add(const Loop &L, BranchInst *Guard)
{
    BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch(), *Exit = L.getUniqueExitBlock();
    BasicBlock *Way = L.getLoopPreheader();
    ValueToValueMapTy Map;
    SmallVector<BasicBlock *, 8> Copies;

    for (BasicBlock *BB : L.blocks()) {
        BasicBlock *Copy = CloneBasicBlock(BB, Map, ".whole", &Ids.F);
        Copy->moveBefore(Header);
        Map[BB] = Copy;
        Copies.push_back(Copy);
    }
    remapInstructionsInBlocks(Copies, Map);
    auto *First = cast<BasicBlock>(Map[Header]), *Last = cast<BasicBlock>(Map[Latch]);
    BasicBlock *Whole = newBlock(Header->getName() + ".whole.way", First);
    BasicBlock *Some = newBlock(Header->getName() + ".some", Header);
    BasicBlock *GoOn = newBlock(Header->getName() + ".some.on", Header);
    BasicBlock *Done = newBlock(Header->getName() + ".none.on", Header);
    BasicBlock *Rest = newBlock(Header->getName() + ".rest", Header);
    DenseMap<Value *, PHINode *> Left;
    // What the copy has of a value of the loop as it is left.
    auto Copied = [&](Value *V) -> Value * {
        Value *Copy = Map.lookup(V);
        if (!Copy)
            return V;
        PHINode *&Its = Left[Copy];
        if (!Its) {
            Its = PHINode::Create(V->getType(), 1, V->getName() + ".whole", Some->begin());
            Its->addIncoming(Copy, Last);
        }
        return Its;
    };

    // From the whole rounds to those with masks, whose header is entered from Rest only.
    auto *Branch = cast<BranchInst>(Last->getTerminator());
    const bool StaysIfTrue = Branch->getSuccessor(0) == First;
    Value *Stays = Branch->getCondition();
    Branch->eraseFromParent();
    IRBuilder<> B(Last);
    createRareBranch(B, StaysIfTrue ? B.CreateNot(Stays) : Stays, Some, First);
    B.SetInsertPoint(Some);
    B.CreateCondBr(Copied(cast<BranchInst>(Latch->getTerminator())->getCondition()), StaysIfTrue ? GoOn : Done,
                   StaysIfTrue ? Done : GoOn);
    IRBuilder<>(GoOn).CreateBr(Rest);
    BranchInst *ToLoop = IRBuilder<>(Rest).CreateBr(Header);
    for (PHINode &Phi : Header->phis()) {
        Value *Begin = Phi.getIncomingValueForBlock(Way);
        PHINode *Reached = PHINode::Create(Phi.getType(), 2, Phi.getName() + ".rest", ToLoop->getIterator());
        if (Guard)
            Reached->addIncoming(Begin, Way);
        Reached->addIncoming(Copied(Phi.getIncomingValueForBlock(Latch)), GoOn);
        Phi.setIncomingValue(static_cast<unsigned>(Phi.getBasicBlockIndex(Way)), Reached);
        Phi.replaceIncomingBlockWith(Way, Rest);
    }
    // To the copy: where all pass the guard, or all come here.
    for (PHINode &Phi : First->phis())
        Phi.replaceIncomingBlockWith(Way, Whole);
    IRBuilder<>(Whole).CreateBr(First);
    Way->getTerminator()->replaceSuccessorWith(Header, Guard ? Rest : Whole);
    if (Guard) {
        BasicBlock *Before = Guard->getParent();
        const bool IfTrue = Guard->getSuccessor(0) == Way;
        for (Instruction &I : make_early_inc_range(*Way)) {
            if (I.isTerminator())
                break;
            I.dropUBImplyingAttrsAndMetadata();
            I.moveBefore(Guard->getIterator());
        }
        BasicBlock *Again = Before->splitBasicBlock(Guard->getIterator(), Before->getName() + ".part");
        B.SetInsertPoint(Before->getTerminator());
        createRareBranch(B, IfTrue ? B.CreateNot(Guard->getCondition()) : Guard->getCondition(), Again, Whole);
        Before->getTerminator()->eraseFromParent();
    }
    // Both ends meet behind the loop's.
    BasicBlock *Join = Exit->splitBasicBlock(Exit->getFirstNonPHIIt(), Exit->getName() + ".joined");
    IRBuilder<>(Done).CreateBr(Join);
    for (PHINode &Phi : Exit->phis()) {
        PHINode *Either = PHINode::Create(Phi.getType(), 2, Phi.getName() + ".joined", Join->begin());
        Phi.replaceAllUsesWith(Either);
        Either->addIncoming(&Phi, Exit);
        Either->addIncoming(Copied(Phi.getIncomingValueForBlock(Latch)), Done);
    }
}

bool
WholeRounds::run()
{
    SmallVector<Candidate, 4> All; // chosen before anything changes: what is known is of F as it is
    unsigned Sum = 0;

    for (const Loop *L : Ids.Loops.getLoopsInPreorder()) {
        BranchInst *Guard = guardOf(*L);
        const unsigned Count = weigh(*L, Guard);
        if (!Count || Sum + Count > MostOfAll)
            continue;
        Sum += Count;
        All.push_back({L, Guard});
    }
    for (const Candidate &C : All)
        add(*C.L, C.Guard);
    return !All.empty();
}

bool
addWholeRounds(const IdBounds &Ids, const TargetTransformInfo &Target)
{
    return WholeRounds(Ids, Target).run();
}

} // namespace weft
