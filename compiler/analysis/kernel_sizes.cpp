// SPDX-License-Identifier: Apache-2.0
// What the passes tell about a kernel, and the stack its entry needs.
#include "compiler/analysis/kernel_sizes.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/kernel_info.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

// Saved registers and the return address of one frame.
static constexpr uint64_t FrameBytes = 512;
// A frame's true size is known to the code generator only. The guess is on the safe side of what is seen: every
// eighth instruction spills one of the widest registers, up to a limit.
static constexpr uint64_t InstructionsPerSpill = 8, SpillBytes = 64, MostSpillBytes = 64 * 1024;
// What a call of libc's or libm's functions may need.
static constexpr uint64_t ExternalCallBytes = 4096;

static uint64_t
allocaBytes(const Function &F)
{
    const DataLayout &DL = F.getDataLayout();
    uint64_t Bytes = 0;

    for (const Instruction &I : instructions(F))
        if (const auto *Alloca = dyn_cast<AllocaInst>(&I))
            if (std::optional<TypeSize> Size = Alloca->getAllocationSize(DL))
                Bytes += alignTo(Size->getFixedValue(), Alloca->getAlign());
    return Bytes;
}

// Longest chain of frames; `Known` breaks recursion, which no valid module has.
static uint64_t
chainBytes(const Function &F, DenseMap<const Function *, uint64_t> &Known, uint64_t Frame, uint64_t External)
{
    auto [Position, Inserted] = Known.try_emplace(&F, 0);
    uint64_t Deepest = 0;

    if (!Inserted)
        return Position->second;
    if (F.isDeclaration())
        return Known[&F] = F.isIntrinsic() ? 0 : External;
    for (const Instruction &I : instructions(F)) {
        if (const auto *Call = dyn_cast<CallBase>(&I)) {
            const Function *Callee = Call->getCalledFunction();
            Deepest = std::max(Deepest, Callee ? chainBytes(*Callee, Known, Frame, External) : External);
        }
    }
    uint64_t Spills = Frame ? std::min(F.getInstructionCount() / InstructionsPerSpill * SpillBytes, MostSpillBytes) : 0;
    return Known[&F] = allocaBytes(F) + Frame + Spills + Deepest;
}

uint64_t
estimateStack(const Function &F)
{
    DenseMap<const Function *, uint64_t> Known;

    return chainBytes(F, Known, FrameBytes, ExternalCallBytes);
}

// Whether it, or what it calls, changes memory atomically that other groups may see.
static bool
contends(const Function &F)
{
    SetVector<const Function *> Reached;

    Reached.insert(&F);
    for (unsigned I = 0; I < Reached.size(); ++I) { // grows as it runs
        for (const Instruction &Inst : instructions(*Reached[I])) {
            const Value *Place = nullptr;

            if (const auto *Update = dyn_cast<AtomicRMWInst>(&Inst))
                Place = Update->getPointerOperand();
            else if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&Inst))
                Place = Exchange->getPointerOperand();
            else if (const auto *Call = dyn_cast<CallBase>(&Inst))
                if (const Function *Callee = Call->getCalledFunction())
                    Reached.insert(Callee);
            if (Place && Place->getType()->getPointerAddressSpace() != LocalSpace)
                return true;
        }
    }
    return false;
}

uint64_t
countPrivateBytes(const Function &F)
{
    DenseMap<const Function *, uint64_t> Known;

    return chainBytes(F, Known, 0, 0);
}

void
setSize(Function &F, StringRef Attribute, uint64_t Value)
{
    F.addFnAttr(Attribute, std::to_string(Value));
}

void
markCallers(ArrayRef<Function *> Functions, StringRef Attribute)
{
    SetVector<Function *> Reached(Functions.begin(), Functions.end());

    for (unsigned I = 0; I < Reached.size(); ++I) { // grows as it runs
        if (isKernel(*Reached[I]))
            setSize(*Reached[I], Attribute, 1);
        for (User *U : Reached[I]->users())
            if (auto *Call = dyn_cast<CallBase>(U))
                Reached.insert(Call->getFunction());
    }
}

uint64_t
getSize(const Function &F, StringRef Attribute)
{
    uint64_t Value = 0;

    if (F.getFnAttribute(Attribute).getValueAsString().getAsInteger(10, Value))
        return 0;
    return Value;
}

bool
hasPackedKernels(const Module &M)
{
    return any_of(M, [](const Function &F) { return F.hasFnAttribute(PackWidthAttribute); });
}

bool
readKernelSizes(const Module &M, weft_kernel_info *Info)
{
    for (const Function &F : M) {
        if (F.isDeclaration() || !F.hasFnAttribute(WEFT_ATTRIBUTE_ENTRY) ||
            F.getFnAttribute(WEFT_ATTRIBUTE_ENTRY).getValueAsString() != Info->name)
            continue;
        Info->local_bytes = getSize(F, LocalBytesAttribute);
        Info->private_bytes = getSize(F, PrivateBytesAttribute);
        Info->context_bytes_per_item = getSize(F, ContextBytesAttribute);
        Info->has_barrier = getSize(F, HasBarrierAttribute) != 0;
        Info->uses_printf = getSize(F, UsesPrintfAttribute) != 0;
        Info->enqueues = getSize(F, EnqueuesAttribute) != 0;
        Info->wants_local_size = getSize(F, WantsLocalSizeAttribute) != 0;
        Info->wants_arguments = getSize(F, WantsArgumentsAttribute);
        Info->merged_items = getSize(F, MergedItemsAttribute);
        Info->asks_apart = getSize(F, AsksApartAttribute) != 0;
        Info->orders_groups = getSize(F, OrdersGroupsAttribute) != 0;
        Info->contends = contends(F);
        Info->form = getSize(F, FormAttribute);
        Info->other_forms = getSize(F, OtherFormsAttribute);
        Info->stack_bytes = estimateStack(F);
        return true;
    }
    return false;
}

} // namespace weft
