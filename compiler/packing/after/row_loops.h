// SPDX-License-Identifier: Apache-2.0
// Loops in which lanes walk along rows, and what of them can be done by tiles.
#ifndef WEFT_PACKING_AFTER_ROW_LOOPS_H
#define WEFT_PACKING_AFTER_ROW_LOOPS_H

#include "compiler/analysis/round_steps.h"
#include "compiler/packing/after/row_squares.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace llvm {
class AAResults;
class DominatorTree;
class IntrinsicInst;
class Loop;
class PHINode;
class ScalarEvolution;
class TargetTransformInfo;
} // namespace llvm

namespace weft {

struct RowAccess;

// A gather whose elements another access had before.
struct CarriedRow {
    LanesAccess Access;
    int64_t Step;                                   // bytes a round
    llvm::IntrinsicInst *Source;                    // a gather, or a scatter
    unsigned Rounds;                                // before
    llvm::SmallVector<llvm::PHINode *, 4> Its = {}; // of a tile's first round: this one's, the next one's...
};

struct RowLoop {
    llvm::SmallVector<RowTile, 4> Tiled; // there is one
    llvm::SmallVector<CarriedRow, 4> Carries;
    llvm::SmallVector<WrappingIndex, 2> Wrapping; // of their addresses, and computable before the loop
    unsigned Rounds = 0; // of all tiles, a power of two: as many as a cache line has of the smallest elements, or fewer
};

// Of a function, nothing of which changes meanwhile.
class RowLoops {
public:
    RowLoops(llvm::ScalarEvolution &TheEvolution, llvm::AAResults &TheAliases, llvm::DominatorTree &TheTree,
             const llvm::TargetTransformInfo &TheTarget)
        : SE(TheEvolution), Aliases(TheAliases), Tree(TheTree), Target(TheTarget)
    {
    }

    // Requires: simple loops, in LCSSA form. None where there is nothing to do.
    std::optional<RowLoop> find(llvm::Loop &L) const;

private:
    void findRow(const llvm::Loop &L, const LanesAccess &Access, RowAccess &Its,
                 llvm::SmallVectorImpl<WrappingIndex> &Wrapping) const;
    bool canCount(llvm::Loop &L) const;

    llvm::ScalarEvolution &SE;
    llvm::AAResults &Aliases;
    llvm::DominatorTree &Tree;
    const llvm::TargetTransformInfo &Target;
};

// What vector registers of the target have.
unsigned registerBytes(const llvm::TargetTransformInfo &Target);

} // namespace weft

#endif
