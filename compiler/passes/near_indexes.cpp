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

// What is added up, sorted, and the constant among it. Modulo 2^32.
struct Sum {
    SmallVector<const Value *, 4> Terms;
    uint32_t Constant = 0;
};

// What all addresses have in common that are a constant apart.
struct Origin {
    const Value *Base;
    unsigned Extension; // its opcode
    uint64_t ElementBytes;
    SmallVector<const Value *, 4> Terms;

    bool operator<(const Origin &Other) const
    {
        return std::tie(Base, Extension, ElementBytes, Terms) <
               std::tie(Other.Base, Other.Extension, Other.ElementBytes, Other.Terms);
    }
};

// An address made of an index.
struct Place {
    GetElementPtrInst *Address = nullptr;
    Origin From;
    uint32_t Constant = 0; // of the index
    int64_t Bytes = 0;     // of the access, behind the address
};

} // namespace

static void
addTerms(const Value *V, Sum &Its, unsigned Deep = Depth)
{
    const Value *A, *B;
    const APInt *C;

    if (match(V, m_APInt(C)))
        Its.Constant += uint32_t(C->getZExtValue());
    else if (Deep > 0 && match(V, m_AddLike(m_Value(A), m_Value(B)))) {
        addTerms(A, Its, Deep - 1);
        addTerms(B, Its, Deep - 1);
    } else
        Its.Terms.push_back(V);
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
    addTerms(Extension->getOperand(0), Index);
    llvm::sort(Index.Terms);
    Its = {Address,
           {Address->getPointerOperand(), Extension->getOpcode(), Bytes.getFixedValue(), std::move(Index.Terms)},
           Index.Constant,
           Offset.getSExtValue()};
    return true;
}

PreservedAnalyses
NearIndexesPass::run(Function &F, FunctionAnalysisManager &)
{
    const DataLayout &Layout = F.getDataLayout();
    bool Changed = false;

    for (BasicBlock &BB : F) {
        std::map<Origin, Place> Known;
        for (Instruction &I : BB) {
            if (classifyPrimitive(&I).isBarrier())
                Known.clear(); // what is on both sides of one is computed twice, or kept
            Value *Pointer = getLoadStorePointerOperand(&I);
            Place Its;
            if (!Pointer || !findPlace(Pointer, Layout, Its))
                continue;
            const auto [First, IsNew] = Known.try_emplace(Its.From, Its);
            if (IsNew || First->second.Address == Its.Address)
                continue;
            const int64_t Elements = int32_t(Its.Constant - First->second.Constant);
            const int64_t Apart = Elements * int64_t(Its.From.ElementBytes);
            if (Its.From.ElementBytes >= Farthest || uint64_t(std::abs(Apart)) >= Farthest)
                continue;
            IRBuilder<> B(&I);
            Value *Near = First->second.Address;
            if (const int64_t Bytes = Apart + Its.Bytes)
                Near = B.CreateInBoundsGEP(B.getInt8Ty(), Near, B.getInt64(uint64_t(Bytes)));
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
