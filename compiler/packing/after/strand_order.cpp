// SPDX-License-Identifier: Apache-2.0
// Orders independent computations so that their vectors fit into the registers.
#include "compiler/packing/after/strand_order.h"

#include "compiler/packing/after/early_stores.h"
#include "compiler/packing/after/vector_registers.h"
#include "compiler/packing/after/waiting_strands.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <vector>

using namespace llvm;

namespace weft {

namespace {

using Stretch = std::vector<Instruction *>;

// Strands shorter than this are parts of those that use them.
constexpr unsigned ShortStrand = 16;
// A short strand whose end has more uses than this is common to them all, and part of none.
constexpr unsigned FewUses = 8;
// A reload for so many instructions costs less than what fewer strands side by side leave undone.
constexpr unsigned FewReloads = 8;

// What would be stored to memory and loaded again if Code had the registers to itself and gave away the value whose
// next use is the farthest; in registers.
class Spills {
public:
    static unsigned of(ArrayRef<Instruction *> Code, const VectorRegisters &Registers)
    {
        Spills Its(Code, Registers);
        for (unsigned Place = 0; Place < Code.size(); ++Place)
            Its.run(*Code[Place], Place);
        return Its.Count;
    }

private:
    struct Uses {
        SmallVector<unsigned, 4> Places; // the next one last
        bool IsStored = false;
    };
    const VectorRegisters &Registers;
    DenseMap<const Value *, Uses> Values;
    SmallVector<const Value *> Held;
    unsigned Full = 0;
    unsigned Count = 0;

    Spills(ArrayRef<Instruction *> Code, const VectorRegisters &TheRegisters) : Registers(TheRegisters)
    {
        const SmallPtrSet<const Instruction *, 32> Inside(Code.begin(), Code.end());
        for (unsigned Place = Code.size(); Place-- > 0;) {
            for (const Use &Operand : Code[Place]->operands()) {
                if (Registers(*Operand))
                    Values[Operand].Places.push_back(Place);
            }
        }
        for (const Instruction *I : Code) {
            if (Registers(*I) && any_of(I->users(), [&](const User *U) {
                    return isa<PHINode>(U) || !Inside.contains(cast<Instruction>(U));
                }))
                Values[I].Places.insert(Values[I].Places.begin(), Code.size());
        }
    }

    unsigned nextUse(const Value *V) const { return Values.find(V)->second.Places.back(); }

    void hold(const Value &V)
    {
        const unsigned Its = Registers(V);
        while (!Held.empty() && Full + Its > Registers.count()) {
            auto Farthest = max_element(Held, [&](const Value *A, const Value *B) { return nextUse(A) < nextUse(B); });
            Uses &Away = Values.find(*Farthest)->second;
            if (isa<Instruction>(*Farthest) && !std::exchange(Away.IsStored, true))
                Count += Registers(**Farthest);
            drop(*Farthest);
        }
        Held.push_back(&V);
        Full += Its;
    }

    void drop(const Value *V)
    {
        Held.erase(find(Held, V));
        Full -= Registers(*V);
    }

    void run(const Instruction &I, unsigned Place)
    {
        for (const Use &Operand : I.operands()) {
            if (Registers(*Operand) && !is_contained(Held, Operand.get())) {
                Values.find(Operand)->second.IsStored = true;
                hold(*Operand);
                Count += Registers(*Operand);
            }
        }
        for (const Use &Operand : I.operands()) {
            if (!Registers(*Operand))
                continue;
            SmallVectorImpl<unsigned> &Places = Values.find(Operand)->second.Places;
            while (!Places.empty() && Places.back() <= Place)
                Places.pop_back();
            if (Places.empty() && is_contained(Held, Operand.get()))
                drop(Operand);
        }
        if (Registers(I) && Values.contains(&I))
            hold(I);
    }
};

// What hangs together by a value with many uses: one strand, unless the value is common to them all; or none, so that
// transposed rows do not tie together what is computed of each element.
enum class ManyUses { TIE, PART };

// Which strand each instruction of a stretch belongs to, numbered by their first instructions.
class Strands {
public:
    Strands(ArrayRef<Instruction *> Code, ManyUses TheKind) : Kind(TheKind)
    {
        for (const Instruction *I : Code)
            Of[I] = strandFor(*I);
        for (const Instruction *I : Code) {
            unsigned &Strand = Of.find(I)->second;
            Strand = leader(Strand);
            Sizes[Strand] += Strand != Common;
        }
    }

    unsigned operator[](const Instruction *I) const { return Of.at(I); }
    unsigned count() const
    {
        return count_if(Sizes, [](unsigned Size) { return Size != 0; });
    }

    // A bundle for each strand, of Most instructions or one strand.
    SmallVector<unsigned> bundles(unsigned Most) const
    {
        SmallVector<unsigned> Bundles;
        unsigned Bundle = 0, Size = 0;

        for (unsigned Its : Sizes) {
            if (Size && Its && Size + Its > Most) {
                ++Bundle;
                Size = 0;
            }
            Size += Its;
            Bundles.push_back(Bundle);
        }
        return Bundles;
    }

private:
    DenseMap<const Instruction *, unsigned> Of;
    static constexpr unsigned Common = 0;
    SmallVector<unsigned> Parents = {Common}; // of strands: themselves, or what they were merged into
    SmallVector<unsigned> Lengths = {0};      // so far, for leaders
    SmallVector<unsigned> Sizes = {0};
    const ManyUses Kind;

