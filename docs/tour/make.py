#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the tour: kernel.cl through the compiler, its IR after each stage in the text of tour.md.

    docs/tour/make.py --weftc BUILD/bin/weftc --opt BUILD/bin/weft-opt --filecheck FileCheck [--output FILE | --check]

In tour.md a block "```show STAGE [FUNCTION]" stands for that function's IR after that stage, or for those of its blocks
that a line "blocks:" names: LABEL, LABEL..LABEL, or /PATTERN/ for the first that it matches in. The CHECK lines are
what the text says of it, for FileCheck. Fails, and writes nothing, when one of them does not hold, and when the stages
do not end at what weftc makes of the kernel.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CPU, WIDTH = "x86-64-v3", 8
KERNEL, ENTRY = "collatz.program", "__weft_kernel_collatz.aligned"

# addWorkGroupPasses in compiler/pipeline.cpp up to what makes regions; x86-64-v3 converts halves.
SIMPLIFICATION = """program-check,plain-debug-info,fixed-images,division-guard,function(component-stores),half-lowering,
    kernel-entries,weft-inline,printf-lowering,service-lowering,known-sizes,function(lower-expect,sroa<modify-cfg>,
    short-copies,whole-stores,early-cse<memssa>),narrow-ids,small-functions,cgscc(argpromotion),sampled-reads,globaldce,
    function(half-guard,simplifycfg,factored-sums,instcombine,loop-mssa(loop-rotate,licm),loop(loop-unroll-full),
    infer-address-spaces,sroa<modify-cfg>,small-arrays,gvn<no-pre>,instcombine,simplifycfg,array-loops,
    loop(loop-unroll-full),sroa<modify-cfg>,instcombine,simplifycfg,attempted-updates,narrow-compares,common-steps,
    near-indexes,plain-clamps),local-memory,sub-group-meets"""

# What says nothing to a reader: attributes, alignments, metadata, comments.
NOISE = re.compile(r"""\ *;.*$ | (,\ |\ )!\w+(\.\w+)*\ !\d+ | ,\ align\ \d+ | \ \#\d+
    | \b(align\ \d+|captures\(none\)|dereferenceable\(\d+\)|dso_local|noalias|nonnull|noundef|readonly)\ """,
                   re.VERBOSE)


class Wrong(Exception):
    """Why there is no tour."""


