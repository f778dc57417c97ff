// SPDX-License-Identifier: Apache-2.0
// Accesses of a loop that walk along rows, and what they have to do with each other.
#include "compiler/packing/analysis/row_walks.h"

#include "llvm/IR/Instruction.h"
#include <optional>

using namespace llvm;

namespace weft {

bool
RowAccess::writes() const
{
    return I->mayWriteToMemory();
}

// After how many rounds B comes to the element that A has; none for accesses of two rows, as far as is known.
static std::optional<int64_t>
roundsBetween(const RowAccess &A, const RowAccess &B)
{
    if (!A.Step || A.Step != B.Step || A.Root != B.Root || A.Element != B.Element || A.Mask != B.Mask ||
        (A.Offset - B.Offset) % A.Step != 0)
        return std::nullopt;
    return (A.Offset - B.Offset) / A.Step;
}

// Whether a load finds what it would have found where all are loaded before the first store of several rounds, and
// what has just been stored is carried to it.
static bool
mayBeAhead(const RowAccess &Load, const RowAccess &Store,
           function_ref<bool(const RowAccess &, const RowAccess &)> Precedes)
{
    const std::optional<int64_t> Rounds = roundsBetween(Store, Load);

    return Rounds && (*Rounds < 0 || (*Rounds == 0 ? Precedes(Load, Store) : *Rounds <= int64_t(MostCarriedRounds)));
}

// By what had the element last.
static void
carry(RowAccess &Load, ArrayRef<RowAccess> Accesses)
{
    for (unsigned Number = 0; Number < Accesses.size(); ++Number) {
        const RowAccess &Source = Accesses[Number];
        if (Source.Kind == RowAccess::Other)
            continue;
        const int64_t Rounds = roundsBetween(Source, Load).value_or(0);
        if (Rounds <= 0 || Rounds > int64_t(MostCarriedRounds) ||
            (Load.Kind == RowAccess::Carried && (Rounds > Load.Rounds || (Rounds == Load.Rounds && !Source.writes()))))
            continue;
        Load.Kind = RowAccess::Carried;
        Load.Source = Number;
        Load.Rounds = unsigned(Rounds);
    }
}

void
relateRows(MutableArrayRef<RowAccess> Accesses, function_ref<bool(const RowAccess &, const RowAccess &)> Precedes,
           function_ref<bool(const RowAccess &, const RowAccess &)> MayMeet)
{
    auto AreInOrder = [&](const RowAccess &A, const RowAccess &B) {
        if ((!A.writes() && !B.writes()) || !MayMeet(A, B))
            return true;
        return B.Kind == RowAccess::Tiled && A.writes() != B.writes() &&
               (A.writes() ? mayBeAhead(B, A, Precedes) : mayBeAhead(A, B, Precedes));
    };
    bool Changed = true;

    for (RowAccess &Its : Accesses)
        Its.Kind = Its.Step ? RowAccess::Tiled : RowAccess::Other;
    while (Changed) {
        Changed = false;
        for (RowAccess &Its : Accesses) {
            if (Its.Kind != RowAccess::Tiled ||
                all_of(Accesses, [&](const RowAccess &Other) { return &Other == &Its || AreInOrder(Its, Other); }))
                continue;
            Its.Kind = RowAccess::Other;
            Changed = true;
        }
    }
    for (RowAccess &Its : Accesses)
        if (Its.Kind == RowAccess::Tiled && !Its.writes())
            carry(Its, Accesses);
}

} // namespace weft
