// SPDX-License-Identifier: Apache-2.0
// Pass kernel-entries: separates kernels from what is called, and gives each work-item its own struct arguments.
#include "compiler/workgroup/kernel_entries.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/kernel_abi.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {

// Gives the users of a called kernel an ordinary function with the same body.
static bool
separateTwin(Function &Kernel)
{
    if (Kernel.use_empty())
        return false;

    ValueToValueMapTy Map;
    Function *Twin = CloneFunction(&Kernel, Map);

    Twin->setName(Kernel.getName() + ".callee");
    Twin->setLinkage(GlobalValue::InternalLinkage);
    Twin->removeFnAttr(WEFT_ATTRIBUTE_KERNEL);
    Twin->eraseMetadata(Kernel.getContext().getMDKindID("reqd_work_group_size"));
    Kernel.replaceAllUsesWith(Twin);
    return true;
}

// Whether memory behind the pointer is only ever read, as far as a short look shows.
static bool
onlyRead(const Value *Pointer)
{
    SmallVector<const Value *, 8> Work(1, Pointer);

    while (!Work.empty()) {
        const Value *V = Work.pop_back_val();
        for (const User *U : V->users()) {
            if (isa<GetElementPtrInst, AddrSpaceCastInst>(U)) {
                Work.push_back(U);
            } else if (const auto *Copy = dyn_cast<MemTransferInst>(U)) {
                if (Copy->getRawDest() == V || Copy->isVolatile())
                    return false;
            } else if (!isa<LoadInst>(U) || cast<LoadInst>(U)->isVolatile()) {
                return false;
            }
        }
    }
    return true;
}

static void
copyByValue(Argument &Arg)
{
    Function &F = *Arg.getParent();
    const DataLayout &DL = F.getDataLayout();
    Type *T = Arg.getParamByValType();
    Align Alignment = std::max(Arg.getParamAlign().valueOrOne(), DL.getABITypeAlign(T));
    IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin()); // before debug records of the first instruction

    AllocaInst *Copy = B.CreateAlloca(T, nullptr, Arg.getName() + ".copy");
    Copy->setAlignment(Alignment);
    Arg.replaceAllUsesWith(Copy);
    // Also moves #dbg_declare records of the argument to the copy, which is the variable from here on.
    SmallVector<DbgVariableRecord *, 2> Records;
    findDbgUsers(&Arg, Records);
    for (DbgVariableRecord *Record : Records)
        Record->replaceVariableLocationOp(&Arg, Copy);
    B.CreateMemCpy(Copy, Alignment, &Arg, Arg.getParamAlign().valueOrOne(), DL.getTypeAllocSize(T));
}

// Structures that the function gets by value are copies that it makes itself: what is passed is a place as others are,
// which packs can have one of for each lane. The place is its caller's, and read.
static void
takePlaces(Function &F)
{
    static constexpr Attribute::AttrKind Own[] = {Attribute::ByVal, Attribute::NoAlias, Attribute::ReadNone,
                                                  Attribute::WriteOnly}; // of a copy, not of the caller's place
    const MemoryEffects Reads = MemoryEffects::argMemOnly(ModRefInfo::Ref);

    if (F.hasAddressTaken())
        return;
    for (Argument &Arg : F.args()) {
        if (!Arg.hasByValAttr() || Arg.getType()->getPointerAddressSpace() != F.getDataLayout().getAllocaAddrSpace())
            continue;
        const uint64_t Bytes = F.getDataLayout().getTypeAllocSize(Arg.getParamByValType());
        copyByValue(Arg);
        for (Attribute::AttrKind Kind : Own)
            Arg.removeAttr(Kind);
        Arg.addAttr(Attribute::ReadOnly);
        Arg.addAttr(Attribute::getWithDereferenceableBytes(F.getContext(), Bytes));
        F.setMemoryEffects(F.getMemoryEffects() | Reads);
        for (User *U : F.users()) {
            auto *Call = cast<CallInst>(U);
            for (Attribute::AttrKind Kind : Own)
                Call->removeParamAttr(Arg.getArgNo(), Kind);
            if (Call->hasFnAttr(Attribute::Memory))
                Call->setMemoryEffects(Call->getMemoryEffects() | Reads);
            Call->setTailCall(false);
        }
    }
}

// __local arguments lie where the runtime has put them.
static bool
capAlignment(Argument &Arg)
{
    const Align Most(WEFT_ARENA_ALIGN);

    if (!Arg.getType()->isPointerTy() || Arg.getType()->getPointerAddressSpace() != LocalSpace ||
        Arg.getParamAlign().valueOrOne() <= Most)
        return false;
    Arg.removeAttr(Attribute::Alignment);
    Arg.addAttr(Attribute::getWithAlignment(Arg.getContext(), Most));
    return true;
}

PreservedAnalyses
KernelEntriesPass::run(Module &M, ModuleAnalysisManager &)
{
    bool Changed = false;

    for (Function *Kernel : kernelsOf(M))
        Changed |= separateTwin(*Kernel);
    for (Function &F : M) {
        if (F.isDeclaration())
            continue;
        F.setVisibility(GlobalValue::DefaultVisibility);
        F.setLinkage(isKernel(F) ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage);
        F.setDSOLocal(true);
        F.setComdat(nullptr);
        if (!isKernel(F))
            takePlaces(F);
        Changed = true;
    }
    for (Function *Kernel : kernelsOf(M)) {
        for (Argument &Arg : Kernel->args()) {
            Changed |= capAlignment(Arg);
            if (!Arg.hasByValAttr() || Arg.onlyReadsMemory())
                continue;
            if (!onlyRead(&Arg))
                copyByValue(Arg);
            Arg.addAttr(Attribute::ReadOnly);
            Arg.addAttr(Attribute::NoAlias);
            Changed = true;
        }
    }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
