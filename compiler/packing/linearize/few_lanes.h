// SPDX-License-Identifier: Apache-2.0
// Code that few work-items of a pack come to, for one of them after the other.
#ifndef WEFT_PACKING_LINEARIZE_FEW_LANES_H
#define WEFT_PACKING_LINEARIZE_FEW_LANES_H

namespace llvm {
class IRBuilderBase;
class Value;
} // namespace llvm

namespace weft {

class IdBounds;

// `if (found[i]) { a loop }`: with one work-item of a pack in the loop, all its vectors have one lane, and gathers,
// masks and the choices of what lanes keep make it take several times as long as the work-item would alone.
//
// Gives code with loops that a divergent branch guards a copy that is a function of one work-item, called for one after
// the other (WEFT_PREFIX_BY_LANE) when few go there: `if (c) code` becomes
// `if (__weft_few(c)) { if (c) function() } else if (c) code`. Acts where the condition does not compare ids with
// bounds, which whole packs pass or do not, and most do not pass it by what it looks like; and where the code is not
// too long and has nothing in memory that lies as packs have it: private variables whose lives begin in it are the
// function's.
//
// Requires: Ids are of SPMD code in the form that prepareForPacking() guarantees.
// Guarantees: true if the function changed; its form holds, what is known of it does not.
bool addFewLanePaths(const IdBounds &Ids);

// What `__weft_few(Condition)` is in a pack of the width: whether at most an eighth of its lanes are on in OnLanes.
llvm::Value *createIsFew(llvm::IRBuilderBase &B, llvm::Value *OnLanes);

} // namespace weft

#endif
