// SPDX-License-Identifier: Apache-2.0
// Objects of a program that are made before its first kernel and destroyed after its last.
//
// Clang makes of each unit's constructors a kernel, and lists it in llvm.global_ctors. A destructor is given to
// __cxa_atexit when its object is there: by a constructor, or by the function whose static variable it is. Each such
// call has a number. It is noted in the order in which they are made; at the end the numbers are gone through
// backwards, so that no kernel calls by a pointer.
#include "compiler/linking/program_objects.h"
#include "compiler/analysis/address_space_aliases.h"
#include "compiler/analysis/primitives.h"
#include "compiler/build.h"
#include "compiler/errors.h"
#include "compiler/module.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;

static constexpr unsigned ProgramSpace = 1; // spir64's global memory

namespace {
struct Listed {
    uint64_t Priority;
    Function *F;
};

// The destructor of one object.
struct Destruction {
    Function *Destructor;
    Value *Argument;
};
} // namespace

// The functions of a list, the lowest number first, and those of one number as they stand there. The list goes.
static SmallVector<Listed, 4>
takeList(Module &M, StringRef Name)
{
    SmallVector<Listed, 4> Functions;
    GlobalVariable *List = M.getNamedGlobal(Name);

    if (!List)
        return Functions;
    if (const auto *Entries = List->hasInitializer() ? dyn_cast<ConstantArray>(List->getInitializer()) : nullptr)
        for (const Use &Entry : Entries->operands()) {
            const auto *Fields = cast<ConstantStruct>(Entry);
            if (auto *F = dyn_cast<Function>(Fields->getOperand(1)->stripPointerCasts()))
                Functions.push_back({cast<ConstantInt>(Fields->getOperand(0))->getZExtValue(), F});
        }
    List->eraseFromParent();
    stable_sort(Functions, [](const Listed &A, const Listed &B) { return A.Priority < B.Priority; });
    return Functions;
}

static Function *
createKernel(Module &M, StringRef Name)
{
    auto *Type = FunctionType::get(llvm::Type::getVoidTy(M.getContext()), /*isVarArg=*/false);
    Function *Kernel = Function::Create(Type, GlobalValue::ExternalLinkage, Name, &M);

    Kernel->setCallingConv(CallingConv::SPIR_KERNEL);
    Kernel->addFnAttr(Attribute::Convergent);
    Kernel->addFnAttr(Attribute::NoUnwind);
    // Nothing to pack.
    auto *One = ConstantAsMetadata::get(ConstantInt::get(llvm::Type::getInt32Ty(M.getContext()), 1));
    Kernel->setMetadata("reqd_work_group_size", MDNode::get(M.getContext(), {One, One, One}));
    Kernel->addFnAttr(WEFT_ATTRIBUTE_EVEN_GROUPS);
    BasicBlock::Create(M.getContext(), "entry", Kernel);
    return Kernel;
}

static void
callAll(IRBuilder<> &B, ArrayRef<Listed> Functions)
{
    for (const Listed &Entry : Functions) {
        Entry.F->setCallingConv(CallingConv::SPIR_FUNC); // Clang takes them for kernels
        for (User *U : Entry.F->users())
            if (auto *Call = dyn_cast<CallBase>(U))
                Call->setCallingConv(CallingConv::SPIR_FUNC);
        if (Entry.F->arg_empty())
            B.CreateCall(Entry.F)->setCallingConv(CallingConv::SPIR_FUNC);
        else
            weft::reportError(*Entry.F, "constructors and destructors of a program have no arguments");
    }
}

static GlobalVariable *
createVariable(Module &M, Type *T, StringRef Name)
{
    return new GlobalVariable(M, T, /*isConstant=*/false, GlobalValue::InternalLinkage, Constant::getNullValue(T), Name,
                              /*InsertBefore=*/nullptr, GlobalValue::NotThreadLocal, ProgramSpace);
}

namespace {
// The destructors noted while the program ran: `Count` numbers in `Order`.
class Destructions {
public:
    explicit Destructions(Module &Program) : M(Program), Int(Type::getInt32Ty(Program.getContext())) {}

    void collect()
    {
        SmallVector<CallInst *, 8> Calls;

        if (Function *AtExit = M.getFunction("__cxa_atexit"); AtExit && AtExit->isDeclaration())
            for (User *U : AtExit->users())
                if (auto *Call = dyn_cast<CallInst>(U); Call && Call->arg_size() == 3)
                    Calls.push_back(Call);
        if (Calls.empty())
            return;
        Numbers = ArrayType::get(Int, Calls.size());
        Order = createVariable(M, Numbers, "weft.destruction.order");
        Count = createVariable(M, Int, "weft.destruction.count");
        for (CallInst *Call : Calls)
            note(*Call);
    }

    bool isEmpty() const { return All.empty(); }

