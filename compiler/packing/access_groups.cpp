// SPDX-License-Identifier: Apache-2.0
// Which loads and stores of a block are fields of the same structures, to be accessed at once.
#include "compiler/packing/access_groups.h"

#include "compiler/packing/interleave.h"
#include "compiler/packing/private_arrays.h"
#include "compiler/packing/shapes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <algorithm>

using namespace llvm;

namespace weft {

namespace {

// Other accesses of memory between the first and the last member of a group.
constexpr unsigned MaxBetween = 32;

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
struct OpenGroup {
    SmallVector<Candidate, 8> Members;
    SmallVector<Instruction *, 8> Between; // what accesses memory since the first member
    bool IsOpen = true;
    int64_t offset(const Candidate &C) const { return (C.Where.Offset - Members[0].Where.Offset).getSExtValue(); }
};

class GroupFinder {
public:
    GroupFinder(const Shapes &TheKnown, const PrivateArrays &TheArrays, unsigned Width, AAResults &Aliases)
        : Known(TheKnown), Arrays(TheArrays), W(Width), Alias(Aliases)
    {
    }
    void run(BasicBlock &BB);
    std::deque<AccessGroup> Found;

private:
    bool describe(Instruction &I, Candidate &C) const;
    bool fits(const OpenGroup &G, const Candidate &C);
    bool isWorthwhile(const OpenGroup &G) const;
    void close(OpenGroup &G);
    bool touches(Instruction &I, const Candidate &C, bool OnlyWrites);

    const Shapes &Known;
    const PrivateArrays &Arrays;
    const unsigned W;
    BatchAAResults Alias;
    SmallVector<OpenGroup, 8> Open;
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

bool
GroupFinder::touches(Instruction &I, const Candidate &C, bool OnlyWrites)
{
    const ModRefInfo Its = Alias.getModRefInfo(&I, MemoryLocation::get(C.Access));
    if (OnlyWrites ? !isModSet(Its) : !isModOrRefSet(Its))
        return false;
    // Another field, of the same work-item or not.
    Candidate Other;
    if (!describe(I, Other) || !Other.Where.hasSameOrigin(C.Where) || Other.Stride != C.Stride)
        return true;
    const int64_t Distance = (Other.Where.Offset - C.Where.Offset).getSExtValue();
    const int64_t Reach = std::abs(C.Stride);
    const bool IsApart =
        Distance >= 0
            ? Distance >= static_cast<int64_t>(C.Bytes) && Distance + static_cast<int64_t>(Other.Bytes) <= Reach
            : -Distance >= static_cast<int64_t>(Other.Bytes) && -Distance + static_cast<int64_t>(C.Bytes) <= Reach;
    return !IsApart;
}

// Whether C can be done together with G's members, and nothing that happens between forbids it.
bool
GroupFinder::fits(const OpenGroup &G, const Candidate &C)
{
    const Candidate &First = G.Members[0];
    if (!G.IsOpen || First.Access->getOpcode() != C.Access->getOpcode() || First.Stride != C.Stride ||
        First.ElementSize != C.ElementSize || !First.Where.hasSameOrigin(C.Where))
        return false;
    int64_t Low = G.offset(C), High = Low + C.Bytes;
    for (const Candidate &Member : G.Members) {
        const int64_t From = G.offset(Member), To = From + Member.Bytes;
        if (From < G.offset(C) + static_cast<int64_t>(C.Bytes) && G.offset(C) < To)
            return false;
        Low = std::min(Low, From);
        High = std::max(High, To);
    }
    if (High - Low > std::abs(C.Stride) || G.offset(C) % static_cast<int64_t>(C.ElementSize))
        return false;
    // Stores were checked one by one as others came by.
    return isa<StoreInst>(C.Access) ||
           none_of(G.Between, [&](Instruction *I) { return touches(*I, C, /*OnlyWrites=*/true); });
}

bool
GroupFinder::isWorthwhile(const OpenGroup &G) const
{
    unsigned Elements = 0;
    for (const Candidate &C : G.Members)
        Elements += C.Leaves;
    const uint64_t Stride = std::abs(G.Members[0].Stride) / G.Members[0].ElementSize;
    if (G.Members.size() < 2 || !isWideLoadWorthwhile(Elements, Stride, W))
        return false;
    return isa<LoadInst>(G.Members[0].Access) || Elements == Stride ||
           (Elements * 2 >= Stride && G.Members[0].ElementSize >= 4);
}

void
GroupFinder::close(OpenGroup &G)
{
    if (!G.IsOpen)
        return;
    G.IsOpen = false;
    if (!isWorthwhile(G))
        return;
    AccessGroup Result;
    Result.Place = isa<LoadInst>(G.Members[0].Access) ? G.Members.front().Access : G.Members.back().Access;
    for (const Candidate &C : G.Members)
        Result.Members.push_back({C.Access, G.offset(C)});
    llvm::sort(Result.Members, [](const auto &A, const auto &B) { return A.Offset < B.Offset; });
    const int64_t Lowest = Result.Members[0].Offset;
    for (AccessGroup::Member &M : Result.Members)
        M.Offset -= Lowest;
    Found.push_back(std::move(Result));
}

void
GroupFinder::run(BasicBlock &BB)
{
    Open.clear();
    for (Instruction &I : BB) {
        if (!I.mayReadOrWriteMemory()) {
            if (!isGuaranteedToTransferExecutionToSuccessor(&I))
                for (OpenGroup &G : Open)
                    close(G);
            continue;
        }
        Candidate C;
        const bool IsCandidate = describe(I, C);
        OpenGroup *Joined = nullptr;
        if (IsCandidate) {
            auto Its = find_if(Open, [&](const OpenGroup &G) { return fits(G, C); });
            Joined = Its == Open.end() ? nullptr : &*Its;
        }
        for (OpenGroup &G : Open) {
            if (&G == Joined || !G.IsOpen)
                continue;
            const bool IsStores = isa<StoreInst>(G.Members[0].Access);
            G.Between.push_back(&I);
            if (G.Between.size() > MaxBetween || !isGuaranteedToTransferExecutionToSuccessor(&I) ||
                (IsStores && any_of(G.Members, [&](const Candidate &M) { return touches(I, M, false); })))
                close(G);
        }
        if (Joined)
            Joined->Members.push_back(std::move(C)); // before the others move
        erase_if(Open, [](const OpenGroup &G) { return !G.IsOpen; });
        if (Joined)
            continue;
        if (IsCandidate)
            Open.emplace_back().Members.push_back(std::move(C));
    }
    for (OpenGroup &G : Open)
        close(G);
}

} // namespace

AccessGroups::AccessGroups(Function &F, const Shapes &Known, const PrivateArrays &Arrays, unsigned Width,
                           AAResults &Aliases)
{
    GroupFinder Finder(Known, Arrays, Width, Aliases);
    for (BasicBlock &BB : F)
        Finder.run(BB);
    All = std::move(Finder.Found);
    for (const AccessGroup &G : All)
        for (const AccessGroup::Member &M : G.Members)
            Groups[M.Access] = &G;
}

} // namespace weft
