// SPDX-License-Identifier: Apache-2.0
// What accesses to memory take in a pack.
#include "compiler/packing/analysis/private_arrays.h"
#include "compiler/packing/cost/form_walk.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/mask_cost.h"
#include "compiler/analysis/switched.h"
#include "compiler/packing/analysis/atomic_updates.h"
#include "compiler/packing/analysis/byte_table.h"
#include "compiler/packing/analysis/indexed_access.h"
#include "compiler/packing/analysis/short_rows.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

#include <cmath>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static constexpr double LineBytes = 64;
static constexpr uint64_t NearBytes = 128;    // to both sides of an address, what is mostly loaded along with it
static constexpr uint64_t PageBytes = 4096;   // lines so far from each other are in one set of the first cache,
static constexpr uint64_t SecondWay = 131072; // or of the second one (Zen 4; a multiple of other CPUs')

static const Value *
withoutOffset(const Value &Address, uint64_t &Bytes)
{
    const auto *I = dyn_cast<Instruction>(&Address);

    if (!I)
        return &Address;
    APInt Offset(I->getDataLayout().getIndexTypeSizeInBits(I->getType()), 0);
    const Value *Base = I->stripAndAccumulateConstantOffsets(I->getDataLayout(), Offset, /*AllowNonInbounds=*/true);
    Bytes = Offset.getZExtValue();
    return Base;
}

// An address as what is not constant in it, and how many bytes are added to that.
static std::pair<std::pair<const Value *, const Value *>, uint64_t>
bytesBehind(const Value &Address)
{
    uint64_t Bytes = 0;
    const Value *Base = withoutOffset(Address, Bytes), *Index = nullptr, *Rest;
    const APInt *C;

    if (const auto *Step = dyn_cast<GetElementPtrInst>(Base); Step && Step->getNumIndices() == 1) {
        Base = Step->getPointerOperand();
        Index = Step->getOperand(1);
        match(Index, m_ZExtOrSExtOrSelf(m_Value(Index)));
        if (match(Index, m_AddLike(m_Value(Rest), m_APInt(C)))) {
            Index = Rest;
            Bytes += C->sextOrTrunc(64).getZExtValue() *
                     Step->getDataLayout().getTypeAllocSize(Step->getSourceElementType()).getKnownMinValue();
        }
    }
    return {{Base, Index}, Bytes};
}

// The same in lines.
static std::pair<std::pair<const Value *, const Value *>, uint64_t>
lineBehind(const Value &Address)
{
    const auto [Base, Bytes] = bytesBehind(Address);

    return {Base, Bytes / uint64_t(LineBytes)};
}

// The same for all addresses that are, more or less, in the same lines.
static std::pair<std::pair<const Value *, const Value *>, uint64_t>
neighbourhood(const Value &Address)
{
    const auto [Base, Bytes] = bytesBehind(Address);

    return {Base, (Bytes + NearBytes) / (2 * NearBytes)};
}

// How much of a set of the first cache so many streams lose before they use a line again.
static double
lost(double Streams)
{
    return std::clamp((Streams - usual::FewStreams) / (usual::ManyStreams - usual::FewStreams), 0.0, 1.0);
}

// How many of so many rows, walked along line by line, the processor does not fetch lines ahead of.
static double
unforeseen(double Rows)
{
    return std::clamp((Rows - usual::ForeseenRows) / (usual::UnforeseenRows - usual::ForeseenRows), 0.0, 1.0);
}

// How much more of so many instructions that access memory side by side a processor is asked than it foresees lines of.
static double
unfollowed(double Accesses, double Followed)
{
    return std::clamp(Accesses / Followed - 1, 0.0, usual::MostUnfollowed);
}

// Lines so many bytes apart are in one.
static uint64_t
setOf(uint64_t Line, uint64_t Bytes)
{
    return Line % (Bytes / uint64_t(LineBytes));
}

static uint64_t
pageOf(uint64_t Line)
{
    return Line / (PageBytes / uint64_t(LineBytes));
}

static bool
isApart(Step FromLaneToLane)
{
    return !FromLaneToLane.isKnown() || std::abs(FromLaneToLane.value()) >= LineBytes;
}

