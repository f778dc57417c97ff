// SPDX-License-Identifier: Apache-2.0
// Pass fixed-images: what a version of a kernel knows of its images and samplers becomes constants.
#include "compiler/passes/fixed_images.h"

#include "compiler/image_abi.h"
#include "compiler/passes/kernels.h"
#include "compiler/passes/primitives.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {

namespace {

class FixedImages {
public:
    FixedImages(Function &TheKernel, FunctionAnalysisManager &TheAnalyses) : Kernel(TheKernel), AM(TheAnalyses) {}
    void run();

private:
    void read();
    Constant *factsAt(const Value *Pointer, uint64_t &Offset) const;
    Constant *constantFor(const Instruction &I) const;
    bool inlineUsers();
    void fold();

    Function &Kernel;
    FunctionAnalysisManager &AM;
    DenseMap<const Value *, Constant *> Images; // by argument: the facts, an array of bytes
};

} // namespace

// Samplers are replaced at once.
void
FixedImages::read()
{
    for (const MDOperand &Pair : Kernel.getMetadata(FixedMetadata)->operands()) {
        const auto *Node = cast<MDNode>(Pair);
        Argument *Arg = Kernel.getArg(mdconst::extract<ConstantInt>(Node->getOperand(0))->getZExtValue());
        auto *Value = mdconst::extract<Constant>(Node->getOperand(1));
        if (isa<ConstantInt>(Value))
            Arg->replaceAllUsesWith(ConstantExpr::getIntToPtr(Value, Arg->getType()));
        else
            Images[Arg] = Value;
    }
    Kernel.setMetadata(FixedMetadata, nullptr);
}

// The facts of the image that the pointer leads into, and where in them it leads; null when it does not.
Constant *
FixedImages::factsAt(const Value *Pointer, uint64_t &Offset) const
{
    const DataLayout &Layout = Kernel.getDataLayout();
    APInt Distance(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
    Constant *Facts =
        Images.lookup(Pointer->stripAndAccumulateConstantOffsets(Layout, Distance, /*AllowNonInbounds=*/true));

    if (!Facts || Distance.ult(WEFT_IMAGE_FACTS_OFFSET) ||
        Distance.uge(WEFT_IMAGE_FACTS_OFFSET + WEFT_IMAGE_FACTS_BYTES))
        return nullptr;
    Offset = Distance.getZExtValue() - WEFT_IMAGE_FACTS_OFFSET;
    return Facts;
}

// What is known of the instruction's value, or null.
Constant *
FixedImages::constantFor(const Instruction &I) const
{
    const DataLayout &Layout = Kernel.getDataLayout();
    uint64_t Offset;

    if (const auto *Load = dyn_cast<LoadInst>(&I)) {
        Constant *Facts = factsAt(Load->getPointerOperand(), Offset);
        if (!Facts || Offset + Layout.getTypeStoreSize(Load->getType()) > WEFT_IMAGE_FACTS_BYTES)
            return nullptr;
        return ConstantFoldLoadFromConst(Facts, Load->getType(), APInt(64, Offset), Layout);
    }
    const auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction() || Call->getCalledFunction()->getName() != WEFT_PRIMITIVE_IS_SMALL)
        return nullptr;
    Constant *Facts = Images.lookup(Call->getArgOperand(0)->stripPointerCasts());
    if (!Facts)
        return nullptr;
    Constant *IsSmall =
        ConstantFoldLoadFromConst(Facts, Type::getInt32Ty(Kernel.getContext()),
                                  APInt(64, offsetof(struct weft_image, is_small) - WEFT_IMAGE_FACTS_OFFSET), Layout);
    return ConstantInt::get(Call->getType(), !IsSmall->isNullValue());
}

// One level of calls of functions that get an image.
bool
FixedImages::inlineUsers()
{
    SmallVector<CallBase *, 16> Calls;

    SROAPass(SROAOptions::PreserveCFG).run(Kernel, AM);
    for (Instruction &I : instructions(Kernel)) {
        auto *Call = dyn_cast<CallBase>(&I);
        const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
        if (Callee && !Callee->isDeclaration() &&
            any_of(Call->args(), [&](const Use &U) { return Images.contains(U->stripPointerCasts()); }))
            Calls.push_back(Call);
    }
    bool Changed = false;
    for (CallBase *Call : Calls) {
        InlineFunctionInfo Info;
        Changed |= InlineFunction(*Call, Info, /*MergeAttributes=*/true).isSuccess();
    }
    AM.invalidate(Kernel, PreservedAnalyses::none());
    return Changed;
}

void
FixedImages::fold()
{
    for (Instruction &I : make_early_inc_range(instructions(Kernel))) {
        Constant *Known = constantFor(I);
        if (!Known)
            continue;
        I.replaceAllUsesWith(Known);
        I.eraseFromParent();
    }
    // Most of what was inlined is for other formats.
    FunctionPassManager Simplify;
    Simplify.addPass(SCCPPass());
    Simplify.addPass(SimplifyCFGPass());
    Simplify.run(Kernel, AM);
    AM.invalidate(Kernel, PreservedAnalyses::none());
}

void
FixedImages::run()
{
    read();
    while (inlineUsers()) {
    }
    fold();
}

PreservedAnalyses
FixedImagesPass::run(Module &M, ModuleAnalysisManager &MAM)
{
    FunctionAnalysisManager &AM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
    bool Changed = false;

    for (Function *Kernel : kernelsOf(M)) {
        if (!Kernel->hasMetadata(FixedMetadata))
            continue;
        FixedImages(*Kernel, AM).run();
        Changed = true;
    }
    if (Function *IsSmall = M.getFunction(WEFT_PRIMITIVE_IS_SMALL)) {
        for (User *U : make_early_inc_range(IsSmall->users())) {
            auto *Call = cast<CallInst>(U);
            Call->replaceAllUsesWith(ConstantInt::getFalse(Call->getContext()));
            Call->eraseFromParent();
        }
        IsSmall->eraseFromParent();
        Changed = true;
    }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
