// SPDX-License-Identifier: Apache-2.0
// What values are to the work-items of a row.
#ifndef WEFT_WORKGROUP_ROW_COURSES_H
#define WEFT_WORKGROUP_ROW_COURSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Value;
} // namespace llvm

namespace weft {

struct RowCourse {
    enum Kinds {
        Unknown,
        Same,   // the same, of arguments, constants and primitives only, and may be computed anywhere
        Counted // grows by 1, maybe around the end of its type
    };

    Kinds Kind = Unknown;
    // Of what is counted: as a signed or as an unsigned integer, without a wrap, where no global id of the row crosses
    // a multiple of 2^31; whether it is an id itself, maybe in fewer bits, whose sign does not change.
    bool Signed = false, Unsigned = false, IsId = false;
    bool IsPromised = false; // the code says so, of work-items that get there
};

// In a region's function for one work-item.
class RowCourses {
public:
    RowCourse of(llvm::Value *V) { return of(V, 0); }
    // How many instructions were found to be the same.
    unsigned evaluated() const { return Evaluated.size(); }

private:
    RowCourse of(llvm::Value *V, unsigned Depth);
    RowCourse find(llvm::Value *V, unsigned Depth);

    llvm::DenseMap<llvm::Value *, RowCourse> Known;
    llvm::SmallPtrSet<llvm::Value *, 16> Evaluated;
};

} // namespace weft

#endif
