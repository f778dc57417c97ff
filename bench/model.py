#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the compiler expects of each width of a pack beside what is measured, for programs of the suite and the patterns.

    bench/model.py --binary BUILD/bench/bench_suite --vendors BUILD/vendors [--groups suite,math,patterns] [--cpu NAME]
        [--settle SECONDS]

Each program runs at every width, and at the one that is chosen; with --settle, at the one that launches have chosen
before, for so long (WEFT_TUNE), and all of them in the version for their launches. Prints for each program the time
that the choice takes over that of the best width, and for each of its kernels the rank correlation of expected cycles
and measured times over the widths, and both as multiples of one work-item at a time; at the end the means, and the rank
correlation over all kernels and widths, of cycles and times for a work-item and of their multiples.
A kernel's time is its share of the program's fastest run, as WEFT_PROFILE gives it, over the run's work-items of it.
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
PROFILED = re.compile(r"^(\w+) +\d+ +([0-9.]+) +[0-9.]+ +[0-9.]+ +([0-9.]+)  \S", re.MULTILINE)
REMEMBERED = re.compile(r"kernel ([\w.]+): (\d+) work-items of dimension (\d) side by side, as launches have shown before")


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
    return [str(options.binary), "--program", program, "--runs", "1000000", "--budget", str(budget), "--no-verify"]


def kernel_names(pairs):
    """{kernel: value}, where the one for buffers that do not overlap counts, as launches run it."""
    values = dict(pairs)
    return {name.removesuffix(".apart"): value for name, value in values.items() if f"{name}.apart" not in values}


def environment_for(options, cache):
    """The environment of a process with that program cache."""
    environment = dict(os.environ, OCL_ICD_VENDORS=options.vendors, **{name: cache for name in CACHES})
    return environment | ({"WEFT_CPU": options.cpu} if options.cpu else {})


def run(options, program, width, settled):
    """One process: its fastest run in seconds, {kernel: expected cycles}, {kernel: ns of a work-item} and
    {kernel: (width, dimension)}. `settled` is the cache where launches have chosen, for width 0, or None."""
    with tempfile.TemporaryDirectory(prefix="weft-model-") as fresh:
        environment = environment_for(options, settled or fresh)
        if settled:
            environment |= {"WEFT_TUNE": "replay", "WEFT_LOG": "info"}  # what is built for remarks is not remembered
        else:
            environment |= {"WEFT_TUNE": "0", "WEFT_SPECIALIZE": "always" if options.settle else "0",
                            "WEFT_REMARKS": "1", "WEFT_PROFILE": "1"}
        if width:
            environment["WEFT_WIDTH"] = str(width)
        process = subprocess.run(command(options, program, options.budget), env=environment, timeout=300, text=True,
                                 capture_output=True)
    expected = kernel_names((kernel, float(cycles)) for kernel, cycles, _ in EXPECTED.findall(process.stderr))
    choices = CHOSEN.findall(process.stderr) + REMEMBERED.findall(process.stderr)
    chosen = kernel_names((kernel, (int(lanes or 1), int(dimension or 0))) for kernel, lanes, dimension in choices)
    try:
        result = json.loads(process.stdout)
        return result["min_seconds"], expected, times(process.stderr, result), chosen
    except (json.JSONDecodeError, KeyError):
        return None, expected, {}, chosen


def times(profile, result):
    """{kernel: ns of a work-item in the fastest run}, of WEFT_PROFILE's table."""
    rows = [(kernel, float(ms), float(rate)) for kernel, ms, rate in PROFILED.findall(profile)]
    total = sum(ms for _, ms, _ in rows)
    fastest = result["min_seconds"] * 1e3 * (result["runs"] + 1) / total if total else 0  # one more run warms up
    return {kernel: fastest * 1e3 / rate for kernel, _, rate in rows if rate}


