// SPDX-License-Identifier: Apache-2.0
// `#pragma OPENCL EXTENSION` for what the device has and Clang has not.
#ifndef WEFT_FRONTEND_EXTENSION_PRAGMAS_H
#define WEFT_FRONTEND_EXTENSION_PRAGMAS_H

#include <memory>

namespace clang {
class DiagnosticsEngine;
class PPCallbacks;
} // namespace clang

namespace weft {

// Clang warns of extensions that it does not know, or only from a later version on. Those of the device it does not
// warn of: they are there without being enabled, or have nothing to do with the language.
std::unique_ptr<clang::PPCallbacks> createExtensionPragmas(clang::DiagnosticsEngine &Diagnostics);

} // namespace weft

#endif
