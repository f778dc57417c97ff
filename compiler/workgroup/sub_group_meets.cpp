// SPDX-License-Identifier: Apache-2.0
// Pass sub-group-meets: functions of sub-groups that some of the work-items may pass by.
#include "compiler/workgroup/sub_group_meets.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/recompute.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/kernel_abi.h"
#include "compiler/workgroup/context_layout.h"
#include "compiler/workgroup/regions.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace weft {

static CallInst *
callPrimitive(IRBuilderBase &B, StringRef Name, Type *Result)
{
    return B.CreateCall(B.GetInsertBlock()->getModule()->getOrInsertFunction(Name, Result));
}

static SmallVector<CallInst *, 8>
meetingsOf(Function &Kernel)
{
    SmallVector<CallInst *, 8> Calls;

    for (Instruction &I : instructions(Kernel))
        if (classifyPrimitive(&I).isMeeting())
            Calls.push_back(cast<CallInst>(&I));
    return Calls;
}

// Whether work-items wait here for others.
static bool
isPoint(const Instruction &I)
{
    PrimitiveCall Call = classifyPrimitive(&I);

    return Call.isBarrier() && Call.Kind != Primitive::SubGroupStay;
}

// Whether work-items that went different ways may come to one of the calls before the ways join.
static bool
mayDiverge(Function &Kernel, ArrayRef<CallInst *> Meetings)
{
    const Uniformity Known(Kernel);
    const PostDominatorTree Tree(Kernel);
    SmallPtrSet<const BasicBlock *, 8> At;

    for (const CallInst *Call : Meetings)
        At.insert(Call->getParent());
    for (const BasicBlock &BB : Kernel) {
        if (!Known.isDivergentBranch(&BB))
            continue;
        const DomTreeNode *Node = Tree.getNode(&BB);
        const BasicBlock *Join = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
        SmallPtrSet<const BasicBlock *, 16> Seen;
        SmallVector<const BasicBlock *, 16> Work(successors(&BB));
        while (!Work.empty()) {
            const BasicBlock *Next = Work.pop_back_val();
            if (Next == Join || !Seen.insert(Next).second)
                continue;
            if (At.contains(Next))
                return true;
            append_range(Work, successors(Next));
        }
    }
    return false;
}

// All work-items meet each time.
static void
makeBarriers(ArrayRef<CallInst *> Meetings)
{
    for (CallInst *Call : Meetings) {
        IRBuilder<> B(Call);
        callPrimitive(B, WEFT_PRIMITIVE_SUB_GROUP_BARRIER, B.getVoidTy());
        if (!Call->use_empty()) {
            Value *Items = B.CreateTrunc(callPrimitive(B, WEFT_PRIMITIVE_SUB_GROUP_ITEMS, B.getInt64Ty()),
                                         B.getInt32Ty(), "items");
            Value *Off = B.CreateNUWSub(B.getInt32(WEFT_SUB_GROUP_SIZE), Items);
            Call->replaceAllUsesWith(B.CreateLShr(B.getInt32(~0u), Off, "all.items"));
        }
        Call->eraseFromParent();
    }
}

namespace {
class StateMachine {
public:
    explicit StateMachine(Function &TheKernel) : Kernel(TheKernel) {}
    void build();

private:
    void pairStays();
    void joinRounds();
    void orderLevel(const LoopInfo &LI, const Loop *Level, SmallVectorImpl<BasicBlock *> &Order) const;
    SmallVector<BasicBlock *, 32> orderBlocks(const LoopInfo &LI) const;
    void createDispatch();
    void createState(unsigned State, CallInst &Point);
    void endKernel();
    void keepValues();
    void keepValue(Instruction &I, ArrayRef<Use *> Uses);

    Value *stateAddress(IRBuilderBase &B) const;
    Value *activeAddress(IRBuilderBase &B) const;
    void enter(IRBuilderBase &B, unsigned State);
    void continueIfIn(IRBuilderBase &B, unsigned State, BasicBlock *Then, BasicBlock *Else);
    BasicBlock *newBlock(const Twine &Name) { return BasicBlock::Create(Kernel.getContext(), Name, &Kernel); }
    unsigned lastState() const { return Points.size() + 1; }

    Function &Kernel;
    SmallVector<CallInst *, 8> Points;            // in order: that of index I leads to state I + 1
    DenseMap<const CallInst *, CallInst *> Stays; // by what they follow
    BasicBlock *Dispatch = nullptr;
    SwitchInst *Switch = nullptr;
};
} // namespace

