// SPDX-License-Identifier: Apache-2.0
// Pass aligned-stack: entries align the stack for all that they call.
#include "compiler/passes/aligned_stack.h"

#include "compiler/analysis/primitives.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

// Leaves a function of that name which aligns the stack and calls the one it was.
static void
alignEntry(Function &Inner)
{
    Function *Entry = Function::Create(Inner.getFunctionType(), Inner.getLinkage(), Inner.getAddressSpace());
    SmallVector<Value *, 4> Arguments;

    Inner.getParent()->getFunctionList().insert(Inner.getIterator(), Entry); // before it: not met again
    Entry->takeName(&Inner);
    Entry->copyAttributesFrom(&Inner);
    Entry->addFnAttr("stackrealign");
    Inner.setName(Entry->getName() + AlignedSuffix);
    Inner.setDSOLocal(true); // its symbol is for profilers and debuggers alone
    Inner.removeFnAttr(WEFT_ATTRIBUTE_ENTRY);
    Inner.replaceUsesWithIf(Entry, [&](const Use &U) {
        const auto *Call = dyn_cast<CallBase>(U.getUser());
        return !Call || !Call->isCallee(&U);
    });
    IRBuilder<> Builder(BasicBlock::Create(Inner.getContext(), "", Entry));
    for (Argument &A : Entry->args())
        Arguments.push_back(&A);
    CallInst *Call = Builder.CreateCall(&Inner, Arguments);
    Call->setCallingConv(Inner.getCallingConv());
    Call->setTailCallKind(CallInst::TCK_NoTail);
    if (Inner.getReturnType()->isVoidTy())
        Builder.CreateRetVoid();
    else
        Builder.CreateRet(Call);
}

PreservedAnalyses
AlignedStackPass::run(Module &M, ModuleAnalysisManager &)
{
    if (M.getOverrideStackAlignment() == 0)
        return PreservedAnalyses::all();
    for (Function &F : make_early_inc_range(M))
        if (!F.isDeclaration() && !F.hasLocalLinkage())
            alignEntry(F);
    return PreservedAnalyses::none();
}

} // namespace weft
