// SPDX-License-Identifier: Apache-2.0
// Questions about a whole pack that its first and last work-item answer.
#include "compiler/packing/emit/bound_tests.h"

#include "compiler/packing/emit/packer.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// Conditions are seldom made of more parts; joinQuestions() makes balanced trees of many.
constexpr unsigned MaxDepth = 10;

// What counts compared with what is the same for all.
struct Bound {
    CmpInst::Predicate Is;
    Value *Counter;
    Value *Limit;
};

class Ends {
public:
    explicit Ends(Packer &ThePacker) : P(ThePacker) {}
    // Whether ask() can answer. Wanted: whether V is to be true somewhere, or false.
    bool canAsk(Value *V, bool Wanted, unsigned Depth);
    Value *ask(Value *V, bool Wanted);

private:
    std::optional<Bound> boundOf(Value *V, bool Wanted);
    Value *ask(const Bound &Question);

    Packer &P;
};

// Whether V is a disjunction if Wanted, or a conjunction, of which one part is enough.
bool
isEither(Value *V, bool Wanted, Value *&A, Value *&B)
{
    return Wanted ? match(V, m_LogicalOr(m_Value(A), m_Value(B))) : match(V, m_LogicalAnd(m_Value(A), m_Value(B)));
}

std::optional<Bound>
Ends::boundOf(Value *V, bool Wanted)
{
    auto *Comparison = dyn_cast<ICmpInst>(V);
    if (!Comparison || !Comparison->getOperand(0)->getType()->isIntegerTy() || P.isMasked(*Comparison->getParent()))
        return std::nullopt;
    Bound Its = {Comparison->getPredicate(), Comparison->getOperand(0), Comparison->getOperand(1)};
    if (!Wanted)
        Its.Is = CmpInst::getInversePredicate(Its.Is);
    if (P.shape(Its.Counter).isUniform()) {
        std::swap(Its.Counter, Its.Limit);
        Its.Is = CmpInst::getSwappedPredicate(Its.Is);
    }
    if (!P.shape(Its.Counter).isLinear() || P.shape(Its.Counter).isUniform() || !P.shape(Its.Limit).isUniform())
        return std::nullopt;
    const int64_t Stride = P.stride(Its.Counter);
    const unsigned Bits = Its.Counter->getType()->getIntegerBitWidth();
    const bool Counts = std::abs(Stride) == 1 && (Bits >= 64 || P.width() < uint64_t{1} << Bits);
    if (Its.Is == CmpInst::ICMP_EQ)
        return Counts ? std::optional(Its) : std::nullopt;
    if (Its.Is == CmpInst::ICMP_NE)
        return Bits >= 32 && isInt<32>(Stride) ? std::optional(Its) : std::nullopt;
    return Counts || P.isExact(Its.Counter, CmpInst::isSigned(Its.Is)) ? std::optional(Its) : std::nullopt;
}

bool
Ends::canAsk(Value *V, bool Wanted, unsigned Depth)
{
    Value *A, *B;

    if (!Depth)
        return false;
    if (P.shape(V).isUniform())
        return true;
    if (match(V, m_Not(m_Value(A))))
        return canAsk(A, !Wanted, Depth - 1);
    if (match(V, m_Freeze(m_Value(A))))
        return canAsk(A, Wanted, Depth - 1);
    if (isEither(V, Wanted, A, B))
        return canAsk(A, Wanted, Depth - 1) && canAsk(B, Wanted, Depth - 1);
    return boundOf(V, Wanted).has_value();
}

Value *
Ends::ask(const Bound &Question)
{
    IRBuilder<> &B = P.B;
    Value *First = P.scalar(Question.Counter), *Limit = P.scalar(Question.Limit);
    const int64_t Stride = P.stride(Question.Counter), Distance = Stride * (P.width() - 1);
    auto *T = cast<IntegerType>(First->getType());

    if (Question.Is == CmpInst::ICMP_NE)
        return B.getTrue(); // the next lane's is another
    if (Question.Is == CmpInst::ICMP_EQ) {
        Value *Lane = Stride > 0 ? B.CreateSub(Limit, First) : B.CreateSub(First, Limit);
        return B.CreateICmpULT(Lane, ConstantInt::get(T, P.width()));
    }
    const bool WantsLeast = ICmpInst::isLT(Question.Is) || ICmpInst::isLE(Question.Is);
    const bool IsSigned = CmpInst::isSigned(Question.Is);
    Value *Last = B.CreateAdd(First, ConstantInt::getSigned(T, Distance));
    Value *End = WantsLeast == (Stride > 0) ? First : Last;
    if (!P.isExact(Question.Counter, IsSigned)) {
        // Lanes that count by one past the type's greatest value have that and the least one.
        const unsigned Bits = T->getBitWidth();
        const APInt Least = IsSigned ? APInt::getSignedMinValue(Bits) : APInt::getZero(Bits);
        const APInt Greatest = IsSigned ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits);
        const CmpInst::Predicate IsBehind = IsSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT;
        Value *Wraps = Stride > 0 ? B.CreateICmp(IsBehind, First, Last) : B.CreateICmp(IsBehind, Last, First);
        End = B.CreateSelect(Wraps, ConstantInt::get(T, WantsLeast ? Least : Greatest), End);
    }
    return B.CreateICmp(Question.Is, End, Limit);
}

Value *
Ends::ask(Value *V, bool Wanted)
{
    Value *A, *B;

    if (P.shape(V).isUniform())
        return Wanted ? P.scalar(V) : P.B.CreateNot(P.scalar(V));
    if (match(V, m_Not(m_Value(A))))
        return ask(A, !Wanted);
    if (match(V, m_Freeze(m_Value(A))))
        return ask(A, Wanted);
    if (isEither(V, Wanted, A, B)) {
        Value *One = ask(A, Wanted);
        return P.B.CreateOr(P.B.CreateFreeze(One), P.B.CreateFreeze(ask(B, Wanted)));
    }
    return ask(*boundOf(V, Wanted));
}

} // namespace

Value *
anyByEnds(Packer &P, Value *Mask)
{
    Ends Pack(P);

    if (!Pack.canAsk(Mask, true, MaxDepth))
        return nullptr;
    return P.B.CreateFreeze(Pack.ask(Mask, true));
}

} // namespace weft
