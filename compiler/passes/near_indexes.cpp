// SPDX-License-Identifier: Apache-2.0
// Pass near-indexes: addresses whose indexes of 32 bits differ by a constant are that constant apart.
#include "compiler/passes/near_indexes.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernels.h"
#include "compiler/kernel_abi.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <map>
#include <tuple>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static constexpr unsigned IndexBits = 32;
static constexpr uint64_t Farthest = 1 << 20; // bytes
static constexpr uint64_t LeastElement = 4;   // bytes, of which 2^32 are more than an object has
static constexpr unsigned Depth = 6;          // of sums that are looked into

static_assert(WEFT_MAX_OBJECT_BYTES <= (LeastElement << IndexBits) - Farthest);

namespace {

// What is added up, sorted, and how often, modulo 2^32.
using Terms = SmallVector<std::pair<const Value *, uint32_t>, 4>;

// Numbers that are added up, and the constant among them. Modulo 2^32.
struct Sum {
    Terms Its;
    uint32_t Constant = 0;
    bool IsExact = true; // no addition wraps as it is extended, and the constant does not

    void add(const Value *V, uint32_t Times, bool IsSigned, unsigned Deep = Depth);
    void sort();
};

// What indexes have in common that are a constant apart.
struct IndexOrigin {
    unsigned Extension; // its opcode
    Terms Added;

    bool operator<(const IndexOrigin &Other) const
    {
        return std::tie(Extension, Added) < std::tie(Other.Extension, Other.Added);
    }
};

// What all addresses have in common that are a constant apart.
struct Origin {
    const Value *Base;
    uint64_t ElementBytes;
    IndexOrigin Index;

    bool operator<(const Origin &Other) const
    {
        return std::tie(Base, ElementBytes, Index) < std::tie(Other.Base, Other.ElementBytes, Other.Index);
    }
};

struct Index {
    Value *Extended = nullptr;
    uint32_t Constant = 0;
};

// An address made of an index.
struct Place {
    GetElementPtrInst *Address = nullptr;
    Origin From;
    uint32_t Constant = 0; // of the index
    bool IsExact = false;  // so is the index's sum
    int64_t Bytes = 0;     // of the access, behind the address
};

} // namespace

void
Sum::add(const Value *V, uint32_t Times, bool IsSigned, unsigned Deep)
{
    const Value *A, *B;
    const APInt *C;

    if (match(V, m_APInt(C))) {
        Constant += Times * uint32_t(C->getZExtValue());
        // Numbers of 32 bits may be nearly 2^32 apart, as if they were neighbours, by large constants alone.
        IsExact &= IsSigned ? C->abs().ule(Farthest) : C->ule(Farthest);
        return;
    }
    const bool IsSum = Deep > 0 && match(V, m_AddLike(m_Value(A), m_Value(B)));
    if (!IsSum && !(Deep > 0 && match(V, m_Sub(m_Value(A), m_Value(B))))) {
        Its.emplace_back(V, Times);
        return;
    }
    if (const auto *Wrapping = dyn_cast<OverflowingBinaryOperator>(V))
        IsExact &= IsSigned ? Wrapping->hasNoSignedWrap() : Wrapping->hasNoUnsignedWrap();
    add(A, Times, IsSigned, Deep - 1);
    add(B, IsSum ? Times : 0 - Times, IsSigned, Deep - 1);
}

void
Sum::sort()
{
    Terms Sorted;

    llvm::sort(Its);
    for (const auto &[V, Times] : Its)
        if (!Sorted.empty() && Sorted.back().first == V)
            Sorted.back().second += Times;
        else
            Sorted.emplace_back(V, Times);
    erase_if(Sorted, [](const auto &Term) { return Term.second == 0; });
    Its = std::move(Sorted);
}