// Whether each work-item has loaded where it is: then they are not as far from each other as rows of a matrix are.
static bool
isLookedUp(const Value &V, const LaneSteps &Lanes, SmallPtrSetImpl<const Value *> &Seen)
{
    const auto *I = dyn_cast<Instruction>(&V);

    if (!I || Lanes.of(I).isKnown() || !Seen.insert(I).second)
        return false;
    return isa<LoadInst>(I) || any_of(I->operands(), [&](const Use &U) { return isLookedUp(*U, Lanes, Seen); });
}

void
FormCosts::Walk::countStreams()
{
    for (const Instruction &I : instructions(Owner.F)) {
        const Value *Address = getLoadStorePointerOperand(&I);
        const Loop *L = Address ? Owner.Control.Loops.getLoopFor(I.getParent()) : nullptr;
        if (!Address || getLoadStoreAddressSpace(&I) == LocalSpace || isa<AllocaInst>(getUnderlyingObject(Address)))
            continue;
        if (!L && !isApart(Lanes.of(Address)) && !Lanes.of(Address).isNone()) {
            const auto Its = lineBehind(*Address);
            const auto [Place, IsNew] = Straight.try_emplace(Its);
            (isa<LoadInst>(I) ? Place->second.IsLoaded : Place->second.IsStored) = true;
            if (IsNew) {
                ++InSet[{Its.first, setOf(Its.second, PageBytes)}];
                ++InSecondSet[{Its.first, setOf(Its.second, SecondWay)}];
                Type *T = getLoadStoreType(const_cast<Instruction *>(&I));
                const double Accesses = registers(T);
                const bool IsOneLine = std::abs(Lanes.of(Address).value()) * double(Width) <= LineBytes;
                SideBySide += IsOneLine ? (1 + Accesses) / 2 : Accesses; // the second finds the line on its way
            }
            Pages.insert({Its.first, pageOf(Its.second)});
        }
        if (!L || !isApart(Lanes.of(Address)))
            continue;
        const double Round = std::abs(double(Owner.Rounds.of(*Address, *L).Value.value_or(0)));
        SmallPtrSet<const Value *, 16> Visited;
        if (isLookedUp(*Address, Lanes, Visited))
            continue;
        if (Round > 0 && Round < LineBytes && Seen.insert({L, neighbourhood(*Address)}).second)
            ++Streams[L];
    }
    Seen.clear();
    HasFarPages = Pages.size() > usual::NearPages;
}

// Of consecutive accesses outside of loops: what neighbours had in the first cache is gone again where a pack accesses
// too many lines of one set, as planes of an array of a power of two are. What is not a whole line is lost each time,
// and the lines behind it are foreseen.
// Of more pages than the processor knows at once, each is looked up for every pack. And the more instructions access
// memory than it follows, the longer each line takes.
double
FormCosts::Walk::ofStraightLines(const Value &Address, double Lines, bool IsLoad)
{
    const auto Its = lineBehind(Address);
    const auto Place = Straight.find(Its);

    if (Place == Straight.end() || (IsLoad ? Place->second.HasLoad : Place->second.HasStore))
        return 0;
    StraightLine &Line = Place->second;
    const bool IsFirst = !Line.HasLoad && !Line.HasStore;
    (IsLoad ? Line.HasLoad : Line.HasStore) = true;
    const double LostFirst = lost(InSet.lookup({Its.first, setOf(Its.second, PageBytes)}));
    // A line that is lost is fetched for each pack, whatever part of it these access.
    const double Whole = 1 + Table.NextLost * std::max(0.0, Lines - 1);
    const double Fetched = LostFirst * Whole + (1 - LostFirst) * Lines;
    const double Visit =
        LostFirst * (!IsLoad && Line.IsLoaded ? Table.LostUpdate : (IsLoad ? Table.LostLoad : Table.LostStore) * Whole);
    if (!IsFirst)
        return Visit;
    const double Lost = lost(InSecondSet.lookup({Its.first, setOf(Its.second, SecondWay)}));
    const double Unfollowed = Table.Unfollowed + (Table.UnfollowedLost - Table.Unfollowed) * Lost;
    return Visit + (Table.Line + Table.NextLine * std::max(0.0, Lines - 1)) * LostFirst + Table.LostLine * Lost +
           Unfollowed * Table.Line * Fetched * unfollowed(SideBySide, Table.Followed) +
           (HasFarPages && Pages.erase({Its.first, pageOf(Its.second)}) ? usual::FarPage : 0);
}

