#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws a comparison of platforms from the JSON that run_suite.py wrote.

    bench/plot.py suite.json --groups suite,images -o suite.svg

A row for each program, a dot for each other platform: how many times as fast as it the first one is, on a logarithmic
axis. Below the picture stand the machine, the date and the command. Needs matplotlib (Debian's python3-matplotlib).
"""

import argparse
import json
import sys
import textwrap
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "weft", "svg.fonttype": "none"})  # the same picture from the same numbers

from matplotlib import pyplot, ticker  # noqa: E402 - after the choice of what draws

from run_suite import ratio  # noqa: E402

ROW_INCHES = 0.2
MARKS = "osD^v"


def speeds(data, groups):
    """{program: {platform: the first platform's speed as a multiple of its}} of the programs that both ran."""
    first, *others = data["platforms"]
    rows = {}
    for program, row in data["results"].items():
        if groups and data["groups"][program] not in groups:
            continue
        its = {name: value for name in others if (value := ratio(row, name, first))}
        if its:
            rows[program] = its
    return rows


def draw(data, rows):
    first, *others = data["platforms"]
    figure, axes = pyplot.subplots(figsize=(8, 1.2 + ROW_INCHES * len(rows)), layout="constrained")
    programs = list(rows)
    for i, name in enumerate(others):
        places = [place for place, program in enumerate(programs) if name in rows[program]]
        axes.scatter([rows[programs[place]][name] for place in places], places, label=name, zorder=2, s=28,
                     marker=MARKS[i % len(MARKS)])
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda x, _: f"{x:g}" if x >= 1 else f"1/{1 / x:g}"))
    axes.set_yticks(range(len(programs)), programs)
    axes.invert_yaxis()
    axes.grid(axis="both", color="#dddddd", zorder=0)
    axes.set_title(f"How many times as fast {first} is", fontsize=11)
    axes.legend(loc="lower right")
    caption = f"{data['machine']}, {data['date']}: {data['command']}" if "command" in data else "no machine is noted"
    figure.supxlabel("\n".join(textwrap.wrap(caption, 110)), fontsize=7, color="#555555")
    return figure


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("json", type=Path, help="what run_suite.py --json wrote")
    parser.add_argument("--groups", help="only these, with commas")
    parser.add_argument("-o", "--output", required=True, type=Path, help="the SVG")
    options = parser.parse_args()
    data = json.loads(options.json.read_text())
    rows = speeds(data, options.groups.split(",") if options.groups else None)
    if not rows:
        parser.error(f"{options.json} has nothing to compare: two platforms and a program of the groups are needed")
    draw(data, rows).savefig(options.output, metadata={"Date": None})


if __name__ == "__main__":
    sys.exit(main())
