// SPDX-License-Identifier: Apache-2.0
// Pass work-group: turns each kernel, code for one work-item, into an entry that runs a range of work-groups.
#include "compiler/passes/work_group.h"

#include "compiler/packing/packed_functions.h"
#include "compiler/packing/remarks.h"
#include "compiler/passes/context_layout.h"
#include "compiler/passes/group_merging.h"
#include "compiler/passes/kernel_sizes.h"
#include "compiler/passes/kernels.h"
#include "compiler/passes/pack_width.h"
#include "compiler/passes/region_builder.h"
#include "compiler/passes/regions.h"
#include "compiler/passes/work_group_loops.h"
#include "llvm/Analysis/TargetTransformInfo.h"
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

// Always: also where one work-item at a time is expected to be faster.
static void
buildEntry(Function &Kernel, bool Optimize, PackWidths Widths, bool Always, PackedFunctions &Packed)
{
    uint64_t PrivateBytes = countPrivateBytes(Kernel);
    bool Merge = Optimize && canMergeGroups(Kernel);
    RegionGraph Graph(Kernel);
    ContextLayout Layout(Kernel, Graph, Optimize, Widths.Full > 1);
    EntryBuilder Entry(Kernel, Merge);

    bool IsPacked = false;
    if (Widths.Full > 1)
        IsPacked = RegionBuilder(Kernel, Graph, Layout, Entry).build(Packed, Widths, Always);
    else
        RegionBuilder(Kernel, Graph, Layout, Entry).build();
    removeUnreachableBlocks(*Entry.Entry);

    setSize(*Entry.Entry, PrivateBytesAttribute, PrivateBytes);
    setSize(*Entry.Entry, ContextBytesAttribute, Layout.BytesPerItem);
    setSize(*Entry.Entry, HasBarrierAttribute, Graph.Regions.size() > 1);
    remark(Kernel, "kernel '" + Kernel.getName() + "': " +
                       (IsPacked ? Twine(Widths.Full) + " work-items side by side" : Twine("one work-item at a time")));
    if (IsPacked)
        setSize(*Entry.Entry, PackWidthAttribute, Widths.Full);

    DISubprogram *Subprogram = Kernel.getSubprogram();
    Kernel.eraseFromParent();
    Entry.Entry->setSubprogram(Subprogram);
}

PreservedAnalyses
WorkGroupPass::run(Module &M, ModuleAnalysisManager &MAM)
{
    FunctionAnalysisManager &AM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
    PackedFunctions Packed(M, AM);
    SmallVector<Function *, 4> Kernels = kernelsOf(M);

    for (Function *Kernel : Kernels) {
        if (!isValid(*Kernel))
            return PreservedAnalyses::none();
        PackWidths Widths;
        if (Optimize && FixedWidth)
            Widths = {FixedWidth, FixedWidth};
        else if (Optimize)
            Widths = choosePackWidths(*Kernel, AM.getResult<TargetIRAnalysis>(*Kernel));
        buildEntry(*Kernel, Optimize, Widths, FixedWidth != 0, Packed);
    }
    for (Function &F : make_early_inc_range(M))
        if (F.isDeclaration() && F.use_empty() && classifyPrimitive(F.getName()))
            F.eraseFromParent();
    return Kernels.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
