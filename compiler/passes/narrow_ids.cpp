// SPDX-License-Identifier: Apache-2.0
// Pass narrow-ids: global and local ids that a kernel keeps in an int are asked for as such.
#include "compiler/passes/narrow_ids.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

static Function *
narrowForm(Function &Wide)
{
    LLVMContext &Context = Wide.getContext();
    const bool IsLocal = classifyPrimitive(Wide.getName()).Kind == Primitive::LocalId;
    const StringRef Name = IsLocal ? WEFT_PRIMITIVE_LOCAL_ID32 : WEFT_PRIMITIVE_GLOBAL_ID32;
    FunctionCallee Narrow =
        Wide.getParent()->getOrInsertFunction((Name + Wide.getName().take_back()).str(), Type::getInt32Ty(Context));
    auto *F = cast<Function>(Narrow.getCallee());

    AttrBuilder Attributes(Context, Wide.getAttributes().getFnAttrs());
    F->setAttributes(AttributeList::get(Context, AttributeList::FunctionIndex, Attributes));
    F->addRetAttr(Attribute::NoUndef);
    if (IsLocal)
        F->addRetAttr(
            Attribute::get(Context, Attribute::Range, ConstantRange(APInt(32, 0), APInt(32, LocalSizeEnd - 1))));
    return F;
}

PreservedAnalyses
NarrowIdsPass::run(Module &M, ModuleAnalysisManager &)
{
    SmallVector<TruncInst *, 16> Truncations;

    for (Function &F : M) {
        const Primitive Kind = F.isDeclaration() ? classifyPrimitive(F.getName()).Kind : Primitive::None;
        if (Kind != Primitive::GlobalId && Kind != Primitive::LocalId)
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
