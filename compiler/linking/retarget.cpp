// SPDX-License-Identifier: Apache-2.0
// Turns a linked spir64 module into one for the host.
#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/primitives.h"
#include "compiler/backend/target.h"
#include "compiler/image_abi.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace {

// Opaque OpenCL types (target("spirv.Event") and the like) are pointers on the host. Images are pointers to struct
// weft_image; a sampler is no pointer but the value of 8 bytes that image_abi.h describes.
class OpaqueToPointer : public ValueMapTypeRemapper {
public:
    Type *remapType(Type *T) override
    {
        auto Known = Map.find(T);
        if (Known != Map.end())
            return Known->second;
        Type *Result = compute(T);
        Map[T] = Result;
        return Result;
    }

private:
    static unsigned spaceOf(StringRef Name)
    {
        return StringSwitch<unsigned>(Name)
            .Cases({"spirv.Pipe", "spirv.Queue", "spirv.DeviceEvent"}, weft::GlobalSpace)
            .Case("spirv.Image", weft::ConstantSpace)
            .Default(weft::PrivateSpace);
    }

    Type *compute(Type *T)
    {
        if (const auto *Opaque = dyn_cast<TargetExtType>(T))
            return PointerType::get(T->getContext(), spaceOf(Opaque->getName()));
        if (auto *Array = dyn_cast<ArrayType>(T))
            return ArrayType::get(remapType(Array->getElementType()), Array->getNumElements());
        if (auto *Function = dyn_cast<FunctionType>(T)) {
            SmallVector<Type *, 8> Parameters;
            for (Type *Parameter : Function->params())
                Parameters.push_back(remapType(Parameter));
            return FunctionType::get(remapType(Function->getReturnType()), Parameters, Function->isVarArg());
        }
        if (auto *Struct = dyn_cast<StructType>(T)) {
            SmallVector<Type *, 8> Elements;
            bool Changed = false;
            if (Struct->isOpaque())
                return T;
            for (Type *Element : Struct->elements()) {
                Elements.push_back(remapType(Element));
                Changed |= Elements.back() != Element;
            }
            if (!Changed)
                return T;
            if (Struct->isLiteral())
                return StructType::get(T->getContext(), Elements, Struct->isPacked());
            return StructType::create(T->getContext(), Elements, Struct->getName(), Struct->isPacked());
        }
        return T;
    }

    DenseMap<Type *, Type *> Map;
};
} // namespace

static bool
usesOpaqueTypes(Function &F, OpaqueToPointer &Types)
{
    if (Types.remapType(F.getFunctionType()) != F.getFunctionType())
        return true;
    for (Instruction &I : instructions(F)) {
        if (auto *Alloca = dyn_cast<AllocaInst>(&I))
            if (Types.remapType(Alloca->getAllocatedType()) != Alloca->getAllocatedType())
                return true;
        if (Types.remapType(I.getType()) != I.getType())
            return true;
        for (Value *Operand : I.operands())
            if (Types.remapType(Operand->getType()) != Operand->getType())
                return true;
    }
    return false;
}

static bool
isImage(const Type *T)
{
    const auto *Opaque = dyn_cast<TargetExtType>(T);

    return Opaque && Opaque->getName() == "spirv.Image";
}

// What an image has become leads to its description. Old has the types that New had.
static void
describeImages(const Function &Old, Function &New)
{
    LLVMContext &Context = New.getContext();

    for (unsigned I = 0; I < Old.arg_size(); ++I) {
        if (!isImage(Old.getArg(I)->getType()))
            continue;
        New.addParamAttr(I, Attribute::NonNull);
        New.addParamAttr(I, Attribute::getWithAlignment(Context, Align(alignof(struct weft_image))));
        New.addParamAttr(I, Attribute::getWithDereferenceableBytes(Context, sizeof(struct weft_image)));
    }
}

