// SPDX-License-Identifier: Apache-2.0
// Which dimension's work-items run side by side.
#include "compiler/workgroup/lane_dimension.h"

#include "compiler/analysis/group_merging.h"
#include "compiler/analysis/kernels.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

bool
canBeLaneDimension(const Function &Kernel, unsigned Dimension)
{
    return canMergeGroups(Kernel, Dimension) && any_of(instructions(Kernel), [&](const Instruction &I) {
               const PrimitiveCall Call = classifyPrimitive(&I);
               return (Call.Kind == Primitive::GlobalId || Call.Kind == Primitive::GlobalId32) &&
                      Call.Dimension == Dimension;
           });
}

bool
canBeLaneDimensionOfGroups(const Function &Kernel, unsigned Dimension)
{
    bool IsAsked = false;

    for (const Instruction &I : instructions(Kernel)) {
        const PrimitiveCall Call = classifyPrimitive(&I);
        if (asksForSubGroup(Call) || Call.Kind == Primitive::LinearId || Call.Kind == Primitive::Scratch)
            return false;
        if (Call.Kind == Primitive::LocalId || Call.Kind == Primitive::LocalId32 || Call.Kind == Primitive::GlobalId ||
            Call.Kind == Primitive::GlobalId32)
            IsAsked |= Call.Dimension == Dimension;
    }
    return IsAsked && !canMergeGroups(Kernel, Dimension);
}

static MDNode *
exchangedOperands(const MDNode &Sizes, unsigned Dimension)
{
    SmallVector<Metadata *, 3> Operands(Sizes.operands());

    std::swap(Operands[0], Operands[Dimension]);
    return MDNode::get(Sizes.getContext(), Operands);
}

void
exchangeDimensions(Function &Kernel, unsigned Dimension)
{
    Module &M = *Kernel.getParent();
    static constexpr char Names[] = "xyz";

    for (Instruction &I : instructions(Kernel)) {
        auto *Call = dyn_cast<CallInst>(&I);
        Function *Its = Call ? Call->getCalledFunction() : nullptr;
        const PrimitiveCall Primitive = classifyPrimitive(&I);
        if (!Primitive || !Its->getName().ends_with(StringRef(&Names[Primitive.Dimension], 1)))
            continue;
        if (Primitive.Dimension != 0 && Primitive.Dimension != Dimension)
            continue;
        const char Other = Names[Primitive.Dimension == 0 ? Dimension : 0];
        const std::string Name = (Its->getName().drop_back() + Twine(Other)).str();
        FunctionCallee Exchanged = M.getOrInsertFunction(Name, Its->getFunctionType(), Its->getAttributes());
        Call->setCalledFunction(Exchanged);
    }
    for (const char *Kind : {"reqd_work_group_size", "work_group_size_hint"})
        if (const MDNode *Sizes = Kernel.getMetadata(Kind); Sizes && Sizes->getNumOperands() > Dimension)
            Kernel.setMetadata(Kind, exchangedOperands(*Sizes, Dimension));
}

} // namespace weft
