// SPDX-License-Identifier: Apache-2.0
// Packs at whose place clamping changes nothing.
#ifndef WEFT_PACKING_LINEARIZE_CLAMPED_IDS_H
#define WEFT_PACKING_LINEARIZE_CLAMPED_IDS_H

#include "compiler/packing/analysis/shapes.h"

namespace weft {

// Filters clamp the coordinates of what they read to the edges of an image: `in[clamp(x + dx, 0, width - 1)]`. That is
// in[x + dx] for all work-items of a pack but those at the edges, and what neighbours read is consecutive.
//
// Makes of each such clamping, of what is counted from ids to bounds that are the same for all, a question (__weft_any)
// whether it changes anything for a work-item of the pack, and a selection; joinQuestions() then asks once for all of
// them, and has code without them for packs inside.
//
// A loop from one such value to another, as filters have whose windows end at edges, makes as many rounds for all of a
// pack that is inside, and is as far from each of them: it counts its rounds there.
//
// Requires: F is SPMD code; the shapes of its arguments, by number.
// Guarantees: true if F changed. answerClamps() takes the selections out again, and the questions that were not joined.
bool askClamps(llvm::Function &F, llvm::ArrayRef<Shape> Arguments);
bool answerClamps(llvm::Function &F);

} // namespace weft

#endif
