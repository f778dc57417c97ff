// SPDX-License-Identifier: Apache-2.0
// The shared LLVM context, and where LLVM's complaints and timings go.
#include "compiler/errors.h"
#include "compiler/module.h"
#include "compiler/remarks.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>

using namespace llvm;

static LLVMContext *Shared; // owned; never freed

LLVMContext &
weft::context()
{
    if (!Shared)
        Shared = new LLVMContext();
    return *Shared;
}

void
weft::appendLog(weft_log *Log, StringRef Text)
{
    weft_log_append(Log, Text.data(), Text.size());
}

namespace {
class LogHandler : public DiagnosticHandler {
public:
    LogHandler(weft_log *L, bool *E, bool R) : Log(L), Errors(E), Remarks(R) {}

    bool isAnalysisRemarkEnabled(StringRef Pass) const override { return Remarks && Pass == weft::RemarkPass; }
    bool isMissedOptRemarkEnabled(StringRef) const override { return false; }
    bool isPassedOptRemarkEnabled(StringRef) const override { return false; }
    bool isAnyRemarkEnabled() const override { return Remarks; }

    bool handleDiagnostics(const DiagnosticInfo &Info) override
    {
        bool Remark = Info.getSeverity() == DS_Remark;
        if (Info.getSeverity() == DS_Note || (Remark && !isOurs(Info)))
            return true;
        std::string Text;
        raw_string_ostream Stream(Text);
        weft::printDiagnostic(Stream, Info);
        // Both forms of a region say the same.
        if (Remark && !Said.insert(Stream.str()).second)
            return true;
        weft::appendLog(Log, Stream.str());
        if (Info.getSeverity() == DS_Error)
            *Errors = true;
        return true;
    }

private:
    // Prints its place in the source itself.
    bool isOurs(const DiagnosticInfo &Info) const
    {
        const auto *Optimization = dyn_cast<DiagnosticInfoOptimizationBase>(&Info);
        return Optimization && isAnalysisRemarkEnabled(Optimization->getPassName());
    }

    weft_log *Log; // borrowed from the build
    bool *Errors;  // borrowed from the scope
    bool Remarks;  // whether packing's remarks are wanted
    StringSet<> Said;
};
} // namespace

weft::DiagnosticScope::DiagnosticScope(weft_log *Log, bool Remarks)
{
    Previous = context().getDiagnosticHandler();
    context().setDiagnosticHandler(std::make_unique<LogHandler>(Log, &Errors, Remarks));
}

weft::DiagnosticScope::~DiagnosticScope()
{
    context().setDiagnosticHandler(std::move(Previous));
}

static double
milliseconds()
{
    timespec Now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Now);
    return static_cast<double>(Now.tv_sec) * 1e3 + static_cast<double>(Now.tv_nsec) * 1e-6;
}

weft::PhaseTimer::PhaseTimer(const char *P) : Phase(P), Start(milliseconds()) {}

weft::PhaseTimer::~PhaseTimer()
{
    static const bool Enabled = getenv("WEFT_TIME") != nullptr;

    if (Enabled)
        fprintf(stderr, "weft: %-12s %8.3f ms\n", Phase, milliseconds() - Start);
}

extern "C" void
weft_module_destroy(weft_module *Module)
{
    delete Module;
}
