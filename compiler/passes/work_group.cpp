// SPDX-License-Identifier: Apache-2.0
// Pass work-group: turns each kernel, code for one work-item, into an entry that runs a range of work-groups.
#include "compiler/passes/work_group.h"

#include "compiler/passes/context_layout.h"
#include "compiler/passes/kernel_sizes.h"
#include "compiler/passes/kernels.h"
#include "compiler/passes/region_builder.h"
#include "compiler/passes/regions.h"
#include "compiler/passes/work_group_loops.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace weft {

static bool
isValid(const Function &Kernel)
{
    for (const Instruction &I : instructions(Kernel)) {
        const auto *Alloca = dyn_cast<AllocaInst>(&I);
        if (Alloca && !isa<ConstantInt>(Alloca->getArraySize())) {
            reportError(Kernel, "variable length arrays are not allowed in OpenCL C");
            return false;
        }
    }
    return true;
}

static void
buildEntry(Function &Kernel, bool Optimize)
{
    uint64_t PrivateBytes = countPrivateBytes(Kernel);
    RegionGraph Graph(Kernel);
    ContextLayout Layout(Kernel, Graph, Optimize);
    EntryBuilder Entry(Kernel);

    RegionBuilder(Kernel, Graph, Layout, Entry).build();
    removeUnreachableBlocks(*Entry.Entry);

    setSize(*Entry.Entry, PrivateBytesAttribute, PrivateBytes);
    setSize(*Entry.Entry, ContextBytesAttribute, Layout.BytesPerItem);
    setSize(*Entry.Entry, HasBarrierAttribute, Graph.Regions.size() > 1);

    DISubprogram *Subprogram = Kernel.getSubprogram();
    Kernel.eraseFromParent();
    Entry.Entry->setSubprogram(Subprogram);
}

PreservedAnalyses
WorkGroupPass::run(Module &M, ModuleAnalysisManager &)
{
    SmallVector<Function *, 4> Kernels = kernelsOf(M);

    for (Function *Kernel : Kernels) {
        if (!isValid(*Kernel))
            return PreservedAnalyses::none();
        buildEntry(*Kernel, Optimize);
    }
    for (Function &F : make_early_inc_range(M))
        if (F.isDeclaration() && F.use_empty() && classifyPrimitive(F.getName()))
            F.eraseFromParent();
    return Kernels.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
