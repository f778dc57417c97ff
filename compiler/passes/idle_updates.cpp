// SPDX-License-Identifier: Apache-2.0
// Pass idle-updates: an atomic minimum or maximum that changes nothing writes nothing.
#include "compiler/passes/idle_updates.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace weft {

// Whether it is a loop around an exchange on CPUs, and may find that there is nothing to change.
static bool
mayBeIdle(const AtomicRMWInst &Update)
{
    if (Update.getOrdering() != AtomicOrdering::Monotonic || Update.isVolatile() || !Update.getType()->isIntegerTy())
        return false;
    switch (Update.getOperation()) {
    case AtomicRMWInst::Min:
    case AtomicRMWInst::Max:
    case AtomicRMWInst::UMin:
    case AtomicRMWInst::UMax:
        return true;
    default:
        return false;
    }
}

// Whether something else than the place's own order may make others see what came before an update.
static bool
hasReleasingFence(const Module &M)
{
    for (const Function &F : M)
        for (const Instruction &I : instructions(F))
            if (const auto *Fence = dyn_cast<FenceInst>(&I))
                if (isReleaseOrStronger(Fence->getOrdering()) && Fence->getSyncScopeID() != SyncScope::SingleThread)
                    return true;
    return false;
}

static void
expand(AtomicRMWInst &Update)
{
    BasicBlock &Before = *Update.getParent();
    BasicBlock &After = *SplitBlock(&Before, &Update);
    LLVMContext &Context = Before.getContext();
    BasicBlock *Ask = BasicBlock::Create(Context, "update.ask", Before.getParent(), &After);
    BasicBlock *Change = BasicBlock::Create(Context, "update.change", Before.getParent(), &After);

    Before.getTerminator()->eraseFromParent();
    IRBuilder<> B(&Before);
    B.SetCurrentDebugLocation(Update.getDebugLoc());
    LoadInst *First = B.CreateAlignedLoad(Update.getType(), Update.getPointerOperand(), Update.getAlign());
    First->setAtomic(AtomicOrdering::Monotonic, Update.getSyncScopeID());
    B.CreateBr(Ask);

    B.SetInsertPoint(Ask);
    PHINode *Old = B.CreatePHI(Update.getType(), 2, "update.old");
    Value *New = buildAtomicRMWValue(Update.getOperation(), B, Old, Update.getValOperand());
    B.CreateCondBr(B.CreateICmpEQ(New, Old), &After, Change);

    B.SetInsertPoint(Change);
    AtomicCmpXchgInst *Exchange =
        B.CreateAtomicCmpXchg(Update.getPointerOperand(), Old, New, Update.getAlign(), AtomicOrdering::Monotonic,
                              AtomicOrdering::Monotonic, Update.getSyncScopeID());
    Value *Found = B.CreateExtractValue(Exchange, 0);
    B.CreateCondBr(B.CreateExtractValue(Exchange, 1), &After, Ask);
    Old->addIncoming(First, &Before);
    Old->addIncoming(Found, Change);
    Update.replaceAllUsesWith(Old);
    Update.eraseFromParent();
}

PreservedAnalyses
IdleUpdatesPass::run(Function &F, FunctionAnalysisManager &)
{
    SmallVector<AtomicRMWInst *, 8> Updates;

    for (Instruction &I : instructions(F))
        if (auto *Update = dyn_cast<AtomicRMWInst>(&I); Update && mayBeIdle(*Update))
            Updates.push_back(Update);
    if (!Updates.empty() && hasReleasingFence(*F.getParent()))
        return PreservedAnalyses::all();
    for (AtomicRMWInst *Update : Updates)
        expand(*Update);
    return Updates.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
