// SPDX-License-Identifier: Apache-2.0
// What OpenCL C allows of pipes and Clang 22 does not take, written in another way.
#include "compiler/frontend/pipe_source.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

using namespace llvm;

namespace {
struct Lexeme {
    clang::tok::TokenKind Kind;
    size_t Begin, Size;
};

class PipeSource {
public:
    PipeSource(std::string &Source, SmallVectorImpl<std::string> &Definitions) : Text(Source), Macros(Definitions) {}

    void run(const clang::LangOptions &Language)
    {
        clang::Lexer Lexer(clang::SourceLocation(), Language, Text.data(), Text.data(), Text.data() + Text.size());
        clang::Token Token;

        for (Lexer.LexFromRawLexer(Token); !Token.is(clang::tok::eof); Lexer.LexFromRawLexer(Token)) {
            const auto End = static_cast<size_t>(Lexer.getBufferLocation() - Text.data());
            All.push_back({Token.getKind(), End - Token.getLength(), Token.getLength()});
        }
        for (size_t I = 0; I < All.size(); ++I) {
            if (isPipeFunction(textOf(I)))
                stripArgument(I + 1);
            else if (textOf(I) == "typedef")
                takeTypedef(I);
        }
    }

private:
    StringRef textOf(size_t I) const { return StringRef(Text).substr(All[I].Begin, All[I].Size); }
    bool is(size_t I, clang::tok::TokenKind Kind) const { return I < All.size() && All[I].Kind == Kind; }

    static bool isPipeFunction(StringRef Name)
    {
        return Name.ends_with("_pipe") || Name == "get_pipe_num_packets" || Name == "get_pipe_max_packets";
    }

    void blank(size_t I)
    {
        for (size_t Place = All[I].Begin; Place < All[I].Begin + All[I].Size; ++Place)
            Text[Place] = Text[Place] == '\n' ? '\n' : ' ';
    }

    // "(", any number of them, a name, as many ")", and then what ends an argument.
    void stripArgument(size_t Open)
    {
        size_t Name = Open + 1;

        if (!is(Open, clang::tok::l_paren))
            return;
        while (is(Name, clang::tok::l_paren))
            ++Name;
        const size_t Count = Name - Open - 1;
        if (!Count || !is(Name, clang::tok::raw_identifier))
            return;
        for (size_t I = 1; I <= Count; ++I)
            if (!is(Name + I, clang::tok::r_paren))
                return;
        if (!is(Name + Count + 1, clang::tok::comma) && !is(Name + Count + 1, clang::tok::r_paren))
            return;
        for (size_t I = 1; I <= Count; ++I) {
            blank(Name - I);
            blank(Name + I);
        }
    }

    // "typedef", the words of a type with "pipe" among them, a name, ";".
    void takeTypedef(size_t First)
    {
        size_t Last = First + 1;
        bool IsPipe = false;
        std::string Type;

        for (; is(Last, clang::tok::raw_identifier) && is(Last + 1, clang::tok::raw_identifier); ++Last) {
            IsPipe |= textOf(Last) == "pipe";
            Type += (Type.empty() ? "" : " ") + textOf(Last).str();
        }
        if (!IsPipe || !is(Last, clang::tok::raw_identifier) || !is(Last + 1, clang::tok::semi))
            return;
        Macros.push_back(textOf(Last).str() + "=" + Type);
        for (size_t I = First; I <= Last + 1; ++I)
            blank(I);
    }

    std::string &Text;
    SmallVectorImpl<std::string> &Macros;
    std::vector<Lexeme> All;
};
} // namespace

void
weft::rewritePipes(std::string &Text, const clang::LangOptions &Language, SmallVectorImpl<std::string> &Macros)
{
    if (StringRef(Text).contains("pipe"))
        PipeSource(Text, Macros).run(Language);
}