// Whether a cache of so many bytes has the loop's lines from an earlier round of the loop around it.
bool
FormCosts::Walk::isKept(const Value &Address, double Lines, const Loop &L, double Bytes) const
{
    const Loop *Outer = L.getParentLoop();

    return Outer && Owner.Control.Turns.lookup(&L) * Lines * LineBytes <= Bytes &&
           Owner.Rounds.isSameWay(Address, L, *Outer);
}

// Whether each round of the loop accesses lines that lie far from those of the last one, so that nothing fetches them
// ahead, and that no near cache has.
bool
FormCosts::Walk::isFar(const Value &Address, double Lines, const Loop &L) const
{
    const LoopStep Round = Owner.Rounds.of(Address, L);

    return (Round.Value ? std::abs(double(*Round.Value)) > usual::ForeseenStep : Round.IsEven) &&
           !isKept(Address, Lines, L, usual::SecondCache);
}

// Whether the access is to a table of all lanes that is so small that the first cache has it, as indexes of eight bits
// ask for.
bool
FormCosts::Walk::isOfSmallTable(const Value &Address, double Bytes, const Loop *L) const
{
    const auto *Step = dyn_cast<GetElementPtrInst>(&Address);

    if (!Step || Step->getNumIndices() != 1 || !Lanes.of(Step->getPointerOperand()).isNone() ||
        (L && !L->isLoopInvariant(Step->getPointerOperand())))
        return false;
    const KnownBits Index = computeKnownBits(Step->getOperand(1), Step->getDataLayout());
    return Index.isNonNegative() && std::ldexp(Bytes, int(Index.countMaxActiveBits())) <= usual::SmallTable;
}

// Cache lines that are accessed and were not in the round before, for a pack.
double
FormCosts::Walk::ofLines(const Instruction &Access, double Bytes, const Loop *L, bool IsTiled)
{
    const Value &Address = *getLoadStorePointerOperand(&Access);
    const Step FromLaneToLane = Lanes.of(&Address);
    const bool IsApart = isApart(FromLaneToLane);
    const double Own = IsApart ? Width : std::max(Bytes, std::abs(FromLaneToLane.value()) * double(Width)) / LineBytes;

    // Outside of loops neighbours have most of them.
    if (!L)
        return ofStraightLines(Address, Own, isa<LoadInst>(Access));
    if (!Seen.insert({L, neighbourhood(Address)}).second)
        return 0;
    const LoopStep Round = Owner.Rounds.of(Address, *L);
    if (Round.Value == 0)
        return 0;
    const double PerRound = Round.Value ? std::min(1.0, std::abs(double(*Round.Value)) / LineBytes) : 1;
    if (Round.IsLoaded)
        return Table.Line * usual::LookedUp * (Width == 1 ? 1 : packed::LinesTogether * Width);
    // How often rounds find lines that they have not had.
    const double First =
        isKept(Address, Own * PerRound, *L, usual::KeptBytes) ? 1 / Owner.Control.Turns.lookup(L->getParentLoop()) : 1;
    if (IsApart) {
        const double Rows = Width * Streams.lookup(L);
        const double Together = Width > 1 && !Round.Value ? packed::LinesTogether : 1;
        const double Line = Table.Line * PerRound * Together;
        // Squares use whole lines up.
        if (IsTiled)
            return Width * First * Line * (1 + unforeseen(Rows));
        return Width * First * (Line + (PerRound < 1 ? lost(Rows) * Table.Stream : 0));
    }
    // The next round's are behind these, or far from them.
    if (PerRound < 1)
        return First * Table.NextLine * PerRound;
    // What is less than a line finds the others' parts there.
    const double Waits = isFar(Address, Own, *L) ? 1 + (usual::Unforeseen - 1) * std::min(1.0, Own) : 1;
    return First * (Waits * Table.Line + Table.NextLine * std::max(0.0, Own - 1));
}

