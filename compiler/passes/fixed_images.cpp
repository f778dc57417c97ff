// SPDX-License-Identifier: Apache-2.0
// Pass fixed-images: what a version of a kernel knows of its images and samplers becomes constants.
#include "compiler/passes/fixed_images.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/image_abi.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {

namespace {

// A value that is written comes through a few joins and choices at most.
constexpr unsigned MostSteps = 12;

class FixedImages {
public:
    FixedImages(Function &TheKernel, FunctionAnalysisManager &TheAnalyses) : Kernel(TheKernel), AM(TheAnalyses) {}
    void run();

private:
    void read();
    bool isSmall(Constant *Facts) const;
    Constant *factsAt(const Value *Pointer, uint64_t &Offset) const;
    Constant *constantFor(const Instruction &I) const;
    bool inlineUsers();
    void fold();
    Value *codeOf(Value *V, std::optional<unsigned> Element, Constant *Largest, unsigned Depth);
    Value *findCode(Value *V, std::optional<unsigned> Element, Constant *Largest, unsigned Depth);
    void undo();
    static Value *elementOf(Value *V, unsigned Element, IRBuilderBase &B, unsigned Depth);
    void separateCoordinates();

    Function &Kernel;
    FunctionAnalysisManager &AM;
    DenseMap<const Value *, Constant *> Images; // by argument: the facts, an array of bytes
    // What codeOf() has found, by value, element (-1: it is a scalar) and largest code.
    DenseMap<std::tuple<Value *, int, Constant *>, WeakTrackingVH> Codes;
};

} // namespace

static CallInst *
callOf(Value *V, StringRef Name)
{
    auto *Call = dyn_cast<CallInst>(V);

    return Call && Call->getCalledFunction() && Call->getCalledFunction()->getName() == Name ? Call : nullptr;
}

// Whether these are facts of an image that is small.
bool
FixedImages::isSmall(Constant *Facts) const
{
    const APInt Offset(64, offsetof(struct weft_image, is_small) - WEFT_IMAGE_FACTS_OFFSET);

    return Facts &&
           !ConstantFoldLoadFromConst(Facts, Type::getInt32Ty(Kernel.getContext()), Offset, Kernel.getDataLayout())
                ->isNullValue();
}

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
        if (isSmall(Images.lookup(Arg)))
            Arg->addAttr(Attribute::get(Kernel.getContext(), WEFT_ATTRIBUTE_SMALL_IMAGE));
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
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    const bool IsKnown = Callee && Callee->getName() == WEFT_PRIMITIVE_IS_KNOWN;
    if (!IsKnown && (!Callee || Callee->getName() != WEFT_PRIMITIVE_IS_SMALL))
        return nullptr;
    Constant *Facts = Images.lookup(Call->getArgOperand(0)->stripPointerCasts());
    if (!Facts)
        return nullptr;
    return ConstantInt::get(Call->getType(), IsKnown || isSmall(Facts));
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
    Simplify.addPass(InstCombinePass());
    Simplify.run(Kernel, AM);
    AM.invalidate(Kernel, PreservedAnalyses::none());
}

// The code that V, or its element, is the value of, if it is made of codes with that largest one alone; else null.
Value *
FixedImages::codeOf(Value *V, std::optional<unsigned> Element, Constant *Largest, unsigned Depth)
{
    const std::tuple<Value *, int, Constant *> Key(V, Element ? static_cast<int>(*Element) : -1, Largest);

    if (Value *Known = Codes.lookup(Key))
        return Known;
    Value *Found = findCode(V, Element, Largest, Depth);
    if (Found)
        Codes[Key] = Found;
    return Found;
}

Value *
FixedImages::findCode(Value *V, std::optional<unsigned> Element, Constant *Largest, unsigned Depth)
{
    auto Again = [&](Value *Of) { return codeOf(Of, Element, Largest, Depth - 1); };

    if (const CallInst *Call = callOf(V, WEFT_FUNCTION_UNORM_VALUE))
        return Call->getArgOperand(1) == Largest ? Call->getArgOperand(0) : nullptr;
    if (const auto *Known = dyn_cast<Constant>(V)) {
        const auto *Number = dyn_cast_or_null<ConstantFP>(Element ? Known->getAggregateElement(*Element) : Known);
        if (!Number)
            return nullptr;
        return Number->isZero()              ? Constant::getNullValue(Largest->getType())
               : Number->isExactlyValue(1.0) ? Largest
                                             : nullptr;
    }
    if (!Depth)
        return nullptr;
    if (auto *Extract = dyn_cast<ExtractElementInst>(V)) {
        const auto *Index = dyn_cast<ConstantInt>(Extract->getIndexOperand());
        return Index ? codeOf(Extract->getVectorOperand(), Index->getZExtValue(), Largest, Depth - 1) : nullptr;
    }
    if (auto *Insert = dyn_cast<InsertElementInst>(V)) {
        const auto *Index = dyn_cast<ConstantInt>(Insert->getOperand(2));
        if (!Index)
            return nullptr;
        return Index->getZExtValue() == *Element ? codeOf(Insert->getOperand(1), std::nullopt, Largest, Depth - 1)
                                                 : Again(Insert->getOperand(0));
    }
    if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(V)) {
        const int From = Shuffle->getMaskValue(*Element);
        const int Size = cast<FixedVectorType>(Shuffle->getOperand(0)->getType())->getNumElements();
        return From < 0 ? nullptr : codeOf(Shuffle->getOperand(From >= Size), From % Size, Largest, Depth - 1);
    }
    if (auto *Select = dyn_cast<SelectInst>(V); Select && !Select->getCondition()->getType()->isVectorTy()) {
        Value *True = Again(Select->getTrueValue());
        Value *False = True ? Again(Select->getFalseValue()) : nullptr;
        return False ? SelectInst::Create(Select->getCondition(), True, False, "", Select->getIterator()) : nullptr;
    }
    auto *Phi = dyn_cast<PHINode>(V);
    if (!Phi)
        return nullptr;
    SmallVector<Value *, 4> Found;
    for (Value *Incoming : Phi->incoming_values()) {
        Found.push_back(Again(Incoming));
        if (!Found.back())
            return nullptr;
    }
    PHINode *Code = PHINode::Create(Largest->getType(), Found.size(), "", Phi->getIterator());
    for (unsigned I = 0; I < Found.size(); ++I)
        Code->addIncoming(Found[I], Phi->getIncomingBlock(I));
    return Code;
}

