// SPDX-License-Identifier: Apache-2.0
// Which dimension's work-items run side by side.
#include "compiler/workgroup/lane_dimension.h"

#include "compiler/analysis/group_merging.h"
#include "compiler/analysis/kernels.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace weft {

namespace {

// How often a loop is taken to run, and how deep nested ones count.
constexpr double Iterations = 8;
constexpr unsigned MaxDepth = 3;
// What an access takes where the lanes' elements are next to each other or the same, are a few elements apart, or
// anywhere.
constexpr double Together = 1, Near = 3, Apart = 12;
constexpr int64_t NearElements = 4;
// Another dimension than 0 has to be that much better.
constexpr double Better = 2;

// How far a value grows from one work-item of a dimension to the next.
class Step {
public:
    static Step none() { return Step(0); }
    static Step unknown() { return Step(); }
    static Step of(int64_t Value) { return Step(Value); }

    bool isNone() const { return Known && Value == 0; }
    bool isKnown() const { return Known; }
    int64_t value() const { return Value; }

    Step operator+(Step Other) const
    {
        int64_t Sum;
        return Known && Other.Known && !AddOverflow(Value, Other.Value, Sum) ? Step(Sum) : unknown();
    }

    Step operator*(int64_t Factor) const
    {
        int64_t Product;
        return Known && !MulOverflow(Value, Factor, Product) ? Step(Product) : unknown();
    }

    bool operator==(Step Other) const { return Known == Other.Known && Value == Other.Value; }

private:
    Step() = default;
    explicit Step(int64_t TheValue) : Known(true), Value(TheValue) {}

    bool Known = false;
    int64_t Value = 0;
};

// Steps of a kernel's values in one dimension; wrap-around and what depends on branches are left aside.
class Steps {
public:
    explicit Steps(unsigned TheDimension) : Dimension(TheDimension) {}

    Step of(const Value *V)
    {
        const auto *I = dyn_cast<Instruction>(V);
        if (!I)
            return Step::none();
        // In a loop: a value that is looked at right now is taken not to grow.
        auto [Place, IsNew] = Known.try_emplace(I, Step::none());
        if (!IsNew)
            return Place->second;
        Step Result = compute(*I);
        return Known.find(I)->second = Result;
    }

private:
    unsigned Dimension;
    DenseMap<const Instruction *, Step> Known;

    Step anyOf(const Instruction &I)
    {
        return all_of(I.operands(), [&](const Use &U) { return of(U).isNone(); }) ? Step::none() : Step::unknown();
    }

    Step ofAddress(const GetElementPtrInst &Address)
    {
        const DataLayout &Layout = Address.getDataLayout();
        Step Sum = of(Address.getPointerOperand());
        for (auto It = gep_type_begin(Address), End = gep_type_end(Address); It != End; ++It)
            if (!It.isStruct())
                Sum = Sum + of(It.getOperand()) * It.getSequentialElementStride(Layout).getKnownMinValue();
        return Sum;
    }