// How many of the packs that come to the block have lanes that are off there: those at a bound, where that is what
// leads to the block.
double
FormCosts::Walk::maskedShare(const BasicBlock &BB) const
{
    if (Width == 1 || !Lanes.isPartial(&BB))
        return 0;
    for (const Loop *L = Owner.Control.Loops.getLoopFor(&BB); L; L = L->getParentLoop())
        if (Lanes.isUneven(*L))
            return 1;
    if (Lanes.isWithinBounds(&BB))
        return std::min(1.0, Width / rowAt(BB) / reached(BB));
    return Owner.Control.Reached.lookup(&BB) < usual::MostlyInside ? 1 : std::min(1.0, 2 * Width / usual::Row);
}

// What finding the load's bytes in registers takes; 0: they are not (after/byte_tables.h).
double
FormCosts::Walk::ofByteTable(const Instruction &I) const
{
    const auto *Load = dyn_cast<LoadInst>(&I);
    const ByteLookup Lookup = Owner.Lookup;
    const Value *Address = Load ? Load->getPointerOperand() : nullptr;
    const std::optional<ByteTable> Its = Load ? byteTableOf(*Address, *I.getType(), Width, Lookup) : std::nullopt;

    // An array of each lane is one of all lanes' then, and larger.
    if (!Its || isa<AllocaInst>(getUnderlyingObject(Address)) ||
        !Lanes.of(cast<GetElementPtrInst>(Address)->getPointerOperand()).isNone())
        return 0;
    const double Loads = divideCeil(Width, Lookup.Lanes) * Lookup.partsOf(Its->Bytes) * Table.VectorLoad;
    return Loads + (Lookup.operations(Its->Bytes, Width) + (maskedShare(*I.getParent()) == 1 ? 2 : 0)) * Table.Vector;
}

// An access whose lanes have addresses of their own; these are computed, or known to be as far apart from lane to lane.
double
FormCosts::Walk::ofEachLane(const Instruction &I, Step Apart) const
{
    const bool IsLoad = isa<LoadInst>(I), IsMasked = maskedShare(*I.getParent()) == 1;
    Type *T = getLoadStoreType(const_cast<Instruction *>(&I));
    const auto *Vector = dyn_cast<FixedVectorType>(T);
    const unsigned Elements = Vector ? Vector->getNumElements() : 1;

    if (const double Found = ofByteTable(I); Found > 0)
        return Found;
    // A row of up to 8 bytes is gathered as an integer and taken apart.
    const uint64_t Bits = I.getDataLayout().getTypeSizeInBits(T).getKnownMinValue();
    Type *Element = Elements > 1 && (Bits == 32 || Bits == 64) ? IntegerType::get(I.getContext(), Bits) : T;
    const double Shuffles = Elements > 1 ? packed::RowShuffle * Table.Vector * registers(T) : 0;
    if (Element->isVectorTy() || !VectorType::isValidElementType(Element))
        return ((IsLoad ? Table.RowLoad : Table.LaneStore) + (IsMasked ? Table.MaskedRow : 0)) * Width + Shuffles;
    auto *Wide = FixedVectorType::get(Element, Width);
    const Align Alignment = getLoadStoreAlignment(&I);
    const bool IsLegal = isOneInstruction(IsLoad, Wide, Alignment, IsMasked, Target);
    // Such have no vector of addresses, so that whether a lane is on is asked for each.
    const bool IsFixed = Apart.isKnown();
    const double Each = IsFixed  ? (IsLoad ? Table.Load : Table.Store) + Table.Vector
                        : IsLoad ? Table.LaneLoad
                                 : Table.LaneStore;
    const double Lane = IsLegal ? (IsLoad ? Table.Gather : Table.Scatter)
                                : Each + (IsMasked ? Table.MaskedLane * (IsFixed ? 2 : 1) : 0);
    return Lane * Width + Shuffles;
}

