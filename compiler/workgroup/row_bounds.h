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

// Kernels compare their ids with bounds: `if (i < n)`, `if (l < s)`, `if (l == 0)`, `if (x > 0 && x < w - 1)`.
// Work-items of a row beyond the bounds do nothing, so that the loop over the row can begin and end there; and those
// between them need not ask. Where both ways have something to do, only that is gained.
class RowBound {
public:
    // Single: a region's function for one work-item, whose arguments [FirstShared, EndShared) are addresses where each
    // work-item stores what is the same for all. Null if the row has no bound, or none that is known before the row.
    static std::unique_ptr<RowBound> find(llvm::Function &Single, unsigned FirstShared, unsigned EndShared);
    ~RowBound();

    RowExtent extent() const { return Extent; }

    // A function that does the same for work-items of which all answers are known; null if it would be Single.
    llvm::Function *createInner(llvm::Function &Single) const;

    // The value of a primitive for the first work-item of a row.
    using RowPrimitive = llvm::function_ref<llvm::Value *(llvm::CallBase &)>;
    // Arguments: Single's. Items: how many work-items the row has, an i64. Holds for rows of which no global id crosses
    // a multiple of 2^31.
    RowPlaces emit(llvm::IRBuilderBase &B, llvm::ArrayRef<llvm::Value *> Arguments, RowPrimitive Primitive,
                   llvm::Value *Items) const;

private:
    struct Way;
    class Finder;
    class Emitter;
    // A branch's condition, or a part of it, that is Value for all whole work-items.
    struct KnownPart {
        llvm::BasicBlock *Block;
        llvm::Value *Part;
        bool Value;
    };

    RowBound();

    std::vector<std::unique_ptr<Way>> Ways;
    const Way *Root = nullptr;      // what there is to do
    const Way *WholeRoot = nullptr; // of whom the answers are known
    RowExtent Extent;
    llvm::SmallVector<KnownPart, 2> Known;
};

} // namespace weft

#endif
