// SPDX-License-Identifier: Apache-2.0
// One question about a pack in place of many.
#ifndef WEFT_PACKING_LINEARIZE_JOINED_QUESTIONS_H
#define WEFT_PACKING_LINEARIZE_JOINED_QUESTIONS_H

#include "compiler/packing/analysis/shapes.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
}

namespace weft {

// Reads of an image ask each for itself whether some work-item of the pack is beyond an edge (__weft_any), and have a
// way for each answer. Of nine that are around one pixel the answers are nearly always the same: all are asked in the
// place of the first, for all iterations of loops, and what comes from there on is there twice, once for packs that are
// nowhere beyond an edge. A read and a write of one place have one question that two branches ask, which counts as two.
//
// Requires: F is SPMD code; an answer of true is right for each of the questions.
// Guarantees: true if F changed. Questions that depend on what is not known in the place of the first are unchanged.
// Clamping of ids asks such questions as well, until it is joined: see clamped_ids.h, which needs the shapes of F's
// arguments.
bool joinQuestions(llvm::Function &F, llvm::ArrayRef<Shape> Arguments, llvm::FunctionAnalysisManager &AM);

// All answers are true: for code that seldom runs.
bool answerQuestions(llvm::Function &F);

// Whether F asks any.
bool hasQuestions(const llvm::Function &F);

} // namespace weft

#endif
