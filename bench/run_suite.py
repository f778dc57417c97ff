#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the suite on each ICD and natively, by turns, and prints a table with ratios to the first platform.

    bench/run_suite.py --binary build/release/bench/bench_suite --icd weft=build/release/vendors --icd peer=DIR --native
"""

import argparse
import datetime
import fnmatch
import json
import math
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from run import CACHES


class Platform:
    """An ICD, NAME=VENDORS[,VARIABLE=VALUE...], or the native forms."""

    def __init__(self, text, clock):
        self.name, _, rest = text.partition("=")
        self.native = text == "native"
        vendors, *variables = rest.split(",")
        self.environment = dict(variable.split("=", 1) for variable in variables)
        if self.native and clock == "cpu":
            self.environment["OMP_WAIT_POLICY"] = "passive"
        if not self.native:
            self.environment["OCL_ICD_VENDORS"] = vendors

    def run(self, binary, program, arguments, timeout):
        """One process with a fresh program cache: its line as a dict, or one with "failed"."""
        with tempfile.TemporaryDirectory(prefix="weft-suite-") as cache:
            environment = dict(os.environ, **{name: cache for name in CACHES}, **self.environment)
            command = [str(binary), "--program", program] + arguments + (["--native"] if self.native else [])
            try:
                process = subprocess.run(command, env=environment, timeout=timeout, text=True, capture_output=True)
            except subprocess.TimeoutExpired:
                return {"failed": f"no end within {timeout} s"}
        try:
            result = json.loads(process.stdout)
        except json.JSONDecodeError:
            last = process.stderr.strip().splitlines()[-1:] or [""]
            return {"failed": f"exit code {process.returncode}: {last[0]}"}
        if result.get("verified") is False:
            return {"failed": "wrong: " + process.stderr.strip()}
        return result


def measure(binary, programs, platforms, options):
    """{program: {platform: {"seconds", "build_seconds", "rate", "unit"} or {"failed"} or {"skipped"}}}"""
    runs = {program: {platform.name: [] for platform in platforms} for program in programs}
    for turn in range(options.turns):
        arguments = ["--scale", str(options.scale), "--runs", str(options.runs), "--budget", str(options.budget)]
        arguments += ["--no-verify"] if turn else []
        begins = turn % len(platforms)  # who runs first runs on memory and clocks that others have left
        for program in programs:
            for platform in platforms[begins:] + platforms[:begins]:
                so_far = runs[program][platform.name]
                if so_far and ("failed" in so_far[-1] or "skipped" in so_far[-1]):
                    continue
                so_far.append(platform.run(binary, program, arguments, options.timeout))
                if sys.stderr.isatty():
                    print(f"\rturn {turn + 1}: {program} {platform.name}".ljust(70), end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r".ljust(70) + "\r", end="", file=sys.stderr)
    return {program: {name: summary(list_, options.clock) for name, list_ in by_platform.items()}
            for program, by_platform in runs.items()}


def summary(runs, clock):
    """Of the turns: the median of each turn's best run, which a busy neighbour disturbs least."""
    last = runs[-1]
    if "failed" in last or "skipped" in last:
        return {key: last[key] for key in ("failed", "skipped") if key in last}
    best = statistics.median(run["min_seconds"] for run in runs)
    seconds = best if clock == "wall" else statistics.median(run["cpu_seconds"] for run in runs)
    return {
        "seconds": seconds,
        "wall_seconds": best,
        "median_seconds": statistics.median(run["median_seconds"] for run in runs),
        "build_seconds": statistics.median(run["build_seconds"] for run in runs),
        "rate": last["rate"] * last["min_seconds"] / seconds,
        "unit": last["unit"],
    }


def ratio(results, name, first, key="seconds"):
    """How many times longer `name` takes than `first`; None where one of them has no time."""
    mine, other = results[name].get(key), results[first].get(key)
    return mine / other if mine and other else None


def geometric_mean(values):
    values = [value for value in values if value and value > 0]
    return math.exp(statistics.fmean(map(math.log, values))) if values else None


