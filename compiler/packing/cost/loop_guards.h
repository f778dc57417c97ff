// SPDX-License-Identifier: Apache-2.0
// Conditions on which loops run at all.
#ifndef WEFT_PACKING_COST_LOOP_GUARDS_H
#define WEFT_PACKING_COST_LOOP_GUARDS_H

namespace llvm {
class Loop;
class Value;
} // namespace llvm

namespace weft {

// Whether all that the condition, which stands before the loop, asks for is whether it runs at all: something that the
// loop's end is compared with.
bool isGuardOf(const llvm::Loop &L, const llvm::Value *Condition);

} // namespace weft

#endif
