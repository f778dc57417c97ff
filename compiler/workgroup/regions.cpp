// SPDX-License-Identifier: Apache-2.0
// The regions of a kernel: the code between one barrier and the next, and the values that live across each barrier.
#include "compiler/workgroup/regions.h"

#include "compiler/analysis/kernels.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace weft {

void
hoistVariables(Function &Kernel)
{
    BasicBlock &Entry = Kernel.getEntryBlock();

    for (Instruction &I : make_early_inc_range(instructions(Kernel)))
        if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && isa<ConstantInt>(Alloca->getArraySize()))
            Alloca->moveBefore(Entry, Entry.getFirstInsertionPt());
}

static bool
isAddressOfPart(const User *U)
{
    return isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst>(U);
}

// The copy of an address for a block that uses it.
static void
useOwnCopy(Use &U, Instruction &Address, DenseMap<BasicBlock *, Instruction *> &Copies)
{
    auto *User = cast<Instruction>(U.getUser());
    auto *Phi = dyn_cast<PHINode>(User);
    BasicBlock *BB = Phi ? Phi->getIncomingBlock(U) : User->getParent();

    if (BB == Address.getParent())
        return;
    Instruction *&Copy = Copies[BB];
    if (!Copy) {
        Copy = Address.clone();
        Copy->setName(Address.getName());
        Copy->insertBefore(BB->getFirstInsertionPt());
    }
    U.set(Copy);
}

// A variable whose contents do not live across a barrier lies somewhere else in each region. So addresses of its parts
// are computed in the blocks that use them, wherever they were before; at most their indices live on.
static void
sinkAddresses(Function &Kernel)
{
    SmallVector<Instruction *, 32> Addresses; // each behind the one that it is part of

    for (Instruction &I : Kernel.getEntryBlock())
        if (isa<AllocaInst>(I))
            for (User *U : I.users())
                if (isAddressOfPart(U))
                    Addresses.push_back(cast<Instruction>(U));
    for (unsigned N = 0; N < Addresses.size(); ++N)
        for (User *U : Addresses[N]->users())
            if (isAddressOfPart(U))
                Addresses.push_back(cast<Instruction>(U));
    for (Instruction *Address : reverse(Addresses)) {
        DenseMap<BasicBlock *, Instruction *> Copies;
        for (Use &U : make_early_inc_range(Address->uses()))
            useOwnCopy(U, *Address, Copies);
        if (Address->use_empty())
            Address->eraseFromParent();
    }
}

// An instruction that does nothing, for the place before another.
static Instruction *
markPlace(Instruction *Next)
{
    return new FreezeInst(ConstantInt::getFalse(Next->getContext()), "", Next->getIterator());
}

// A place on the edges that lead to a block from some blocks.
template <typename Chosen>
static Instruction *
markEdges(BasicBlock *To, Chosen IsFrom, const char *Name)
{
    const SmallVector<BasicBlock *, 4> Edges(make_filter_range(predecessors(To), IsFrom));
    BasicBlock *Between = SplitBlockPredecessors(To, Edges, ".edge");

    Between->setName(Name);
    return markPlace(Between->getTerminator());
}

RegionGraph::RegionGraph(Function &K, ArrayRef<OnceLoop> Once) : Kernel(K)
{
    SmallVector<Instruction *, 8> Ends; // of regions, in the order of the code
    SmallPtrSet<const Instruction *, 4> BeforeOnce, BehindOnce;

    for (const OnceLoop &L : Once) {
        auto IsIn = [&L](const BasicBlock *BB) { return is_contained(L.Blocks, BB); };
        BehindOnce.insert(
            markEdges(L.Exit, [&](const BasicBlock *BB) { return IsIn(BB) || BB == L.Guard; }, "once.end"));
        BeforeOnce.insert(L.Guard ? markPlace(L.Guard->getTerminator())
                                  : markEdges(L.Blocks.front(), std::not_fn(IsIn), "once"));
    }
    removeUnreachableBlocks(Kernel);
    hoistVariables(Kernel);
    for (Instruction &I : instructions(Kernel)) {
        const PrimitiveCall Call = classifyPrimitive(&I);
        if (Call.isBarrier() || BeforeOnce.contains(&I) || BehindOnce.contains(&I))
            Ends.push_back(&I);
        HasBarriers |= Call.isBarrier();
        HasSubGroups |= asksForSubGroup(Call);
    }
    for (Instruction *End : Ends) {
        BasicBlock *Before = End->getParent();
        const bool OfSubGroup = classifyPrimitive(End).Kind == Primitive::SubGroupBarrier;
        BasicBlock *Following = SplitBlock(Before, std::next(End->getIterator()));
        Following->setName("barrier.next");
        const unsigned Line = End->getDebugLoc() ? End->getDebugLoc().getLine() : 0;
        Barriers[Before] = {Following, OfSubGroup, BeforeOnce.contains(End), Line};
        End->eraseFromParent();
    }
    findRegions();
    if (Regions.size() > 1) {
        sinkAddresses(Kernel);
        findLiveValues();
        findLiveAllocas();
    }
}

