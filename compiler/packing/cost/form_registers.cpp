// SPDX-License-Identifier: Apache-2.0
// What of a pack's values does not fit into registers.
#include "compiler/packing/cost/form_walk.h"

#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/kernels.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

// Calls At for each of the block's instructions, the last one first, with the registers that hold values of work-items
// before it. Barriers that part packs leave nothing in registers.
static void
forAlive(const BasicBlock &BB, bool BarriersPart, function_ref<double(const Value *)> Registers,
         function_ref<void(const Instruction &, double)> At)
{
    SmallPtrSet<const Value *, 32> Alive;
    double Now = 0;
    auto Begin = [&](const Value *V) {
        if (isa<Instruction>(V) && Registers(V) > 0 && Alive.insert(V).second)
            Now += Registers(V);
    };

    for (const Instruction &I : BB) {
        if (I.isUsedOutsideOfBlock(&BB))
            Begin(&I);
        if (isa<PHINode>(I))
            continue;
        for (const Value *Operand : I.operands())
            if (const auto *Other = dyn_cast<Instruction>(Operand); Other && Other->getParent() != &BB)
                Begin(Other);
    }
    for (const Instruction &I : reverse(BB)) {
        if (BarriersPart && classifyPrimitive(&I).isBarrier()) {
            Alive.clear();
            Now = 0;
        }
        if (Alive.erase(&I))
            Now -= Registers(&I);
        if (!isa<PHINode>(I))
            for (const Value *Operand : I.operands())
                Begin(Operand);
        At(I, Now);
    }
}

// Registers that a value of a work-item takes for as long as it lives; addresses and counters have others.
double
FormCosts::Walk::vectorRegisters(const Value *V) const
{
    const Type *T = V->getType();

    if (T->isVoidTy())
        return 0;
    if (T->isIntOrIntVectorTy(1))
        return Width == 1 || Lanes.of(V).isKnown() || Owner.HasMaskRegisters ? 0 : maskRegisters();
    if (Lanes.of(V).isKnown()) // for all lanes, if need be from memory at each use
        return 0;
    if (Width == 1)
        return T->isFPOrFPVectorTy() ? 1 : 0;
    // strand-order computes the elements of long vectors one after the other.
    return components(T) >= packed::LongVector ? 2.0 * registers(T) / components(T) : registers(T);
}

namespace {

// A register file that a block runs through from its begin to its end. What is needed farthest ahead gives way.
class RegisterFile {
public:
    RegisterFile(const BasicBlock &TheBB, function_ref<double(const Value *)> TheRegisters, double TheRoom)
        : Registers(TheRegisters), Room(TheRoom)
    {
        unsigned At = 0;

        for (const Instruction &I : TheBB) {
            At++;
            if (!isa<PHINode>(I))
                for (const Value *Operand : I.operands())
                    note(Operand, At);
        }
        for (const Instruction &I : TheBB)
            if (I.isUsedOutsideOfBlock(&TheBB))
                note(&I, At + 1);
        for (auto &[V, Its] : Values) {
            std::reverse(Its.Uses.begin(), Its.Uses.end());
            if (const auto *I = cast<Instruction>(V); I->getParent() != &TheBB || isa<PHINode>(I))
                hold(Its, V, /*IsSaved=*/I->getParent() != &TheBB);
        }
        giveWay(nullptr);
        run(TheBB);
    }

    double Loads = 0, Stores = 0;

private:
    struct Held {
        SmallVector<unsigned, 4> Uses; // the next one last
        double Size = 0;
        bool IsHere = false, IsSaved = false;
    };

    void note(const Value *V, unsigned At)
    {
        if (isa<Instruction>(V) && Registers(V) > 0)
            Values[V].Uses.push_back(At);
    }

    void hold(Held &Its, const Value *V, bool IsSaved)
    {
        Its.Size = Registers(V);
        Its.IsHere = true;
        Its.IsSaved |= IsSaved;
        Used += Its.Size;
        Here.push_back(V);
    }

    void drop(const Value *V)
    {
        Held &Its = Values[V];

        Its.IsHere = false;
        Used -= Its.Size;
        erase(Here, V);
    }

    // Until there is room, but for what the instruction asks for itself.
    void giveWay(const Instruction *For)
    {
        while (Used > Room) {
            const Value *Farthest = nullptr;
            for (const Value *V : Here)
                if (!For || (V != For && !is_contained(For->operands(), V)))
                    if (!Farthest || Values[V].Uses.back() > Values[Farthest].Uses.back())
                        Farthest = V;
            if (!Farthest)
                return;
            Held &Its = Values[Farthest];
            if (!Its.IsSaved)
                Stores += Its.Size;
            Its.IsSaved = true;
            drop(Farthest);
        }
    }

