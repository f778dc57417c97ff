// SPDX-License-Identifier: Apache-2.0
// Pass printf-lowering: OpenCL C's variadic printf becomes a call through __weft_services.
#include "compiler/passes/printf_lowering.h"

#include "compiler/analysis/abi_types.h"
#include "compiler/analysis/kernel_sizes.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/kernel_abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

// The descriptor of kernel_abi.h for an argument, or 0 when printf cannot print such a thing.
static uint32_t
describe(const Type *T)
{
    const auto *Vector = dyn_cast<FixedVectorType>(T);
    uint32_t Lanes = Vector ? Vector->getNumElements() : 1;
    const Type *Element = T->getScalarType();
    uint32_t Kind;
    uint32_t Bytes;

    if (Element->isIntegerTy()) {
        Kind = WEFT_PRINTF_INTEGER;
        Bytes = Element->getIntegerBitWidth() / 8;
    } else if (Element->isHalfTy() || Element->isFloatTy() || Element->isDoubleTy()) {
        Kind = WEFT_PRINTF_FLOAT;
        Bytes = Element->getPrimitiveSizeInBits() / 8;
    } else if (Element->isPointerTy()) {
        Kind = WEFT_PRINTF_POINTER;
        Bytes = 8;
    } else {
        return 0;
    }
    if ((Bytes != 1 && Bytes != 2 && Bytes != 4 && Bytes != 8) || Lanes > 16)
        return 0;
    return Kind << 16 | Bytes << 8 | Lanes;
}

bool
canPrint(const Type *T)
{
    return describe(T) != 0;
}

static void
lowerCall(CallInst &Call)
{
    Function &F = *Call.getFunction();
    Module &M = *F.getParent();
    LLVMContext &Context = M.getContext();
    IRBuilder<> B(&Call);
    SmallVector<uint32_t, 8> Types;
    SmallVector<uint64_t, 8> Offsets;
    uint64_t Bytes = 0;

    for (Value *Arg : drop_begin(Call.args())) {
        uint32_t Descriptor = describe(Arg->getType());
        Types.push_back(Descriptor);
        Offsets.push_back(Bytes);
        Bytes = alignTo(Bytes + static_cast<uint64_t>(Descriptor >> 8 & 255) * (Descriptor & 255), 8);
    }

    Type *Pointer = B.getPtrTy();
    Value *TypesPointer = ConstantPointerNull::get(B.getPtrTy());
    Value *Values = TypesPointer;
    if (!Types.empty()) {
        Constant *Array = ConstantDataArray::get(Context, Types);
        auto *Table = new GlobalVariable(M, Array->getType(), true, GlobalValue::PrivateLinkage, Array, "printf.types");
        Table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
        Table->setAlignment(Align(4));
        TypesPointer = Table;

        IRBuilder<> AtEntry(&*F.getEntryBlock().getFirstInsertionPt());
        AllocaInst *Block = AtEntry.CreateAlloca(ArrayType::get(B.getInt8Ty(), Bytes), nullptr, "printf.values");
        Block->setAlignment(Align(8));
        Values = Block;
        B.CreateLifetimeStart(Block);
        for (unsigned I = 0; I < Types.size(); ++I) {
            Value *Arg = Call.getArgOperand(I + 1);
            if (Arg->getType()->isPtrOrPtrVectorTy())
                Arg = B.CreatePtrToInt(Arg, Arg->getType()->getWithNewType(B.getInt64Ty()));
            B.CreateAlignedStore(Arg, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Block, Offsets[I]), Align(8));
        }
    }
    Value *Services = B.CreateAlignedLoad(Pointer, servicesVariable(M), Align(8), "services");
    LoadInst *Printf = loadPointerField(B, Services, offsetof(struct weft_services, printf), 0, "services.printf");
    FunctionType *Type =
        FunctionType::get(B.getInt32Ty(), {Pointer, B.getInt32Ty(), Pointer, Pointer}, /*isVarArg=*/false);
    Value *Format = B.CreateAddrSpaceCast(Call.getArgOperand(0), Pointer);
    CallInst *Lowered = B.CreateCall(Type, Printf, {Format, B.getInt32(Types.size()), TypesPointer, Values});
    Lowered->setDoesNotThrow();
    Lowered->takeName(&Call);
    if (Values != TypesPointer)
        B.CreateLifetimeEnd(Values);
    Call.replaceAllUsesWith(Lowered);
    Call.eraseFromParent();
}

PreservedAnalyses
PrintfLoweringPass::run(Module &M, ModuleAnalysisManager &)
{
    Function *Printf = M.getFunction(WEFT_PRIMITIVE_PRINTF);
    SetVector<Function *> Printing;

    if (!Printf || !Printf->isDeclaration())
        return PreservedAnalyses::all();
    for (User *U : make_early_inc_range(Printf->users())) {
        auto *Call = dyn_cast<CallInst>(U);
        if (!Call || Call->getCalledOperand() != Printf || Call->arg_empty())
            continue;
        Printing.insert(Call->getFunction());
        lowerCall(*Call);
    }
    markCallers(Printing.getArrayRef(), UsesPrintfAttribute);
    if (Printf->use_empty())
        Printf->eraseFromParent();
    return PreservedAnalyses::none();
}

} // namespace weft
