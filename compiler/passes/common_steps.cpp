// SPDX-License-Identifier: Apache-2.0
// Pass common-steps: in loops around barriers, what steps by the same for all work-items is where it began, and a
// number that they have in common.
#include "compiler/passes/common_steps.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/recompute.h"
#include "compiler/analysis/uniformity.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

namespace {

// A phi of a loop's header, and the steps from it to its next value, the first one first.
struct Course {
    PHINode *Phi;
    Value *Begin;
    SmallVector<Instruction *, 4> Steps;
    SmallVector<Value *, 4> Added; // by each
};

} // namespace

static bool
hasBarrier(const Loop &L)
{
    return any_of(L.blocks(), [](const BasicBlock *BB) {
        return any_of(*BB, [](const Instruction &I) { return classifyPrimitive(&I).isBarrier(); });
    });
}

// What is added by an instruction that steps from V on, else null. Its type is that of the sum, or of an address's
// index.
static Value *
stepFrom(const Instruction &I, const Value *V)
{
    if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
        return Address->getNumIndices() == 1 && Address->getType()->isPointerTy() ? Address->getOperand(1) : nullptr;
    if (I.getOpcode() != Instruction::Add)
        return nullptr;
    return I.getOperand(0) == V ? I.getOperand(1) : I.getOperand(0);
}

// The value that the instruction, if it is a step, steps from: it is not the same for all work-items, other than what
// is added.
static Value *
originOf(const Instruction &I, const Uniformity &Uniform)
{
    if (isa<GetElementPtrInst>(I))
        return I.getOperand(0);
    if (I.getOpcode() != Instruction::Add)
        return nullptr;
    return Uniform.isUniform(I.getOperand(0)) ? I.getOperand(1) : I.getOperand(0);
}

static bool
isCheap(const Value *V, const Uniformity &Uniform)
{
    const auto *I = dyn_cast<Instruction>(V);
    SmallVector<Instruction *, 4> Leaves;

    return I && (isCheapToRecompute(*I, &Uniform) || isCheapWithLeaves(*I, Uniform, Leaves));
}

// The phi's course; without steps where it has none of this kind.
static Course
courseOf(PHINode &Phi, const Loop &L, const Uniformity &Uniform)
{
    Course Its{&Phi, Phi.getIncomingValueForBlock(L.getLoopPreheader()), {}, {}};
    const Type *T = nullptr;

    if (Uniform.isUniform(&Phi) || (!Phi.getType()->isIntegerTy() && !Phi.getType()->isPointerTy()) ||
        !isCheap(Its.Begin, Uniform))
        return Its;
    for (Value *V = Phi.getIncomingValueForBlock(L.getLoopLatch()); V != &Phi;) {
        auto *Step = dyn_cast<Instruction>(V);
        Value *Origin = Step && L.contains(Step) ? originOf(*Step, Uniform) : nullptr;
        Value *Added = Origin ? stepFrom(*Step, Origin) : nullptr;
        const auto *Address = dyn_cast_or_null<GetElementPtrInst>(Step);
        if (!Added || !Uniform.isUniform(Added) || (Address && T && T != Address->getSourceElementType()))
            return {&Phi, Its.Begin, {}, {}};
        T = Address ? Address->getSourceElementType() : nullptr;
        Its.Steps.push_back(Step);
        Its.Added.push_back(Added);
        V = Origin;
    }
    std::reverse(Its.Steps.begin(), Its.Steps.end());
    std::reverse(Its.Added.begin(), Its.Added.end());
    return Its;
}

// Whether these are ints that do not wrap. The number of steps may be too much for an int, but it is not in 64 bits.
static bool
isWide(const Course &Its)
{
    return Its.Phi->getType()->isIntegerTy(32) &&
           all_of(Its.Steps, [](const Instruction *Step) { return Step->hasNoSignedWrap(); });
}

static bool
isInBounds(const Course &Its)
{
    return all_of(Its.Steps, [](const Instruction *Step) {
        const auto *Address = dyn_cast<GetElementPtrInst>(Step);
        return Address && Address->isInBounds();
    });
}

// Replaces Old by Begin and the number of steps before it, at B.
static void
replace(Instruction &Old, const Course &Its, Value *Number, IRBuilder<> &B)
{
    Value *New;

    if (const auto *Step = dyn_cast<GetElementPtrInst>(Its.Steps.front())) {
        New = B.CreateGEP(Step->getSourceElementType(), Its.Begin, Number, "",
                          isInBounds(Its) ? GEPNoWrapFlags::inBounds() : GEPNoWrapFlags::none());
    } else if (isWide(Its)) {
        Value *Wide = B.CreateNSWAdd(B.CreateSExt(Its.Begin, Number->getType()), Number);
        New = B.CreateTrunc(Wide, Old.getType());
        for (User *U : make_early_inc_range(Old.users()))
            if (auto *Extension = dyn_cast<SExtInst>(U); Extension && Extension->getType() == Wide->getType()) {
                Extension->replaceAllUsesWith(Wide);
                Extension->eraseFromParent();
            }
    } else {
        New = B.CreateAdd(Its.Begin, Number);
    }
    New->takeName(&Old);
    Old.replaceAllUsesWith(New);
}

static void
part(const Course &Its, const Loop &L)
{
    const bool DoNotWrap = isInBounds(Its) || isWide(Its);
    Type *T = isa<GetElementPtrInst>(Its.Steps.front()) || isWide(Its) ? Type::getInt64Ty(Its.Phi->getContext())
                                                                       : Its.Phi->getType();
    IRBuilder<> B(Its.Phi);
    PHINode *Number = B.CreatePHI(T, 2, Its.Phi->getName() + ".steps");

    B.SetInsertPoint(L.getHeader()->getFirstInsertionPt());
    replace(*Its.Phi, Its, Number, B);
    Value *Next = Number;
    for (auto [Step, By] : zip(Its.Steps, Its.Added)) {
        B.SetInsertPoint(Step);
        Next = B.CreateAdd(Next, B.CreateSExtOrTrunc(By, T), "", /*HasNUW=*/false, /*HasNSW=*/DoNotWrap);
        replace(*Step, Its, Next, B);
    }
    Number->addIncoming(ConstantInt::get(T, 0), L.getLoopPreheader());
    Number->addIncoming(Next, L.getLoopLatch());
    for (Instruction *Step : reverse(Its.Steps))
        Step->eraseFromParent();
    Its.Phi->eraseFromParent();
}

PreservedAnalyses
CommonStepsPass::run(Function &F, FunctionAnalysisManager &AM)
{
    bool Changed = false;

    if (!isKernel(F))
        return PreservedAnalyses::all();
    for (const Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
        if (!L->getLoopPreheader() || !L->getLoopLatch() || !hasBarrier(*L))
            continue;
        const Uniformity Uniform(F);
        SmallVector<Course, 4> Courses;
        for (PHINode &Phi : L->getHeader()->phis())
            if (Course Its = courseOf(Phi, *L, Uniform); !Its.Steps.empty())
                Courses.push_back(std::move(Its));
        for (const Course &Its : Courses)
            part(Its, *L);
        Changed |= !Courses.empty();
    }
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
