// SPDX-License-Identifier: Apache-2.0
// What OpenCL's address spaces and kernels' arguments say of accesses that may meet.
#ifndef WEFT_ANALYSIS_ADDRESS_SPACE_ALIASES_H
#define WEFT_ANALYSIS_ADDRESS_SPACE_ALIASES_H

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace weft {

// Set for modules with code that makes objects, or destroys them: also such in constant memory.
inline constexpr llvm::StringLiteral MakesObjectsFlag = "weft.objects";

// Local memory is nobody's but the group's: no pointer to global or constant memory leads there. Constant memory is
// what nobody writes during a launch (OpenCL API specification, 3.3), whatever other arguments the same buffer is; but
// for what makes objects. LLVM knows both for GPUs alone. Arguments that are apart (ApartMetadata) lead to different
// memory, also by addresses of lanes, of which LLVM's scopes say nothing.
class AddressSpaceAliases : public llvm::AAResultBase {
public:
    explicit AddressSpaceAliases(bool ConstantMemoryChanges) : ConstantsChange(ConstantMemoryChanges) {}

    llvm::AliasResult alias(const llvm::MemoryLocation &A, const llvm::MemoryLocation &B, llvm::AAQueryInfo &Query,
                            const llvm::Instruction *Context);
    llvm::ModRefInfo getModRefInfoMask(const llvm::MemoryLocation &Location, llvm::AAQueryInfo &Query,
                                       bool IgnoreLocals);
    bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &, llvm::FunctionAnalysisManager::Invalidator &)
    {
        return false; // it knows nothing of the function
    }

private:
    bool ConstantsChange;
};

class AddressSpaceAliasAnalysis : public llvm::AnalysisInfoMixin<AddressSpaceAliasAnalysis> {
public:
    using Result = AddressSpaceAliases;

    Result run(llvm::Function &F, llvm::FunctionAnalysisManager &)
    {
        return Result(F.getParent()->getModuleFlag(MakesObjectsFlag) != nullptr);
    }

private:
    friend llvm::AnalysisInfoMixin<AddressSpaceAliasAnalysis>;
    static llvm::AnalysisKey Key;
};

// Makes it part of what the manager's alias analysis asks, before others are registered.
void registerAddressSpaceAliases(llvm::FunctionAnalysisManager &Manager, llvm::AAManager Others);

} // namespace weft

#endif
