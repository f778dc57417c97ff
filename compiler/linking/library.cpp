// SPDX-License-Identifier: Apache-2.0
// Takes what a program uses out of the kernel library.
//
// LLVM's linker walks over the whole of both modules and frees the source: with the library's ten thousand functions
// that costs more than all else for a small kernel, and in a forked process it copies every page of the library.
// Here only what is used is touched. Each section of the library that most programs do not use is a file of its own, as
// even to read the names of its functions takes as long as a small kernel's other phases.
#include "compiler/analysis/primitives.h"
#include "compiler/errors.h"
#include "compiler/linking/narrow_conversions.h"
#include "compiler/linking/simple_powers.h"
#include "compiler/module.h"
#include "compiler/paths.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <climits>
#include <cstdlib>

using namespace llvm;

// Read lazily: function bodies are parsed when a program needs them, sections when it uses their first function. All
// live in LibraryContext; never freed.
static Module *Library;
static StringMap<Module *> Sections;
static LLVMContext *LibraryContext;
static std::string LibraryPath;
// Of functions in sections, see cmake/SplitKernelLibrary.cmake; null when all is in one file.
static std::unique_ptr<MemoryBuffer> SectionIndex;

static Module *
readModule(const std::string &Path, std::string &Error)
{
    auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!Buffer) {
        Error = Path + ": " + Buffer.getError().message();
        return nullptr;
    }
    auto Loaded = getOwningLazyBitcodeModule(std::move(*Buffer), weft::context(), /*ShouldLazyLoadMetadata=*/true);
    if (!Loaded) {
        Error = Path + ": " + toString(Loaded.takeError());
        return nullptr;
    }
    return Loaded->release();
}

bool
weft::loadKernelLibrary(std::string &Error)
{
    char Path[PATH_MAX];
    static int Anchor;

    if (Library && LibraryContext == &context())
        return true;
    PhaseTimer Timer("load library");
    std::string Self = sys::fs::getMainExecutable(nullptr, &Anchor);
    if (!weft_path_kernel_library(Self.c_str(), Path, sizeof(Path))) {
        Error = "the kernel library (kernel-lib.bc) is not beside " + Self + "; WEFT_KERNEL_LIB may name it";
        return false;
    }
    Library = readModule(Path, Error);
    Sections.clear();
    SectionIndex.reset();
    LibraryContext = &context();
    LibraryPath = Path;
    if (weft_path_beside_library(LibraryPath.c_str(), ".index", Path, sizeof(Path)))
        if (auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false))
            SectionIndex = std::move(*Buffer);
    return Library != nullptr;
}

// The section that has a function, or nothing.
static StringRef
sectionOf(StringRef Name)
{
    StringRef Lines = SectionIndex ? SectionIndex->getBuffer().split('\n').second : "";

    while (!Lines.empty()) {
        const size_t Start = Lines.rfind('\n', Lines.size() / 2) + 1; // of a line in the middle; npos + 1 is 0
        const StringRef Line = Lines.substr(Start).split('\n').first;
        const auto [Its, Section] = Line.split(' ');
        if (Its == Name)
            return Section;
        Lines =
            Name < Its ? Lines.take_front(Start) : Lines.drop_front(std::min(Start + Line.size() + 1, Lines.size()));
    }
    return "";
}

static Module *
readSection(StringRef Section, std::string &Error)
{
    char Path[PATH_MAX];
    const std::string End = ("-" + Section + ".bc").str();

    Module *&Read = Sections[Section];
    if (!Read && weft_path_beside_library(LibraryPath.c_str(), End.c_str(), Path, sizeof(Path)))
        Read = readModule(Path, Error);
    return Read;
}