def table(results, groups, names):
    """The text: rates, ratios to the first platform, and their means for each group."""
    first, others = names[0], names[1:]
    lines = []

    def cell(value, places):
        return f"{value:{places}}" if value is not None else f"{'-':>{places.split('.')[0]}}"

    for group in dict.fromkeys(groups.values()):
        lines.append(f"{group:16}{'':10}" + "".join(f"{name:>10}" for name in names)
                     + "".join(f"{name + '/' + first:>14}" for name in others))
        members = [program for program in results if groups[program] == group]
        for program in members:
            row = results[program]
            unit = next((row[name]["unit"] for name in names if "unit" in row[name]), "")
            lines.append(f"{program:16}{unit:>10}" + "".join(cell(row[name].get("rate"), "10.3f") for name in names)
                         + "".join(cell(ratio(row, name, first), "14.2f") for name in others))
        lines.append(f"{'geometric mean':26}" + " " * 10 * len(names) + "".join(
            cell(geometric_mean(ratio(results[program], name, first) for program in members), "14.2f")
            for name in others))
        lines.append("")
    builds = [cell(geometric_mean(ratio(row, name, first, "build_seconds") for row in results.values()), "14.2f")
              for name in others if name != "native"]
    if builds:
        lines.append(f"{'cold builds, geometric mean':36}" + " " * 10 * (len(names) - 1) + "".join(builds))
    for program, row in results.items():
        lines += [f"{program} on {name}: {row[name]['failed']}" for name in names if "failed" in row[name]]
    return "\n".join(lines)


def machine():
    """The processor's name and how many CPUs this process may use."""
    names = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return f"{names[0] if names else os.uname().machine}, {len(os.sched_getaffinity(0))} CPUs"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True, type=Path, help="path of bench_suite")
    parser.add_argument("--icd", action="append", default=[], metavar="NAME=VENDORS[,VARIABLE=VALUE...]",
                        help="the first is the measure; variables are added to the environment")
    parser.add_argument("--native", action="store_true", help="the native forms too")
    parser.add_argument("--programs", default="*", help="only these, by names or patterns of the shell with commas")
    parser.add_argument("--groups", help="only these, with commas; default: all but patterns")
    parser.add_argument("--quick", action="store_true", help="one turn of at most 0.1 s and three runs a program")
    parser.add_argument("--turns", type=int, default=2, help="default: 2")
    parser.add_argument("--runs", type=int, default=1000000, help="runs in a turn, at most (default: all that fit)")
    parser.add_argument("--budget", type=float, default=0.3, help="seconds of runs in a turn (default: 0.3)")
    parser.add_argument("--scale", type=float, default=1, help="of the programs' sizes")
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall",
                        help="cpu: the processors' seconds of all threads, for a machine that others use too")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one program (default: 120)")
    parser.add_argument("--json", type=Path, help="file for the results, which plot.py draws")
    options = parser.parse_args()
    if options.quick:
        options.turns, options.runs, options.budget = 1, 3, 0.1
    platforms = [Platform(icd, options.clock) for icd in options.icd + ["native"] * options.native]
    if not platforms:
        parser.error("nothing to run on: --icd or --native")

    choices = [["--group", name] for name in options.groups.split(",")] if options.groups else [[]]
    listed = "".join(subprocess.run([str(options.binary), "--list"] + choice, check=True, text=True,
                                    capture_output=True).stdout for choice in choices)
    groups = {program: group for group, program, *_ in map(str.split, listed.splitlines())
              if any(fnmatch.fnmatch(program, pattern) for pattern in options.programs.split(","))}
    if not groups:
        parser.error(f"no program is named {options.programs}")
    names = [platform.name for platform in platforms]
    results = measure(options.binary, list(groups), platforms, options)
    if options.json:
        everything = {"machine": machine(), "date": datetime.date.today().isoformat(),
                      "command": shlex.join([Path(sys.argv[0]).name] + sys.argv[1:]), "platforms": names,
                      "clock": options.clock, "groups": groups, "results": results}
        options.json.write_text(json.dumps(everything, indent=1) + "\n")
    print(table(results, groups, names))
    return any("failed" in row[name] for row in results.values() for name in names)


if __name__ == "__main__":
    sys.exit(main())
