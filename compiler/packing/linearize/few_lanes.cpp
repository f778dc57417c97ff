// SPDX-License-Identifier: Apache-2.0
// Code that few work-items of a pack come to, for one of them after the other.
#include "compiler/packing/linearize/few_lanes.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/packing/cost/flow.h"
#include "compiler/packing/cost/rare_code.h"
#include "compiler/packing/linearize/id_bounds.h"
#include "compiler/remarks.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace weft {

// The code for one work-item: it is given the inputs, and returns what Results are behind it.
static Function *
functionOf(const RareCode &Code, ArrayRef<PHINode *> Results, Function &F)
{
    LLVMContext &Context = F.getContext();
    SmallVector<Type *, 16> Types, Returned;
    SmallVector<BasicBlock *, 16> Copies;
    ValueToValueMapTy Map;

    for (const Value *Input : Code.Inputs)
        Types.push_back(Input->getType());
    for (const PHINode *Phi : Results)
        Returned.push_back(Phi->getType());
    Type *Result = Returned.empty() ? Type::getVoidTy(Context) : StructType::get(Context, Returned);
    Function *Its = Function::Create(FunctionType::get(Result, Types, false), GlobalValue::InternalLinkage,
                                     WEFT_PREFIX_BY_LANE + F.getName(), F.getParent());
    AttrBuilder Attributes(Context, F.getAttributes().getFnAttrs());
    for (Attribute::AttrKind Kind : {Attribute::Memory, Attribute::Convergent, Attribute::NoDuplicate,
                                     Attribute::Speculatable, Attribute::AlwaysInline, Attribute::InlineHint})
        Attributes.removeAttribute(Kind);
    Attributes.removeAttribute(WEFT_ATTRIBUTE_KERNEL).addAttribute(Attribute::NoInline);
    Its->setAttributes(AttributeList::get(Context, AttributeList::FunctionIndex, Attributes));
    for (auto [Input, To] : zip(Code.Inputs, Its->args())) {
        To.setName(Input->getName());
        // What else is said of F's arguments may not hold beside the other inputs, which are made of them.
        if (const auto *Own = dyn_cast<Argument>(Input); Own && Own->getType()->isPointerTy())
            if (MaybeAlign Alignment = Own->getParamAlign())
                To.addAttr(Attribute::getWithAlignment(Context, *Alignment));
    }
    IRBuilder<> B(BasicBlock::Create(Context, "entry", Its));
    BasicBlock *Done = BasicBlock::Create(Context, "done");
    for (AllocaInst *Variable : Code.Variables)
        Map[Variable] = B.Insert(Variable->clone(), Variable->getName());
    for (BasicBlock *BB : Code.Blocks) {
        Copies.push_back(CloneBasicBlock(BB, Map, "", Its));
        Map[BB] = Copies.back();
    }
    for (auto [Input, To] : zip(Code.Inputs, Its->args())) {
        if (Value *Copy = Map.lookup(Input)) // an id that the code asks for
            cast<Instruction>(Copy)->eraseFromParent();
        Map[Input] = &To;
    }
    Map[Code.Branch->getParent()] = B.GetInsertBlock();
    B.CreateBr(cast<BasicBlock>(Map[Code.First]));
    Map[Code.Behind] = Done;
    Done->insertInto(Its);
    for (BasicBlock *BB : Copies)
        for (Instruction &I : *BB)
            I.dropDbgRecords();
    remapInstructionsInBlocks(Copies, Map);
    B.SetInsertPoint(Done);
    SmallVector<Value *, 4> Values;
    for (PHINode *Phi : Results) {
        PHINode *Joined = B.CreatePHI(Phi->getType(), 2);
        for (auto [From, V] : zip(Phi->blocks(), Phi->incoming_values()))
            if (Code.Blocks.contains(From)) {
                Value *Copy = Map.lookup(V.get());
                Joined->addIncoming(Copy ? Copy : V.get(), cast<BasicBlock>(Map[From]));
            }
        Values.push_back(Joined);
    }
    if (Values.empty())
        B.CreateRetVoid();
    else
        B.CreateAggregateRet(Values.data(), Values.size());
    for (Instruction &I : make_early_inc_range(instructions(Its)))
        if (isAny(I)) { // there is one work-item
            I.replaceAllUsesWith(I.getOperand(0));
            I.eraseFromParent();
        }
    return Its;
}

static void
addPath(const RareCode &Code, Function &F)
{
    BasicBlock *Before = Code.Branch->getParent();
    const bool IfTrue = Code.Branch->getSuccessor(0) == Code.First;
    BasicBlock *Other = Code.Branch->getSuccessor(IfTrue);
    SmallVector<PHINode *, 4> Results;
    SmallVector<Value *, 16> Arguments;

    remark(*Code.Branch, "branch: where few work-items of a pack go this way, they do so one after the other");
    for (PHINode &Phi : Code.Behind->phis())
        Results.push_back(&Phi);
    Function *Alone = functionOf(Code, Results, F);
    // The branch moves behind the question how many go its way.
    BasicBlock *Most = Before->splitBasicBlock(Code.Branch->getIterator(), Before->getName() + ".most");
    BasicBlock *Few = BasicBlock::Create(F.getContext(), Before->getName() + ".few", &F, Most);
    BasicBlock *Each = BasicBlock::Create(F.getContext(), Before->getName() + ".each", &F, Most);
    IRBuilder<> B(Before->getTerminator());
    Value *Condition = IfTrue ? Code.Branch->getCondition() : B.CreateNot(Code.Branch->getCondition());
    B.CreateCondBr(askPack(B, FewName, Condition), Few, Most);
    Before->getTerminator()->eraseFromParent();
    B.SetInsertPoint(Few);
    B.CreateCondBr(Condition, Each, Other);
    for (PHINode &Phi : Other->phis())
        Phi.addIncoming(Phi.getIncomingValueForBlock(Most), Few);
    B.SetInsertPoint(Each);
    for (Value *Input : Code.Inputs) {
        auto *Asked = dyn_cast<Instruction>(Input);
        Arguments.push_back(Asked && Code.Blocks.contains(Asked->getParent()) ? B.Insert(Asked->clone()) : Input);
    }
    CallInst *Call = B.CreateCall(Alone, Arguments);
    for (auto [Number, Phi] : enumerate(Results))
        Phi->addIncoming(B.CreateExtractValue(Call, Number), Each);
    B.CreateBr(Code.Behind);
}

bool
addFewLanePaths(const IdBounds &Ids)
{
    const Flow Control(Ids.F);
    const std::vector<RareCode> All = rareCode(Ids.F, Control, [&Ids](const BranchInst &Branch) {
        return Ids.Known.isDivergentBranch(Branch.getParent()) && !Ids.isBound(Branch.getCondition());
    });

    for (const RareCode &Code : reverse(All)) // while what is inside is as it was
        addPath(Code, Ids.F);
    return !All.empty();
}

Value *
createIsFew(IRBuilderBase &B, Value *OnLanes)
{
    const unsigned Width = cast<FixedVectorType>(OnLanes->getType())->getNumElements();
    Value *Bits = B.CreateBitCast(B.CreateFreeze(OnLanes), B.getIntNTy(Width));
    Value *Count = B.CreateUnaryIntrinsic(Intrinsic::ctpop, Bits);

    return B.CreateICmpULE(Count, ConstantInt::get(Count->getType(), fewLanes(Width)));
}

} // namespace weft
