// SPDX-License-Identifier: Apache-2.0
// Which vectors of SPMD code are packed in the order of memory.
#include "compiler/packing/emit/row_values.h"

#include "compiler/analysis/mask_cost.h"
#include "compiler/analysis/switched.h"
#include "compiler/packing/analysis/access_groups.h"
#include "compiler/packing/analysis/interleave.h"
#include "compiler/analysis/cost_table.h"
#include "compiler/packing/emit/packer.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// To repeat a lane's scalar for each element of a row is a shuffle, and several where it is a bit of a mask.
constexpr double RepeatedScalar = 1, RepeatedBit = 3;

// The elements of a vector that rows can be made of; 0 for other types.
unsigned
elementsOf(const Type *T, const DataLayout &Layout)
{
    const auto *Vector = dyn_cast<FixedVectorType>(T);

    if (!Vector || !isPowerOf2_32(Vector->getNumElements()) || Vector->getNumElements() < 2)
        return 0;
    Type *Element = Vector->getElementType();
    const uint64_t Bits = Layout.getTypeSizeInBits(Element);
    if (Element->isIntegerTy(1))
        return Vector->getNumElements();
    return !Element->isPointerTy() && Bits % 8 == 0 && isPowerOf2_64(Bits) ? Vector->getNumElements() : 0;
}

class Chooser {
public:
    explicit Chooser(Packer &ThePacker) : P(ThePacker), Layout(P.layout()), Costs(P.costs()) {}
    DenseSet<const Instruction *> choose();

private:
    bool canAccess(Instruction &Access);
    bool isCandidate(Instruction &I);
    bool isElementwise(const Instruction &I);
    bool isInRows(const Value *V) const;
    bool hasAllInRows(const Instruction &I) const;
    void removeMixed();
    double timesOf(const Instruction &I, const LoopInfo &Loops) const;
    double shufflesOf(const Type *T) const;
    double savedBy(const Instruction &I) const;

    Packer &P;
    const DataLayout &Layout;
    const TargetTransformInfo &Costs;
    SetVector<const Instruction *> Candidates;
};

// Whether the lanes' vectors lie one after the other, in no structure, and the CPU can leave lanes out that are off.
bool
Chooser::canAccess(Instruction &Access)
{
    const Value *Pointer = getLoadStorePointerOperand(&Access);
    Type *T = getLoadStoreType(&Access);
    const Shape Its = P.accessShape(Pointer);
    const unsigned Count = elementsOf(T, Layout);

    if (!Count || T->getScalarType()->isIntegerTy(1) || !Its.isLinear() ||
        Its.stride() != static_cast<int64_t>(Layout.getTypeStoreSize(T).getFixedValue()) ||
        P.arrays().arrayOf(Pointer) || P.groups().of(Access))
        return false;
    if (!P.isMasked(*Access.getParent()))
        return true;
    auto *Units = P.packed(maskedUnit(T->getScalarType(), Count, Layout));
    return isWide({isa<LoadInst>(Access), Units, getLoadStoreAlignment(&Access), getLoadStoreAddressSpace(&Access)},
                  Costs);
}

// Whether I does the same to each element, without effects.
bool
Chooser::isElementwise(const Instruction &I)
{
    const unsigned Count = elementsOf(I.getType(), Layout);

    switch (I.getOpcode()) {
    case Instruction::UDiv: // which lanes divide matters
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
        return false;
    case Instruction::ShuffleVector:
        return splattedScalar(const_cast<Instruction &>(I));
    default:
        break;
    }
    if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I)) {
        if (!isTriviallyVectorizable(Intrinsic->getIntrinsicID()))
            return false;
        for (unsigned K = 0; K < Intrinsic->arg_size(); ++K) {
            const Value *Argument = Intrinsic->getArgOperand(K);
            if (isVectorIntrinsicWithScalarOpAtArg(Intrinsic->getIntrinsicID(), K, &Costs)
                    ? !P.shape(Argument).isUniform()
                    : elementsOf(Argument->getType(), Layout) != Count)
                return false;
        }
        return true;
    }
    if (isa<CastInst>(I))
        return elementsOf(I.getOperand(0)->getType(), Layout) == Count;
    return isa<PHINode, SelectInst, BinaryOperator, UnaryOperator, CmpInst, FreezeInst>(I);
}