    unsigned leader(unsigned Strand) const
    {
        while (Parents[Strand] != Strand)
            Strand = Parents[Strand];
        return Strand;
    }

    unsigned begin()
    {
        Parents.push_back(Parents.size());
        Lengths.push_back(1);
        Sizes.push_back(0);
        return Parents.back();
    }

    void merge(unsigned Strand, unsigned Into)
    {
        if (Strand == Into)
            return;
        Parents[Strand] = Into;
        Lengths[Into] += Lengths[Strand];
    }

    // The strand that I belongs to by what it uses; short ones of these become parts of it.
    unsigned continued(const Instruction &I)
    {
        SmallSetVector<unsigned, 4> Used;
        for (const Use &Operand : I.operands()) {
            auto It = Of.find(dyn_cast<Instruction>(Operand));
            if (It != Of.end() && leader(It->second) != Common &&
                (Kind == ManyUses::TIE || !Operand->hasNUsesOrMore(FewUses + 1)))
                Used.insert(leader(It->second));
        }
        if (Used.empty())
            return begin();
        const unsigned Longest = *max_element(Used, [&](unsigned A, unsigned B) { return Lengths[A] < Lengths[B]; });
        if (any_of(Used, [&](unsigned Each) { return Each != Longest && Lengths[Each] >= ShortStrand; }))
            return begin(); // where long ones meet
        for (unsigned Each : Used)
            merge(Each, Longest);
        ++Lengths[Longest];
        return Longest;
    }

    unsigned strandFor(const Instruction &I)
    {
        const unsigned Strand = continued(I);
        if (Lengths[Strand] < ShortStrand && I.hasNUsesOrMore(FewUses + 1))
            merge(Strand, Common);
        return Strand;
    }
};

// Code in the order of the strands' bundles; what needs a later bundle's values comes with that bundle.
std::vector<Stretch>
ordered(ArrayRef<Instruction *> Code, const Strands &Its, ArrayRef<unsigned> Bundles)
{
    DenseMap<const Instruction *, unsigned> Bundle;
    std::vector<Stretch> Ordered(Bundles.back() + 1);

    for (const Instruction *I : Code) {
        unsigned Mine = Bundles[Its[I]];
        for (const Use &Operand : I->operands()) {
            if (auto *Used = dyn_cast<Instruction>(Operand))
                Mine = std::max(Mine, Bundle.lookup(Used));
        }
        Bundle[I] = Mine;
    }
    for (Instruction *I : Code)
        Ordered[Bundle.at(I)].push_back(I);
    erase_if(Ordered, [](const Stretch &Each) { return Each.empty(); });
    return Ordered;
}

Stretch
joined(const std::vector<Stretch> &Bundles)
{
    Stretch All;

    for (const Stretch &Each : Bundles)
        All.insert(All.end(), Each.begin(), Each.end());
    return All;
}

// Puts the bundles one after the other before After.
void
place(const std::vector<Stretch> &Bundles, Instruction &After, const VectorRegisters &Registers)
{
    for (const Stretch &Bundle : Bundles) {
        for (Instruction *I : Bundle)
            I->moveBefore(After.getIterator());
    }
    storeWaitingStrands(SmallVector<ArrayRef<Instruction *>>(Bundles.begin(), Bundles.end()), Registers);
}

enum class Order { FITS, KEPT, CHANGED };

Order
order(ArrayRef<Instruction *> Code, const VectorRegisters &Registers)
{
    const unsigned Few = Code.size() / FewReloads;
    unsigned Count = Code.size() <= Registers.count() ? 0 : Spills::of(Code, Registers);
    if (Count <= Few)
        return Order::FITS;
    unsigned Least = Count / 2;
    std::vector<Stretch> Best;
    for (ManyUses Kind : {ManyUses::TIE, ManyUses::PART}) {
        const Strands Its(Code, Kind);
        const unsigned Most = 2 * Its.count();
        for (unsigned Parts = 2; Count > Few && Parts < Most; Parts *= 2) {
            std::vector<Stretch> Ordered = ordered(Code, Its, Its.bundles(divideCeil(Code.size(), Parts)));
            const unsigned Left = Spills::of(joined(Ordered), Registers);
            if (Left > Least)
                continue;
            Count = Left;
            Least = Left / 2;
            Best = std::move(Ordered);
        }
    }
    if (Best.empty())
        return Order::KEPT;
    place(Best, *Code.back()->getNextNode(), Registers);
    return Order::CHANGED;
}

// May it move among others that have no effects either?
bool
isFree(const Instruction &I)
{
    return !isa<PHINode, AllocaInst, DbgInfoIntrinsic>(I) && !I.isTerminator() && !I.mayHaveSideEffects() &&
           !I.isVolatile() && !I.isAtomic();
}

} // namespace

PreservedAnalyses
StrandOrderPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const VectorRegisters Registers(AM.getResult<TargetIRAnalysis>(F));
    bool Changed = false;

    if (!Registers.count())
        return PreservedAnalyses::all();
    for (BasicBlock &Block : F) {
        Stretch Code;
        SmallVector<Stretch> Stretches;
        for (Instruction &I : Block) {
            if (isFree(I))
                Code.push_back(&I);
            else if (!Code.empty())
                Stretches.push_back(std::exchange(Code, {}));
        }
        bool IsFull = false;
        for (const Stretch &Each : Stretches) {
            const Order Its = order(Each, Registers);
            IsFull |= Its != Order::FITS;
            Changed |= Its == Order::CHANGED;
        }
        Changed |= IsFull && storeEarly(Block, AM.getResult<AAManager>(F));
    }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
