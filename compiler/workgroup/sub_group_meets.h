// SPDX-License-Identifier: Apache-2.0
// Pass sub-group-meets: functions of sub-groups that some of the work-items may pass by.
//
// Requires: inline ran, so that only kernels call __weft_sub_group_meet() and __weft_sub_group_stay().
// Guarantees: there are no such calls. Where all work-items of a sub-group come to each of them, they are sub-group
//   barriers. Otherwise the kernel has become a machine with a state for each place to meet at, barriers among them,
//   and one for its end, in the order in which the places lie in the source. All work-items of the sub-group agree on
//   the first state that one of them is in, and those that are in it go on to the next, as code under a condition: what
//   follows sees only barriers that all work-items come to. So those that went different ways are together again where
//   the ways join, also at the end of each round of a loop.
// Metadata: none.
#ifndef WEFT_WORKGROUP_SUB_GROUP_MEETS_H
#define WEFT_WORKGROUP_SUB_GROUP_MEETS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class SubGroupMeetsPass : public llvm::PassInfoMixin<SubGroupMeetsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
