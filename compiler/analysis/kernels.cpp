// SPDX-License-Identifier: Apache-2.0
// Recognizing kernels and the primitives of primitives.h in a module.
#include "compiler/analysis/kernels.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/primitives.h"
#include "compiler/image_abi.h"
#include "compiler/kernel_abi.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

PrimitiveCall
classifyPrimitive(StringRef Name)
{
    struct Row {
        StringRef Prefix;
        Primitive Kind;
    };
    static const Row Whole[] = {
        {WEFT_PRIMITIVE_BARRIER, Primitive::Barrier},
        {WEFT_PRIMITIVE_SUB_GROUP_BARRIER, Primitive::SubGroupBarrier},
        {WEFT_PRIMITIVE_SUB_GROUP_MEET, Primitive::SubGroupMeet},
        {WEFT_PRIMITIVE_SUB_GROUP_STAY, Primitive::SubGroupStay},
        {WEFT_PRIMITIVE_SUB_GROUP_ID, Primitive::SubGroupId},
        {WEFT_PRIMITIVE_SUB_GROUP_LOCAL_ID, Primitive::SubGroupLocalId},
        {WEFT_PRIMITIVE_SUB_GROUP_ITEMS, Primitive::SubGroupItems},
        {WEFT_PRIMITIVE_SUB_GROUP_SCRATCH, Primitive::SubGroupScratch},
        {WEFT_PRIMITIVE_SUB_GROUP_TRAY, Primitive::SubGroupTray},
        {WEFT_PRIMITIVE_SUB_GROUP_STATES, Primitive::SubGroupStates},
        {WEFT_PRIMITIVE_WORK_DIM, Primitive::WorkDim},
        {WEFT_PRIMITIVE_DEFAULT_QUEUE, Primitive::DefaultQueue},
        {WEFT_PRIMITIVE_LINEAR_ID, Primitive::LinearId},
        {WEFT_PRIMITIVE_LOCAL_BASE, Primitive::LocalBase},
        {WEFT_PRIMITIVE_CONTEXT_BASE, Primitive::ContextBase},
        {WEFT_PRIMITIVE_CONTEXT_END, Primitive::ContextEnd},
        {WEFT_PRIMITIVE_STACK_BOTTOM, Primitive::StackBottom},
        {WEFT_PRIMITIVE_STACK_TOP, Primitive::StackTop},
        {WEFT_PRIMITIVE_SCRATCH, Primitive::Scratch},
    };
    static const Row Dimensioned[] = {
        {WEFT_PRIMITIVE_GLOBAL_ID, Primitive::GlobalId},
        {WEFT_PRIMITIVE_GLOBAL_ID32, Primitive::GlobalId32},
        {WEFT_PRIMITIVE_LOCAL_ID, Primitive::LocalId},
        {WEFT_PRIMITIVE_LOCAL_ID32, Primitive::LocalId32},
        {WEFT_PRIMITIVE_GROUP_ID, Primitive::GroupId},
        {WEFT_PRIMITIVE_LOCAL_SIZE, Primitive::LocalSize},
        {WEFT_PRIMITIVE_ENQUEUED_LOCAL_SIZE, Primitive::EnqueuedLocalSize},
        {WEFT_PRIMITIVE_GLOBAL_SIZE, Primitive::GlobalSize},
        {WEFT_PRIMITIVE_GLOBAL_OFFSET, Primitive::GlobalOffset},
        {WEFT_PRIMITIVE_NUM_GROUPS, Primitive::NumGroups},
    };

    if (!Name.starts_with("__weft_"))
        return {};
    for (const auto &Entry : Whole)
        if (Name == Entry.Prefix)
            return {Entry.Kind, 0};
    for (const auto &Entry : Dimensioned) {
        StringRef Rest = Name;
        if (Rest.consume_front(Entry.Prefix) && Rest.size() == 1 && Rest[0] >= 'x' && Rest[0] <= 'z')
            return {Entry.Kind, static_cast<unsigned>(Rest[0] - 'x')};
    }
    return {};
}