    // Appends to the kernel's code, and returns what follows.
    BasicBlock *destroy(BasicBlock *Before)
    {
        LLVMContext &Context = M.getContext();
        Function *F = Before->getParent();
        BasicBlock *Head = BasicBlock::Create(Context, "next", F);
        BasicBlock *Body = BasicBlock::Create(Context, "destroy", F);
        BasicBlock *After = BasicBlock::Create(Context, "destroyed", F);

        IRBuilder<> B(Before);
        Value *First = B.CreateLoad(Int, Count);
        B.CreateBr(Head);
        B.SetInsertPoint(Head);
        PHINode *Left = B.CreatePHI(Int, 2);
        Left->addIncoming(First, Before);
        B.CreateCondBr(B.CreateIsNull(Left), After, Body);
        B.SetInsertPoint(Body);
        Value *Index = B.CreateSub(Left, ConstantInt::get(Int, 1));
        Left->addIncoming(Index, Body);
        Value *Number = B.CreateLoad(Int, B.CreateInBoundsGEP(Numbers, Order, {ConstantInt::get(Int, 0), Index}));
        SwitchInst *Switch = B.CreateSwitch(Number, Head, All.size());
        for (unsigned I = 0; I < All.size(); ++I) {
            BasicBlock *Case = BasicBlock::Create(Context, "object", F, After);
            IRBuilder<> C(Case);
            SmallVector<Value *, 1> Arguments;
            if (!All[I].Destructor->arg_empty())
                Arguments.push_back(All[I].Argument);
            C.CreateCall(All[I].Destructor, Arguments)->setCallingConv(All[I].Destructor->getCallingConv());
            C.CreateBr(Head);
            Switch->addCase(cast<ConstantInt>(ConstantInt::get(Int, I)), Case);
            Left->addIncoming(Index, Case);
        }
        return After;
    }

private:
    // Of __cxa_atexit(destructor, argument, ...): the argument is null where the destructor knows its object.
    void note(CallInst &Call)
    {
        auto *Destructor = dyn_cast<Function>(Call.getArgOperand(0)->stripPointerCasts());
        auto *Argument = dyn_cast<Constant>(Call.getArgOperand(1));

        if (!Destructor || !Argument || Destructor->arg_size() > 1) {
            weft::reportError(Call, "a destructor that is not known is not supported");
            return;
        }
        if (!Destructor->arg_empty() && Destructor->getArg(0)->getType() != Argument->getType())
            Argument = Argument->isNullValue()
                           ? Constant::getNullValue(Destructor->getArg(0)->getType())
                           : ConstantExpr::getAddrSpaceCast(Argument, Destructor->getArg(0)->getType());
        IRBuilder<> B(&Call);
        Value *Index = B.CreateAtomicRMW(AtomicRMWInst::Add, Count, ConstantInt::get(Int, 1), MaybeAlign(4),
                                         AtomicOrdering::Monotonic);
        B.CreateStore(ConstantInt::get(Int, All.size()),
                      B.CreateInBoundsGEP(Numbers, Order, {ConstantInt::get(Int, 0), Index}));
        All.push_back({Destructor, Argument});
        Call.replaceAllUsesWith(Constant::getNullValue(Call.getType()));
        Call.eraseFromParent();
    }

    Module &M;
    Type *Int;
    ArrayType *Numbers = nullptr;
    GlobalVariable *Order = nullptr;
    GlobalVariable *Count = nullptr;
    SmallVector<Destruction, 8> All;
};
} // namespace

void
weft::writeBeginAndEnd(Module &M)
{
    SmallVector<Listed, 4> Constructors = takeList(M, "llvm.global_ctors");
    SmallVector<Listed, 4> Destructors = takeList(M, "llvm.global_dtors");
    Destructions Noted(M);

    std::reverse(Destructors.begin(), Destructors.end());
    Noted.collect();
    if (!Constructors.empty() || !Destructors.empty() || !Noted.isEmpty())
        M.addModuleFlag(Module::Override, weft::MakesObjectsFlag, 1);
    if (!Constructors.empty()) {
        IRBuilder<> B(&createKernel(M, BeginKernel)->getEntryBlock());
        callAll(B, Constructors);
        B.CreateRetVoid();
    }
    if (!Destructors.empty() || !Noted.isEmpty()) {
        BasicBlock *Last = &createKernel(M, EndKernel)->getEntryBlock();
        if (!Noted.isEmpty())
            Last = Noted.destroy(Last);
        IRBuilder<> B(Last);
        callAll(B, Destructors);
        B.CreateRetVoid();
    }
}

extern "C" bool
weft_module_begin_and_end(weft_module *Module, weft_log *Log)
{
    weft::DiagnosticScope Scope(Log);

    weft::writeBeginAndEnd(*Module->M);
    return !Scope.hasErrors();
}
