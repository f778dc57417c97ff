// SPDX-License-Identifier: Apache-2.0
// What code takes on CPUs, where LLVM's own tables do not say it: every constant that estimates are made of.
#ifndef WEFT_ANALYSIS_COST_TABLE_H
#define WEFT_ANALYSIS_COST_TABLE_H

namespace llvm {
class TargetTransformInfo;
} // namespace llvm

namespace weft {

// Of one family of CPUs; cycles of one thread that has the core for itself. LLVM's units are those of
// TargetTransformInfo::TCK_RecipThroughput. The values and where they are from: cost_table.cpp.
struct CostTable {
    double Integer, Floating;       // one of LLVM's units: on scalars,
    double Vector;                  // and on vector registers
    double Load, Store;             // of a scalar
    double VectorLoad, VectorStore; // of a vector register
    double Gather, Scatter;         // of an element, where the CPU has instructions for addresses of each lane
    double LaneLoad, LaneStore;     // of an element where it has none: its address is taken out, and it is put in
    double RowLoad;                 // likewise of a vector of elements
    double MaskedLane, MaskedRow;   // more for each lane that may be off, there
    double MaskedCode;              // how many times longer packs at the ends of a row take more
    double Line, NextLine;          // a cache line that was not accessed just now, and the one behind it
    double Stream;                  // a cache line that was, but is lost since to too many others
    double LostLoad, LostStore;     // more for a line lost from the first cache to others of its set, whatever part is
    double NextLost;                // accessed; and of that, for each line behind it
    double LostUpdate;              // likewise for a store to what was loaded before, however many lines that is
    double LostLine;         // more for the first of a plane's lines, of planes that share sets of the second cache
    double Followed;         // accesses side by side whose next lines the processor fetches
    double Unfollowed;       // how many times longer a line takes for each as many more, of planes,
    double UnfollowedLost;   // and of ones that share such sets
    double Division;         // of integers, by what is not a constant: an element
    double LaneDivision;     // likewise in a pack, up to 32 bits: as floating-point numbers
    double Mispredicted;     // a branch that goes another way than was foreseen
    double Atomic, Exchange; // an operation on shared memory; one that is tried by compare and exchange
    double LocalAtomic, LaneAtomic; // one on local memory, which one thread has: a single one, one of a pack's
    double Pack;                    // what a pack takes besides its code: counters and bounds
    double MoreLanes;               // twice as many lanes are to take at most so much of what fewer take,
    double MoreRows;                // and so much where rows of memory are taken apart in few registers
};

const CostTable &costTable(const llvm::TargetTransformInfo &Target);

// Cycles until a result is there. The same on the families above but for a cycle or two.
namespace latency {
inline constexpr unsigned Arithmetic = 4; // of floating-point numbers, and products
inline constexpr unsigned Division = 13;
inline constexpr unsigned LaneDivision = 35; // of integers by floating-point numbers, with what makes it exact
inline constexpr unsigned Load = 5;
inline constexpr unsigned ChasedLoad = 25; // whose address is what the same load gave before: caches do not foresee it
inline constexpr unsigned Gather = 35;  // more than a load, until all lanes' elements are there: the one farthest away
inline constexpr unsigned FarLoad = 80; // from a line that nothing has fetched ahead and the second cache does not have
inline constexpr unsigned Mask = 6;     // which lanes go on with a loop, and the choice of what they have
inline constexpr unsigned Other = 1;
} // namespace latency

// How kernels usually behave, where the code does not say. Fitted with the CPU's constants.
namespace usual {
inline constexpr double LoopTurns = 8;         // of a loop
inline constexpr double Attempts = 1.25;       // of what is tried until nobody came in between
inline constexpr double SamePlace = 1.0 / 64;  // how often another lane looks up the same place to change it
inline constexpr double ArgumentTurns = 256;   // of one up to an argument, such as an array's length
inline constexpr double MostTurns = 4096;      // of one whose turns are known: more change nothing
inline constexpr unsigned DeepestLoop = 4;     // deeper ones do not count more
inline constexpr double Taken = 0.5;           // how often a branch goes a way
inline constexpr double Inside = 0.95;         // how often ids are within bounds, and loops run at all
inline constexpr double Won = 1.0 / 8;         // how often what is tested before an atomic operation leads to it
inline constexpr double Equal = 1.0 / 4;       // how often what is loaded equals something else,
inline constexpr double EqualTurns = 2;        // and turns of a loop that ends where it does not
inline constexpr double AtPlace = 1.0 / 64;    // how often an id is at a place that the code names
inline constexpr double FewShare = 0.1;        // from which on packs of few lanes count, of those that come to code
inline constexpr double MostlyInside = 0.85;   // from which on code is taken to be within bounds
inline constexpr double Foreseen = 0.75;       // how often a processor foresees a branch on data
inline constexpr double Unevenness = 0.75;     // how much longer a loop is for the slowest of very many work-items
inline constexpr unsigned Group = 64;          // work-items of a group in dimension 0: wider packs would be rests,
inline constexpr unsigned Tile = 16;           // and where ids of other dimensions are asked for
inline constexpr double Row = 256;             // work-items of a launch in a dimension
inline constexpr double Edges = 768;           // work-items after which what is clamped is so
inline constexpr double WindowAtEdge = 0.5;    // of one work-item at a time, what packs take where windows are clamped
inline constexpr double UnknownPeriod = 255.5; // likewise modulo what the code does not say: no number that it could,
inline constexpr double ShortPeriod = 0.045;  // and how often that is fewer than a pack has, for each doubling of these
inline constexpr double KeptBytes = 16384;    // that a loop finds in the first cache when it begins anew
inline constexpr double SecondCache = 262144; // or in the second one
inline constexpr double SmallTable = 4096;    // bytes that are there whatever else is accessed
inline constexpr double Window = 96;          // operations that a processor's schedulers hold
inline constexpr double FewStreams = 8;       // lines a power of two apart that the first cache keeps,
inline constexpr double ManyStreams = 32;     // and of which it loses each before it is used again
inline constexpr double ForeseenRows = 16;    // that lines are fetched ahead of where all are walked along at once,
inline constexpr double UnforeseenRows = 32;  // and of which none has its next line in time (Zen 3: half as fast)
inline constexpr double ForeseenStep = 2048;  // bytes from round to round, up to which the next round's line is fetched
inline constexpr double Unforeseen = 2;       // ahead; others, mostly of other pages, take so many times as long
// How many times as many accesses as are followed make a line no slower any more (Zen 3, of the third cache: 9 cycles
// with 130 accesses, 20 with 260, 42 with 540).
inline constexpr double MostUnfollowed = 8;
inline constexpr unsigned NearPages = 64;   // whose addresses the processor has at hand,
inline constexpr double FarPage = 3.5;      // and cycles until it has another one's
inline constexpr double LookedUp = 0.25;    // how often what is looked up is in a line that was not accessed just now
inline constexpr double OtherRegisters = 2; // of vectors that are not the work-items': constants, what is moved
inline constexpr double InRegisters = 0.75; // of what seems alive at once, in the order that the code happens to have
} // namespace usual

// What packing makes, in operations on vector registers unless said otherwise.
namespace packed {
inline constexpr double Question = 4;       // whether a pack's addresses are consecutive
inline constexpr double LastLane = 4;       // which lane's value is stored to a place that all have
inline constexpr double RowShuffle = 1.5;   // rows of vectors to vectors of elements, for each register of them
inline constexpr double FieldShuffle = 2;   // fields of structures likewise, for each field that lies between,
inline constexpr double MostShuffle = 6;    // up to so much
inline constexpr double FarthestField = 8;  // elements apart, up to which that is done
inline constexpr double Masks = 3;          // masks of a branch's two ways, and whether any lane is on
inline constexpr double Surprise = 0.4;     // how often that is foreseen wrongly, of how often it is for one work-item
inline constexpr double Index = 0.5;        // of an address of each lane: mostly an index of 32 bits
inline constexpr double SpillOutside = 0.4; // how often what does not fit is moved outside of loops,
inline constexpr double SpillMasked = 2;    // and where masks take registers as well
inline constexpr double LinesTogether = 0.35; // what of cache lines is waited for where many are asked for at once
inline constexpr double NextAtomic = 0.5;     // what an operation that locks takes in a row of them
inline constexpr unsigned LongVector = 8;     // elements from which on strand-order computes one after the other
inline constexpr double Turn = 6;           // cycles of a volatile variable's access where some lanes are off, for each
inline constexpr double ForeignCall = 50;   // cycles of a call that nothing is known of, for each lane
inline constexpr double MostOfElement = 40; // what LLVM's tables are believed at most for an element
} // namespace packed

// In simple operations, for what is decided before the widths are: guards of code that no lane may need, accesses with
// masks. LLVM's units where it has an answer.
namespace simple {
inline constexpr unsigned Unknown = 16;     // an access with a mask of which LLVM's model says nothing,
inline constexpr unsigned MostMasked = 32;  // and what it is believed at most, for each register
inline constexpr unsigned CheckedLoad = 6;  // a load that masked-loads makes: mask and address tested, load, selection
inline constexpr unsigned BlendedStore = 3; // more for a store that blended-stores makes: mask tested, load, selection
inline constexpr unsigned NoAnswer = 10;    // an instruction that LLVM's model gives up on
inline constexpr unsigned Access = 3;       // more for a load or store, which may miss the caches
inline constexpr unsigned OtherAccess = 4;  // more for another instruction with memory
inline constexpr unsigned Call = 20;
inline constexpr unsigned Division = 4;     // more for a division of floating-point numbers
inline constexpr unsigned InnerTurns = 4;   // of a loop in code that is guarded as a whole
inline constexpr unsigned Skip = 24;        // from which on code is guarded: a branch, foreseen wrongly now and then
inline constexpr unsigned AnotherWay = 4;   // so much that masks cost is more than the question whether all are on
inline constexpr unsigned Piece = 2;        // a part of a store whose mask is constant, without a mask
inline constexpr unsigned WindowFull = 150; // instructions behind which a processor does not see the next load
} // namespace simple

} // namespace weft

#endif