static void
replaceOpaqueTypes(Module &M)
{
    OpaqueToPointer Types;
    SmallVector<Function *, 8> Old;
    ValueToValueMapTy Values;

    for (Function &F : M)
        if (!F.isIntrinsic() && usesOpaqueTypes(F, Types))
            Old.push_back(&F);
    for (Function *F : Old) {
        auto *Type = cast<FunctionType>(Types.remapType(F->getFunctionType()));
        Function *New = Function::Create(Type, F->getLinkage(), F->getAddressSpace(), "", &M);
        New->takeName(F);
        New->copyAttributesFrom(F);
        Values[F] = New;
        for (unsigned I = 0; I < F->arg_size(); ++I) {
            New->getArg(I)->setName(F->getArg(I)->getName());
            Values[F->getArg(I)] = New->getArg(I);
        }
    }
    for (Function *F : Old) {
        SmallVector<ReturnInst *, 4> Returns;
        if (!F->isDeclaration())
            CloneFunctionInto(cast<Function>(&*Values[F]), F, Values, CloneFunctionChangeType::LocalChangesOnly,
                              Returns, "", nullptr, &Types);
        describeImages(*F, cast<Function>(*Values[F]));
    }
    for (Function *F : Old)
        F->deleteBody();
    for (Function *F : Old) {
        // Whoever calls it has been replaced as well: arguments and results show the type.
        F->replaceAllUsesWith(Values[F]);
        F->eraseFromParent();
    }
}

// The library's way from an image or a sampler to what it is on the host: functions without bodies, one for each type.
static void
replaceAccessors(Module &M)
{
    for (Function &F : make_early_inc_range(M.functions())) {
        bool IsImage = F.getName().starts_with(WEFT_PRIMITIVE_IMAGE);
        if (!F.isDeclaration() || (!IsImage && F.getName() != WEFT_PRIMITIVE_SAMPLER))
            continue;
        for (User *U : make_early_inc_range(F.users())) {
            auto *Call = cast<CallInst>(U);
            Value *Result = Call->getArgOperand(0);
            if (!IsImage)
                Result = IRBuilder<>(Call).CreatePtrToInt(Result, Call->getType());
            Call->replaceAllUsesWith(Result);
            Call->eraseFromParent();
        }
        F.eraseFromParent();
    }
}

// What the library asks of the CPU.
static void
replaceQuestions(Module &M, const TargetMachine &Machine)
{
    Function *F = M.getFunction(WEFT_PRIMITIVE_HAS_SCALING);

    if (!F)
        return;
    for (User *U : make_early_inc_range(F->users())) {
        auto *Call = cast<CallInst>(U);
        Call->replaceAllUsesWith(ConstantInt::getBool(Call->getType(), weft::hasScaling(Machine)));
        Call->eraseFromParent();
    }
    F->eraseFromParent();
}

// Of all targets' calls, in bytes.
static constexpr unsigned UsualStackAlignment = 16;

static void
retargetFunction(Function &F, StringRef VectorWidth)
{
    if (!F.isDeclaration() && weft::isProgramKernel(F) && !F.hasFnAttribute(WEFT_ATTRIBUTE_KERNEL))
        F.addFnAttr(WEFT_ATTRIBUTE_KERNEL);
    F.setCallingConv(CallingConv::C);
    F.removeFnAttr("stack-protector-buffer-size");
    if (F.isDeclaration())
        return;
    F.addFnAttr("prefer-vector-width", VectorWidth);
    F.setDoesNotThrow();
    for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
            Call->setCallingConv(CallingConv::C);
}

void
weft::retarget(Module &M, const TargetMachine &Machine)
{
    const unsigned Widest = vectorBytes(Machine);
    StringRef VectorWidth = Widest == 64 ? "512" : "256";

    M.setTargetTriple(Machine.getTargetTriple());
    if (Widest > UsualStackAlignment) // which LLVM reads once, as soon as somebody asks for a function's target
        M.setOverrideStackAlignment(Widest);
    M.setDataLayout(Machine.createDataLayout());
    replaceOpaqueTypes(M);
    replaceAccessors(M);
    replaceQuestions(M, Machine);
    for (Function &F : M)
        if (!F.isIntrinsic())
            retargetFunction(F, VectorWidth);
    if (NamedMDNode *Ident = M.getNamedMetadata("llvm.ident"))
        Ident->eraseFromParent();
}
