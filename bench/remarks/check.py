#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the compiler says what the pairs of bench/remarks claim, and docs/performance.md has them and every remark.

    check.py --weftc BUILD/bin/weftc

A pair's file begins with lines "// Remark of WHICH [LEVELS]: TEXT". WHICH is slow, fast or both; with one of them, the
other kernel's build must not say it. LEVELS is "from CPU on" or "up to CPU", where not all say it. Each kernel is built
by itself, as some remarks have no line.
"""
import argparse
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
CPUS = ["x86-64-v2", "x86-64-v3", "x86-64-v4"]
REMARK = re.compile(r"^// Remark of (slow|fast|both)(?: (from|up to) (x86-64-v\d)(?: on)?)?: (.*)$", re.M)


def kernels(source):
    """The two kernels' texts, and what stands before them."""
    before, slow = source.split("kernel void slow", 1)
    slow, fast = slow.split("kernel void fast", 1)
    return before, {"slow": "kernel void slow" + slow, "fast": "kernel void fast" + fast}


def said(weftc, cpu, source):
    command = [weftc, "--remarks", "--target=x86_64-linux-gnu", f"--cpu={cpu}", "--emit=object", "-o", "/dev/null", "-"]
    run = subprocess.run(command, input=source, text=True, capture_output=True, check=False)
    if run.returncode:
        sys.exit(f"{' '.join(command)}: {run.stderr}")
    return run.stderr


def is_at(cpu, relation, level):
    if not level:
        return True
    return CPUS.index(cpu) >= CPUS.index(level) if relation == "from" else CPUS.index(cpu) <= CPUS.index(level)


def check_remarks(weftc, name, source):
    before, texts = kernels(source)
    expected = REMARK.findall(source)
    if not expected:
        yield f"{name}: no line 'Remark of'"
    for cpu in CPUS:
        log = {which: said(weftc, cpu, before + text) for which, text in texts.items()}
        for which, relation, level, remark in expected:
            for kernel in texts:
                wanted = which in (kernel, "both")
                if is_at(cpu, relation, level) and (remark in log[kernel]) != wanted:
                    yield f"{name}: {kernel} at {cpu} {'does not say' if wanted else 'says'}: {remark}\n{log[kernel]}"


def body(text):
    return text[text.index("{\n") + 2 : text.rindex("}")].rstrip()


def in_one_line(document):
    return " ".join(document.split())


def check_document(document, name, source):
    for kernel, text in kernels(source)[1].items():
        if body(text) not in document:
            yield f"{name}: the document has not the body of {kernel}, or another one"
    for *_, remark in REMARK.findall(source):
        if remark.replace("'slow'", "'NAME'") not in in_one_line(document):
            yield f"{name}: the document does not have: {remark}"


def check_sentences(document):
    """Each piece of a remark that the compiler's source has as a string."""
    for path in sorted((TOP / "compiler").rglob("*.cpp")):
        for call in re.findall(r"\bremark\((.*?)\);", path.read_text(), re.S):
            for piece in re.findall(r'"((?:[^"\\]|\\.)*)"', re.sub(r'"\s*\n\s*"', "", call)):
                for words in re.split(r"\{\d[^}]*\}", piece):
                    if len(words) > 4 and words.strip() not in in_one_line(document):
                        yield f"{path.relative_to(TOP)}: the document does not have: {words}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weftc", required=True)
    weftc = parser.parse_args().weftc
    document = (TOP / "docs/performance.md").read_text()
    table = re.findall(r'^    \{"(\w+)",', (TOP / "bench/remarks.c").read_text(), re.M)
    files = {path.stem: path.read_text() for path in sorted(HERE.glob("*.cl"))}
    wrong = [f"{name}: in one of bench/remarks.c and bench/remarks/ only" for name in set(table) ^ set(files)]
    for name, source in files.items():
        wrong += check_remarks(weftc, name, source)
        wrong += check_document(document, name, source)
    wrong += check_sentences(document)
    print("\n".join(wrong) or f"{len(files)} pairs: as said")
    sys.exit(bool(wrong))


main()