    void run(const BasicBlock &BB)
    {
        unsigned At = 0;

        for (const Instruction &I : BB) {
            At++;
            if (isa<PHINode>(I))
                continue;
            for (const Value *Operand : I.operands())
                if (auto Place = Values.find(Operand); Place != Values.end() && !Place->second.IsHere)
                    read(Place->second, Operand);
            giveWay(&I);
            for (const Value *Operand : I.operands())
                if (auto Place = Values.find(Operand); Place != Values.end())
                    use(Place->second, Operand, At);
            if (auto Place = Values.find(&I); Place != Values.end()) {
                hold(Place->second, &I, /*IsSaved=*/false);
                giveWay(&I);
            }
        }
        for (auto &[V, Its] : Values)
            if (!Its.IsHere && !Its.Uses.empty())
                Loads += Its.Size; // where it is used next
    }

    void read(Held &Its, const Value *V)
    {
        Loads += Its.Size;
        hold(Its, V, /*IsSaved=*/true);
    }

    void use(Held &Its, const Value *V, unsigned At)
    {
        while (!Its.Uses.empty() && Its.Uses.back() <= At)
            Its.Uses.pop_back();
        if (Its.Uses.empty() && Its.IsHere)
            drop(V);
    }

    function_ref<double(const Value *)> Registers;
    const double Room;
    double Used = 0;
    MapVector<const Value *, Held> Values;
    SmallVector<const Value *, 32> Here;
};

} // namespace

// Where work-items leave a loop at different times, each value that is used behind it is there twice: as the lane goes
// on, and as it was when the lane left; and two masks say which are which.
double
FormCosts::Walk::kept(const Loop &L) const
{
    double Registers = Owner.HasMaskRegisters ? 0 : 2 * maskRegisters();

    for (const BasicBlock *BB : L.blocks())
        for (const Instruction &I : *BB)
            if (any_of(I.users(), [&](const User *U) { return !L.contains(cast<Instruction>(U)); }))
                Registers += vectorRegisters(&I);
    return Registers;
}

// What is written for after a barrier, and read there.
double
FormCosts::Walk::acrossBarriers(const BasicBlock &BB) const
{
    auto RegistersOf = [this](const KeptValues::Values &Values) {
        double Sum = 0;
        for (const Instruction *I : Values)
            Sum += isData(I) ? registers(I->getType()) : 0;
        return Sum;
    };

    if (IsWholeGroup)
        return 0;
    return RegistersOf(Owner.Kept.Written.lookup(&BB)) * (Width > 1 ? Table.VectorStore : Table.Store) +
           RegistersOf(Owner.Kept.Read.lookup(&BB)) * (Width > 1 ? Table.VectorLoad : Table.Load);
}

// Whether the value is used once, in its own block; where Soon says so, by one of the next instructions.
static bool
isForNext(const Value &V, bool Soon = false)
{
    const auto *I = dyn_cast<Instruction>(&V);
    const auto *User = I && I->hasOneUse() ? cast<Instruction>(*I->user_begin()) : nullptr;

    if (!User || User->getParent() != I->getParent() || isa<PHINode>(User))
        return false;
    const Instruction *Next = I;
    for (unsigned Distance = 0; Soon && Distance < 3 && Next && Next != User; Distance++)
        Next = Next->getNextNode();
    return !Soon || Next == User;
}

// What a loop of one block does where so many registers are missing of those that it wants, and its operations have so
// many results: what is the same in all rounds stays in memory first, and is read at each use; the rest is written and
// read as often as its part of the results is.
double
FormCosts::Walk::movedInLoop(const Loop &L, const BasicBlock &BB, double Missing, double Wanted, double Used) const
{
    SmallPtrSet<const Value *, 16> Outers;
    double Same = 0, Uses = 0;

    for (const Instruction &I : BB) {
        for (const Value *Operand : I.operands()) {
            const auto *Outer = dyn_cast<Instruction>(Operand);
            if (isa<PHINode>(I) || !Outer || L.contains(Outer))
                continue;
            Uses += vectorRegisters(Outer);
            Same += Outers.insert(Outer).second ? vectorRegisters(Outer) : 0;
        }
    }
    const double Read = std::min(Missing, Same), Left = Missing - Read;
    const double Moved = Left > 0 ? std::max(Left, Left / (Wanted - Read) * Used) : 0;
    return (Read > 0 ? Read / Same * Uses * Table.VectorLoad : 0) + Moved * (Table.VectorLoad + Table.VectorStore);
}