def run(command, text=None):
    """What the command writes. Variables of the environment that change builds are not there."""
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith("WEFT_") or name == "WEFT_KERNEL_LIB"}
    done = subprocess.run([str(word) for word in command], input=text, text=True, capture_output=True, env=clean)
    if done.returncode:
        raise Wrong(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def retarget(module, host):
    """What weft::retarget does with a kernel without images, which is no pass; `host`: a module for the CPU."""
    for line in re.findall(r"^target .*$", host, re.MULTILINE):
        module = re.sub(rf"^{line.split(' = ')[0]} = .*$", line, module, flags=re.MULTILINE)
    added = '"weft.kernel" "prefer-vector-width"="256"'
    module = re.sub(r"^(define .*spir_kernel .*\)) (#\d+)", rf"\1 {added} \2", module, flags=re.MULTILINE)
    module = re.sub(r"spir_(kernel|func) ", "", module)
    module = re.sub(r"^!llvm.module.flags = !{", "\\g<0>!9999, ", module, flags=re.MULTILINE)
    module += '!9999 = !{i32 1, !"override-stack-alignment", i32 32}\n'
    return module.replace(' "stack-protector-buffer-size"="8"', "")


def first_region(module):
    """The kernel up to its barrier, which is in its last block, to be linearized alone."""
    before, barrier, after = module.partition("  call void @__weft_barrier()")
    if not barrier or re.search(r"^[\w.]+:", after[:after.index("\n}")], re.MULTILINE):
        raise Wrong("the barrier is not in the last block of the simplified kernel")
    region = before + "  ret void" + after[after.index("\n}"):]
    return region.replace('"weft.kernel"', '"weft.pack"="" "weft.kernel"')


def make_stages(weftc, opt):
    """The module's text after each stage."""
    def emit(stage, *options):
        return run([weftc, f"--emit={stage}", f"--cpu={CPU}", *options, HERE / "kernel.cl", "-o", "-"])

    def passes(names, module, width=1):
        return run([opt, "-S", f"--cpu={CPU}", "--weft-check=", f"--weft-width={width}",
                    f"--passes={''.join(names.split())}"], module)

    stages = {"source": (HERE / "kernel.cl").read_text(), "frontend": emit("frontend"), "linked": emit("linked"),
              "assembly": emit("asm", f"--width={WIDTH}"), "weftc": emit("ir", f"--width={WIDTH}")}
    stages["simplified"] = passes(SIMPLIFICATION, retarget(stages["linked"], stages["weftc"]))
    stages["regions"] = passes("work-group", stages["simplified"])
    stages["linearized"] = passes("linearize", first_region(stages["simplified"]))
    stages["packed"] = passes("work-group", stages["simplified"], WIDTH)
    stages["after"] = passes("local-atomics,cleanup,packed", stages["packed"])
    return stages


def lines_of(stage, text, function):
    """The function's lines without what is noise."""
    if stage == "source":
        return [line for line in text.splitlines() if not line.startswith("//")]
    if stage == "assembly":
        found = re.search(rf"^{function}:\n.*?(?=^\.Lfunc_end)", text, re.MULTILINE | re.DOTALL)
        keep = re.compile(r"\.?\w+:|\t[^.]")
    else:
        found = re.search(rf"^define [^@]*@{re.escape(function)}\(.*?^}}", text, re.MULTILINE | re.DOTALL)
        keep = re.compile(r"(?!.*@llvm\.lifetime\.)")
    if not found:
        raise Wrong(f"there is no function '{function}'")
    lines = [line for line in found[0].splitlines() if keep.match(line)]
    if stage == "assembly":
        return [re.sub(r"\s*#.*", "", line).expandtabs(8) for line in lines]
    return [NOISE.sub("", line).rstrip() for line in lines]


def blocks_of(lines):
    """Pairs of a label, empty for what comes before the first one, and lines."""
    blocks = [("", [])]
    for line in lines:
        label = re.match(r"([\w.]+):", line)
        if label:
            blocks.append((label[1], []))
        blocks[-1][1].append(line)
    return blocks


def choose(lines, wanted):
    """Those of the lines' blocks that are wanted, with dots for the others."""
    blocks = blocks_of(lines)

    def find(name):
        for i, (label, block) in enumerate(blocks):
            if label == name or name[0] == "/" and re.search(name[1:-1], "\n".join(block)):
                return i
        raise Wrong(f"there is no block '{name}'")

    chosen = {0} if not blocks[0][0] else set()  # the line that names the function
    for part in wanted.split(","):
        first, _, last = part.strip().partition("..")
        chosen.update(range(find(first), find(last or first) + 1))
    shown = []
    for i, (_, block) in enumerate(blocks):
        if i in chosen:
            shown += block
        elif not shown or shown[-1] != "...":
            shown.append("...")
    return shown


def anonymous(lines):
    """The function with numbers for the names of its values and blocks, in the order of their first appearance."""
    numbers = {}
    body = "\n".join(re.sub(r"^([\w.]+):", r"%\1:", line) for line in lines[1:])
    return re.sub(r"%[\w.]+", lambda name: f"%{numbers.setdefault(name[0], len(numbers))}", body)


class Text:
    """tour.md: makes the tour of it, and collects what does not hold."""

    def __init__(self, stages, filecheck, is_broken):
        self.stages, self.filecheck, self.is_broken = stages, filecheck, is_broken
        self.shown, self.failed = 0, []

    def show(self, stage, function, body, line):
        """The lines that a block stands for, whose body begins behind that line of the text."""
        if stage not in self.stages:
            raise Wrong(f"there is no stage '{stage}'")
        lines = lines_of(stage, self.stages[stage], function)
        wanted = re.search(r"^blocks:(.*)$", body, re.MULTILINE)
        lines = choose(lines, wanted[1]) if wanted else lines
        claims = [claim.start() for claim in re.finditer(r"^CHECK", body, re.MULTILINE)]
        if not claims:
            raise Wrong("nothing is claimed")
        if self.is_broken:
            body = body[:claims[-1]] + "CHECK: no compiler writes this\n"
        with tempfile.TemporaryDirectory(prefix="weft-tour-") as folder:
            checks = Path(folder) / "tour.md"
            checks.write_text("\n" * line + body)  # so that FileCheck names the lines of the text
            run([self.filecheck, checks, "--dump-input=never"], "\n".join(lines) + "\n")
        return lines

    def replace(self, block):
        stage, function, body = block[1], block[2], block[3]
        line = block.string.count("\n", 0, block.start(3))
        self.shown += 1
        try:
            lines = self.show(stage, function, body, line)
        except Wrong as wrong:
            self.failed.append(f"tour.md:{line}: stage '{stage}': {wrong}")
            return block[0]
        language = {"source": "c", "assembly": "asm"}.get(stage, "llvm")
        return "\n".join([f"```{language}", *lines, "```"])

    def make(self, text):
        return re.sub(r"^```show (\w+) ?(\S*)\n(.*?)^```$", self.replace, text, flags=re.MULTILINE | re.DOTALL)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weftc", required=True, type=Path)
    parser.add_argument("--opt", required=True, type=Path, help="weft-opt")
    parser.add_argument("--filecheck", required=True, type=Path, help="LLVM's FileCheck")
    parser.add_argument("--output", type=Path, help="where the tour goes")
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--break", action="store_true", dest="is_broken", help="spoil a claim of each block")
    options = parser.parse_args()
    if not options.check and not options.output:
        parser.error("--output or --check")
    try:
        stages = make_stages(options.weftc, options.opt)
        text = Text(stages, options.filecheck, options.is_broken)
        tour = text.make((HERE / "tour.md").read_text())
        made, built = (anonymous(lines_of(stage, stages[stage], ENTRY)) for stage in ("after", "weftc"))
    except Wrong as wrong:
        print(wrong)
        return 1
    if made != built:
        text.failed.append("make.py's passes do not end at what weftc makes: are they those of pipeline.cpp?")
    print("\n".join([*text.failed, f"{text.shown} blocks, {len(text.failed)} failures"]))
    if text.failed:
        return 1
    if not options.check:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(tour)
    return 0


if __name__ == "__main__":
    sys.exit(main())
