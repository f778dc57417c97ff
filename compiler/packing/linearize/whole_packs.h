// SPDX-License-Identifier: Apache-2.0
// Ways without masks, for packs of which all work-items go the same way.
#ifndef WEFT_PACKING_LINEARIZE_WHOLE_PACKS_H
#define WEFT_PACKING_LINEARIZE_WHOLE_PACKS_H

namespace llvm {
class TargetTransformInfo;
}

namespace weft {

class IdBounds;

// Kernels compare their ids with bounds: all packs of a row but the first and the last pass, and need no masks for
// what is guarded so, which for a stencil of bytes cost more than a third of its time.
//
// Gives code that such a condition guards a copy that runs when the condition holds for each work-item of the pack:
// `if (c) code` becomes `if (!__weft_any(!c)) code; else if (c) code`. Acts where the condition compares what is
// counted from ids with what is the same for all, and the code is short, accesses memory as often as masks for that
// cost more than the question on the target, and has no calls and no loops that work-items leave at different times.
//
// Requires: Ids are of SPMD code in the form that prepareForPacking() guarantees.
// Guarantees: true if the function changed; its form holds, what is known of it does not.
bool addWholePaths(const IdBounds &Ids, const llvm::TargetTransformInfo &Target);

} // namespace weft

#endif
