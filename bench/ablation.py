#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What each optimization of the compiler is worth: programs without one after the other, by turns with all of them.

    bench/ablation.py --binary BUILD/bench/bench_suite --weftc BUILD/bin/weftc --vendors BUILD/vendors [--turns 5]

Prints for each switch of WEFT_WITHOUT how many programs get other code without it, how many times longer these run (the
geometric mean), how many times longer all builds take, and the programs beyond the threshold. Above 1 the optimization
earns something, below it costs. Only what gets other code is timed: the rest would be noise.
"""

import argparse
import fnmatch
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from run_suite import geometric_mean

ALL = "all"  # the name of what runs with every optimization


def switches(weftc):
    listed = subprocess.run([str(weftc), "--without=help"], check=True, text=True, capture_output=True).stdout
    return [line.split()[0] for line in listed.splitlines()]


def code_of(cache):
    """What the compiler made: ELF files up to their section headers, behind which the cache has notes of its own."""
    contents = [path.read_bytes() for path in Path(cache).rglob("*.so")]
    return sorted(hashlib.sha256(content[:int.from_bytes(content[40:48], "little")]).digest() for content in contents)


def run(options, program, name, arguments, **more):
    """One process with a fresh cache: its line as a dict (with "failed" where there is none), and its code."""
    with tempfile.TemporaryDirectory(prefix="weft-ablation-") as cache:
        environment = dict(os.environ, OCL_ICD_VENDORS=options.vendors, WEFT_CACHE_DIR=cache, WEFT_TUNE="0", **more)
        if name != ALL:
            environment["WEFT_WITHOUT"] = name
        command = [str(options.binary), "--program", program] + arguments
        process = subprocess.run(command, env=environment, timeout=300, text=True, capture_output=True)
        try:
            result = json.loads(process.stdout)
        except json.JSONDecodeError:
            result = {"failed": (process.stderr.strip().splitlines() or ["no result"])[-1]}
        if result.get("verified") is False:
            result["failed"] = "wrong: " + process.stderr.strip()
        return result, code_of(cache)


class Program:
    """A program's builds and its fastest runs, in seconds, by the switch that it is without."""

    def __init__(self, options, name, names):
        self.name, self.options = name, options
        self.builds, self.best, self.wrong = {}, {}, {}
        code = {}
        run(options, name, ALL, ["--runs", "1", "--budget", "0", "--scale", "0.05", "--no-verify"])  # files are read
        for other in [ALL] + names:
            # With the versions that hot kernels get: some optimizations are for them.
            result, code[other] = run(options, name, other, ["--runs", "1", "--budget", "0", "--scale", "0.05",
                                                             "--no-verify"], WEFT_SPECIALIZE="always")
            self.builds[other] = result.get("build_seconds")
        self.changed = [other for other in names if code[other] != code[ALL]]

    def turn(self, verify):
        for name in [ALL] + self.changed if self.changed else []:
            arguments = ["--runs", "15", "--budget", str(self.options.budget)] + ([] if verify else ["--no-verify"])
            result, _ = run(self.options, self.name, name, arguments)
            if "failed" in result:
                self.wrong[name] = result["failed"]
            elif "min_seconds" in result:
                self.best[name] = min(self.best.get(name, float("inf")), result["min_seconds"])

    def time(self, name):
        """How many times longer it runs without; None where the code is the same or there is no time."""
        mine, other = self.best.get(name), self.best.get(ALL)
        return mine / other if mine and other and name in self.changed else None

    def build(self, name):
        mine, other = self.builds.get(name), self.builds.get(ALL)
        return mine / other if mine and other else None


def line(programs, name, threshold):
    """One switch's row of the table, and whether a program failed."""
    times = [(value, program.name) for program in programs if (value := program.time(name))]
    beyond = [(value, program) for value, program in times if not 1 / threshold < value < threshold]
    text = ", ".join(f"{program} {value:.2f}" for value, program in sorted(beyond, reverse=True))
    mean, builds = geometric_mean(value for value, _ in times), geometric_mean(p.build(name) for p in programs)
    cells = "".join(f"{value:8.3f}" if value else f"{'-':>8}" for value in (mean, builds))
    wrong = [f"{program.name}: {program.wrong[name]}" for program in programs if name in program.wrong]
    return f"{name:20}{len(times):9}{cells}  {text}" + "".join(f"\n    {failure}" for failure in wrong), bool(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, type=Path, help="path of bench_suite")
    parser.add_argument("--weftc", required=True, type=Path)
    parser.add_argument("--vendors", required=True, help="the ICD's folder")
    parser.add_argument("--groups", default="suite,math,peak,images,image_buffers,bandwidth,patterns",
                        help="of programs (default: %(default)s)")
    parser.add_argument("--programs", default="*", help="only these, by names or patterns of the shell with commas")
    parser.add_argument("--switches", default="*", help="only these, likewise")
    parser.add_argument("--turns", type=int, default=3, help="default: 3")
    parser.add_argument("--budget", type=float, default=0.15, help="seconds of runs in a turn (default: 0.15)")
    parser.add_argument("--threshold", type=float, default=1.05, help="from which a program is named (default: 1.05)")
    options = parser.parse_args()

    def chosen(name, patterns):
        return any(fnmatch.fnmatch(name, pattern) for pattern in patterns.split(","))

    names = [name for name in switches(options.weftc) if chosen(name, options.switches)]
    listed = "".join(subprocess.run([str(options.binary), "--list", "--group", group], check=True, text=True,
                                    capture_output=True).stdout for group in options.groups.split(","))
    listed = [program for _, program, *_ in map(str.split, listed.splitlines()) if chosen(program, options.programs)]
    if not names or not listed:
        parser.error("no switch or no program is named so")
    programs = [Program(options, program, names) for program in listed]
    for turn in range(options.turns):
        for program in programs:
            program.turn(verify=turn == 0)
    print(f"{len(programs)} programs\n{'without':20}{'changed':>9}{'time':>8}{'build':>8}  beyond {options.threshold}")
    failed = False
    for name in names:
        text, is_wrong = line(programs, name, options.threshold)
        failed |= is_wrong
        print(text, flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
