// SPDX-License-Identifier: Apache-2.0
// What a row's work-items have to do, as far as it can be told before the row.
#ifndef WEFT_WORKGROUP_ROW_WAYS_H
#define WEFT_WORKGROUP_ROW_WAYS_H

#include "compiler/workgroup/row_bounds.h"
#include "llvm/IR/InstrTypes.h"

namespace weft {

// Which work-items of a row a way through the region has something to do for, or a condition is true of: those from
// one place to another, of which some may have nothing to do. Of whole ones it is certain.
struct RowBound::Way {
    enum Kinds {
        None,
        All,
        Compared, // those whose Id is related to Limit by Predicate
        Least,    // those of First and Second
        Most,     // those of First or Second, and those between
        Choice    // First where Condition is true, else Second
    };

    Kinds Kind;
    const Way *First = nullptr, *Second = nullptr;
    llvm::Value *Condition = nullptr;
    llvm::Value *Id = nullptr, *Limit = nullptr;
    llvm::CmpInst::Predicate Predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
    bool IsChecked = false;  // a row may wrap, and tells nothing then
    bool IsPromised = false; // wrong for a row of which a work-item gets here with a wrap that the code rules out

    // Those before Limit, rather than those behind it.
    bool isBelow() const { return llvm::ICmpInst::isLT(Predicate) || llvm::ICmpInst::isLE(Predicate); }
    // Whether rows may have something to do from another work-item than their first on.
    bool beginsLate() const;
    // Whether it is so of this way or one that it is made of.
    bool contains(llvm::function_ref<bool(const Way &)> Is) const;
};

// Evaluates ways before a row.
class RowBound::Emitter {
public:
    // Items: how many work-items the row has, an i64, at least 1.
    Emitter(llvm::IRBuilderBase &Builder, llvm::ArrayRef<llvm::Value *> TheArguments, RowPrimitive ThePrimitive,
            llvm::Value *TheItems)
        : B(Builder), Arguments(TheArguments), Primitive(ThePrimitive), Items(TheItems)
    {
    }
    // Places of rows of which all Conditions, i1s, are true; others have nothing to do. What is the same for a row is
    // kept apart as long as it can be, as the places are mostly the same for all rows then.
    struct Found {
        RowPlaces Places;
        llvm::SmallVector<llvm::Value *, 4> Conditions = {};
    };

    Found find(const Way &W);
    // Its places in all rows, where those of Known are true.
    RowPlaces settled(const Found &F, llvm::ArrayRef<llvm::Value *> Known = {});

private:
    llvm::Value *value(llvm::Value *V);
    llvm::Value *create(llvm::Value *V);
    llvm::Value *known(llvm::Value *V, const llvm::Twine &Name);
    llvm::Value *number(uint64_t N) { return B.getInt64(N); }
    llvm::Value *isWithoutWrap(llvm::Value *First, unsigned Bits, bool IsSigned);
    RowPlaces all(bool Some);
    RowPlaces ofEqual(const Way &W);
    RowPlaces ofOrder(const Way &W);
    Found both(const Found &One, const Found &Other);
    RowPlaces either(const RowPlaces &One, const RowPlaces &Other);
    RowPlaces chosen(llvm::Value *Condition, const RowPlaces &One, const RowPlaces &Other);

    llvm::IRBuilderBase &B;
    llvm::ArrayRef<llvm::Value *> Arguments;
    RowPrimitive Primitive;
    llvm::Value *Items;
    llvm::DenseMap<llvm::Value *, llvm::Value *> Values, Opposites;
    llvm::DenseMap<const Way *, Found> Done;
};

} // namespace weft

#endif
