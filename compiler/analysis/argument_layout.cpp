// SPDX-License-Identifier: Apache-2.0
// Where each kernel argument lies in weft_launch.args.
#include "compiler/analysis/argument_layout.h"

#include "compiler/analysis/address_spaces.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace weft {

uint64_t
layoutArguments(const Function &Kernel, SmallVectorImpl<ArgumentSlot> &Slots)
{
    const DataLayout &DL = Kernel.getDataLayout();
    uint64_t Bytes = 0;

    for (const Argument &Arg : Kernel.args()) {
        ArgumentSlot Slot = {};

        Slot.Type = Arg.getType();
        if (Arg.hasByValAttr()) {
            Slot.Type = Arg.getParamByValType();
            Slot.ByValue = true;
        } else if (auto *Pointer = dyn_cast<PointerType>(Slot.Type);
                   Pointer && Pointer->getAddressSpace() == LocalSpace) {
            Slot.Type = Type::getInt64Ty(Kernel.getContext());
            Slot.LocalPointer = true;
        }
        Slot.Size = DL.getTypeAllocSize(Slot.Type);
        Slot.Align = Slot.ByValue ? Arg.getParamAlign().valueOrOne().value() : DL.getABITypeAlign(Slot.Type).value();
        Slot.Offset = Bytes = alignTo(Bytes, Slot.Align);
        Bytes += Slot.Size;
        Slots.push_back(Slot);
    }
    return Bytes;
}

} // namespace weft