PrimitiveCall
classifyPrimitive(const Value *V)
{
    const auto *Call = dyn_cast<CallInst>(V);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;

    return Callee && Callee->isDeclaration() ? classifyPrimitive(Callee->getName()) : PrimitiveCall();
}

bool
countsWorkItems(PrimitiveCall Call)
{
    switch (Call.Kind) {
    case Primitive::LinearId:
    case Primitive::SubGroupLocalId:
        return true;
    case Primitive::GlobalId:
    case Primitive::GlobalId32:
    case Primitive::LocalId:
    case Primitive::LocalId32:
        return Call.Dimension == 0;
    default:
        return false;
    }
}

bool
asksForSubGroup(PrimitiveCall Call)
{
    switch (Call.Kind) {
    case Primitive::SubGroupBarrier:
    case Primitive::SubGroupMeet:
    case Primitive::SubGroupStay:
    case Primitive::SubGroupId:
    case Primitive::SubGroupLocalId:
    case Primitive::SubGroupItems:
    case Primitive::SubGroupScratch:
    case Primitive::SubGroupTray:
    case Primitive::SubGroupStates:
        return true;
    default:
        return false;
    }
}

bool
isId(const Instruction &I)
{
    const auto *Call = dyn_cast<CallBase>(&I);
    const PrimitiveCall Its = classifyPrimitive(&I);

    return Call && Call->arg_empty() && Call->doesNotAccessMemory() && Its && Its.Kind != Primitive::StackBottom &&
           Its.Kind != Primitive::StackTop;
}

bool
mayBePrivate(const Value &V)
{
    const auto *T = dyn_cast<PointerType>(V.getType()->getScalarType());

    return T && !isa<Function>(V) && (T->getAddressSpace() == PrivateSpace || T->getAddressSpace() == GenericSpace);
}

static bool
isCallOf(const Value &V, StringRef Name)
{
    const auto *Call = dyn_cast<CallBase>(&V);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;

    return Callee && Callee->getName() == Name;
}

bool
isAny(const Value &V)
{
    return isCallOf(V, AnyName);
}

bool
isFew(const Value &V)
{
    return isCallOf(V, FewName);
}

CallInst *
askPack(IRBuilderBase &B, const char *Name, Value *Condition)
{
    Module &M = *B.GetInsertBlock()->getModule();
    FunctionCallee Asked = M.getOrInsertFunction(Name, B.getInt1Ty(), B.getInt1Ty());

    if (auto *Callee = dyn_cast<Function>(Asked.getCallee())) {
        Callee->setDoesNotAccessMemory();
        Callee->setDoesNotThrow();
        Callee->setWillReturn();
        Callee->setNoSync();
        Callee->setDoesNotFreeMemory();
    }
    return B.CreateCall(Asked, Condition);
}

bool
isKernel(const Function &F)
{
    return !F.isDeclaration() && F.hasFnAttribute(WEFT_ATTRIBUTE_KERNEL);
}

static uint64_t
statedLocalSize(const Function &Kernel, StringRef Attribute, unsigned Dimension)
{
    const MDNode *Sizes = Kernel.getMetadata(Attribute);
    const auto *Size = Sizes && Sizes->getNumOperands() > Dimension
                           ? mdconst::dyn_extract<ConstantInt>(Sizes->getOperand(Dimension))
                           : nullptr;

    return Size ? Size->getZExtValue() : 0;
}

uint64_t
requiredLocalSize(const Function &Kernel, unsigned Dimension)
{
    return statedLocalSize(Kernel, "reqd_work_group_size", Dimension);
}

bool
hasEvenGroups(const Function &Kernel)
{
    const Attribute Uniform = Kernel.getFnAttribute("uniform-work-group-size"); // as kernel_info.cpp reads it

    return Kernel.hasFnAttribute(WEFT_ATTRIBUTE_EVEN_GROUPS) ||
           (Kernel.hasMetadata("reqd_work_group_size") && Uniform.isValid() && Uniform.getValueAsString() != "false");
}

