#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every test that sentences.csv names exists, and that every sentence has one or a reason to have none.

A test is `program.function`: a function of tests/<program>.c that is registered with cmocka_unit_test, of a program
that CMakeLists.txt builds; `litmus.name`: a row of the table in litmus/litmus.c; a path with a slash: a file of the
tree; or `cts:suite.subtest`: a suite of suites.csv. A sentence that is of OpenCL C 2.0 and C++ for OpenCL too has a test
of a program that CMakeLists.txt runs once more in these (topics_of_all_languages), or that goes through them itself
(topics_that_choose_languages).
"""

import argparse
import collections
import csv
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
KINDS = ("tested", "not observable", "pending")
COLUMNS = ["page", "number", "sentence", "versions", "tests", "note"]
# Languages that programs are built with, by the name in the list.
VERSIONS = {"1.2": None, "2.0": "CL2.0", "3.0": None, "3.1": None, "C++": "CLC++"}


def read_rows(path):
    with open(path, newline="") as file:
        reader = csv.DictReader(line for line in file if not line.startswith("#"))
        rows = list(reader)
    if reader.fieldnames != COLUMNS:
        sys.exit(f"{path}: columns are {reader.fieldnames}, expected {COLUMNS}")
    return rows


def registered_tests(source):
    """The tests that a program's source defines, by itself or by a macro for each type, and hands to cmocka."""
    # Definitions, declared by hand: "name(void **state)" at the beginning of a line or after "static void".
    defined = set(re.findall(r"^(?:static void )?(\w+)\(void \*\*state\)", source, flags=re.M))
    # Definitions by a macro: "#define CASE(T, ...) ... static void prefix_##T(void **state)", and CASE(int, ...).
    for macro, parameter, body in re.findall(r"^#define (\w+)\((\w+)[^)]*\)((?:.*\\\n)*.*)", source, flags=re.M):
        for prefix in re.findall(rf"static void\s+(\w*)##{parameter}\(void \*\*state\)", body):
            defined.update(prefix + name for name in re.findall(rf"^{macro}\((\w+)", source, flags=re.M))
    return defined & set(re.findall(r"cmocka_unit_test\((\w+)\)", source))


def litmus_tests(path):
    """The names in the table of litmus tests."""
    return set(re.findall(r'\.name = "(\w+)"', path.read_text())) if path.is_file() else set()


class Tests:
    """What exists."""

    def __init__(self, root):
        self.root = root
        # Every word of set(topics ...) in CMakeLists.txt.
        topics = re.findall(r"set\(topics\s([^)]*)\)", (root / "conformance/CMakeLists.txt").read_text())
        self.programs = set(" ".join(topics).split())
        again = re.search(r"set\(topics_of_all_languages([^)]*)\)", (root / "conformance/CMakeLists.txt").read_text())
        self.in_all_languages = set(again.group(1).split())
        chosen = re.search(r"set\(topics_that_choose_languages([^)]*)\)",
                           (root / "conformance/CMakeLists.txt").read_text())
        self.in_all_languages |= set(chosen.group(1).split())
        suites = read_suites(root / "conformance/suites.csv")
        self.suites = set(suites)
        self.registered = {"litmus": litmus_tests(root / "conformance/litmus/litmus.c")}

    def why_missing(self, name):
        """None, or why there is no such test."""
        if name.startswith("cts:"):
            suite, _, subtest = name[4:].partition(".")
            return None if suite in self.suites and re.fullmatch(r"\w+", subtest) else f"no suite {suite} in suites.csv"
        if "/" in name:
            return None if (self.root / name).is_file() else "no such file"
        program, _, function = name.partition(".")
        if program not in self.registered:
            path = self.root / "conformance/tests" / f"{program}.c"
            if program not in self.programs or not path.is_file():
                return f"no program {program}"
            self.registered[program] = registered_tests(path.read_text())
        return None if function in self.registered[program] else f"no such test in {program}.c"


def read_suites(path):
    with open(path, newline="") as file:
        return [row["suite"] for row in csv.DictReader(line for line in file if not line.startswith("#"))]


def check(rows, tests):
    """(errors, how many rows are of each kind, how many tests are named)"""
    errors = []
    kinds = collections.Counter()
    named = set()
    numbers = set()
    for row in rows:
        place = f"{row['page']}, {row['number']}"
        if row["number"] in numbers:
            errors.append(f"{place}: the number is taken")
        numbers.add(row["number"])
        if None in row.values() or not (row["sentence"] and row["tests"]):
            errors.append(f"{place}: a sentence and its tests are needed")
            continue
        kind = row["tests"] if row["tests"] in KINDS else "tested"
        kinds[kind] += 1
        if kind != "tested" and not row["note"]:
            errors.append(f"{place}: {kind} for no reason")
        if kind != "tested":
            continue
        programs = {name.partition(".")[0] for name in row["tests"].split() if "/" not in name and ":" not in name}
        if not set(row["versions"].split()) <= set(VERSIONS) or not row["versions"]:
            errors.append(f"{place}: versions are some of {', '.join(VERSIONS)}")
        # Programs build their kernels for 1.2 or 3.0 by themselves.
        elif (programs and programs <= tests.programs | {"litmus"} and not programs & tests.in_all_languages and
              any(map(VERSIONS.get, row["versions"].split()))):
            errors.append(f"{place}: no test of these runs in all languages")
        for name in row["tests"].split():
            named.add(name)
            why = tests.why_missing(name)
            if why:
                errors.append(f"{place}: {name}: {why}")
    return errors, kinds, len(named)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, default=HERE / "sentences.csv")
    parser.add_argument("--break", dest="broken", action="store_true", help="misspell every test: all must be missed")
    options = parser.parse_args()

    rows = read_rows(options.table)
    if options.broken:
        for row in rows:
            if row["tests"] not in KINDS:
                row["tests"] = " ".join(re.sub(r"^(cts:)?", r"\1no", name) for name in row["tests"].split())
    errors, kinds, named = check(rows, Tests(HERE.parent))
    if options.broken and len({error.split(": ")[1] for error in errors}) != named:
        sys.exit("a misspelled test was taken for one that exists")
    for error in errors:
        print(error)
    print(f"{len(rows)} sentences: " + ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS) +
          f"; {named} tests named; {len(errors)} errors")
    return 1 if errors or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
