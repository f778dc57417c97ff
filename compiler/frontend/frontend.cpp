// SPDX-License-Identifier: Apache-2.0
// OpenCL C to spir64 IR: Clang as a library, everything but the application's include files in memory.
#include "compiler/frontend/clang_header.h"
#include "compiler/frontend/dependencies.h"
#include "compiler/frontend/extension_pragmas.h"
#include "compiler/frontend/frontend_arguments.h"
#include "compiler/frontend/handle_comparisons.h"
#include "compiler/frontend/pipe_check.h"
#include "compiler/frontend/pipe_source.h"
#include "compiler/linking/enqueued_blocks.h"
#include "compiler/module.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace {
// How far the parser has come, for when it crashes.
struct Progress {
    clang::SourceLocation At;
    clang::SourceLocation PipeAt; // the last name of a function of pipes
    StringRef PipeFunction;       // empty when that was statements ago
    bool InNext = false;          // the parser looks one token ahead: it may still be at the call

    void note(const clang::Token &Token)
    {
        At = Token.getLocation();
        const clang::IdentifierInfo *Name = Token.isAnnotation() ? nullptr : Token.getIdentifierInfo();
        if (Token.is(clang::tok::semi)) {
            PipeFunction = InNext ? "" : PipeFunction;
            InNext = true;
        } else if (Name && Name->getBuiltinID() &&
                   (Name->getName().ends_with("_pipe") || Name->getName().starts_with("get_pipe_"))) {
            PipeFunction = Name->getName();
            PipeAt = At;
            InNext = false;
        }
    }
};

class CheckAndEmit : public clang::EmitLLVMOnlyAction {
public:
    CheckAndEmit(LLVMContext *Context, Progress &HowFar, weft::Dependencies &ToNote)
        : EmitLLVMOnlyAction(Context), Parsed(HowFar), Noted(ToNote)
    {
    }

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &Compiler, StringRef File) override
    {
        std::vector<std::unique_ptr<clang::ASTConsumer>> Consumers;

        Compiler.getPreprocessor().addPPCallbacks(weft::createTimeNoter(Noted));
        Compiler.getPreprocessor().addPPCallbacks(weft::createExtensionPragmas(Compiler.getDiagnostics()));
        Compiler.getPreprocessor().setTokenWatcher([this](const clang::Token &Token) { Parsed.note(Token); });
        if (Compiler.getLangOpts().OpenCLPipes)
            Consumers.push_back(weft::createPipeCheck(Compiler.getDiagnostics()));
        Consumers.push_back(weft::createHandleComparisons());
        Consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(Compiler, File));
        return std::make_unique<clang::MultiplexConsumer>(std::move(Consumers));
    }

private:
    Progress &Parsed;
    weft::Dependencies &Noted;
};
} // namespace

// Clang 22 takes for granted that the pipe given to a function is the name of one.
static void
explainCrash(const clang::CompilerInstance &Instance, const Progress &Parsed, raw_ostream &Out)
{
    const bool IsPipe = !Parsed.PipeFunction.empty();
    clang::PresumedLoc Place;

    if (Instance.hasSourceManager())
        Place = Instance.getSourceManager().getPresumedLoc(IsPipe ? Parsed.PipeAt : Parsed.At);
    if (Place.isValid())
        Out << Place.getFilename() << ':' << Place.getLine() << ':' << Place.getColumn() << ": ";
    if (IsPipe)
        Out << "error: " << Parsed.PipeFunction
            << " takes the name of a pipe, without parentheses; choose between calls, not with '?:'\n";
    else
        Out << "error: Clang crashed here\n";
}

// Clang takes version 1.0 of C++ for OpenCL for one of OpenCL C.
static void
allowNonUniformGroups(Module &M)
{
    for (Function &F : M)
        if (F.hasFnAttribute("uniform-work-group-size"))
            F.addFnAttr("uniform-work-group-size", "false");
}

