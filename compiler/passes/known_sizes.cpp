// SPDX-License-Identifier: Apache-2.0
// Pass known-sizes: what a kernel asks for of its groups' size is a constant where all groups have one.
#include "compiler/passes/known_sizes.h"

#include "compiler/analysis/kernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

static bool
fixSizes(Function &Kernel)
{
    const bool IsEven = hasEvenGroups(Kernel);
    bool Changed = false;

    for (Instruction &I : make_early_inc_range(instructions(Kernel))) {
        const PrimitiveCall Call = classifyPrimitive(&I);
        if (Call.Kind != Primitive::EnqueuedLocalSize && (Call.Kind != Primitive::LocalSize || !IsEven))
            continue;
        const uint64_t Size = requiredLocalSize(Kernel, Call.Dimension);
        if (!Size)
            continue;
        I.replaceAllUsesWith(ConstantInt::get(I.getType(), Size));
        I.eraseFromParent();
        Changed = true;
    }
    return Changed;
}

PreservedAnalyses
KnownSizesPass::run(Module &M, ModuleAnalysisManager &)
{
    bool Changed = false;

    for (Function *Kernel : kernelsOf(M))
        Changed |= fixSizes(*Kernel);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
