// SPDX-License-Identifier: Apache-2.0
// Passes of weft-opt that print what an analysis says of each instruction.
#include "compiler/tools/printers.h"

#include "compiler/analysis/uniformity.h"
#include "compiler/packing/analysis/shapes.h"
#include "compiler/packing/cost/form_cost.h"
#include "compiler/packing/linearize/linearize.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace weft {

namespace {

constexpr unsigned UsualWidth = 8;

// A line for each block and instruction; Say: what stands before the instruction.
void
print(const Function &F, const char *What, function_ref<std::string(const Instruction &)> Say)
{
    ModuleSlotTracker Slots(F.getParent());

    Slots.incorporateFunction(F);
    outs() << What << " of '" << F.getName() << "':\n";
    for (const BasicBlock &BB : F) {
        BB.printAsOperand(outs(), /*PrintType=*/false, Slots);
        outs() << ":\n";
        for (const Instruction &I : BB) {
            outs() << formatv("{0,-12}", Say(I));
            I.print(outs(), Slots);
            outs() << "\n";
        }
    }
}

Argument *
argument(Function &F, StringRef Name)
{
    for (Argument &Its : F.args())
        if (Its.getName() == Name)
            return &Its;
    return nullptr;
}

class PrintUniformity : public PassInfoMixin<PrintUniformity> {
public:
    PreservedAnalyses run(Function &F, FunctionAnalysisManager &)
    {
        SmallVector<const Value *, 8> Divergent;
        SmallVector<StringRef, 8> Names;

        if (!F.hasFnAttribute("weft.pack")) {
            say(F, Uniformity(F));
            return PreservedAnalyses::all();
        }
        SplitString(F.getFnAttribute("weft.pack").getValueAsString(), Names, ",");
        for (StringRef Name : Names)
            if (const Argument *Its = argument(F, Name))
                Divergent.push_back(Its);
        if (prepareForPacking(F))
            say(F, Uniformity(F, Divergent));
        return PreservedAnalyses::none();
    }
    static bool isRequired() { return true; }

private:
    static void say(const Function &F, const Uniformity &Known)
    {
        print(F, "uniformity", [&](const Instruction &I) -> std::string {
            const bool Same = I.isTerminator() ? !Known.isDivergentBranch(I.getParent()) : Known.isUniform(&I);
            return Same ? "uniform" : "divergent";
        });
    }
};

class PrintShapes : public PassInfoMixin<PrintShapes> {
public:
    explicit PrintShapes(unsigned TheWidth) : Width(TheWidth) {}

    PreservedAnalyses run(Function &F, FunctionAnalysisManager &)
    {
        SmallVector<Shape, 8> Arguments(F.arg_size(), Shape::uniform());
        SmallVector<StringRef, 8> Names;

        SplitString(F.getFnAttribute("weft.shapes").getValueAsString(), Names, ",");
        for (StringRef Entry : Names) {
            auto [Name, Number] = Entry.split(':');
            int64_t Step;
            if (const Argument *Its = argument(F, Name))
                Arguments[Its->getArgNo()] = Number.getAsInteger(0, Step) ? Shape::varying() : Shape::linear(Step);
        }
        const Shapes Known(F, Arguments, Width);
        print(F, "shapes", [&](const Instruction &I) -> std::string {
            const Shape Its = Known.of(&I);
            if (I.getType()->isVoidTy())
                return "";
            return Its.isUniform()   ? "uniform"
                   : Its.isVarying() ? "varying"
                                     : (Its.stride() > 0 ? "+" : "") + std::to_string(Its.stride());
        });
        return PreservedAnalyses::all();
    }
    static bool isRequired() { return true; }

private:
    unsigned Width;
};

class PrintCost : public PassInfoMixin<PrintCost> {
public:
    explicit PrintCost(unsigned TheWidth) : Width(TheWidth) {}

    PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM)
    {
        FormCosts Costs(F, AM.getResult<TargetIRAnalysis>(F));
        const FormCost Known = Costs.of({Width, 0});

        print(F, "cost", [&](const Instruction &I) -> std::string {
            const auto Its = Known.Instructions.find(&I);
            return Its == Known.Instructions.end()
                       ? ""
                       : formatv("{0:f2} x {1:f2}", Its->second, Known.Times.lookup(I.getParent())).str();
        });
        outs() << formatv("{0} side by side: {1:f2} cycles each\n", Width, Known.Cycles);
        return PreservedAnalyses::all();
    }
    static bool isRequired() { return true; }

private:
    unsigned Width;
};

} // namespace

void
registerPrinters(PassBuilder &PB, unsigned Width)
{
    PB.registerPipelineParsingCallback(
        [Width](StringRef Name, FunctionPassManager &FPM, ArrayRef<PassBuilder::PipelineElement>) {
            if (Name == "print<weft-uniformity>")
                FPM.addPass(PrintUniformity());
            else if (Name == "print<shapes>")
                FPM.addPass(PrintShapes(Width ? Width : UsualWidth));
            else if (Name == "print<cost>")
                FPM.addPass(PrintCost(Width ? Width : UsualWidth));
            else
                return false;
            return true;
        });
}

} // namespace weft