// The last call of a barrier that each way to this instruction comes by, or null.
static CallInst *
barrierBefore(const DominatorTree &Tree, Instruction &I)
{
    BasicBlock *BB = I.getParent();
    BasicBlock::reverse_iterator From = std::next(I.getReverseIterator());

    for (;;) {
        for (Instruction &Earlier : make_range(From, BB->rend()))
            if (classifyPrimitive(&Earlier).isBarrier())
                return cast<CallInst>(&Earlier);
        const DomTreeNode *Up = Tree.getNode(BB)->getIDom();
        if (!Up)
            return nullptr;
        BB = Up->getBlock();
        From = BB->rbegin();
    }
}

// Those who stay are those who met. Should the optimizer have made something else of it, they meet once more.
void
StateMachine::pairStays()
{
    const DominatorTree Tree(Kernel);

    for (CallInst *Call : meetingsOf(Kernel)) {
        if (classifyPrimitive(Call).Kind != Primitive::SubGroupStay)
            continue;
        CallInst *Meet = barrierBefore(Tree, *Call);
        if (Meet && classifyPrimitive(Meet).Kind == Primitive::SubGroupMeet && Stays.try_emplace(Meet, Call).second)
            continue;
        IRBuilder<> B(Call);
        callPrimitive(B, WEFT_PRIMITIVE_SUB_GROUP_MEET, B.getInt32Ty());
        Call->eraseFromParent();
    }
}

// Adds the blocks of a level, a loop or the function, to Order: topologically, each inner loop in one piece.
void
StateMachine::orderLevel(const LoopInfo &LI, const Loop *Level, SmallVectorImpl<BasicBlock *> &Order) const
{
    struct Visit {
        BasicBlock *Block; // or the header of an inner loop
        const Loop *Inner;
        SmallVector<BasicBlock *, 4> Next;
    };
    auto InnerOf = [&](const BasicBlock *BB) -> const Loop * {
        const Loop *Inner = nullptr;
        for (const Loop *L = LI.getLoopFor(BB); L && L != Level; L = L->getParentLoop())
            Inner = L;
        return Inner;
    };
    SmallVector<Visit, 16> Stack;
    SmallVector<std::pair<BasicBlock *, const Loop *>, 16> Done;
    SmallPtrSet<const BasicBlock *, 16> Seen;
    auto Enter = [&](BasicBlock *BB) {
        if (Level && !Level->contains(BB))
            return;
        const Loop *Inner = InnerOf(BB);
        BasicBlock *Key = Inner ? Inner->getHeader() : BB;
        if (!Seen.insert(Key).second)
            return;
        Visit V{Key, Inner, {}};
        if (Inner)
            Inner->getExitBlocks(V.Next);
        else
            append_range(V.Next, successors(BB));
        Stack.push_back(std::move(V));
    };

    Enter(Level ? Level->getHeader() : &Kernel.getEntryBlock());
    while (!Stack.empty()) {
        Visit &Top = Stack.back();
        if (!Top.Next.empty()) {
            Enter(Top.Next.pop_back_val());
            continue;
        }
        Done.push_back({Top.Block, Top.Inner});
        Stack.pop_back();
    }
    for (auto &[BB, Inner] : reverse(Done)) {
        if (Inner)
            orderLevel(LI, Inner, Order);
        else
            Order.push_back(BB);
    }
}

SmallVector<BasicBlock *, 32>
StateMachine::orderBlocks(const LoopInfo &LI) const
{
    SmallVector<BasicBlock *, 32> Order;

    orderLevel(LI, nullptr, Order);
    return Order;
}

static bool
hasPoint(const BasicBlock &BB)
{
    return any_of(BB, isPoint);
}

// No work-item begins the next round of a loop while others could still come to a place to meet at in this one. They
// wait for one another where the last place is not one that all come to.
void
StateMachine::joinRounds()
{
    DominatorTree Tree(Kernel);
    LoopInfo LI(Tree);

    for (Loop *L : LI.getLoopsInPreorder()) {
        if (none_of(L->blocks(), [](const BasicBlock *BB) { return hasPoint(*BB); }))
            continue;
        BasicBlock *Latch = L->getLoopLatch();
        if (!Latch) {
            SmallVector<BasicBlock *, 4> Latches;
            L->getLoopLatches(Latches);
            Latch = SplitBlockPredecessors(L->getHeader(), Latches, ".round", &Tree, &LI);
        }
        BasicBlock *Last = nullptr;
        for (BasicBlock *BB : orderBlocks(LI))
            if (L->contains(BB) && hasPoint(*BB))
                Last = BB;
        if (LI.getLoopFor(Last) == L && Tree.dominates(Last, Latch))
            continue;
        IRBuilder<> B(Latch->getTerminator());
        callPrimitive(B, WEFT_PRIMITIVE_SUB_GROUP_MEET, B.getInt32Ty());
    }
}