    Step compute(const Instruction &I)
    {
        if (PrimitiveCall Call = classifyPrimitive(&I)) {
            bool IsCounted = Call.Kind == Primitive::GlobalId || Call.Kind == Primitive::GlobalId32 ||
                             Call.Kind == Primitive::LocalId;
            return IsCounted && Call.Dimension == Dimension ? Step::of(1) : Step::none();
        }
        if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
            return Address->getType()->isVectorTy() ? anyOf(I) : ofAddress(*Address);
        if (I.getType()->isVectorTy())
            return anyOf(I);
        switch (I.getOpcode()) {
        case Instruction::Add:
            return of(I.getOperand(0)) + of(I.getOperand(1));
        case Instruction::Sub:
            return of(I.getOperand(0)) + of(I.getOperand(1)) * -1;
        case Instruction::Or:
            return cast<PossiblyDisjointInst>(I).isDisjoint() ? of(I.getOperand(0)) + of(I.getOperand(1)) : anyOf(I);
        case Instruction::Mul:
            if (const auto *Factor = dyn_cast<ConstantInt>(I.getOperand(1)); Factor && Factor->getBitWidth() <= 64)
                return of(I.getOperand(0)) * Factor->getSExtValue();
            return anyOf(I);
        case Instruction::Shl:
            if (const auto *Bits = dyn_cast<ConstantInt>(I.getOperand(1)); Bits && Bits->getValue().ult(62))
                return of(I.getOperand(0)) * (INT64_C(1) << Bits->getZExtValue());
            return anyOf(I);
        case Instruction::SExt:
        case Instruction::ZExt:
        case Instruction::Trunc:
        case Instruction::Freeze:
        case Instruction::AddrSpaceCast:
            return of(I.getOperand(0));
        case Instruction::PHI: {
            // What comes first, most often from before a loop, is taken for what goes on.
            const Step First = of(I.getOperand(0));
            Known.find(&I)->second = First;
            return all_of(I.operands(), [&](const Use &U) { return of(U) == First; }) ? First : Step::unknown();
        }
        default:
            return anyOf(I);
        }
    }
};

// What the kernel's accesses to memory take when the lanes are work-items of the dimension.
double
costOfAccesses(const Function &Kernel, const LoopInfo &Loops, unsigned Dimension)
{
    Steps InDimension(Dimension);
    double Cost = 0;

    for (const Instruction &I : instructions(Kernel)) {
        const Value *Address = getLoadStorePointerOperand(&I);
        if (!Address || isa<AllocaInst>(getUnderlyingObject(Address)))
            continue;
        const int64_t Size = I.getDataLayout().getTypeStoreSize(getLoadStoreType(const_cast<Instruction *>(&I)));
        const Step Its = InDimension.of(Address);
        const bool IsSame = Its.isNone() && isa<LoadInst>(I);
        double Each = Apart;
        if (IsSame || (Its.isKnown() && !Its.isNone() && std::abs(Its.value()) <= Size))
            Each = Together;
        else if (Its.isKnown() && !Its.isNone() && std::abs(Its.value()) <= Size * NearElements)
            Each = Near;
        for (unsigned Depth = std::min(Loops.getLoopDepth(I.getParent()), MaxDepth); Depth > 0; --Depth)
            Each *= Iterations;
        Cost += Each;
    }
    return Cost;
}

bool
asksForIds(const Function &Kernel, unsigned Dimension)
{
    return any_of(instructions(Kernel), [&](const Instruction &I) {
        PrimitiveCall Call = classifyPrimitive(&I);
        return (Call.Kind == Primitive::GlobalId || Call.Kind == Primitive::GlobalId32) && Call.Dimension == Dimension;
    });
}

} // namespace

unsigned
chooseLaneDimension(const Function &Kernel)
{
    SmallVector<unsigned, 2> Others;

    for (unsigned Dimension : {1u, 2u})
        if (asksForIds(Kernel, Dimension) && canMergeGroups(Kernel, Dimension))
            Others.push_back(Dimension);
    if (Others.empty())
        return 0;
    DominatorTree Tree(const_cast<Function &>(Kernel));
    const LoopInfo Loops(Tree);
    unsigned Best = 0;
    double Least = costOfAccesses(Kernel, Loops, 0) / Better;
    for (unsigned Dimension : Others) {
        const double Cost = costOfAccesses(Kernel, Loops, Dimension);
        if (Cost < Least) {
            Best = Dimension;
            Least = Cost;
        }
    }
    return Best;
}

static MDNode *
exchangedOperands(const MDNode &Sizes, unsigned Dimension)
{
    SmallVector<Metadata *, 3> Operands(Sizes.operands());

    std::swap(Operands[0], Operands[Dimension]);
    return MDNode::get(Sizes.getContext(), Operands);
}

void
exchangeDimensions(Function &Kernel, unsigned Dimension)
{
    Module &M = *Kernel.getParent();
    static constexpr char Names[] = "xyz";

    for (Instruction &I : instructions(Kernel)) {
        auto *Call = dyn_cast<CallInst>(&I);
        Function *Its = Call ? Call->getCalledFunction() : nullptr;
        const PrimitiveCall Primitive = classifyPrimitive(&I);
        if (!Primitive || !Its->getName().ends_with(StringRef(&Names[Primitive.Dimension], 1)))
            continue;
        if (Primitive.Dimension != 0 && Primitive.Dimension != Dimension)
            continue;
        const char Other = Names[Primitive.Dimension == 0 ? Dimension : 0];
        const std::string Name = (Its->getName().drop_back() + Twine(Other)).str();
        FunctionCallee Exchanged = M.getOrInsertFunction(Name, Its->getFunctionType(), Its->getAttributes());
        Call->setCalledFunction(Exchanged);
    }
    if (const MDNode *Sizes = Kernel.getMetadata("reqd_work_group_size"); Sizes && Sizes->getNumOperands() > Dimension)
        Kernel.setMetadata("reqd_work_group_size", exchangedOperands(*Sizes, Dimension));
}

} // namespace weft
