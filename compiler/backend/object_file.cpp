// SPDX-License-Identifier: Apache-2.0
// What the relocatable object says about itself: undefined symbols and stack frames.
#include "compiler/backend/object_file.h"
#include "compiler/kernel_abi.h"
#include "compiler/module.h"
#include "compiler/passes/aligned_stack.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/DataExtractor.h"

#include <algorithm>

using namespace llvm;

// Everything code generation calls for the instructions and intrinsics that kernels are made of.
static bool
isLibraryFunction(StringRef Name)
{
    static const StringSet<> Known = {
        "memcpy", "memmove", "memset",       "memcmp",       "bcmp",     "acos",    "asin",      "atan",
        "atan2",  "ceil",    "cos",          "cosh",         "exp",      "exp10",   "exp2",      "floor",
        "fma",    "fmax",    "fmin",         "fmod",         "frexp",    "ldexp",   "llrint",    "llround",
        "log",    "log10",   "log2",         "lrint",        "lround",   "modf",    "nearbyint", "pow",
        "rint",   "round",   "roundeven",    "sin",          "sincos",   "sinh",    "sqrt",      "tan",
        "tanh",   "trunc",   "fmaximum_num", "fminimum_num", "fminimum", "fmaximum"};

    return Known.contains(Name) || (Name.ends_with("f") && Known.contains(Name.drop_back()));
}

static bool
checkUndefined(const object::ELFObjectFileBase &File, weft_log *Log)
{
    bool Complete = true;

    for (const object::ELFSymbolRef Symbol : File.symbols()) {
        auto Flags = Symbol.getFlags();
        auto Name = Symbol.getName();
        if (!Flags || !Name) {
            consumeError(Flags.takeError());
            consumeError(Name.takeError());
            continue;
        }
        if (!(*Flags & object::SymbolRef::SF_Undefined) || Name->empty() || *Name == "_GLOBAL_OFFSET_TABLE_" ||
            isLibraryFunction(*Name))
            continue;
        weft::appendLog(Log, "error: undefined symbol '" + Name->str() + "' in the generated code\n");
        Complete = false;
    }
    return Complete;
}

// .stack_sizes: per function its address (in a relocation) and its frame as ULEB128.
static void
readStackSizes(const object::ELFObjectFileBase &File, weft_program_info *Info)
{
    DenseMap<std::pair<uint64_t, uint64_t>, uint64_t> Frames; // (section index, address) -> bytes
    uint64_t Shared = 0;

    for (const object::SectionRef &Section : File.sections()) {
        auto Target = Section.getRelocatedSection();
        if (!Target) {
            consumeError(Target.takeError());
            continue;
        }
        if (*Target == File.section_end())
            continue;
        auto Name = (*Target)->getName();
        auto Contents = (*Target)->getContents();
        if (!Name || !Contents || *Name != ".stack_sizes") {
            consumeError(Name.takeError());
            consumeError(Contents.takeError());
            continue;
        }
        DataExtractor Data(*Contents, /*IsLittleEndian=*/true, /*AddressSize=*/8);
        for (const object::RelocationRef &Relocation : Section.relocations()) {
            auto Symbol = Relocation.getSymbol();
            auto Addend = object::ELFRelocationRef(Relocation).getAddend();
            if (Symbol == File.symbol_end() || !Addend) {
                consumeError(Addend.takeError());
                continue;
            }
            auto Home = Symbol->getSection();
            auto Value = Symbol->getValue();
            uint64_t Offset = Relocation.getOffset() + 8;
            if (!Home || !Value || *Home == File.section_end()) {
                consumeError(Home.takeError());
                consumeError(Value.takeError());
                continue;
            }
            Frames[{(*Home)->getIndex(), *Value + static_cast<uint64_t>(*Addend)}] = Data.getULEB128(&Offset);
        }
    }

    // Calls are acyclic, so that no chain is deeper than all functions that are no entries together.
    StringMap<uint64_t> Entries;
    for (const object::ELFSymbolRef Symbol : File.symbols()) {
        auto Home = Symbol.getSection();
        auto Value = Symbol.getValue();
        auto Name = Symbol.getName();
        if (!Home || !Value || !Name || *Home == File.section_end() || Symbol.getELFType() != ELF::STT_FUNC) {
            consumeError(Home.takeError());
            consumeError(Value.takeError());
            consumeError(Name.takeError());
            continue;
        }
        uint64_t Frame = Frames.lookup({(*Home)->getIndex(), *Value}) + 8;
        Name->consume_back(weft::AlignedSuffix); // an entry's frame is its own and that of what it calls by this name
        if (Symbol.getBinding() == ELF::STB_GLOBAL && Name->starts_with(WEFT_KERNEL_SYMBOL_PREFIX))
            Entries[*Name] += Frame;
        else
            Shared += Frame;
    }
    for (uint32_t I = 0; I < weft_program_info_total(Info); ++I) {
        auto Entry = Entries.find(std::string(WEFT_KERNEL_SYMBOL_PREFIX) + Info->kernels[I].name);
        if (Entry != Entries.end())
            Info->kernels[I].stack_bytes = std::max(Info->kernels[I].stack_bytes, Entry->second + Shared);
    }
}

bool
weft::inspectObject(StringRef Object, weft_program_info *Info, weft_log *Log)
{
    auto File = object::ObjectFile::createELFObjectFile(MemoryBufferRef(Object, "kernels.o"));

    if (!File) {
        appendLog(Log, "internal error: " + toString(File.takeError()) + "\n");
        return false;
    }
    auto *Elf = cast<object::ELFObjectFileBase>(File->get());
    if (!checkUndefined(*Elf, Log))
        return false;
    readStackSizes(*Elf, Info);
    return true;
}