uint64_t
hintedLocalSize(const Function &Kernel, unsigned Dimension)
{
    return statedLocalSize(Kernel, "work_group_size_hint", Dimension);
}

bool
hasBarrier(const Function &F)
{
    return any_of(instructions(F), [](const Instruction &I) { return classifyPrimitive(&I).isBarrier(); });
}

StringRef
kernelName(const Function &Kernel)
{
    StringRef Name = Kernel.getFnAttribute(WEFT_ATTRIBUTE_KERNEL).getValueAsString();

    return Name.empty() ? Kernel.getName() : Name;
}

SmallVector<Function *, 4>
kernelsOf(Module &M)
{
    SmallVector<Function *, 4> Kernels;

    for (Function &F : M)
        if (isKernel(F))
            Kernels.push_back(&F);
    return Kernels;
}

bool
annotatePrimitives(Module &M)
{
    bool Found = false;

    if (Function *Any = M.getFunction(AnyName))
        Any->setWillReturn();
    for (Function &F : M) {
        PrimitiveCall Call = F.isDeclaration() ? classifyPrimitive(F.getName()) : PrimitiveCall();
        if (!Call)
            continue;
        Found = true;
        F.setDoesNotThrow();
        F.setWillReturn();
        if (Call.isBarrier())
            continue;
        F.setDoesNotAccessMemory();
        F.removeFnAttr(Attribute::Convergent);
        for (User *U : F.users())
            if (auto *Site = dyn_cast<CallInst>(U); Site && Site->getCalledOperand() == &F)
                Site->setNotConvergent();
        F.addFnAttr(Attribute::Speculatable);
        F.addRetAttr(Attribute::NoUndef);
        uint64_t Low = 1, High = UINT64_C(1) << 63;
        unsigned Width = 64;
        switch (Call.Kind) {
        case Primitive::LocalId:
            Low = 0;
            High = LocalSizeEnd - 1;
            break;
        case Primitive::LocalSize:
        case Primitive::EnqueuedLocalSize:
            High = LocalSizeEnd;
            break;
        case Primitive::GroupId:
            Low = 0;
            break;
        case Primitive::SubGroupId:
            Low = 0;
            High = LocalSizeEnd / WEFT_SUB_GROUP_SIZE;
            break;
        case Primitive::SubGroupLocalId:
            Low = 0;
            High = WEFT_SUB_GROUP_SIZE;
            break;
        case Primitive::SubGroupItems:
            High = WEFT_SUB_GROUP_SIZE + 1;
            break;
        case Primitive::WorkDim:
            Width = 32;
            High = 4;
            break;
        case Primitive::GlobalSize:
        case Primitive::NumGroups:
            break;
        default:
            continue;
        }
        F.addRetAttr(
            Attribute::get(M.getContext(), Attribute::Range, ConstantRange(APInt(Width, Low), APInt(Width, High))));
    }
    return Found;
}

void
dropAliasScopes(Function &Kernel)
{
    for (Instruction &I : instructions(Kernel)) {
        I.setMetadata(LLVMContext::MD_alias_scope, nullptr);
        I.setMetadata(LLVMContext::MD_noalias, nullptr);
    }
}

bool
isImageDescription(const Instruction &I)
{
    const auto *Load = dyn_cast<LoadInst>(&I);

    if (!Load || Load->getPointerAddressSpace() != ConstantSpace)
        return false;
    const auto *Arg = dyn_cast<Argument>(getUnderlyingObject(Load->getPointerOperand()));
    return Arg && Arg->getDereferenceableBytes() == sizeof(struct weft_image);
}

bool
leadsIntoSmallImage(const Value *Pointer)
{
    const auto *Load = dyn_cast<LoadInst>(getUnderlyingObject(Pointer));
    const auto *Arg = Load ? dyn_cast<Argument>(Load->getPointerOperand()) : nullptr;

    return Arg && Arg->hasAttribute(WEFT_ATTRIBUTE_SMALL_IMAGE);
}

} // namespace weft
