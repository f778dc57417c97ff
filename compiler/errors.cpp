// SPDX-License-Identifier: Apache-2.0
// Errors in a program that only passes find: where in the source they are and how they are said.
#include "compiler/errors.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace weft {

void
reportError(const Instruction &I, const Twine &Message)
{
    const Function &F = *I.getFunction();

    // Code that passes have made may have no place: then the function's is the nearest.
    if (I.getDebugLoc())
        F.getContext().diagnose(DiagnosticInfoUnsupported(F, Message, I.getDebugLoc()));
    else
        reportError(F, Message);
}

void
reportError(const Function &F, const Twine &Message)
{
    F.getContext().diagnose(DiagnosticInfoUnsupported(F, Message, DiagnosticLocation(F.getSubprogram())));
}

std::string
sourceName(const Function &F)
{
    if (const DISubprogram *Subprogram = F.getSubprogram(); Subprogram && !Subprogram->getName().empty())
        return Subprogram->getName().str();
    StringRef Name = F.getName();
    Name.consume_front("__clang_ocl_kern_imp_");
    return demangle(Name.take_until([](char C) { return C == '.'; }));
}

// Empty when the place is not known.
static std::string
place(const DiagnosticLocation &Location)
{
    if (!Location.isValid())
        return "";
    // Functions have a line only.
    return (Location.getRelativePath() + ":" + Twine(Location.getLine()) + ":" +
            Twine(std::max(Location.getColumn(), 1U)) + ": ")
        .str();
}

void
printDiagnostic(raw_ostream &Out, const DiagnosticInfo &Info)
{
    StringRef Kind = Info.getSeverity() == DS_Error ? "error: " : "warning: ";
    DiagnosticPrinterRawOStream Printer(Out);

    if (const auto *Ours = dyn_cast<DiagnosticInfoUnsupported>(&Info)) {
        Out << place(Ours->getLocation()) << Kind << Ours->getMessage();
        if (!Ours->isLocationAvailable())
            Out << " (in '" << sourceName(Ours->getFunction()) << "')";
    } else {
        // Remarks print their place themselves.
        if (Info.getSeverity() != DS_Remark)
            Out << Kind;
        Info.print(Printer);
    }
    Out << '\n';
}

std::string
describeError(const Instruction *I, const Twine &Message)
{
    return ((I && I->getDebugLoc() ? place(I->getDebugLoc()) : "") + "error: " + Message + "\n").str();
}

} // namespace weft