Value *
StateMachine::stateAddress(IRBuilderBase &B) const
{
    Value *States = callPrimitive(B, WEFT_PRIMITIVE_SUB_GROUP_STATES, B.getPtrTy());
    Value *Id = callPrimitive(B, WEFT_PRIMITIVE_SUB_GROUP_LOCAL_ID, B.getInt64Ty());

    return B.CreateInBoundsGEP(B.getInt32Ty(), States, Id, "state");
}

// Behind the states.
Value *
StateMachine::activeAddress(IRBuilderBase &B) const
{
    return B.CreateConstInBoundsGEP1_64(B.getInt32Ty(), callPrimitive(B, WEFT_PRIMITIVE_SUB_GROUP_STATES, B.getPtrTy()),
                                        WEFT_SUB_GROUP_SIZE, "active.place");
}

void
StateMachine::enter(IRBuilderBase &B, unsigned State)
{
    B.CreateStore(B.getInt32(State), stateAddress(B));
}

void
StateMachine::continueIfIn(IRBuilderBase &B, unsigned State, BasicBlock *Then, BasicBlock *Else)
{
    Value *Own = B.CreateLoad(B.getInt32Ty(), stateAddress(B), "own.state");

    B.CreateCondBr(B.CreateICmpEQ(Own, B.getInt32(State), "is.active"), Then, Else);
}

// Where all work-items learn the first state of them all, and who is in it.
void
StateMachine::createDispatch()
{
    constexpr unsigned Count = WEFT_SUB_GROUP_SIZE;
    SmallVector<Constant *, Count> Numbers;
    BasicBlock *End = newBlock("states.end");

    Dispatch = newBlock("states");
    IRBuilder<> B(Dispatch);
    callPrimitive(B, WEFT_PRIMITIVE_SUB_GROUP_BARRIER, B.getVoidTy());
    for (unsigned I = 0; I < Count; ++I)
        Numbers.push_back(B.getInt32(I));
    auto *T = FixedVectorType::get(B.getInt32Ty(), Count);
    Value *All = B.CreateAlignedLoad(T, callPrimitive(B, WEFT_PRIMITIVE_SUB_GROUP_STATES, B.getPtrTy()), Align(128),
                                     "all.states");
    Value *Items = callPrimitive(B, WEFT_PRIMITIVE_SUB_GROUP_ITEMS, B.getInt64Ty());
    Value *There = B.CreateICmpULT(ConstantVector::get(Numbers),
                                   B.CreateVectorSplat(Count, B.CreateTrunc(Items, B.getInt32Ty())), "are.there");
    Value *Known = B.CreateSelect(There, All, B.CreateVectorSplat(Count, B.getInt32(lastState())));
    Value *First = B.CreateIntMinReduce(Known, /*IsSigned=*/false);
    First->setName("first.state");
    Value *Active = B.CreateBitCast(B.CreateICmpEQ(Known, B.CreateVectorSplat(Count, First)), B.getInt32Ty(), "active");
    // In memory, where what is read is known to be the same for all.
    B.CreateStore(Active, activeAddress(B));
    Switch = B.CreateSwitch(First, End, Points.size());
    B.SetInsertPoint(End);
    B.CreateRetVoid();
}

void
StateMachine::createState(unsigned State, CallInst &Point)
{
    const Primitive Kind = classifyPrimitive(&Point).Kind;
    CallInst *Stay = Stays.lookup(&Point);
    BasicBlock *Before = Point.getParent();
    BasicBlock *Start = SplitBlock(Before, std::next(Point.getIterator()));
    BasicBlock *Case = newBlock("state." + Twine(State)), *Skip = Dispatch;
    IRBuilder<> B(&Point);

    Start->setName("active." + Twine(State));
    enter(B, State);
    Before->getTerminator()->setSuccessor(0, Dispatch);
    Switch->addCase(B.getInt32(State), Case);
    if (Stay) {
        BasicBlock *Until = Stay->getParent();
        BasicBlock *Rest = SplitBlock(Until, std::next(Stay->getIterator()));
        Rest->setName("stay." + Twine(State));
        Skip = newBlock("state." + Twine(State) + ".stay");
        Until->getTerminator()->setSuccessor(0, Skip);
        B.SetInsertPoint(Skip);
        B.SetCurrentDebugLocation(Stay->getDebugLoc());
        callPrimitive(B, WEFT_PRIMITIVE_SUB_GROUP_BARRIER, B.getVoidTy());
        continueIfIn(B, State, Rest, Dispatch);
        Stay->eraseFromParent();
    }
    B.SetInsertPoint(Case);
    B.SetCurrentDebugLocation(Point.getDebugLoc());
    callPrimitive(B, Kind == Primitive::Barrier ? WEFT_PRIMITIVE_BARRIER : WEFT_PRIMITIVE_SUB_GROUP_BARRIER,
                  B.getVoidTy());
    if (!Point.use_empty())
        Point.replaceAllUsesWith(B.CreateLoad(B.getInt32Ty(), activeAddress(B), "met"));
    continueIfIn(B, State, Start, Skip);
    Point.eraseFromParent();
}

