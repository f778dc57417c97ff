// SPDX-License-Identifier: Apache-2.0
// How far a row of work-items has to run through a region.
#ifndef WEFT_WORKGROUP_ROW_BOUNDS_H
#define WEFT_WORKGROUP_ROW_BOUNDS_H

#include "compiler/workgroup/work_group_loops.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include <memory>
#include <vector>

namespace weft {

// Kernels compare their ids with a bound: `if (i < n)`, `if (l < s)`, `if (l == 0)`. Work-items of a row from the bound
// on do nothing, so that the loop over the row can end there; and those before it need not ask.
class RowBound {
public:
    // Single: a region's function for one work-item, whose arguments [FirstShared, EndShared) are addresses where each
    // work-item stores what is the same for all. Null if the row has no bound, or none that is known before the row.
    static std::unique_ptr<RowBound> find(llvm::Function &Single, unsigned FirstShared, unsigned EndShared);
    ~RowBound();

    RowExtent extent() const { return Extent; }

    // A function that does the same for work-items below the bound; null if it would be Single.
    llvm::Function *createInner(llvm::Function &Single) const;

    // The value of a primitive for the first work-item of a row.
    using RowPrimitive = llvm::function_ref<llvm::Value *(llvm::CallBase &)>;
    // How many work-items from the row's first on have something to do, an i64; all ones: no bound. Arguments:
    // Single's. Holds for rows of which no global id crosses a multiple of 2^31.
    llvm::Value *emit(llvm::IRBuilderBase &B, llvm::ArrayRef<llvm::Value *> Arguments, RowPrimitive Primitive) const;

private:
    struct Way;
    class Finder;
    class Emitter;
    // A branch's condition, or a part of it, that is Value for all work-items below the bound.
    struct KnownPart {
        llvm::BasicBlock *Block;
        llvm::Value *Part;
        bool Value;
    };

    RowBound();

    std::vector<std::unique_ptr<Way>> Ways;
    const Way *Root = nullptr;
    RowExtent Extent;
    llvm::SmallVector<KnownPart, 2> Known;
};

} // namespace weft

#endif