// Whether the value is of one round alone: strand-order computes the vectors of a long round one after the other.
static bool
isInStrand(const Value &V, const BasicBlock &BB)
{
    const auto *I = dyn_cast<Instruction>(&V);

    return I && I->getParent() == &BB && !isa<PHINode>(I) && !I->isUsedOutsideOfBlock(&BB) &&
           none_of(I->users(), [](const User *U) { return isa<PHINode>(U); });
}

// Addresses and indices of gathers: these go lane by lane, or a register at a time.
static bool
isForAddress(const Value &V)
{
    return V.getType()->isPtrOrPtrVectorTy() ||
           all_of(V.users(), [](const User *U) { return isa<GetElementPtrInst>(U); });
}

// What of the block's values does not fit into registers is written and read again, and waited for where the next round
// needs it.
double
FormCosts::Walk::spilled(const BasicBlock &BB) const
{
    const Loop *L = Owner.Control.Loops.getLoopFor(&BB);
    const double Room =
        Target.getNumberOfRegisters(Target.getRegisterClassForType(/*Vector=*/true)) - usual::OtherRegisters;
    const bool IsInner = L && L->isInnermost(), IsWhole = IsInner && L->getNumBlocks() == 1;
    const bool IsMasked = Lanes.isPartial(&BB) && !Owner.HasMaskRegisters;
    double Kept = Width > 1 && IsMasked ? maskRegisters() : 0;
    if (Width > 1 && L && Lanes.isUneven(*L))
        Kept += kept(*L);

    // In loops, what is made for the next operation is mostly of one register at a time; of vectors of work-items, less
    // so. What takes more than half of the registers is computed for all lanes before the next operation is.
    auto Registers = [this, IsInner, IsWhole, Room, &BB](const Value *V) {
        double Its = vectorRegisters(V);
        const bool IsWide = Its / components(V->getType()) > Room / 2 && !isForAddress(*V);
        if (IsWhole && !IsWide && isInStrand(*V, BB))
            Its = std::min<double>(components(V->getType()), Its);
        return IsInner && isForNext(*V) ? std::min(V->getType()->isVectorTy() ? Its / 2 : 1.0, Its) : Its;
    };
    if (((IsInner && !IsWhole) || (!L && Width > 1)) && BB.size() >= usual::Window) {
        // A long way through one of a loop's blocks, or through code without loops: what is kept for later is out of
        // the way, and of the rest what is not needed soon.
        const RegisterFile File(BB, Registers, Room);
        return File.Loads * Table.VectorLoad + File.Stores * Table.VectorStore;
    }
    double Alive = 0, Used = 0, Moved = 0;
    forAlive(BB, !IsWholeGroup, Registers, [&](const Instruction &I, double Now) {
        const Type *T = I.getType();
        Alive = std::max(Alive, Now);
        if (isa<PHINode>(I))
            return;
        if (!T->isVoidTy() && isData(&I))
            Used += registers(T);
        // The vectors of a result are made one after the other, while those of the operands are there.
        const double Left = std::max(1.0, Room + 1 - (T->isVoidTy() ? 1 : registers(T)));
        if (Now + Kept <= Left)
            return;
        double Its = T->isVoidTy() || !isData(&I) || isForNext(I, /*Soon=*/true) ? 0 : vectorRegisters(&I);
        for (const Value *Operand : I.operands())
            if (isa<Instruction>(Operand) && !isForNext(*Operand, /*Soon=*/true))
                Its += vectorRegisters(Operand);
        Moved += (1 - Left / (Now + Kept)) * Its / 2;
    });

    const double Wanted = (IsInner ? 1 : usual::InRegisters) * Alive + Kept, Missing = std::max(0.0, Wanted - Room);
    const double Each = Table.VectorLoad + Table.VectorStore;
    if (IsInner)
        return movedInLoop(*L, BB, Missing, Wanted, Used);
    // What is in no loop is in the one over a row's packs: there, what is not for the next operation.
    if (!L && !IsMasked)
        return packed::SpillOutside * std::max(Missing, Moved) * Each;
    return (IsMasked ? packed::SpillMasked : packed::SpillOutside) * Missing * Each;
}

} // namespace weft