void
StateMachine::endKernel()
{
    for (BasicBlock &BB : Kernel) {
        auto *Return = dyn_cast<ReturnInst>(BB.getTerminator());
        if (!Return || &BB == Switch->getDefaultDest())
            continue;
        IRBuilder<> B(Return);
        enter(B, lastState());
        B.CreateBr(Dispatch);
        Return->eraseFromParent();
    }
}

static Instruction *
recompute(Instruction &I, Instruction *Before)
{
    Instruction *Copy = I.clone();

    Copy->insertBefore(Before->getIterator());
    Copy->setName(I.getName());
    for (Use &Operand : Copy->operands())
        if (auto *Needed = dyn_cast<Instruction>(Operand.get()); Needed && !isa<AllocaInst>(Needed))
            Operand.set(recompute(*Needed, Copy));
    return Copy;
}

// Uses: those that the definition no longer comes before on each way. They read a variable, or compute it again.
void
StateMachine::keepValue(Instruction &I, ArrayRef<Use *> Uses)
{
    const bool IsCheap = isCheapToRecompute(I);
    Type *T = I.getType();
    Type *Kept = T->isIntOrIntVectorTy(1) ? T->getWithNewBitWidth(8) : T;
    IRBuilder<> B(&Kernel.getEntryBlock(), Kernel.getEntryBlock().begin());
    AllocaInst *Variable = IsCheap ? nullptr : B.CreateAlloca(Kept, nullptr, I.getName() + ".kept");
    DenseMap<BasicBlock *, Value *> AtEnd; // of blocks that phis come from

    if (Variable) {
        B.SetInsertPoint(*I.getInsertionPointAfterDef());
        B.SetCurrentDebugLocation(I.getDebugLoc());
        B.CreateStore(B.CreateZExt(&I, Kept), Variable);
    }
    auto Load = [&](Instruction *Before) -> Value * {
        if (IsCheap)
            return recompute(I, Before);
        B.SetInsertPoint(Before);
        return B.CreateTrunc(B.CreateLoad(Kept, Variable, I.getName()), T);
    };
    for (Use *U : Uses) {
        auto *User = cast<Instruction>(U->getUser());
        if (auto *Phi = dyn_cast<PHINode>(User)) {
            Value *&Known = AtEnd[Phi->getIncomingBlock(*U)];
            if (!Known)
                Known = Load(Phi->getIncomingBlock(*U)->getTerminator());
            U->set(Known);
        } else {
            U->set(Load(User));
        }
    }
}

void
StateMachine::keepValues()
{
    const DominatorTree Tree(Kernel);
    MapVector<Instruction *, SmallVector<Use *, 4>> Lost;

    for (Instruction &I : instructions(Kernel))
        for (Use &U : I.uses())
            if (!Tree.dominates(&I, U))
                Lost[&I].push_back(&U);
    for (auto &[I, Uses] : Lost)
        keepValue(*I, Uses);
}

void
StateMachine::build()
{
    hoistVariables(Kernel);
    pairStays();
    joinRounds();
    {
        const DominatorTree Tree(Kernel);
        const LoopInfo LI(Tree);
        for (BasicBlock *BB : orderBlocks(LI))
            for (Instruction &I : *BB)
                if (isPoint(I))
                    Points.push_back(cast<CallInst>(&I));
    }
    createDispatch();
    for (auto [I, Point] : enumerate(Points))
        createState(I + 1, *Point);
    endKernel();
    keepValues();
}

static bool
runOn(Function &Kernel)
{
    removeUnreachableBlocks(Kernel);
    SmallVector<CallInst *, 8> Meetings = meetingsOf(Kernel);
    if (Meetings.empty())
        return false;
    if (mayDiverge(Kernel, Meetings))
        StateMachine(Kernel).build();
    else
        makeBarriers(Meetings);
    return true;
}

PreservedAnalyses
SubGroupMeetsPass::run(Module &M, ModuleAnalysisManager &)
{
    const Function *Meet = M.getFunction(WEFT_PRIMITIVE_SUB_GROUP_MEET);
    const Function *Stay = M.getFunction(WEFT_PRIMITIVE_SUB_GROUP_STAY);
    bool Changed = false;

    if (!Meet && !Stay)
        return PreservedAnalyses::all();
    for (Function *Kernel : kernelsOf(M))
        Changed |= runOn(*Kernel);
    if (!Changed)
        return PreservedAnalyses::all();
    annotatePrimitives(M);
    return PreservedAnalyses::none();
}

} // namespace weft
