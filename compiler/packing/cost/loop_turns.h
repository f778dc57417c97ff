// SPDX-License-Identifier: Apache-2.0
// How often loops run.
#ifndef WEFT_PACKING_COST_LOOP_TURNS_H
#define WEFT_PACKING_COST_LOOP_TURNS_H

namespace llvm {
class Loop;
class Value;
} // namespace llvm

namespace weft {

struct LoopTurns {
    double Count;
    bool AreClamped = false;            // as many for all work-items, but where the ends are clamped
    const llvm::Value *Place = nullptr; // of what is tried until nobody came in between
    bool AreOfSearch = false;           // until what is loaded equals something else
};

// Where it is entered: by a counter that ends at a constant, whatever id it begins with, or at what is made of
// arguments, which is taken for usual::ArgumentTurns of each, or so far from where it begins; once, mostly, what is
// tried until it succeeds; else usual::LoopTurns. Few where it ends as soon as two arrays, say, differ.
LoopTurns turnsOf(const llvm::Loop &L);

// Whether the condition is whether what is loaded, in the loop if one is given, equals something else than a constant,
// or, where AsksEqual is set to false, differs from it.
bool comparesData(const llvm::Value &Condition, bool &AsksEqual, const llvm::Loop *L = nullptr);

} // namespace weft

#endif