void
RegionGraph::findRegions()
{
    DenseMap<BasicBlock *, unsigned> ByStart;
    ReversePostOrderTraversal<Function *> Order(&Kernel);

    Regions.push_back({&Kernel.getEntryBlock(), {}, {}, false, false, false, 0, {}, {}});
    ByStart[&Kernel.getEntryBlock()] = 0;
    for (unsigned R = 0; R < Regions.size(); ++R) { // grows as it runs
        DenseSet<BasicBlock *> Seen;
        SmallVector<BasicBlock *, 16> Work(1, Regions[R].Start);
        while (!Work.empty()) {
            BasicBlock *BB = Work.pop_back_val();
            if (Seen.insert(BB).second && !Barriers.contains(BB))
                append_range(Work, successors(BB));
        }
        Regions[R].Blocks.push_back(Regions[R].Start);
        for (BasicBlock *BB : Order)
            if (BB != Regions[R].Start && Seen.contains(BB))
                Regions[R].Blocks.push_back(BB);
        SmallVector<BasicBlock *, 8> Blocks = Regions[R].Blocks; // Regions may move below
        for (BasicBlock *BB : Blocks) {
            Regions[R].Returns |= isa<ReturnInst>(BB->getTerminator());
            auto Found = Barriers.find(BB);
            if (Found == Barriers.end())
                continue;
            const Barrier &End = Found->second;
            auto [Known, New] = ByStart.try_emplace(End.Following, Regions.size());
            if (New)
                Regions.push_back({End.Following, {}, {}, false, End.OfSubGroup, End.BeforeOnce, End.Line, {}, {}});
            After[BB] = Known->second;
            Regions[R].Next.push_back(Known->second);
        }
    }
}

// Backward liveness over the kernel's blocks, for values used outside of their block.
void
RegionGraph::findLiveValues()
{
    SmallVector<Instruction *, 64> Values;
    DenseMap<const Value *, unsigned> Index;
    DenseMap<const BasicBlock *, BitVector> In, Defined, Used;
    SmallVector<BasicBlock *, 64> Order(post_order(&Kernel));

    for (Instruction &I : instructions(Kernel)) {
        if (!isa<AllocaInst>(I) && I.isUsedOutsideOfBlock(I.getParent())) {
            Index[&I] = Values.size();
            Values.push_back(&I);
        }
    }
    for (BasicBlock *BB : Order) {
        In[BB].resize(Values.size());
        Defined[BB].resize(Values.size());
        Used[BB].resize(Values.size());
    }
    for (BasicBlock *BB : Order) {
        for (Instruction &I : *BB) {
            if (auto *Phi = dyn_cast<PHINode>(&I)) { // used at the end of the block it comes from
                for (unsigned N = 0; N < Phi->getNumIncomingValues(); ++N)
                    if (auto Known = Index.find(Phi->getIncomingValue(N)); Known != Index.end())
                        if (!Defined[Phi->getIncomingBlock(N)].test(Known->second))
                            Used[Phi->getIncomingBlock(N)].set(Known->second);
            } else {
                for (Value *Operand : I.operands())
                    if (auto Known = Index.find(Operand); Known != Index.end())
                        if (!Defined[BB].test(Known->second))
                            Used[BB].set(Known->second);
            }
            if (auto Known = Index.find(&I); Known != Index.end())
                Defined[BB].set(Known->second);
        }
    }
    // A phi's operand may have been counted as used in a block visited, and so completed, later.
    for (BasicBlock *BB : Order)
        Used[BB].reset(Defined[BB]);
    for (bool Changed = true; Changed;) {
        Changed = false;
        for (BasicBlock *BB : Order) {
            BitVector Live(Values.size());
            for (BasicBlock *Successor : successors(BB))
                Live |= In[Successor];
            Live.reset(Defined[BB]);
            Live |= Used[BB];
            if (Live != In[BB]) {
                In[BB] = std::move(Live);
                Changed = true;
            }
        }
    }
    for (Region &R : drop_begin(Regions))
        for (unsigned I : In[R.Start].set_bits())
            R.LiveIn.insert(Values[I]);
}

