// SPDX-License-Identifier: Apache-2.0
// Pass attempted-updates: what is tried by compare and exchange until nobody came in between is one atomic operation.
#include "compiler/passes/attempted_updates.h"

#include "compiler/analysis/attempts.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;

namespace weft {

namespace {

// What a round makes of the place's value, which has the type of Operand.
struct Update {
    AtomicRMWInst::BinOp Operation;
    Value *Operand;
};

// A loop of one block around an exchange.
struct Attempt {
    AtomicCmpXchgInst *Exchange;
    BranchInst *Branch;
    BasicBlock *Exit;
    Instruction *Old; // what the exchange expects: a load of the place, or a phi of what exchanges found
    Update Its;
};

} // namespace

static BasicBlock &
blockOf(const Attempt &A)
{
    return *A.Exchange->getParent();
}

static bool
isOutside(const Value &V, const BasicBlock &Loop)
{
    const auto *I = dyn_cast<Instruction>(&V);

    return !I || I->getParent() != &Loop;
}

static std::optional<AtomicRMWInst::BinOp>
operationOf(const Value &New)
{
    if (const auto *Binary = dyn_cast<BinaryOperator>(&New)) {
        switch (Binary->getOpcode()) {
        case Instruction::FAdd:
            return AtomicRMWInst::FAdd;
        case Instruction::FSub:
            return AtomicRMWInst::FSub;
        case Instruction::Add:
            return AtomicRMWInst::Add;
        case Instruction::Sub:
            return AtomicRMWInst::Sub;
        case Instruction::And:
            return AtomicRMWInst::And;
        case Instruction::Or:
            return AtomicRMWInst::Or;
        case Instruction::Xor:
            return AtomicRMWInst::Xor;
        default:
            return std::nullopt;
        }
    }
    const auto *Call = dyn_cast<IntrinsicInst>(&New);
    switch (Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic) {
    case Intrinsic::smin:
        return AtomicRMWInst::Min;
    case Intrinsic::smax:
        return AtomicRMWInst::Max;
    case Intrinsic::umin:
        return AtomicRMWInst::UMin;
    case Intrinsic::umax:
        return AtomicRMWInst::UMax;
    default:
        return std::nullopt;
    }
}

// New as Old and another value.
static std::optional<Update>
updateOf(Value *New, const Instruction *Old, const BasicBlock &Loop)
{
    New = withoutCast(New);
    const std::optional<AtomicRMWInst::BinOp> Operation = operationOf(*New);

    if (!Operation)
        return std::nullopt;
    auto *I = cast<Instruction>(New);
    for (unsigned Side : {0u, 1u}) {
        Value *Operand = I->getOperand(1 - Side);
        if (withoutCast(I->getOperand(Side)) != Old || !isOutside(*Operand, Loop))
            continue;
        if (Side == 1 && !I->isCommutative())
            continue;
        if (!Operand->getType()->isIntegerTy() && !Operand->getType()->isFloatTy() && !Operand->getType()->isDoubleTy())
            continue;
        return Update{*Operation, Operand};
    }
    return std::nullopt;
}

// Nothing but the attempt happens in a round, and nothing of a round but what was there and what is there now is known
// after it.
static bool
isAlone(const Attempt &A)
{
    for (const Instruction &I : blockOf(A)) {
        if (&I == A.Exchange || &I == A.Branch || &I == A.Old)
            continue;
        if (isa<PHINode>(I) || I.mayReadOrWriteMemory() || I.mayThrow() || I.isTerminator())
            return false;
    }
    return true;
}

// The operation has the exchange's order, not a load's that is stronger.
static bool
isOrderedAsLoaded(const Attempt &A)
{
    const auto *Load = dyn_cast<LoadInst>(A.Old);

    return !Load || !Load->isAtomic() || isAtLeastOrStrongerThan(A.Exchange->getMergedOrdering(), Load->getOrdering());
}

static std::optional<Attempt>
updateIn(BasicBlock &Loop)
{
    AtomicCmpXchgInst *Exchange = attemptIn(Loop);

    if (!Exchange || Exchange->isVolatile() || !isOutside(*Exchange->getPointerOperand(), Loop) ||
        !all_of(Exchange->users(), [](const User *U) { return isa<ExtractValueInst>(U); }))
        return std::nullopt;
    Instruction *Old = expectedBy(*Exchange);
    const std::optional<Update> Its = updateOf(Exchange->getNewValOperand(), Old, Loop);
    if (!Its)
        return std::nullopt;
    auto *Branch = cast<BranchInst>(Loop.getTerminator());
    const Attempt A = {Exchange, Branch, Branch->getSuccessor(0), Old, *Its};
    return isAlone(A) && isOrderedAsLoaded(A) ? std::optional(A) : std::nullopt;
}

// The block runs once, by an operation in the place of what it expected.
static void
makeOne(const Attempt &A)
{
    BasicBlock &Loop = blockOf(A);
    IRBuilder<> B(&Loop, Loop.getFirstInsertionPt());

    B.SetCurrentDebugLocation(A.Exchange->getDebugLoc());
    AtomicRMWInst *One =
        B.CreateAtomicRMW(A.Its.Operation, A.Exchange->getPointerOperand(), A.Its.Operand, A.Exchange->getAlign(),
                          A.Exchange->getMergedOrdering(), A.Exchange->getSyncScopeID());
    Value *Found = B.CreateBitCast(One, A.Exchange->getCompareOperand()->getType());

    for (User *U : make_early_inc_range(A.Exchange->users())) {
        auto *Part = cast<ExtractValueInst>(U);
        Part->replaceAllUsesWith(Part->getIndices()[0] == 0 ? Found : B.getTrue());
        Part->eraseFromParent();
    }
    A.Old->replaceAllUsesWith(B.CreateBitCast(Found, A.Old->getType()));
    A.Exchange->eraseFromParent();
    A.Old->eraseFromParent();
    ReplaceInstWithInst(A.Branch, BranchInst::Create(A.Exit));
    SimplifyInstructionsInBlock(&Loop);
    MergeBlockIntoPredecessor(A.Exit);
    MergeBlockIntoPredecessor(&Loop);
}

// The first that there is: what it makes may be what the next one is made of.
static bool
makeFirst(Function &F)
{
    for (BasicBlock &BB : F) {
        if (const std::optional<Attempt> A = updateIn(BB)) {
            makeOne(*A);
            return true;
        }
    }
    return false;
}

PreservedAnalyses
AttemptedUpdatesPass::run(Function &F, FunctionAnalysisManager &)
{
    bool Changed = false;

    while (makeFirst(F))
        Changed = true;
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