// Copies of pixels, in whatever order, are a third of what image kernels do.
void
FixedImages::undo()
{
    for (Instruction &I : make_early_inc_range(instructions(Kernel))) {
        CallInst *Call = callOf(&I, WEFT_FUNCTION_UNORM_CODE);
        auto *Largest = Call ? dyn_cast<Constant>(Call->getArgOperand(1)) : nullptr;
        Value *Code = Largest ? codeOf(Call->getArgOperand(0), std::nullopt, Largest, MostSteps) : nullptr;
        if (!Code)
            continue;
        Call->replaceAllUsesWith(Code);
        Call->eraseFromParent();
    }
}

// The element of a vector of integers, computed by itself as far as that goes.
Value *
FixedImages::elementOf(Value *V, unsigned Element, IRBuilderBase &B, unsigned Depth)
{
    if (auto *Known = dyn_cast<Constant>(V))
        if (Constant *It = Known->getAggregateElement(Element))
            return It;
    if (auto *Insert = dyn_cast<InsertElementInst>(V))
        if (auto *Index = dyn_cast<ConstantInt>(Insert->getOperand(2)))
            return Index->getZExtValue() == Element ? Insert->getOperand(1)
                                                    : elementOf(Insert->getOperand(0), Element, B, Depth);
    if (auto *Operation = dyn_cast<BinaryOperator>(V); Operation && Depth && isSafeToSpeculativelyExecute(Operation))
        return B.CreateBinOp(Operation->getOpcode(), elementOf(Operation->getOperand(0), Element, B, Depth - 1),
                             elementOf(Operation->getOperand(1), Element, B, Depth - 1));
    return B.CreateExtractElement(V, Element);
}

// Of `c + (int2)(i, j)` each part goes its own way.
void
FixedImages::separateCoordinates()
{
    for (Instruction &I : make_early_inc_range(instructions(Kernel))) {
        auto *Extract = dyn_cast<ExtractElementInst>(&I);
        auto *Index = Extract ? dyn_cast<ConstantInt>(Extract->getIndexOperand()) : nullptr;
        if (!Index || !I.getType()->isIntegerTy() || !isa<BinaryOperator>(Extract->getVectorOperand()))
            continue;
        IRBuilder<> B(Extract);
        I.replaceAllUsesWith(elementOf(Extract->getVectorOperand(), Index->getZExtValue(), B, MostSteps));
        I.eraseFromParent();
    }
}

void
FixedImages::run()
{
    read();
    while (inlineUsers()) {}
    fold();
    undo();
    separateCoordinates();
}

// What is only known of images that are fixed.
static bool
replaceByFalse(Module &M, StringRef Name)
{
    Function *F = M.getFunction(Name);

    if (!F)
        return false;
    for (User *U : make_early_inc_range(F->users())) {
        auto *Call = cast<CallInst>(U);
        Call->replaceAllUsesWith(ConstantInt::getFalse(Call->getContext()));
        Call->eraseFromParent();
    }
    F->eraseFromParent();
    return true;
}

static bool
inlineEverywhere(Module &M, StringRef Name)
{
    Function *F = M.getFunction(Name);

    if (!F || F->isDeclaration())
        return false;
    for (User *U : make_early_inc_range(F->users())) {
        InlineFunctionInfo Info;
        InlineFunction(*cast<CallBase>(U), Info);
    }
    return true;
}

static bool
markDescriptions(Function &F)
{
    bool Changed = false;

    for (Instruction &I : instructions(F)) {
        if (!isImageDescription(I))
            continue;
        I.setMetadata(LLVMContext::MD_invariant_load, MDNode::get(F.getContext(), {}));
        Changed = true;
    }
    return Changed;
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
    for (StringRef Name : {WEFT_PRIMITIVE_IS_KNOWN, WEFT_PRIMITIVE_IS_SMALL})
        Changed |= replaceByFalse(M, Name);
    for (StringRef Name : {WEFT_FUNCTION_UNORM_VALUE, WEFT_FUNCTION_UNORM_CODE})
        Changed |= inlineEverywhere(M, Name);
    for (Function &F : M)
        Changed |= markDescriptions(F);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
