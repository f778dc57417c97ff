// SPDX-License-Identifier: Apache-2.0
// What CPUs take for what LLVM's own tables do not say.
#include "compiler/analysis/cost_table.h"

#include "llvm/Analysis/TargetTransformInfo.h"

using namespace llvm;

namespace weft {

// Where a value is not a latency or throughput of the processor's manual or of uops.info, it was fitted so that
// bench/model.py's rank correlation over the suite and the patterns is best (docs/cost_model.md).

// With vectors of 512 bits. Zen 4: two 512-bit operations of four pipes of 256 bits take a cycle and a half together in
// a usual mix; a gather of 16 elements 24 to 26 cycles, a scatter 50 and more. Zen 5: 512 bits
// at once, a gather of 16 elements 16 to 18.
static constexpr CostTable Avx512 = {
    .Integer = 0.2, // six instructions a cycle, some of them addresses and branches
    .Floating = 0.5,
    .Vector = 0.6,
    .Load = 0.5,
    .Store = 1,
    .VectorLoad = 1,
    .VectorStore = 2,
    .Gather = 1.2,
    .Scatter = 3,
    .LaneLoad = 3,
    .LaneStore = 3,
    .RowLoad = 2, // Zen 5, in the first cache, with the shuffles
    .MaskedLane = 1,
    .MaskedRow = 0.3,
    .MaskedCode = 0,
    .Line = 5, // of the second cache, partly foreseen
    .NextLine = 0.8,
    .Stream = 5,
    .LostLoad = 0, // packs of such vectors use whole lines
    .LostStore = 0,
    .NextLost = 1,
    .LostUpdate = 0,
    .LostLine = 10, // Zen 4, in all 12 of the third cache, 30 of memory
    .Followed = 48,
    .Unfollowed = 0.3,
    .UnfollowedLost = 0,
    .Division = 6,
    .LaneDivision = 1.5,
    .Mispredicted = 15,
    .Atomic = 20,
    .Exchange = 30,
    .LocalAtomic = 8, // each waits for the store before
    .LaneAtomic = 1.5,
    .Pack = 2,
    .MoreLanes = 0.97,
    .MoreRows = 0.97,
};

// With vectors of 256 bits and no mask registers, or with these where 512 bits are not preferred.
static constexpr CostTable Avx2 = {
    .Integer = 0.2,
    .Floating = 0.5,
    .Vector = 0.45,
    .Load = 0.5,
    .Store = 1,
    .VectorLoad = 0.5,
    .VectorStore = 1,
    .Gather = 1.5,
    .Scatter = 2,
    .LaneLoad = 2.5,
    .LaneStore = 2,
    .RowLoad = 2.2, // Zen 3, in the first cache: 2.6 with the shuffles, 0.2 more with a mask
    .MaskedLane = 2,
    .MaskedRow = 0.3,
    .MaskedCode = 3,
    .Line = 5,
    .NextLine = 0.8,
    .Stream = 5,
    .LostLoad = 5,  // Zen 3, planes a multiple of a page apart: with .Line 9 to 11 cycles for a load,
    .LostStore = 8, // 12 to 14 for a store, 30 to 40 for both (docs/cost_model.md)
    .NextLost = 0.6,
    .LostUpdate = 22,
    .LostLine = 0,
    .Followed = 128,
    .Unfollowed = 2,
    .UnfollowedLost = 2,
    .Division = 6,
    .LaneDivision = 2.5,
    .Mispredicted = 15,
    .Atomic = 20,
    .Exchange = 30,
    .LocalAtomic = 8,
    .LaneAtomic = 1.5,
    .Pack = 4,
    .MoreLanes = 0.97,
    .MoreRows = 0.87,
};

// With vectors of 128 bits: SSE, NEON.
static constexpr CostTable
narrow()
{
    CostTable Table = Avx2;

    Table.LaneLoad = 2;
    Table.RowLoad = 2.5;
    Table.MaskedLane = 3;
    return Table;
}

static constexpr CostTable Narrow = narrow();

const CostTable &
costTable(const TargetTransformInfo &Target)
{
    const uint64_t Bits = Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();

    return Bits >= 512 ? Avx512 : Bits >= 256 ? Avx2 : Narrow;
}

} // namespace weft
