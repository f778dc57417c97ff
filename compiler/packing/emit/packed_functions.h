// SPDX-License-Identifier: Apache-2.0
// Packed forms of functions, made on demand.
#ifndef WEFT_PACKING_EMIT_PACKED_FUNCTIONS_H
#define WEFT_PACKING_EMIT_PACKED_FUNCTIONS_H

#include "compiler/packing/analysis/shapes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"
#include <map>
#include <tuple>
#include <vector>

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

class PackBudget;

struct PackRequest {
    unsigned Width = 1;
    bool Masked = false; // whether some lanes may be off
    bool IsRest = false; // whether it stands beside a form without a mask, and seldom runs; lane 0 is on
    llvm::SmallVector<Shape, 8> Arguments; // one for each argument of the function
};

// The signature of a packed function: for each argument in order, its own type when the shape is linear (lane 0's
// value), else one <W x T> for each leaf of its type; last, when masked, the mask as <W x i1>. The result: its own type
// when uniform, else <W x T>, or a struct of these when the type has several leaves.
//
// Work-item primitives in a packed function mean lane 0's work-item: __weft_{global,local}_id_x and __weft_linear_id
// are linear with stride 1, everything else is uniform.
class PackedFunctions {
public:
    PackedFunctions(llvm::Module &TheModule, llvm::FunctionAnalysisManager &Analyses) : M(TheModule), AM(Analyses) {}

    // The packed form of F, which stays as it is; the same request gives the same function. Null when F cannot be
    // packed (a declaration, recursion, arguments by value) or becomes too large for that, with the reason in a remark.
    llvm::Function *get(llvm::Function &F, const PackRequest &Request);

    // Of F that became too large: in how many lanes it would not, as far as that can be said; 1 otherwise.
    unsigned affordableWidth(const llvm::Function &F) const { return Affordable.lookup_or(&F, 1); }

    // F is about to go, its packed forms as well.
    void forget(const llvm::Function &F);

    llvm::FunctionAnalysisManager &analyses() const { return AM; }

private:
    llvm::Function *make(llvm::Function &F, const PackRequest &Request);
    llvm::Function *pack(llvm::Function &F, llvm::Function &Source, const PackRequest &Request,
                         const PackBudget &Budget);
    bool isAffordable(llvm::Function &F, const llvm::Function &Packed, unsigned Width, const PackBudget &Budget);

    // A function, width, whether it has a mask, whether it seldom runs, and the shapes of its arguments.
    using Key = std::tuple<const llvm::Function *, unsigned, bool, bool, std::vector<Shape>>;

    llvm::Module &M;
    llvm::FunctionAnalysisManager &AM;
    std::map<Key, llvm::Function *> Made;
    llvm::SmallPtrSet<const llvm::Function *, 8> Open; // being packed
    llvm::DenseMap<const llvm::Function *, unsigned> Affordable;
};

} // namespace weft

#endif
