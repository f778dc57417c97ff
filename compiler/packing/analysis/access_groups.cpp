// SPDX-License-Identifier: Apache-2.0
// Which loads and stores of a block are fields of the same structures, to be accessed at once.
#include "compiler/packing/analysis/access_groups.h"

#include "compiler/analysis/switched.h"
#include "compiler/packing/analysis/access_order.h"
#include "compiler/packing/analysis/interleave.h"
#include "compiler/packing/analysis/private_arrays.h"
#include "compiler/packing/analysis/shapes.h"
#include "compiler/packing/analysis/short_rows.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <algorithm>
#include <numeric>

using namespace llvm;

namespace weft {

namespace {

// An address as a base, variable terms and a constant.
struct Address {
    const Value *Base;
    SmallMapVector<Value *, APInt, 4> Terms;
    APInt Offset;

    bool hasSameOrigin(const Address &Other) const
    {
        return Base == Other.Base && Terms.size() == Other.Terms.size() && all_of(Terms, [&](const auto &Term) {
                   auto Its = Other.Terms.find(Term.first);
                   return Its != Other.Terms.end() && Its->second == Term.second;
               });
    }
};

Address
decompose(const Value *Pointer, const DataLayout &Layout)
{
    const unsigned Bits = Layout.getIndexTypeSizeInBits(Pointer->getType());
    Address Result{Pointer, {}, APInt(Bits, 0)};
    while (const auto *Step = dyn_cast<GEPOperator>(Result.Base)) {
        SmallMapVector<Value *, APInt, 4> Terms(Result.Terms);
        APInt Offset = Result.Offset;
        if (!Step->collectOffset(Layout, Bits, Terms, Offset))
            break;
        Result.Base = Step->getPointerOperand();
        Result.Terms = Terms;
        Result.Offset = Offset;
    }
    return Result;
}

struct Candidate {
    Instruction *Access;
    Address Where;
    int64_t Stride;
    uint64_t ElementSize;
    unsigned Leaves;
    uint64_t Bytes;
};

// A group in the making.
struct Draft {
    SmallVector<Candidate, 8> Members; // in the order of the block
    int64_t offset(const Candidate &C) const { return (C.Where.Offset - Members[0].Where.Offset).getSExtValue(); }
    bool isLoads() const { return isa<LoadInst>(Members[0].Access); }
    Instruction *place() const { return isLoads() ? Members.front().Access : Members.back().Access; }
    SmallVector<Instruction *, 8> accesses() const
    {
        SmallVector<Instruction *, 8> All;
        for (const Candidate &C : Members)
            All.push_back(C.Access);
        return All;
    }
};

class GroupFinder {
public:
    GroupFinder(const Shapes &TheKnown, const PrivateArrays &TheArrays, unsigned Width, AAResults &Aliases)
        : Known(TheKnown), Arrays(TheArrays), W(Width), Alias(Aliases)
    {
    }
    void run(BasicBlock &BB, bool HasRows);
    std::deque<AccessGroup> Found;

private:
    bool describe(Instruction &I, Candidate &C) const;
    bool fits(const Draft &D, const Candidate &C) const;
    bool areRows(const Draft &D) const;
    bool isWorthwhile(const Draft &D) const;
    std::deque<Draft> drafts(BasicBlock &BB);
    void keep(const Draft &D);
    void keepRows(const Draft &D);

