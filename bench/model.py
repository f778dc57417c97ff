#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the compiler expects of each width of a pack beside what is measured, for programs of the suite and the patterns.

    bench/model.py --binary BUILD/bench/bench_suite --vendors BUILD/vendors [--groups suite,math,patterns] [--cpu NAME]
        [--settle SECONDS]

Each program runs at every width, and at the one that is chosen; with --settle, at the one that launches have chosen
before, for so long (WEFT_TUNE), and all of them in the version for their launches. Prints for each program the time
that the choice takes over that of the best width, the rank correlation of expected cycles and measured times over the
widths, and both times as multiples of one work-item at a time; at the end the means, and the rank correlation over all
programs and widths.
Programs with several kernels are left out of the correlations: the driver does not know which of them takes the time.
"""

import argparse
import fnmatch
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from run import CACHES
from run_suite import geometric_mean

WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128)
EXPECTED = re.compile(r"kernel '([\w.]+)': ([0-9.]+) cycles for each work-item are expected, ([0-9.]+) one at a time")
CHOSEN = re.compile(r"kernel '([\w.]+)': (?:(\d+) work-items of dimension (\d)|one work-item)")
REMEMBERED = re.compile(r"kernel ([\w.]+): (\d+) work-items of dimension (\d) side by side, as launches have shown")


def ranks(values):
    """Ranks from 0 on; equal values share the mean of theirs."""
    order = sorted(values)
    return [(order.index(v) + len(order) - 1 - order[::-1].index(v)) / 2 for v in values]


def rank_correlation(a, b):
    """Spearman's; None where all of one side are equal."""
    if len(set(a)) < 2 or len(set(b)) < 2:
        return None
    return statistics.correlation(ranks(a), ranks(b))


def command(options, program, budget):
    """What runs a program for so many seconds."""
    return [str(options.binary), "--program", program, "--runs", "9" if budget == options.budget else "1000000",
            "--budget", str(budget), "--no-verify"]


def run(options, program, width):
    """One process: its fastest run in seconds, {kernel: expected cycles} and {kernel: (width, dimension)}."""
    environment = dict(os.environ, OCL_ICD_VENDORS=options.vendors)
    if options.cpu:
        environment["WEFT_CPU"] = options.cpu
    with tempfile.TemporaryDirectory(prefix="weft-model-") as cache:
        environment |= {name: cache for name in CACHES}
        if options.settle and not width:
            subprocess.run(command(options, program, options.settle), env=environment, timeout=300, capture_output=True)
            environment |= {"WEFT_TUNE": "replay", "WEFT_LOG": "info"}  # what is built for remarks is not remembered
        else:
            environment |= {"WEFT_TUNE": "0", "WEFT_SPECIALIZE": "always" if options.settle else "0",
                            "WEFT_REMARKS": "1"}
        if width:
            environment["WEFT_WIDTH"] = str(width)
        process = subprocess.run(command(options, program, options.budget), env=environment, timeout=300, text=True,
                                 capture_output=True)
    expected = {kernel: float(cycles) for kernel, cycles, _ in EXPECTED.findall(process.stderr)}
    choices = CHOSEN.findall(process.stderr) + REMEMBERED.findall(process.stderr)
    chosen = {kernel: (int(lanes or 1), int(dimension or 0)) for kernel, lanes, dimension in choices}
    for kernels in (expected, chosen): # launches run the one for buffers that do not overlap
        for name in [name.removesuffix(".apart") for name in kernels if name.endswith(".apart")]:
            kernels.pop(name, None)
    try:
        return json.loads(process.stdout)["min_seconds"], expected, chosen
    except (json.JSONDecodeError, KeyError):
        return None, expected, chosen


def measure(options, program):
    """{"seconds": {width: seconds}, "cycles": {width: cycles}, "choice"}; width 0 is what is chosen."""
    row = {"seconds": {}, "cycles": {}, "choice": ""}
    for _ in range(options.turns):
        for width in (0,) + WIDTHS:
            seconds, expected, chosen = run(options, program, width)
            if seconds is None:
                continue
            row["seconds"][width] = min(seconds, row["seconds"].get(width, math.inf))
            if len(expected) == 1:
                row["cycles"][width] = next(iter(expected.values()))
            if width == 0:
                row["choice"] = " ".join(f"{lanes}" + (f"/{'xyz'[dimension]}" if dimension else "")
                                         for lanes, dimension in chosen.values())
    return row


def line(program, row):
    """Text, loss, rank correlation, and the pairs of expected and measured multiples of width 1."""
    seconds, cycles = row["seconds"], row["cycles"]
    widths = [width for width in WIDTHS if width in seconds]
    loss = seconds[0] / min(seconds.values()) if 0 in seconds else None
    pairs = []
    if all(width in cycles for width in widths) and 1 in widths:
        pairs = [(cycles[width] / cycles[1], seconds[width] / seconds[1]) for width in widths]
    rho = rank_correlation(*zip(*pairs)) if len(pairs) > 2 else None
    cells = " ".join(f"{width}:{measured:.2f}({wanted:.2f})" for width, (wanted, measured) in zip(widths, pairs))
    text = (f"{program:22}{row['choice'][:8]:>8}" + (f"{loss:7.2f}" if loss else f"{'-':>7}")
            + (f"{rho:7.2f}" if rho is not None else f"{'-':>7}") + "  " + cells)
    return text, loss, rho, pairs[1:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, type=Path, help="path of bench_suite")
    parser.add_argument("--vendors", required=True, help="the ICD's folder")
    parser.add_argument("--groups", default="suite,math,peak,patterns", help="default: suite,math,peak,patterns")
    parser.add_argument("--programs", default="*", help="only these, by names or patterns of the shell with commas")
    parser.add_argument("--cpu", help="for WEFT_CPU")
    parser.add_argument("--turns", type=int, default=1, help="the fastest counts (default: 1)")
    parser.add_argument("--budget", type=float, default=0.2, help="seconds of runs in a turn (default: 0.2)")
    parser.add_argument("--settle", type=float, default=0, help="seconds in which launches choose (default: 0)")
    parser.add_argument("--json", type=Path, help="file for the results")
    options = parser.parse_args()
    programs = []
    for group in options.groups.split(","):
        listed = subprocess.run([str(options.binary), "--list", "--group", group], check=True, text=True,
                                capture_output=True).stdout
        programs += [program for _, program, *_ in map(str.split, listed.splitlines())
                     if any(fnmatch.fnmatch(program, pattern) for pattern in options.programs.split(","))]
    print(f"{'program':22}{'choice':>8}{'loss':>7}{'rho':>7}  width:measured(expected), of width 1")
    results, losses, correlations, pairs = {}, [], [], []
    for program in programs:
        results[program] = measure(options, program)
        text, loss, rho, more = line(program, results[program])
        print(text, flush=True)
        losses.append(loss)
        correlations += [rho] if rho is not None else []
        pairs += more
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    print(f"\nthe choice over the best width, geometric mean: {geometric_mean(losses):.3f}")
    if pairs:
        print(f"rank correlation over widths, mean of {len(correlations)} programs: {statistics.fmean(correlations):.2f}; "
              f"over all {len(pairs)} programs and widths: {rank_correlation(*zip(*pairs)):.2f}")


if __name__ == "__main__":
    sys.exit(main())
