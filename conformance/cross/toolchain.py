# SPDX-License-Identifier: Apache-2.0
"""What the scripts here have in common: the options that name the tools for a CPU, and what they are called with."""

import argparse


def options_of(description):
    """The options of a script, to which it adds its own."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--weftc", required=True)
    parser.add_argument("--triple", required=True)
    parser.add_argument("--cpu", required=True, help="as weftc has it")
    parser.add_argument("--cc", required=True, help="the C compiler for all but the kernels")
    parser.add_argument("--objcopy", required=True, help="of the same architecture")
    parser.add_argument("--emulator", default="", help="a command and its options")
    return parser


def compiler(options):
    """The words of a weftc that compiles for the CPU."""
    return [options.weftc, f"--target={options.triple}", f"--cpu={options.cpu}"]


# What objcopy does to an object before a linker has it: linkers refuse attributes that name extensions newer than themselves.
LINKABLE = "--remove-section=.riscv.attributes"
