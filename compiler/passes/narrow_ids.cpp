// SPDX-License-Identifier: Apache-2.0
// Pass narrow-ids: global ids that a kernel keeps in an int are asked for as such.
#include "compiler/passes/narrow_ids.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

static Function *
narrowForm(Function &Wide)
{
    StringRef Dimension = Wide.getName().drop_front(StringRef(WEFT_PRIMITIVE_GLOBAL_ID).size());
    FunctionCallee Narrow = Wide.getParent()->getOrInsertFunction((WEFT_PRIMITIVE_GLOBAL_ID32 + Dimension).str(),
                                                                  Type::getInt32Ty(Wide.getContext()));
    auto *F = cast<Function>(Narrow.getCallee());

    AttrBuilder Attributes(F->getContext(), Wide.getAttributes().getFnAttrs());
    F->setAttributes(AttributeList::get(F->getContext(), AttributeList::FunctionIndex, Attributes));
    F->addRetAttr(Attribute::NoUndef);
    return F;
}

PreservedAnalyses
NarrowIdsPass::run(Module &M, ModuleAnalysisManager &)
{
    SmallVector<TruncInst *, 16> Truncations;

    for (Function &F : M) {
        if (!F.isDeclaration() || classifyPrimitive(F.getName()).Kind != Primitive::GlobalId)
            continue;
        for (User *Call : F.users())
            for (User *U : Call->users())
                if (auto *Trunc = dyn_cast<TruncInst>(U); Trunc && Trunc->getType()->isIntegerTy(32))
                    Truncations.push_back(Trunc);
    }
    for (TruncInst *Trunc : Truncations) {
        auto *Call = cast<CallInst>(Trunc->getOperand(0));
        IRBuilder<> B(Trunc);
        CallInst *Narrow = B.CreateCall(narrowForm(*Call->getCalledFunction()));
        Narrow->takeName(Trunc);
        Trunc->replaceAllUsesWith(Narrow);
        Trunc->eraseFromParent();
        if (Call->use_empty())
            Call->eraseFromParent();
    }
    return Truncations.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