bool
weft::loadWholeKernelLibrary(std::string &Error)
{
    SmallVector<StringRef, 16> Names;

    if (!loadKernelLibrary(Error))
        return false;
    if (SectionIndex)
        SectionIndex->getBuffer().split('\n').first.split(Names, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    return all_of(Names, [&](StringRef Name) { return readSection(Name, Error); });
}

// The library's definition of a function; null when it has none, with the reason in Error when it cannot be read.
static Function *
findBuiltin(StringRef Name, std::string &Error)
{
    Function *Builtin = Library->getFunction(Name);

    if (!Builtin || Builtin->isDeclaration()) {
        const StringRef Section = sectionOf(Name);
        Module *Where = Section.empty() ? nullptr : readSection(Section, Error);
        Builtin = Where ? Where->getFunction(Name) : nullptr;
    }
    return Builtin && !Builtin->isDeclaration() ? Builtin : nullptr;
}

namespace {
// Copies functions and variables of the library into a program, and what these use in turn.
class Importer : public ValueMaterializer {
public:
    explicit Importer(Module &Into) : M(Into) {}

    // Gives a body to each declaration that the library defines. False when the library is damaged.
    bool run()
    {
        SmallVector<Function *, 32> Declarations;
        for (Function &F : M)
            if (F.isDeclaration() && !F.isIntrinsic())
                Declarations.push_back(&F);
        for (Function *F : Declarations)
            if (Function *Builtin = findBuiltin(F->getName(), Error))
                if (Function *Target = declaredAs(*Builtin, *F))
                    define(Builtin, Target);
        while (!Work.empty()) {
            auto [Source, Target] = Work.pop_back_val();
            if (!import(*Source, *Target))
                return false;
        }
        return Error.empty();
    }

    std::string Error;

private:
    // F with the builtin's type; null when it is another function. The library has pointers where programs have pipes
    // and reservations, which are no other things once the module is the host's.
    Function *declaredAs(Function &Builtin, Function &F)
    {
        FunctionType *Wanted = Builtin.getFunctionType(), *Its = F.getFunctionType();
        auto IsSame = [](Type *A, Type *B) { return A == B || (A->isPointerTy() && isa<TargetExtType>(B)); };

        if (Wanted == Its)
            return &F;
        if (!IsSame(Wanted->getReturnType(), Its->getReturnType()) || Wanted->getNumParams() != Its->getNumParams() ||
            !all_of_zip(Wanted->params(), Its->params(), IsSame))
            return nullptr;
        Function *Target = Function::Create(Wanted, GlobalValue::ExternalLinkage, F.getAddressSpace(), "", &M);
        Target->takeName(&F);
        F.replaceAllUsesWith(Target);
        F.eraseFromParent();
        return Target;
    }

    // A use of a library's global in an imported body: what stands for it in the program.
    Value *materialize(Value *V) override
    {
        auto *Object = dyn_cast<GlobalObject>(V);
        if (!Object || Object->getParent() == &M)
            return nullptr;
        if (auto *F = dyn_cast<Function>(Object))
            return function(F);
        return variable(cast<GlobalVariable>(Object));
    }

    Function *function(Function *Source)
    {
        Function *Target = M.getFunction(Source->getName());
        // Same name but not the same thing: the program's own, or a helper private to the library.
        if (!Target || Source->hasLocalLinkage() || Target->getFunctionType() != Source->getFunctionType())
            Target = Function::Create(Source->getFunctionType(), GlobalValue::ExternalLinkage,
                                      Source->getAddressSpace(), Source->getName(), &M);
        else if (!Target->isDeclaration() || Values.count(Source))
            return Target;
        Values[Source] = Target;
        Function *Defined = Source->isDeclaration() ? findBuiltin(Source->getName(), Error) : Source;
        if (Defined)
            define(Defined, Target);
        else
            Target->copyAttributesFrom(Source);
        return Target;
    }

    void define(Function *Source, Function *Target)
    {
        Values[Source] = Target;
        Work.push_back({Source, Target});
    }

    GlobalVariable *variable(GlobalVariable *Source)
    {
        // Sections have variables in common, which are in none of them.
        GlobalVariable *Common = Source->isDeclaration() ? Library->getNamedGlobal(Source->getName()) : nullptr;
        if (Common && Common != Source)
            return cast<GlobalVariable>(MapValue(Common, Values, RF_NoModuleLevelChanges, nullptr, this));
        auto *Target =
            new GlobalVariable(M, Source->getValueType(), Source->isConstant(), GlobalValue::InternalLinkage, nullptr,
                               Source->getName(), nullptr, Source->getThreadLocalMode(), Source->getAddressSpace());
        Values[Source] = Target;
        Target->copyAttributesFrom(Source);
        Target->setLinkage(GlobalValue::InternalLinkage);
        if (Source->hasInitializer())
            Target->setInitializer(MapValue(Source->getInitializer(), Values, RF_NoModuleLevelChanges, nullptr, this));
        return Target;
    }

    bool import(Function &Source, Function &Target)
    {
        SmallVector<ReturnInst *, 4> Returns;

        if (llvm::Error Failed = Source.materialize()) {
            Error = "damaged kernel library: " + toString(std::move(Failed));
            return false;
        }
        for (unsigned I = 0; I < Source.arg_size(); ++I)
            Values[Source.getArg(I)] = Target.getArg(I);
        Target.clearMetadata(); // with -g declarations have some that definitions must not have
        Target.setLinkage(GlobalValue::ExternalLinkage); // internal once the body is there
        CloneFunctionInto(&Target, &Source, Values, CloneFunctionChangeType::DifferentModule, Returns, "", nullptr,
                          nullptr, this);
        Target.setCallingConv(Source.getCallingConv());
        Target.setComdat(nullptr);
        Target.setVisibility(GlobalValue::DefaultVisibility);
        Target.setLinkage(GlobalValue::InternalLinkage);
        return true;
    }

    Module &M;
    ValueToValueMapTy Values;
    SmallVector<std::pair<Function *, Function *>, 16> Work;
};
} // namespace

void
weft::internalize(Module &M)
{
    for (GlobalObject &Object : M.global_objects()) {
        auto *F = dyn_cast<Function>(&Object);
        if (Object.isDeclaration() || Object.getName().starts_with("llvm.") || (F && isProgramKernel(*F)))
            continue;
        Object.setComdat(nullptr);
        Object.setVisibility(GlobalValue::DefaultVisibility);
        Object.setDLLStorageClass(GlobalValue::DefaultStorageClass);
        Object.setLinkage(GlobalValue::InternalLinkage);
    }
}

static void
dropUnused(Module &M)
{
    bool Changed = true;

    while (Changed) {
        Changed = false;
        for (Function &F : make_early_inc_range(M.functions())) {
            F.removeDeadConstantUsers();
            if (F.use_empty() && (F.isDeclaration() || F.hasLocalLinkage())) {
                F.eraseFromParent();
                Changed = true;
            }
        }
    }
    for (GlobalVariable &Variable : make_early_inc_range(M.globals())) {
        Variable.removeDeadConstantUsers();
        if (Variable.use_empty() && (Variable.isDeclaration() || Variable.hasLocalLinkage()))
            Variable.eraseFromParent();
    }
}

// The first use by code, or null.
static const Instruction *
firstUser(const GlobalValue &Value)
{
    SmallVector<const llvm::Value *, 8> Work(Value.user_begin(), Value.user_end());

    while (!Work.empty()) {
        const llvm::Value *User = Work.pop_back_val();
        if (const auto *I = dyn_cast<Instruction>(User))
            return I;
        Work.append(User->user_begin(), User->user_end());
    }
    return nullptr;
}

// What neither the program nor the library defines; the work-group compiler's own primitives aside.
static bool
reportUndefined(Module &M, weft_log *Log)
{
    bool Complete = true;

    for (GlobalObject &Object : M.global_objects()) {
        StringRef Name = Object.getName();
        auto *F = dyn_cast<Function>(&Object);
        if (!Object.isDeclaration() || (F && F->isIntrinsic()) || Name == WEFT_PRIMITIVE_PRINTF ||
            Name.starts_with(WEFT_PRIMITIVE_IMAGE) || Name == WEFT_PRIMITIVE_SAMPLER ||
            (Name.starts_with("__weft_") && !weft::isProgramName(Name)))
            continue;
        Name = weft::withoutSuffix(Name);
        bool Kernel = Name.consume_front(weft::KernelBodyPrefix); // called by another kernel
        std::string Text = std::string("undefined ") +
                           (Kernel ? "kernel"
                            : F    ? "function"
                                   : "variable") +
                           " '" + demangle(Name) + "'";
        const Instruction *User = firstUser(Object);
        if (User) {
            const Function &Its = *User->getFunction();
            bool InKernel = weft::isProgramKernel(Its) || Its.getName().starts_with(weft::KernelBodyPrefix);
            Text += std::string(" used in ") + (InKernel ? "kernel" : "function") + " '" + weft::sourceName(Its) + "'";
        }
        weft::appendLog(Log, weft::describeError(User, Text));
        Complete = false;
    }
    return Complete;
}

extern "C" bool
weft_module_link_kernel_library(weft_module *Module, const weft_options *, weft_log *Log)
{
    llvm::Module &M = *Module->M;
    std::string Error;

    if (!weft::loadKernelLibrary(Error)) {
        weft::appendLog(Log, "error: " + Error + "\n");
        return false;
    }
    weft::PhaseTimer Timer("library");
    weft::DiagnosticScope Scope(Log);
    weft::mergeKernelBodies(M);
    weft::keepNamesApart(M);
    weft::internalize(M);
    weft::foldSimplePowers(M);
    weft::convertByInts(M);
    dropUnused(M);
    Importer Import(M);
    if (!Import.run()) {
        weft::appendLog(Log, "error: " + Import.Error + "\n");
        return false;
    }
    return !Scope.hasErrors() && reportUndefined(M, Log);
}