namespace {

// What happens to an alloca's contents.
struct AllocaUses {
    DenseSet<const Instruction *> Accesses; // may read or write
    DenseSet<const Instruction *> Starts, Ends;
    SmallVector<Instruction *, 8> Addresses; // what may point into it
    bool Escapes = false;
};

} // namespace

static AllocaUses
findUses(AllocaInst &Alloca)
{
    AllocaUses Uses;
    SmallVector<Value *, 8> Work(1, &Alloca);
    SmallPtrSet<Value *, 16> Seen;

    while (!Work.empty()) {
        Value *V = Work.pop_back_val();
        if (!Seen.insert(V).second)
            continue;
        for (Use &U : V->uses()) {
            auto *I = cast<Instruction>(U.getUser());
            if (auto *Marker = dyn_cast<LifetimeIntrinsic>(I)) {
                (Marker->getIntrinsicID() == Intrinsic::lifetime_start ? Uses.Starts : Uses.Ends).insert(I);
                continue;
            }
            Uses.Accesses.insert(I);
            if (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst, PHINode, SelectInst, FreezeInst>(I)) {
                Work.push_back(I);
                Uses.Addresses.push_back(I);
            } else if (isa<StoreInst>(I)) {
                Uses.Escapes |= U.getOperandNo() == 0;
            } else if (auto *Call = dyn_cast<CallBase>(I)) {
                Uses.Escapes |= !Call->isDataOperand(&U) || !Call->doesNotCapture(Call->getDataOperandNo(&U));
            } else if (!isa<LoadInst, ICmpInst>(I)) {
                Uses.Escapes = true;
            }
        }
    }
    return Uses;
}

// A variable lives across a barrier when it may have been started before and may be used after, without a new start
// between. Contents of a variable whose address escapes are used wherever it is alive. And a variable whose address
// lives on, such as one of two that a condition chooses, stays where it is.
void
RegionGraph::findLiveAllocas()
{
    SmallVector<BasicBlock *, 64> Order(post_order(&Kernel));

    for (Instruction &I : Kernel.getEntryBlock()) {
        auto *Alloca = dyn_cast<AllocaInst>(&I);
        if (!Alloca)
            continue;
        AllocaUses Uses = findUses(*Alloca);
        DenseMap<const BasicBlock *, bool> StartedOut, WantedIn;
        DenseMap<const BasicBlock *, SmallVector<const Instruction *, 8>> Relevant; // by block, in order
        SmallPtrSet<const BasicBlock *, 16> Blocks;
        bool Always = Uses.Starts.empty();
        for (const auto *Set : {&Uses.Accesses, &Uses.Starts, &Uses.Ends})
            for (const Instruction *At : *Set)
                Blocks.insert(At->getParent());
        for (const BasicBlock *BB : Blocks)
            for (const Instruction &At : *BB)
                if (Uses.Accesses.contains(&At) || Uses.Starts.contains(&At) || Uses.Ends.contains(&At))
                    Relevant[BB].push_back(&At);
        for (bool Changed = true; Changed;) {
            Changed = false;
            for (BasicBlock *BB : Order) {
                bool State = Uses.Escapes;
                for (BasicBlock *Successor : successors(BB))
                    State |= WantedIn.lookup(Successor);
                if (Blocks.contains(BB))
                    for (const Instruction *At : reverse(Relevant[BB]))
                        State = Uses.Starts.contains(At) ? false : Uses.Ends.contains(At) ? Uses.Escapes : true;
                Changed |= State != WantedIn.lookup(BB);
                WantedIn[BB] = State;
            }
            for (BasicBlock *BB : reverse(Order)) {
                bool State = Always;
                for (BasicBlock *Predecessor : predecessors(BB))
                    State |= StartedOut.lookup(Predecessor);
                if (!Always && Blocks.contains(BB))
                    for (const Instruction *At : Relevant[BB])
                        State = Uses.Starts.contains(At) || (State && !Uses.Ends.contains(At));
                Changed |= State != StartedOut.lookup(BB);
                StartedOut[BB] = State;
            }
        }
        for (Region &R : drop_begin(Regions))
            if ((StartedOut.lookup(R.Start->getSinglePredecessor()) && WantedIn.lookup(R.Start)) ||
                any_of(Uses.Addresses, [&](Instruction *Address) { return R.LiveIn.contains(Address); }))
                R.LiveAllocas.insert(Alloca);
    }
}

} // namespace weft
