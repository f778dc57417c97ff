// SPDX-License-Identifier: Apache-2.0
// Keeps InstCombine from moving masked loads past stores.
//
// LLVM 22's InstCombine makes of a masked load and the select that is its only use, with the load's own mask, one
// masked load whose other lanes are the select's. It puts that where the select is, whatever writes to memory in
// between: of the two halves of a swap under a mask, the second gets what the first has stored.
//
// The pattern may come up while InstCombine runs, and LLVM's pipelines run it in many places. So no pass here takes it
// away: around each InstCombine masked loads get a second use, which goes when InstCombine is done.
#ifndef WEFT_PACKING_AFTER_MASKED_LOAD_GUARD_H
#define WEFT_PACKING_AFTER_MASKED_LOAD_GUARD_H

namespace llvm {
class PassInstrumentationCallbacks;
}

namespace weft {

// For every pipeline that runs with Callbacks: give them to the PassBuilder that registers the analyses. Callbacks
// serve one pipeline at a time.
void guardMaskedLoads(llvm::PassInstrumentationCallbacks &Callbacks);

} // namespace weft

#endif
