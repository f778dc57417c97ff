// SPDX-License-Identifier: Apache-2.0
// compiler/kernel_abi.h in LLVM's terms: addresses of fields and the services variable.
#include "compiler/analysis/abi_types.h"

#include "compiler/kernel_abi.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static_assert(sizeof(void *) == 8, "kernels and this compiler have the same pointers");
static_assert(sizeof(struct weft_launch) == 8 + 8 + 4 * 24 + 8 + 8, "weft_launch has no padding");

namespace weft {

LoadInst *
loadLaunchField(IRBuilderBase &B, Value *Launch, uint64_t Offset, const Twine &Name)
{
    Value *Address = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Launch, Offset);
    LoadInst *Load = B.CreateAlignedLoad(B.getInt64Ty(), Address, Align(8), Name);

    Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(B.getContext(), {}));
    return Load;
}

LoadInst *
loadPointerField(IRBuilderBase &B, Value *Structure, uint64_t Offset, unsigned AddressSpace, const Twine &Name)
{
    Value *Address = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Structure, Offset);
    LoadInst *Load = B.CreateAlignedLoad(B.getPtrTy(AddressSpace), Address, Align(8), Name);

    Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(B.getContext(), {}));
    return Load;
}

FunctionType *
entryType(LLVMContext &Context)
{
    Type *Pointer = PointerType::get(Context, 0);
    Type *Index = Type::getInt64Ty(Context);

    return FunctionType::get(Type::getVoidTy(Context), {Pointer, Pointer, Index, Index}, false);
}

GlobalVariable *
servicesVariable(Module &M)
{
    if (GlobalVariable *Existing = M.getNamedGlobal(WEFT_SERVICES_SYMBOL))
        return Existing;

    Type *Pointer = PointerType::get(M.getContext(), 0);

    return new GlobalVariable(M, Pointer, false, GlobalValue::ExternalLinkage, Constant::getNullValue(Pointer),
                              WEFT_SERVICES_SYMBOL);
}

} // namespace weft