// What it is where each work-item walks along a row of its own (after/row_tiles.h).
RowAccess::Kinds
FormCosts::Walk::inRow(const Instruction &I) const
{
    const Loop *L = Owner.Control.Loops.getLoopFor(I.getParent());

    if (Width == 1 || !L || !L->isInnermost() || Lanes.isUneven(*L) || !isOn(Owner.F, WEFT_SWITCH_ROW_TILES))
        return RowAccess::Other;
    return Owner.Rows.of(I, *L, Owner.Rounds);
}

// How many rounds of the loop run side by side, as LLVM makes vectors of what has no lanes: where work-items walk along
// rows of their own. Those of neighbours that lie next to each other are short, or lanes do as well.
double
FormCosts::Walk::roundsAtOnce(const Loop &L) const
{
    static constexpr uint64_t LeastBits = 32;
    uint64_t Widest = LeastBits;
    bool AreApart = false;

    if (Width > 1 || !Owner.Rows.isAcrossRounds(L, Owner.Rounds))
        return 1;
    for (const Instruction &I : *L.getHeader()) {
        const Value *Address = getLoadStorePointerOperand(&I);
        AreApart |= Address && !L.isLoopInvariant(Address) && isApart(Lanes.of(Address));
        if (isData(&I) && (I.getType()->isIntegerTy() || I.getType()->isFloatingPointTy()))
            Widest = std::max<uint64_t>(Widest, I.getType()->getScalarSizeInBits());
    }
    if (!AreApart)
        return 1;
    const uint64_t Register = Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
    const double Rounds = std::max(1.0, double(Register) / double(Widest));
    // Half of a vector's are left over, one after the other.
    return 1 / (1 / Rounds + (Rounds - 1) / (2 * std::max(Rounds, Owner.Control.Turns.lookup(&L))));
}

// The type whose registers a pack loads: elements that are only made wider are so as they are loaded, a register of the
// wide ones at a time.
static const Type *
loadedAs(const Instruction &I)
{
    const auto *Cast = I.hasOneUse() ? dyn_cast<CastInst>(*I.user_begin()) : nullptr;

    return Cast && isa<ZExtInst, SExtInst>(Cast) ? Cast->getType() : I.getType();
}

