// SPDX-License-Identifier: Apache-2.0
// `#pragma OPENCL EXTENSION` for what the device has and Clang has not.
#include "compiler/frontend/extension_pragmas.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace {

const char *const DeviceExtensions[] = {
#define WEFT_DEVICE_EXTENSION(name, ...) #name,
#include "compiler/device_extensions.def"
};

class ExtensionPragmas : public clang::PPCallbacks {
public:
    explicit ExtensionPragmas(clang::DiagnosticsEngine &TheDiagnostics) : Diagnostics(TheDiagnostics) {}

    // Clang acts on the pragma later, when it parses, but asks for warnings by their place: those at the name are off.
    void PragmaOpenCLExtension(clang::SourceLocation NameAt, const clang::IdentifierInfo *Name,
                               clang::SourceLocation StateAt, unsigned) override
    {
        if (!is_contained(DeviceExtensions, Name->getName()))
            return;
        Diagnostics.pushMappings(NameAt);
        for (unsigned Warning :
             {clang::diag::warn_pragma_unknown_extension, clang::diag::warn_pragma_unsupported_extension})
            Diagnostics.setSeverity(Warning, clang::diag::Severity::Ignored, NameAt);
        Diagnostics.popMappings(StateAt);
    }

private:
    clang::DiagnosticsEngine &Diagnostics;
};

} // namespace

std::unique_ptr<clang::PPCallbacks>
weft::createExtensionPragmas(clang::DiagnosticsEngine &Diagnostics)
{
    return std::make_unique<ExtensionPragmas>(Diagnostics);
}
