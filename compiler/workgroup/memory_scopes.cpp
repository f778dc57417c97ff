// SPDX-License-Identifier: Apache-2.0
// Alias scopes that say what a flat machine cannot see: which memory each address space and context slot is.
#include "compiler/workgroup/memory_scopes.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernels.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace weft {

// The address spaces of what an instruction reads and writes; false when it is not a plain access.
static bool
accessedSpaces(const Instruction &I, SmallVectorImpl<unsigned> &Spaces)
{
    if (const auto *Intrinsic = dyn_cast<AnyMemIntrinsic>(&I)) {
        Spaces.push_back(Intrinsic->getDestAddressSpace());
        if (const auto *Transfer = dyn_cast<AnyMemTransferInst>(&I))
            Spaces.push_back(Transfer->getSourceAddressSpace());
    } else if (const Value *Pointer = getLoadStorePointerOperand(&I)) {
        Spaces.push_back(Pointer->getType()->getPointerAddressSpace());
    } else if (const auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
        Spaces.push_back(Update->getPointerAddressSpace());
    } else if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
        Spaces.push_back(Exchange->getPointerAddressSpace());
    }
    return !Spaces.empty();
}

MemoryScopes::MemoryScopes(Function &Kernel, const ContextLayout &Layout)
{
    LLVMContext &Context = Kernel.getContext();
    MDBuilder Metadata(Context);
    MDNode *Domain = nullptr;
    auto NewScope = [&](StringRef Name) {
        if (!Domain)
            Domain = Metadata.createAnonymousAliasScopeDomain("weft");
        return Metadata.createAnonymousAliasScope(Domain, Name);
    };

    Slots.resize(Layout.Slots.size());
    for (auto &[I, Place] : Layout.Values)
        for (unsigned Slot : Place.Slots)
            if (!Slots[Slot])
                Slots[Slot] = NewScope("context slot");
    SmallVector<llvm::Metadata *, 8> All;
    for (llvm::Metadata *Slot : Slots)
        if (Slot)
            All.push_back(Slot);
    if (!All.empty())
        AllSlots = MDNode::get(Context, All);

    for (Instruction &I : instructions(Kernel)) {
        SmallVector<unsigned, 2> Spaces;
        accessedSpaces(I, Spaces);
        if (!Local && is_contained(Spaces, LocalSpace))
            Local = MDNode::get(Context, {NewScope("local")});
        if (!Constant && is_contained(Spaces, ConstantSpace))
            Constant = MDNode::get(Context, {NewScope("constant")});
    }
}

static void
append(Instruction &I, unsigned Kind, MDNode *Scopes)
{
    if (Scopes)
        I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind), Scopes));
}

void
MemoryScopes::markSlot(Instruction &Access, unsigned Slot) const
{
    SmallVector<Metadata *, 8> Others;

    for (unsigned S = 0; S < Slots.size(); ++S)
        if (Slots[S] && S != Slot)
            Others.push_back(Slots[S]);
    Access.setMetadata(SlotMetadata, MDNode::get(Access.getContext(), {}));
    Access.setMetadata(LLVMContext::MD_alias_scope, MDNode::get(Access.getContext(), {Slots[Slot]}));
    if (!Others.empty())
        Access.setMetadata(LLVMContext::MD_noalias, MDNode::get(Access.getContext(), Others));
    append(Access, LLVMContext::MD_noalias, Local);
    append(Access, LLVMContext::MD_noalias, Constant);
}

void
MemoryScopes::markAccess(Instruction &Access) const
{
    SmallVector<unsigned, 2> Spaces;
    bool Plain = accessedSpaces(Access, Spaces);

    if (!Plain && (!isa<CallBase>(Access) || isa<IntrinsicInst>(Access) || classifyPrimitive(&Access)))
        return;
    append(Access, LLVMContext::MD_noalias, AllSlots);
    if (!Plain || is_contained(Spaces, GenericSpace))
        return;
    if (all_of(Spaces, [](unsigned Space) { return Space == LocalSpace; }))
        append(Access, LLVMContext::MD_alias_scope, Local);
    else if (!is_contained(Spaces, LocalSpace))
        append(Access, LLVMContext::MD_noalias, Local);
    if (all_of(Spaces, [](unsigned Space) { return Space == ConstantSpace; }))
        append(Access, LLVMContext::MD_alias_scope, Constant);
    else if (!is_contained(Spaces, ConstantSpace))
        append(Access, LLVMContext::MD_noalias, Constant);
}

} // namespace weft