// The application's file system, under the headers that are embedded in the request or in this program.
static IntrusiveRefCntPtr<vfs::FileSystem>
createFileSystem(const weft_request *Request, weft::Dependencies &Noted)
{
    auto Embedded = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
    auto Overlay =
        makeIntrusiveRefCnt<vfs::OverlayFileSystem>(weft::createNotingFileSystem(vfs::getRealFileSystem(), Noted));
    StringRef Base(weft_clang_header, static_cast<size_t>(weft_clang_header_end - weft_clang_header));

    Embedded->addFile(weft::ClangHeader, 0, MemoryBuffer::getMemBuffer(Base));
    Embedded->addFile(weft::MipmapHeader, 0,
                      MemoryBuffer::getMemBuffer(StringRef(
                          weft_mipmap_header, static_cast<size_t>(weft_mipmap_header_end - weft_mipmap_header))));
    Embedded->addFile(weft::IntegerHeader, 0,
                      MemoryBuffer::getMemBuffer(StringRef(
                          weft_integer_header, static_cast<size_t>(weft_integer_header_end - weft_integer_header))));
    Embedded->addFile(weft::OlderHeader, 0, MemoryBuffer::getMemBuffer(weft::OlderHeaderText));
    for (uint32_t I = 0; I < Request->header_count; ++I) {
        StringRef Name = Request->header_names[I];
        StringRef Text(static_cast<const char *>(Request->headers[I].data), Request->headers[I].size);

        // Copied: Clang wants a NUL behind the text.
        SmallString<128> Path(sys::path::is_absolute(Name) ? "" : weft::HeaderDirectory);
        sys::path::append(Path, Name);
        sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
        Embedded->addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text));
    }
    Overlay->pushOverlay(Embedded);
    return Overlay;
}

namespace {
struct Compiled {
    std::unique_ptr<Module> M; // null when there are errors
    std::string Text;          // what Clang says
    bool Crashed = false;
    bool IsCPlusPlus = false;
};
} // namespace

static Compiled
compile(const weft_request *Request, const weft::FrontendArguments &Arguments, weft::Dependencies &Noted)
{
    Compiled Result;
    raw_string_ostream Stream(Result.Text);
    auto FS = createFileSystem(Request, Noted);

    auto Invocation = std::make_shared<clang::CompilerInvocation>();
    clang::DiagnosticOptions EarlyOptions;
    clang::TextDiagnosticPrinter EarlyPrinter(Stream, EarlyOptions);
    clang::DiagnosticsEngine EarlyDiagnostics(clang::DiagnosticIDs::create(), EarlyOptions, &EarlyPrinter,
                                              /*ShouldOwnClient=*/false);
    if (!clang::CompilerInvocation::CreateFromArgs(*Invocation, Arguments.get(), EarlyDiagnostics))
        return Result;
    // `main` is a name like any other.
    Invocation->getLangOpts().Freestanding = true;
    // That of WebAssembly is the one in which Clang writes a function for each destruction of an object of the program.
    // In the others __cxa_atexit is given a destructor and, where the object is in global memory, no object.
    if (Invocation->getLangOpts().OpenCLCPlusPlus)
        Invocation->getLangOpts().CXXABI = clang::TargetCXXABI::WebAssembly;
    // For the errors that passes find. Nothing is emitted of it.
    if (Invocation->getCodeGenOpts().getDebugInfo() == codegenoptions::NoDebugInfo)
        Invocation->getCodeGenOpts().setDebugInfo(codegenoptions::LocTrackingOnly);

    std::string SourceText(static_cast<const char *>(Request->source.data), Request->source.size);
    if (Invocation->getLangOpts().getOpenCLCompatibleVersion() >= 200) {
        SmallVector<std::string, 2> Macros;
        weft::rewritePipes(SourceText, Invocation->getLangOpts(), Macros);
        for (const std::string &Macro : Macros)
            Invocation->getPreprocessorOpts().addMacroDef(Macro);
    }
    // Clang searches the start of a last line without an end anew for each place in it: of a program in one line of
    // 170 KB, as generators write them, for nine seconds.
    if (!StringRef(SourceText).ends_with("\n"))
        SourceText += '\n';
    auto Source = MemoryBuffer::getMemBufferCopy(SourceText, Arguments.sourceName());
    clang::FrontendOptions &Frontend = Invocation->getFrontendOpts();
    Frontend.Inputs.clear();
    Frontend.Inputs.push_back(clang::FrontendInputFile(
        Source->getMemBufferRef(),
        Invocation->getLangOpts().OpenCLCPlusPlus ? clang::Language::OpenCLCXX : clang::Language::OpenCL));
    Frontend.DisableFree = false;

    // What crashed cannot be taken down in order; then it stays until the process ends.
    auto Owned = std::make_unique<clang::CompilerInstance>(Invocation);
    clang::CompilerInstance &Instance = *Owned;
    Instance.setVirtualFileSystem(FS);
    Instance.setVerboseOutputStream(Stream);
    Instance.createDiagnostics(new clang::TextDiagnosticPrinter(Stream, Invocation->getDiagnosticOpts()));
    Instance.createFileManager();

    Progress Parsed;
    auto OwnedAction = std::make_unique<CheckAndEmit>(&weft::context(), Parsed, Noted);
    bool Succeeded = false;
    CrashRecoveryContext::Enable();
    CrashRecoveryContext Crashes;
    if (!Crashes.RunSafely([&] { Succeeded = Instance.ExecuteAction(*OwnedAction); })) {
        explainCrash(Instance, Parsed, Stream);
        Result.Crashed = true;
        (void)OwnedAction.release();
        (void)Owned.release();
        return Result;
    }
    CrashRecoveryContext::Disable();
    if (Succeeded)
        Result.M = OwnedAction->takeModule();
    Result.IsCPlusPlus = Invocation->getLangOpts().OpenCLCPlusPlus;
    return Result;
}

