#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What each optimization of the compiler is worth: the suite without one after the other, by turns with all of them.

    bench/ablation.py --binary BUILD/bench/bench_suite --weftc BUILD/bin/weftc --vendors BUILD/vendors [--turns 5]

Prints for each switch of WEFT_WITHOUT how many times longer programs run, and are built, without it: the geometric mean
over the programs, and the programs beyond the threshold. Above 1 the optimization earns something, below it costs.
"""

import argparse
import fnmatch
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

from run_suite import Platform, geometric_mean, measure, ratio


def switches(weftc):
    listed = subprocess.run([str(weftc), "--without=help"], check=True, text=True, capture_output=True).stdout
    return [line.split()[0] for line in listed.splitlines()]


def line(results, name, threshold):
    """One switch's: means, and the programs that it matters to, the most first."""
    by_program = {program: ratio(row, name, "all") for program, row in results.items()}
    builds = geometric_mean(ratio(row, name, "all", "build_seconds") for row in results.values())
    mean = geometric_mean(by_program.values())
    beyond = [(value, program) for program, value in by_program.items()
              if value and not 1 / threshold < value < threshold]
    text = ", ".join(f"{program} {value:.2f}" for value, program in sorted(beyond, reverse=True))
    wrong = [f"{program}: {row[name]['failed']}" for program, row in results.items() if "failed" in row[name]]
    cells = "".join(f"{value:8.3f}" if value else f"{'-':>8}" for value in (mean, builds))
    return f"{name:22}{cells}  {text}" + "".join(f"\n    {failure}" for failure in wrong), bool(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, type=Path, help="path of bench_suite")
    parser.add_argument("--weftc", required=True, type=Path)
    parser.add_argument("--vendors", required=True, help="the ICD's folder")
    parser.add_argument("--programs", default="*", help="only these, by names or patterns of the shell with commas")
    parser.add_argument("--switches", default="*", help="only these, likewise")
    parser.add_argument("--turns", type=int, default=3, help="default: 3")
    parser.add_argument("--budget", type=float, default=0.3, help="seconds of runs in a turn (default: 0.3)")
    parser.add_argument("--clock", choices=("wall", "cpu"), default="cpu", help="default: cpu")
    parser.add_argument("--threshold", type=float, default=1.03, help="from which a program is named (default: 1.03)")
    options = parser.parse_args()

    def chosen(name, patterns):
        return any(fnmatch.fnmatch(name, pattern) for pattern in patterns.split(","))

    names = [name for name in switches(options.weftc) if chosen(name, options.switches)]
    listed = subprocess.run([str(options.binary), "--list"], check=True, text=True, capture_output=True).stdout
    programs = [program for _, program, *_ in map(str.split, listed.splitlines()) if chosen(program, options.programs)]
    if not names or not programs:
        parser.error("no switch or no program is named so")
    platforms = [Platform(f"all={options.vendors}", options.clock)]
    platforms += [Platform(f"{name}={options.vendors},WEFT_WITHOUT={name}", options.clock) for name in names]
    how = SimpleNamespace(turns=options.turns, scale=1, runs=15, budget=options.budget, timeout=120,
                          clock=options.clock)
    results = measure(options.binary, programs, platforms, how)
    print(f"{'without':22}{'time':>8}{'build':>8}  beyond {options.threshold}")
    failed = False
    for name in names:
        text, is_wrong = line(results, name, options.threshold)
        failed |= is_wrong
        print(text)
    return failed


if __name__ == "__main__":
    sys.exit(main())
