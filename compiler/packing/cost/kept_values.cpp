// SPDX-License-Identifier: Apache-2.0
// What work-items keep from before a barrier, where the others of their group run before they go on.
#include "compiler/packing/cost/kept_values.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/recompute.h"
#include "compiler/analysis/uniformity.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

#include <vector>

using namespace llvm;

namespace weft {

namespace {

// A part of a block, up to a barrier or to its end.
struct Segment {
    const BasicBlock *BB;
    SmallVector<const Instruction *, 16> Instructions;
    SmallVector<unsigned, 2> Next;
    bool EndsWithBarrier = false;
    BitVector Used, Defined, LiveIn; // values by number; used ones come from before it
};

class Segments {
public:
    explicit Segments(const Function &F) : Uniform(const_cast<Function &>(F))
    {
        split(F);
        for (const Segment &Its : All)
            for (const Instruction *I : Its.Instructions)
                if (!isa<AllocaInst>(I) && !isRecomputed(*I) &&
                    any_of(I->uses(), [&](const Use &U) { return segmentOf(U) != SegmentOf.lookup(I); }))
                    Values.push_back(I);
        findLive();
    }

    void find(KeptValues &Kept) const
    {
        SmallSetVector<const Instruction *, 16> Written;

        for (const Segment &Its : All)
            if (Its.EndsWithBarrier)
                for (const unsigned N : All[Its.Next.front()].LiveIn.set_bits())
                    Written.insert(Values[N]);
        for (const Instruction *I : Written)
            if (!isa<PHINode>(I))
                Kept.Written[I->getParent()].push_back(I);
        for (const Segment &Its : All)
            if (Its.EndsWithBarrier)
                for (const unsigned N : usedBehind(Its.Next.front(), Written).set_bits())
                    Kept.Read[Its.BB].push_back(Values[N]);
    }

private:
    // As ContextLayout decides, but for what else is known at the barrier.
    bool isRecomputed(const Instruction &I) const
    {
        SmallVector<Instruction *, 4> Leaves;

        return Uniform.isUniform(&I) || isCheapToRecompute(I, &Uniform) || isCheapWithLeaves(I, Uniform, Leaves);
    }

    void split(const Function &F)
    {
        DenseMap<const BasicBlock *, unsigned> First;

        for (const BasicBlock &BB : F) {
            First[&BB] = All.size();
            All.push_back({&BB, {}, {}, false, {}, {}, {}});
            for (const Instruction &I : BB) {
                SegmentOf[&I] = All.size() - 1;
                All.back().Instructions.push_back(&I);
                if (classifyPrimitive(&I).isBarrier()) {
                    All.back().EndsWithBarrier = true;
                    All.back().Next.push_back(All.size());
                    All.push_back({&BB, {}, {}, false, {}, {}, {}});
                }
            }
            Last[&BB] = All.size() - 1;
        }
        for (const BasicBlock &BB : F)
            for (const BasicBlock *To : successors(&BB))
                All[Last[&BB]].Next.push_back(First[To]);
    }

    // Phis take their values at the ends of the blocks that these come from.
    unsigned segmentOf(const Use &U) const
    {
        const auto *User = cast<Instruction>(U.getUser());
        const auto *Phi = dyn_cast<PHINode>(User);

        return Phi ? Last.lookup(Phi->getIncomingBlock(U)) : SegmentOf.lookup(User);
    }

    void findLive()
    {
        for (Segment &Its : All)
            for (BitVector *Set : {&Its.Used, &Its.Defined, &Its.LiveIn})
                Set->resize(Values.size());
        for (auto [N, V] : enumerate(Values)) {
            const unsigned Own = SegmentOf.lookup(V);
            All[Own].Defined.set(N);
            for (const Use &U : V->uses())
                if (segmentOf(U) != Own)
                    All[segmentOf(U)].Used.set(N);
        }
        for (bool Changed = true; Changed;) {
            Changed = false;
            for (Segment &Its : reverse(All)) {
                BitVector Live(Values.size());
                for (const unsigned To : Its.Next)
                    Live |= All[To].LiveIn;
                Live.reset(Its.Defined);
                Live |= Its.Used;
                if (Live != Its.LiveIn) {
                    Its.LiveIn = std::move(Live);
                    Changed = true;
                }
            }
        }
    }

    // Of the values that live at the start, those that are used before the next barrier, for more than to be carried
    // on.
    BitVector usedBehind(unsigned Start, const SmallSetVector<const Instruction *, 16> &Written) const
    {
        SmallSetVector<unsigned, 8> Work;
        BitVector Result(Values.size());

        Work.insert(Start);
        for (unsigned At = 0; At < Work.size(); At++)
            if (const Segment &Its = All[Work[At]]; !Its.EndsWithBarrier)
                for (const unsigned To : Its.Next)
                    Work.insert(To);
        for (const unsigned N : All[Start].LiveIn.set_bits())
            if (any_of(Values[N]->uses(), [&](const Use &U) {
                    return Work.contains(segmentOf(U)) &&
                           !(isa<PHINode>(U.getUser()) && Written.contains(cast<Instruction>(U.getUser())));
                }))
                Result.set(N);
        return Result;
    }

    const Uniformity Uniform;
    std::vector<Segment> All;
    DenseMap<const Instruction *, unsigned> SegmentOf;
    DenseMap<const BasicBlock *, unsigned> Last;
    SmallVector<const Instruction *, 32> Values;
};

} // namespace

KeptValues::KeptValues(const Function &F)
{
    if (hasBarrier(F))
        Segments(F).find(*this);
}

} // namespace weft
