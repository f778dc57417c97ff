// SPDX-License-Identifier: Apache-2.0
// Questions about a whole pack that its first and last work-item answer.
#ifndef WEFT_PACKING_EMIT_BOUND_TESTS_H
#define WEFT_PACKING_EMIT_BOUND_TESTS_H

namespace llvm {
class Value;
}

namespace weft {

class Packer;

// Whether any work-item's Mask is true, an i1; null when it needs all of them. Masks made of comparisons of ids with
// bounds do not: what counts up or down without wrapping is beyond a bound somewhere if it is at one end. Where some
// lanes are off, nothing is known of their values, so all are asked.
llvm::Value *anyByEnds(Packer &P, llvm::Value *Mask);

} // namespace weft

#endif