def measure(options, program):
    """{"seconds": {width: seconds}, "kernels": {kernel: {"ns": {width: ns}, "cycles": {width: cycles}}}, "choice"};
    width 0 is what is chosen."""
    row = {"seconds": {}, "kernels": {}, "choice": ""}
    with tempfile.TemporaryDirectory(prefix="weft-model-") as cache:
        if options.settle:
            subprocess.run(command(options, program, options.settle), env=environment_for(options, cache), timeout=300,
                           capture_output=True)
        for width in (0, *options.widths) * options.turns:
            seconds, expected, measured, chosen = run(options, program, width,
                                                      cache if options.settle and not width else None)
            if seconds is None:
                continue
            row["seconds"][width] = min(seconds, row["seconds"].get(width, math.inf))
            for kernel in expected.keys() & measured.keys():
                of = row["kernels"].setdefault(kernel, {"ns": {}, "cycles": {}})
                of["cycles"][width] = expected[kernel]
                of["ns"][width] = min(measured[kernel], of["ns"].get(width, math.inf))
            if width == 0:
                row["choice"] = " ".join(f"{lanes}" + (f"/{'xyz'[dimension]}" if dimension else "")
                                         for lanes, dimension in chosen.values())
    return row


def pairs_of(kernel):
    """[(width, expected cycles, measured ns of a work-item)]."""
    return [(width, kernel["cycles"][width], kernel["ns"][width]) for width in sorted(kernel["ns"]) if width]


def multiples_of(pairs):
    """Both as multiples of width 1, for other widths; nothing without that."""
    if not pairs or pairs[0][0] != 1:
        return []
    return [(width, cycles / pairs[0][1], ns / pairs[0][2]) for width, cycles, ns in pairs[1:]]


def correlation_of(pairs):
    """Spearman's of (width, expected, measured)."""
    return rank_correlation([pair[1] for pair in pairs], [pair[2] for pair in pairs]) if len(pairs) > 2 else None


def show(program, row):
    """Prints a program's lines; returns its loss and [(rank correlation, pairs)] of its kernels."""
    seconds = row["seconds"]
    loss = seconds[0] / min(seconds.values()) if 0 in seconds else None
    print(f"{program:22}{row['choice'][:8]:>8}" + (f"{loss:7.2f}" if loss else f"{'-':>7}"), flush=True)
    kernels = []
    for name, kernel in row["kernels"].items():
        pairs = pairs_of(kernel)
        rho = correlation_of(pairs)
        cells = " ".join(f"{width}:{measured:.2f}({expected:.2f})" for width, expected, measured in multiples_of(pairs))
        print(f"    {name:33}" + (f"{rho:7.2f}" if rho is not None else f"{'-':>7}") + "  " + cells, flush=True)
        kernels.append((rho, pairs))
    return loss, kernels


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, type=Path, help="path of bench_suite")
    parser.add_argument("--vendors", required=True, help="the ICD's folder")
    parser.add_argument("--groups", default="suite,math,peak,patterns", help="default: suite,math,peak,patterns")
    parser.add_argument("--programs", default="*", help="only these, by names or patterns of the shell with commas")
    parser.add_argument("--cpu", help="for WEFT_CPU")
    parser.add_argument("--widths", type=lambda text: tuple(map(int, text.split(","))), default=WIDTHS,
                        help="default: " + ",".join(map(str, WIDTHS)))
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
    print(f"{'program':22}{'choice':>8}{'loss':>7}\n    {'kernel':33}{'rho':>7}  width:measured(expected), of width 1")
    results, losses, kernels = {}, [], []
    for program in programs:
        results[program] = measure(options, program)
        loss, more = show(program, results[program])
        losses.append(loss)
        kernels += more
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    print(f"\nthe choice over the best width, geometric mean: {geometric_mean(losses):.3f}")
    over_widths = [rho for rho, _ in kernels if rho is not None]
    pairs = [pair for _, of_kernel in kernels for pair in of_kernel]
    multiples = [pair for _, of_kernel in kernels for pair in multiples_of(of_kernel)]
    for text, rho in ((f"the widths of a kernel, mean of {len(over_widths)}",
                       statistics.fmean(over_widths) if over_widths else None),
                      (f"all {len(pairs)} kernels and widths, of cycles and times for a work-item",
                       correlation_of(pairs)),
                      ("the same, of multiples of one work-item at a time", correlation_of(multiples))):
        if rho is not None:
            print(f"rank correlation over {text}: {rho:.2f}")


if __name__ == "__main__":
    sys.exit(main())