bool
Chooser::isCandidate(Instruction &I)
{
    if (const auto *Store = dyn_cast<StoreInst>(&I))
        return Store->isSimple() && canAccess(I);
    if (!elementsOf(I.getType(), Layout) || P.shape(&I).isUniform())
        return false;
    if (const auto *Load = dyn_cast<LoadInst>(&I))
        return Load->isSimple() && canAccess(I);
    return isElementwise(I);
}

bool
Chooser::isInRows(const Value *V) const
{
    const auto *I = dyn_cast<Instruction>(V);

    return I && Candidates.contains(I);
}

// Whether all vectors that I works on are there in rows: values that all lanes share are easily.
bool
Chooser::hasAllInRows(const Instruction &I) const
{
    return isa<ShuffleVectorInst>(I) || all_of(I.operands(), [&](const Use &U) {
               return !U->getType()->isVectorTy() || isInRows(U) || P.shape(U).isUniform();
           });
}

void
Chooser::removeMixed()
{
    for (bool Changed = true; Changed;)
        Changed = Candidates.remove_if([&](const Instruction *I) { return !hasAllInRows(*I); });
}

double
Chooser::timesOf(const Instruction &I, const LoopInfo &Loops) const
{
    double Times = 1;

    for (unsigned Depth = std::min(usual::DeepestLoop, Loops.getLoopDepth(I.getParent())); Depth > 0; --Depth)
        Times *= usual::LoopTurns;
    return Times;
}

// Between rows and components.
double
Chooser::shufflesOf(const Type *T) const
{
    const unsigned Count = elementsOf(T, Layout);

    return static_cast<double>(Count) * Log2_32(Count);
}

// The shuffles that I needs less, or more when negative, where all candidates around it are in rows.
double
Chooser::savedBy(const Instruction &I) const
{
    const double Count = elementsOf(I.getType(), Layout);
    double Saved = 0;

    if (isa<ShuffleVectorInst>(I))
        return -RepeatedScalar * Count;
    if (isa<LoadInst, StoreInst>(I))
        Saved += shufflesOf(getLoadStoreType(&I));
    if (isa<SelectInst>(I) && !I.getOperand(0)->getType()->isVectorTy() && !P.shape(I.getOperand(0)).isUniform())
        Saved -= RepeatedBit * Count;
    if (any_of(I.users(), [&](const User *U) { return !isInRows(U); }))
        Saved -= shufflesOf(I.getType());
    return Saved;
}

DenseSet<const Instruction *>
Chooser::choose()
{
    DenseSet<const Instruction *> Chosen;

    // Rows are lanes and elements in another order only while they fit into each other.
    if (!isPowerOf2_32(P.width()))
        return Chosen;
    for (Instruction &I : instructions(P.source()))
        if (isCandidate(I))
            Candidates.insert(&I);
    removeMixed();
    if (Candidates.empty())
        return Chosen;

    // Values that work on one another are in the same form.
    DominatorTree Tree(P.source());
    LoopInfo Loops(Tree);
    EquivalenceClasses<const Instruction *> Parts;
    DenseMap<const Instruction *, double> Saved; // by the part's leader
    for (const Instruction *I : Candidates) {
        Parts.insert(I);
        for (const Use &U : I->operands())
            if (isInRows(U))
                Parts.unionSets(I, cast<Instruction>(U));
    }
    for (const Instruction *I : Candidates)
        Saved[Parts.getLeaderValue(I)] += timesOf(*I, Loops) * savedBy(*I);
    for (const Instruction *I : Candidates)
        if (Saved[Parts.getLeaderValue(I)] > 0)
            Chosen.insert(I);
    return Chosen;
}

} // namespace

Value *
splattedScalar(Instruction &I)
{
    Value *X;

    return match(&I, m_Shuffle(m_InsertElt(m_Value(), m_Value(X), m_ZeroInt()), m_Value(), m_ZeroMask())) ? X : nullptr;
}

RowValues::RowValues(Packer &P)
{
    if (isOn(P.source(), WEFT_SWITCH_ROW_VALUES))
        Chosen = Chooser(P).choose();
}

} // namespace weft
