// SPDX-License-Identifier: Apache-2.0
// WEFT_CHECK=values: packed code that finds out whether its values are what packing took them for.
#ifndef WEFT_PACKING_EMIT_VALUE_CHECKS_H
#define WEFT_PACKING_EMIT_VALUE_CHECKS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
class GetElementPtrInst;
class Instruction;
class PHINode;
class Twine;
class Value;
} // namespace llvm

namespace weft {

class Packer;

// Values with a linear shape are computed once for all lanes. Where they are checked, they are computed for each lane
// as well, from what their operands are in each lane: the *shadow* of a value. The two are compared
//   - where the value is computed, unless it may be poison there in lanes that never use it,
//   - where its being wrong would do harm: addresses in their accesses, also those that are linear only among the lanes
//     that access them (Shapes::atAccess), and conditions of branches, which are uniform,
// in the lanes that are on. Masks have no lanes that are off in the function's own. What does not hold is told to the
// runtime (weft_services.complain), and the launch fails.
//
// Not compared are floats, divisions, addresses in interleaved private arrays, and what calls and loads return.
class ValueChecks {
public:
    explicit ValueChecks(Packer &ThePacker);

    // To be called at the packer's place, before and after I is packed, and when all is.
    void before(llvm::Instruction &I);
    void after(llvm::Instruction &I);
    void finish();

private:
    void findPoison(llvm::Function &F);
    llvm::Value *shadow(llvm::Value *V);
    llvm::Value *compute(llvm::Instruction &I);
    llvm::Value *computeAddress(llvm::GetElementPtrInst &Address);
    void compare(llvm::Value *Lanes, llvm::Value *Base, int64_t Stride, llvm::Instruction &At, const llvm::Twine &What);
    void complainIf(llvm::Value *Wrong, llvm::Instruction &At, const llvm::Twine &What);
    void checkCondition(llvm::Value *Condition, llvm::Instruction &At);
    void checkAddress(llvm::Value *Pointer, llvm::Instruction &At);
    void checkMask(llvm::Instruction &At);
    llvm::Function *complainer();

    Packer &P;
    llvm::SmallPtrSet<const llvm::Value *, 32> MaybePoison;
    llvm::DenseMap<const llvm::Value *, llvm::Value *> Shadows;                 // of linear values
    llvm::SmallVector<std::pair<llvm::PHINode *, llvm::PHINode *>, 8> OpenPhis; // of the source, and its shadow
};

} // namespace weft

#endif