double
FormCosts::Walk::ofAccess(const Instruction &I)
{
    const bool IsLoad = isa<LoadInst>(I);
    const Value *Address = getLoadStorePointerOperand(&I);
    Type *T = getLoadStoreType(const_cast<Instruction *>(&I));
    const auto *Vector = dyn_cast<FixedVectorType>(T);
    const unsigned Elements = Vector ? Vector->getNumElements() : 1;
    const Loop *L = Owner.Control.Loops.getLoopFor(I.getParent());
    const double Bytes = I.getDataLayout().getTypeStoreSize(T).getKnownMinValue();
    const double Once = IsLoad ? Table.Load : Table.Store;
    const bool IsOwn = isa<AllocaInst>(getUnderlyingObject(Address));
    if (Width > 1 && isVolatileOfLane(I))
        return lanesOn(*I.getParent()) * (maskedShare(*I.getParent()) > 0 ? packed::Turn : Once + Table.Vector);
    const bool MayBeOnePlace = Width > 1 && Lanes.of(Address).isNone() && Lanes.isGuessed(Address);
    const bool AsksForOnePlace = MayBeOnePlace && IsLoad && Elements == 1; // see after/consecutive_gathers.h
    const Step Its = MayBeOnePlace && !AsksForOnePlace ? Step::unknown() : Lanes.of(Address);
    const double MaskedShare = maskedShare(*I.getParent());

    if (IsOwn && Its.isNone())
        return Width == 1 ? Once : (IsLoad ? Table.VectorLoad : Table.VectorStore) * registers(T);
    // The first cache has all of it.
    const bool IsNear =
        IsOwn || getLoadStoreAddressSpace(&I) == LocalSpace || (!Its.isKnown() && isOfSmallTable(*Address, Bytes, L));
    const RowAccess::Kinds InRow = inRow(I);
    const double Lines = IsNear ? 0 : ofLines(I, Bytes, L, InRow != RowAccess::Other);
    if (Width == 1 || (Its.isNone() && (IsLoad || !isData(I.getOperand(0)))))
        return Once * (Width == 1 ? registers(T) : 1) + (Width > 1 && IsLoad ? Table.Vector : 0) +
               (AsksForOnePlace ? packed::Question * Table.Vector +
                                      Lanes.wrapChance(Address, Width) * ofEachLane(I, Step::unknown())
                                : 0) +
               Lines; // to all lanes
    if (Its.isNone())
        return Once + packed::LastLane * Table.Vector;
    const double Each = IsLoad ? Table.VectorLoad * registers(loadedAs(I)) : Table.VectorStore * registers(T);
    if ((!Its.isKnown() || Lanes.isGuessed(Address)) && isConstantInGroup(Address))
        return Each + packed::RowShuffle * Table.Vector * registers(T) +
               MaskedShare * (costOfMasked(I, Target) - 1.0) * Table.Vector * registers(T) + Lines;
    const bool IsProven = Lanes.isProven(Address), IsGuess = Lanes.isGuessed(Address) || !IsProven;
    const double Apart = std::abs(Its.value()) / Bytes;
    if (Its.isKnown() && !(IsGuess && Bytes > 8) && (Apart <= 1 || IsProven)) {
        double Cost = Each;
        if (IsGuess) // asks whether it is so
            Cost += packed::Question * Table.Vector;
        if (const double Chance = Lanes.wrapChance(Address, Width); Chance > 0)
            Cost += Chance * ofEachLane(I, Step::unknown());
        Cost += MaskedShare * (costOfMasked(I, Target) - 1.0) * Table.Vector * registers(T);
        if (Elements > 1)
            Cost += packed::RowShuffle * Table.Vector * registers(T);
        if (Apart <= 1)
            return Cost + Lines;
        if (const auto PerRow = unsigned(ShortRowBytes / Bytes);
            MaskedShare == 0 && Owner.InRows.contains(&I) && Width % PerRow == 0) // of half registers
            return Cost + Each + Table.Vector * registers(T) * Log2_32(PerRow) + Lines;
        if (Apart <= packed::FarthestField) // with its neighbours, by shuffles
            return Cost + Table.Vector * registers(T) * std::min(packed::FieldShuffle * Apart, packed::MostShuffle) +
                   Lines;
    }
    if (InRow == RowAccess::Carried)
        return registers(T) * Table.Vector + Lines;
    if (InRow == RowAccess::Tiled) // twice through memory, once of them by shuffles for as many rounds
        return registers(T) * ((IsLoad ? 2 : 1) * Table.VectorLoad + (IsLoad ? 1 : 2) * Table.VectorStore +
                               Table.Vector * Log2_32(std::max(2u, Width / registers(T)))) +
               Lines;
    return ofEachLane(I, IsProven ? Its : Step::unknown()) + Lines;
}

double
FormCosts::Walk::ofAtomic(const Instruction &I)
{
    const auto *Update = dyn_cast<AtomicRMWInst>(&I);
    const Value *Address = Update ? Update->getPointerOperand() : cast<AtomicCmpXchgInst>(I).getPointerOperand();
    const bool IsLocal = Address->getType()->getPointerAddressSpace() == LocalSpace;
    const double Once = IsLocal ? (Width == 1 ? Table.LocalAtomic : Table.LaneAtomic)
                        : Update && Update->isFloatingPointOperation() ? Table.Exchange
                                                                       : Table.Atomic;

    // What all lanes add to one place is one addition.
    if (Width > 1 && Update && Lanes.of(Address).isNone() && isCombined(*Update))
        return Once + Table.Vector * (registers(Update->getType()) + 2 * Log2_32(Width));
    if (Width > 1 && Update && Lanes.of(Address).isNone() && isSummed(*Update))
        return Once + Width * latency::Arithmetic;
    // One after the other, on lines that are there by now.
    const double EachLane = Width > 1 && !IsLocal ? packed::NextAtomic * Once + Table.LaneLoad : Once;
    return lanesOn(*I.getParent()) * EachLane;
}

} // namespace weft