// False where the address is made of no such index.
static bool
findPlace(Value *Pointer, const DataLayout &Layout, Place &Its)
{
    APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
    auto *Address = dyn_cast<GetElementPtrInst>(Pointer->stripAndAccumulateInBoundsConstantOffsets(Layout, Offset));

    if (!Address || Address->getType() != Pointer->getType() || !Address->isInBounds() ||
        Address->getNumIndices() != 1 || !Offset.isSignedIntN(32))
        return false;
    const auto *Extension = dyn_cast<CastInst>(Address->getOperand(1));
    if (!Extension || !isa<SExtInst, ZExtInst>(Extension) || !Extension->getSrcTy()->isIntegerTy(IndexBits))
        return false;
    const TypeSize Bytes = Layout.getTypeAllocSize(Address->getSourceElementType());
    const unsigned Space = Address->getPointerAddressSpace();
    if (Bytes.isScalable() || (Bytes < LeastElement && Space != LocalSpace && Space != PrivateSpace))
        return false;
    Sum Index;
    Index.add(Extension->getOperand(0), 1, isa<SExtInst>(Extension));
    Index.sort();
    Its = {Address,
           {Address->getPointerOperand(), Bytes.getFixedValue(), {Extension->getOpcode(), std::move(Index.Its)}},
           Index.Constant,
           Index.IsExact,
           Offset.getSExtValue()};
    return true;
}

// In bytes, from the first place to the other one; none where that is not near.
static std::optional<int64_t>
apart(const Origin &From, uint32_t First, uint32_t Other)
{
    if (From.ElementBytes >= Farthest)
        return std::nullopt;
    const int64_t Bytes = int64_t(int32_t(Other - First)) * int64_t(From.ElementBytes);
    return uint64_t(std::abs(Bytes)) < Farthest ? std::optional(Bytes) : std::nullopt;
}

// Not inbounds: nothing may be accessed there.
static void
moveTo(Place &Its, const Index &Other, Instruction &Access)
{
    IRBuilder<> B(&Access);

    Its.Address = cast<GetElementPtrInst>(
        B.CreateGEP(Its.Address->getSourceElementType(), Its.Address->getPointerOperand(), Other.Extended));
    Its.Constant = Other.Constant;
}

PreservedAnalyses
NearIndexesPass::run(Function &F, FunctionAnalysisManager &)
{
    const DataLayout &Layout = F.getDataLayout();
    bool Changed = false;

    for (BasicBlock &BB : F) {
        std::map<Origin, Place> Known;
        std::map<IndexOrigin, Index> Indexes; // exact ones
        for (Instruction &I : BB) {
            if (classifyPrimitive(&I).isBarrier()) { // what is on both sides of one is computed twice, or kept
                Known.clear();
                Indexes.clear();
            }
            Value *Pointer = getLoadStorePointerOperand(&I);
            Place Its;
            if (!Pointer || !findPlace(Pointer, Layout, Its))
                continue;
            const auto [First, IsNew] = Known.try_emplace(Its.From, Its);
            if (IsNew && Its.IsExact) {
                const auto [Other, IsFirst] =
                    Indexes.try_emplace(Its.From.Index, Index{Its.Address->getOperand(1), Its.Constant});
                if (!IsFirst && Other->second.Constant != Its.Constant &&
                    apart(Its.From, Other->second.Constant, Its.Constant))
                    moveTo(First->second, Other->second, I);
            }
            if (First->second.Address == Its.Address)
                continue;
            const std::optional<int64_t> Apart = apart(Its.From, First->second.Constant, Its.Constant);
            if (!Apart)
                continue;
            IRBuilder<> B(&I);
            const bool IsInBounds = First->second.Address->isInBounds();
            Value *Near = First->second.Address;
            if (const int64_t Bytes = *Apart + Its.Bytes)
                Near = B.CreateGEP(B.getInt8Ty(), Near, B.getInt64(uint64_t(Bytes)), "",
                                   IsInBounds ? GEPNoWrapFlags::inBounds() : GEPNoWrapFlags::none());
            I.setOperand(isa<LoadInst>(I) ? LoadInst::getPointerOperandIndex() : StoreInst::getPointerOperandIndex(),
                         Near);
            Changed = true;
        }
    }
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
