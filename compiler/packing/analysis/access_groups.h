// SPDX-License-Identifier: Apache-2.0
// Which loads and stores of a block are fields of the same structures, to be accessed at once.
#ifndef WEFT_PACKING_ANALYSIS_ACCESS_GROUPS_H
#define WEFT_PACKING_ANALYSIS_ACCESS_GROUPS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <deque>

namespace llvm {
class AAResults;
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace weft {

class PrivateArrays;
class Shapes;

// Loads (or stores) of one block whose addresses are linear with the same stride and differ by constants less than it,
// as particle[i].x and particle[i].y do. Loads are done where the first one stands, stores where the last one does, as
// far as AccessOrder allows. Loads of rows of 16 bytes are a group for each row where a block has such
// (analysis/short_rows.h): what one has is used before the next needs registers.
struct AccessGroup {
    struct Member {
        llvm::Instruction *Access;
        int64_t Offset; // in bytes, from the lowest one
    };
    llvm::SmallVector<Member, 8> Members; // by Offset
    llvm::Instruction *Place;
};

class AccessGroups {
public:
    AccessGroups(llvm::Function &F, const Shapes &Known, const PrivateArrays &Arrays, unsigned Width,
                 llvm::function_ref<bool(const llvm::BasicBlock &)> HasRows, llvm::AAResults &Aliases);

    // The group that the access belongs to; null when it stands alone.
    const AccessGroup *of(const llvm::Instruction &Access) const { return Groups.lookup(&Access); }

private:
    std::deque<AccessGroup> All;
    llvm::DenseMap<const llvm::Instruction *, const AccessGroup *> Groups;
};

} // namespace weft

#endif
