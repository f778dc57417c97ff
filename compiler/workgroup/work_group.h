// SPDX-License-Identifier: Apache-2.0
// Pass work-group: turns each kernel, code for one work-item, into an entry that runs a range of work-groups.
//
// Requires: kernel-entries, inline, printf-lowering and local-memory ran: kernels hold all barriers and primitives,
//   and use no variable in address space 3. Variables have a size. All work-items of a group reach the same barriers of
//   the group, those of a sub-group the same of their own (OpenCL C's rule).
// Guarantees: each kernel is replaced by `__weft_kernel_<name>` of type weft_kernel_entry; no call of a primitive is
//   left. Entries whose lanes are better work-items of another dimension than 0 call one for that where it is wide
//   enough. No parallel-loop metadata is written, and only pointers that the source calls restrict are noalias.
//   The kernel's debug information becomes the entry's.
// Metadata: reads !reqd_work_group_size, "weft.local_bytes", "weft.uses_printf"; writes the attribute "weft.entry" and
//   those of kernel_sizes.h on entries; alias scopes for context slots.
#ifndef WEFT_WORKGROUP_WORK_GROUP_H
#define WEFT_WORKGROUP_WORK_GROUP_H

#include "compiler/packing/cost/pack_width.h"
#include "llvm/IR/PassManager.h"

namespace weft {

class FormCosts;

class WorkGroupPass : public llvm::PassInfoMixin<WorkGroupPass> {
public:
    // Without `Optimize` nothing is taken to be the same for all work-items, and they run one at a time. Width: how
    // many work-items run in the lanes of vectors, a power of two; 0 means as many as are good for each kernel.
    explicit WorkGroupPass(bool IsOptimizing = true, unsigned Width = 0) : Optimize(IsOptimizing), FixedWidth(Width) {}
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }

private:
    // Packs of dimension 0, and of the other one if there are any.
    struct PackPlan {
        unsigned Dimension = 0;
        PackWidths Widths, Exchanged;
        bool Always = false; // also where something else is expected to be faster
        uint64_t Others = 0; // as weft_kernel_info.other_forms
        bool WideRest = false;
        unsigned Least = 0; // work-items of the other dimension that its packs are for
    };

    PackWidths widths(const llvm::Function &Kernel, FormCosts &Costs, const llvm::TargetTransformInfo &Target,
                      unsigned Dimension) const;
    PackPlan wanted(const llvm::Function &Kernel, FormCosts &Costs, const llvm::TargetTransformInfo &Target) const;
    PackPlan narrowed(const llvm::Function &Kernel, PackPlan Plan) const;
    PackPlan plan(const llvm::Function &Kernel, const llvm::TargetTransformInfo &Target) const;

    bool Optimize;
    unsigned FixedWidth;
};

} // namespace weft

#endif