    const Shapes &Known;
    const PrivateArrays &Arrays;
    const unsigned W;
    BatchAAResults Alias;
    bool MayBeRows = false;
};

bool
GroupFinder::describe(Instruction &I, Candidate &C) const
{
    auto *Load = dyn_cast<LoadInst>(&I);
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!(Load && Load->isSimple()) && !(Store && Store->isSimple()))
        return false;
    const Value *Pointer = getLoadStorePointerOperand(&I);
    Type *T = getLoadStoreType(&I);
    const DataLayout &Layout = I.getDataLayout();
    const Shape S = Known.atAccess(Pointer);
    SmallVector<Leaf, 8> Leaves;
    if (!S.isLinear() || S.isUniform() || Arrays.arrayOf(Pointer) || !leavesOf(T, Layout, Leaves))
        return false;
    const uint64_t Size = Layout.getTypeStoreSize(Leaves[0].Element);
    for (const Leaf &L : Leaves)
        if (Layout.getTypeStoreSize(L.Element) != Size || L.Element->isPointerTy() || L.Offset % Size)
            return false;
    if (S.stride() % static_cast<int64_t>(Size) || std::abs(S.stride()) <= static_cast<int64_t>(Size))
        return false;
    C = {&I,   decompose(Pointer, Layout),           S.stride(),
         Size, static_cast<unsigned>(Leaves.size()), Leaves.back().Offset + Size};
    return true;
}

// Whether C and D's members are parts of the same structures.
bool
GroupFinder::fits(const Draft &D, const Candidate &C) const
{
    const Candidate &First = D.Members[0];
    if (First.Access->getOpcode() != C.Access->getOpcode() || First.Stride != C.Stride ||
        First.ElementSize != C.ElementSize || !First.Where.hasSameOrigin(C.Where))
        return false;
    int64_t Low = D.offset(C), High = Low + C.Bytes;
    for (const Candidate &Member : D.Members) {
        const int64_t From = D.offset(Member), To = From + Member.Bytes;
        if (From < D.offset(C) + static_cast<int64_t>(C.Bytes) && D.offset(C) < To)
            return false;
        Low = std::min(Low, From);
        High = std::max(High, To);
    }
    return High - Low <= std::abs(C.Stride) && D.offset(C) % static_cast<int64_t>(C.ElementSize) == 0;
}

// Whether they make rows of 16 bytes, from the lowest one on.
bool
GroupFinder::areRows(const Draft &D) const
{
    SmallVector<unsigned, 16> Elements;
    const auto Size = int64_t(D.Members[0].ElementSize);
    const int64_t Lowest = std::accumulate(D.Members.begin(), D.Members.end(), int64_t(0),
                                           [&](int64_t Low, const Candidate &C) { return std::min(Low, D.offset(C)); });

    if (!MayBeRows)
        return false;
    for (const Candidate &C : D.Members)
        for (int64_t Offset = D.offset(C) - Lowest; Offset < D.offset(C) - Lowest + int64_t(C.Bytes); Offset += Size)
            Elements.push_back(unsigned(Offset / Size));
    llvm::sort(Elements);
    return areShortRows(Elements, uint64_t(Size), W);
}

bool
GroupFinder::isWorthwhile(const Draft &D) const
{
    unsigned Elements = 0;
    for (const Candidate &C : D.Members)
        Elements += C.Leaves;
    const uint64_t Stride = std::abs(D.Members[0].Stride) / D.Members[0].ElementSize;
    if (D.Members.size() < 2)
        return false;
    if (areRows(D))
        return true;
    return isWideLoadWorthwhile(Elements, Stride, W) &&
           (D.isLoads() || Elements == Stride || (Elements * 2 >= Stride && D.Members[0].ElementSize >= 4));
}

// What would be done at once if all groups were worth it.
std::deque<Draft>
GroupFinder::drafts(BasicBlock &BB)
{
    AccessOrder Order(BB, Alias);
    std::deque<Draft> All;
    SmallVector<Draft *, 8> Open;
    for (Instruction &I : BB) {
        Candidate C;
        if (!describe(I, C))
            continue;
        erase_if(Open, [&](const Draft *D) {
            return Order.number(&I) - Order.number(D->Members[0].Access) > AccessOrder::MaxReach;
        });
        const auto *Joined = find_if(Open, [&](Draft *D) {
            if (!fits(*D, C))
                return false;
            D->Members.push_back(C);
            if (!Order.allows(D->accesses(), D->place())) {
                D->Members.pop_back();
                return false;
            }
            Order.move(D->accesses(), D->place());
            return true;
        });
        if (Joined == Open.end()) {
            All.push_back({{C}});
            Open.push_back(&All.back());
        }
    }
    return All;
}

void
GroupFinder::keep(const Draft &D)
{
    AccessGroup Result;
    Result.Place = D.place();
    for (const Candidate &C : D.Members)
        Result.Members.push_back({C.Access, D.offset(C)});
    llvm::sort(Result.Members, [](const auto &A, const auto &B) { return A.Offset < B.Offset; });
    const int64_t Lowest = Result.Members[0].Offset;
    for (AccessGroup::Member &M : Result.Members)
        M.Offset -= Lowest;
    Found.push_back(std::move(Result));
}

// The order was asked for with all loads at the first one's place. Each is done there or later, but not later than
// where it stands.
void
GroupFinder::keepRows(const Draft &D)
{
    SmallVector<Candidate, 8> Members(D.Members);
    Draft Row;
    uint64_t Bytes = 0;

    llvm::sort(Members, [&](const Candidate &A, const Candidate &B) { return D.offset(A) < D.offset(B); });
    for (const Candidate &C : Members) {
        Row.Members.push_back(C);
        Bytes += C.Bytes;
        if (Bytes % ShortRowBytes)
            continue;
        llvm::sort(Row.Members, [](const Candidate &A, const Candidate &B) { return A.Access->comesBefore(B.Access); });
        if (Row.Members.size() > 1)
            keep(Row);
        Row.Members.clear();
    }
}

void
GroupFinder::run(BasicBlock &BB, bool HasRows)
{
    MayBeRows = HasRows;
    std::deque<Draft> All = drafts(BB);
    erase_if(All, [&](const Draft &D) { return !isWorthwhile(D); });
    if (All.empty())
        return;
    // Drafts that were given up stay where they stand: the others ask once more.
    AccessOrder Order(BB, Alias);
    for (Draft &D : All) {
        while (D.Members.size() > 1 && !Order.allows(D.accesses(), D.place()))
            D.Members.erase(D.isLoads() ? D.Members.end() - 1 : D.Members.begin());
        if (!isWorthwhile(D))
            continue;
        Order.move(D.accesses(), D.place());
        if (D.isLoads() && areRows(D))
            keepRows(D);
        else
            keep(D);
    }
}

} // namespace

AccessGroups::AccessGroups(Function &F, const Shapes &Known, const PrivateArrays &Arrays, unsigned Width,
                           function_ref<bool(const BasicBlock &)> HasRows, AAResults &Aliases)
{
    GroupFinder Finder(Known, Arrays, Width, Aliases);
    if (isOn(F, WEFT_SWITCH_ACCESS_GROUPS))
        for (BasicBlock &BB : F)
            Finder.run(BB, HasRows(BB));
    All = std::move(Finder.Found);
    for (const AccessGroup &G : All)
        for (const AccessGroup::Member &M : G.Members)
            Groups[M.Access] = &G;
}

} // namespace weft
