// SPDX-License-Identifier: Apache-2.0
// Pass cleanup: leaves in the module what the shared object needs.
#include "compiler/workgroup/cleanup.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/kernel_abi.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

using namespace llvm;

namespace weft {

static bool
isExported(const GlobalValue &G)
{
    const auto *F = dyn_cast<Function>(&G);

    return F ? F->hasFnAttribute(WEFT_ATTRIBUTE_ENTRY) : G.getName() == WEFT_SERVICES_SYMBOL;
}

// What is true for any work-item, where one runs at a time.
static void
replaceAny(Module &M)
{
    Function *Any = M.getFunction(AnyName);

    if (!Any)
        return;
    for (User *U : make_early_inc_range(Any->users())) {
        auto *Call = cast<CallInst>(U);
        Call->replaceAllUsesWith(Call->getArgOperand(0));
        Call->eraseFromParent();
    }
}

PreservedAnalyses
CleanupPass::run(Module &M, ModuleAnalysisManager &AM)
{
    for (const char *Name : {"llvm.used", "llvm.compiler.used"})
        if (GlobalVariable *List = M.getNamedGlobal(Name))
            List->eraseFromParent();
    replaceAny(M);
    for (GlobalValue &G : M.global_values()) {
        if (G.isDeclaration() || G.hasPrivateLinkage())
            continue;
        G.setVisibility(GlobalValue::DefaultVisibility);
        G.setLinkage(isExported(G) ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage);
        G.setDSOLocal(true);
        if (auto *Object = dyn_cast<GlobalObject>(&G))
            Object->setComdat(nullptr);
    }
    GlobalDCEPass().run(M, AM);
    for (Function &F : make_early_inc_range(M))
        if (F.isDeclaration() && F.use_empty())
            F.eraseFromParent();
    return PreservedAnalyses::none();
}

} // namespace weft