// Adds functions that errors may be about, and which Clang does not have in the program's version. False when there are
// none.
static bool
addMissingFunctions(weft::FrontendArguments &Arguments, const Compiled &Result, const weft_options &Options)
{
    auto HasAny = [Text = StringRef(Result.Text)](std::initializer_list<StringRef> Names) {
        return any_of(Names, [Text](StringRef Name) { return Text.contains(Name); });
    };

    if (Result.M || Result.Crashed || !weft::isBeforeVersion2(Options))
        return false;
    const bool Mipmaps = HasAny({"read_image", "write_image", "get_image_num_mip_levels"});
    const bool Integers = HasAny({"bitfield_", "bit_reverse", "'dot'", "dot_acc_sat", "dot_4x8packed"});
    if (Mipmaps)
        Arguments.addMipmapFunctions();
    if (Integers)
        Arguments.addIntegerFunctions();
    return Mipmaps || Integers;
}

extern "C" weft_module *
weft_frontend_compile(const weft_request *Request, const weft_options *Options, weft_log *Log, weft_writer *Deps)
{
    weft::PhaseTimer Timer("frontend");
    weft::FrontendArguments Arguments(*Request, *Options);
    auto Noted = std::make_unique<weft::Dependencies>();
    Compiled Result = compile(Request, Arguments, *Noted);

    if (addMissingFunctions(Arguments, Result, *Options)) {
        auto NotedAgain = std::make_unique<weft::Dependencies>();
        Compiled Again = compile(Request, Arguments, *NotedAgain);
        if (Again.M) { // else what Clang says of its own functions
            Result = std::move(Again);
            Noted = std::move(NotedAgain);
        }
    }
    weft::appendLog(Log, Result.Text);
    if (!Result.M)
        return nullptr;
    if (Result.IsCPlusPlus && !Options->uniform_work_group_size)
        allowNonUniformGroups(*Result.M);
    if (Options->no_optimization)
        Result.M->addModuleFlag(Module::Max, weft::UnoptimizedFlag, 1);
    weft::hideBlocks(*Result.M, Options->debug_info);
    if (Deps)
        Noted->write(Deps);
    auto *Made = new weft_module;
    Made->M = std::move(Result.M);
    return Made;
}
