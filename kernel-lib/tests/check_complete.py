#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that kernel-lib.bc defines every builtin that Clang declares for what Weft advertises.

Clang's opencl-c.h lists the builtins of each OpenCL C version. Every prototype is turned into a definition and
compiled for spir64, which gives the mangled names that user code will refer to. Prints what is missing, by builtin,
and fails if there is any that --known-missing does not name.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

# Sections that come with later features: their types mark them. (Multi-sampled images only come from OpenGL.)
LATER_TYPES = re.compile(r"\b(image\w*msaa\w*|pipe|reserve_id_t|queue_t|clk_event_t|ndrange_t)\b")
# C11 atomics by pointers to named address spaces: the header has them in any case, but where there are generic pointers
# Clang's own table, which programs see, has them for sums of floats only.
NAMED_ATOMIC = re.compile(r"volatile __(global|local) atomic_")
FLOAT_SUM = re.compile(r"\batomic_fetch_(add|sub)(_explicit)? ?\(volatile __\w+ atomic_(float|double) ")


EXTENSIONS = ("cl_khr_fp16,cl_khr_fp64,cl_khr_byte_addressable_store,"
              "cl_khr_global_int32_base_atomics,cl_khr_global_int32_extended_atomics,"
              "cl_khr_local_int32_base_atomics,cl_khr_local_int32_extended_atomics,"
              "cl_khr_int64_base_atomics,cl_khr_int64_extended_atomics,cl_ext_float_atomics,"
              "cl_khr_3d_image_writes,cl_khr_depth_images,cl_khr_mipmap_image,cl_khr_mipmap_image_writes,"
              "cl_khr_extended_bit_ops,cl_khr_integer_dot_product,cl_khr_subgroup_ballot,"
              "cl_khr_subgroup_clustered_reduce,cl_khr_subgroup_extended_types,"
              "cl_khr_subgroup_non_uniform_arithmetic,cl_khr_subgroup_non_uniform_vote,cl_khr_subgroup_rotate,"
              "cl_khr_subgroup_shuffle,cl_khr_subgroup_shuffle_relative")


def run(command, stdin=None):
    result = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {result.stderr}")
    return result.stdout


def prototypes(clang, version, extensions):
    """The prototypes (return type, name, parameters) of one OpenCL C version."""
    text = run([clang, "-target", "spir64", "-x", "cl", f"-cl-std={version}", "-Xclang", f"-cl-ext={extensions}",
                "-U__SPIR__", "-U__SPIR64__", "-cl-no-stdinc", "-include", "opencl-c.h", "-E", "-P", "-"], "")
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    # Two spellings of one type would be two definitions of one function.
    text = re.sub(r"\b(atomic_)?(u?)(intptr|ptrdiff|size)_t\b", lambda m: (m.group(1) or "") +
                  ("ulong" if m.group(2) or m.group(3) == "size" else "long"), text)
    text = re.sub(r"__attribute__\(\((overloadable|const|pure|convergent|noduplicate)\)\)", "", text)
    for declaration in re.sub(r"\s+", " ", text).split(";"):
        match = re.fullmatch(r" ?((?:[\w]+ )+)(\w+) ?\((.*)\) ?", declaration)
        if not match or match.group(1).startswith("typedef"):
            continue
        if ("+__opencl_c_generic_address_space" in extensions and NAMED_ATOMIC.search(declaration) and
                not FLOAT_SUM.search(declaration)):
            continue
        if LATER_TYPES.search(declaration):
            continue
        yield match.group(1).strip(), match.group(2), match.group(3)


def mangled(clang, llvm_nm, version, extensions):
    """Mangled name -> builtin."""
    source = ["#pragma OPENCL EXTENSION cl_khr_fp16 : enable"]
    names = []
    seen = set()
    for result, name, parameters in prototypes(clang, version, extensions):
        if "..." in parameters or (result, name, parameters) in seen:
            continue
        seen.add((result, name, parameters))
        names.append(name)
        source.append(f"{result} __attribute__((overloadable)) {name}({parameters}) {{ __builtin_unreachable(); }}")
    with tempfile.NamedTemporaryFile(suffix=".bc") as object_file:
        run([clang, "-target", "spir64", "-x", "cl", f"-cl-std={version}", "-Xclang", f"-cl-ext={extensions}",
             "-Xclang", "-finclude-default-header", "-Xclang", "-fdeclare-opencl-builtins", "-w", "-O0",
             "-c", "-emit-llvm", "-", "-o", object_file.name], "\n".join(source))
        symbols = defined(llvm_nm, object_file.name)
    wanted = {}
    for symbol in symbols:
        match = re.match(r"_Z(\d+)", symbol)
        if match:
            start = match.end()
            wanted[symbol] = symbol[start:start + int(match.group(1))]
    return wanted


def advertised(extensions, features):
    """What Clang's -cl-ext takes: these extensions and the features of the .def file, nothing else."""
    names = re.findall(r"^WEFT_FEATURE\((\w+)\)", features.read_text(), flags=re.M)
    if not names:
        sys.exit(f"{features} has no feature")
    return ",".join(["-all"] + [f"+{name}" for name in extensions.split(",")] +
                    [f"+__opencl_c_{name}" for name in names])


def defined(llvm_nm, path):
    lines = run([llvm_nm, "--defined-only", "--format=just-symbols", path]).split()
    return set(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("--tools", type=pathlib.Path, default="/usr/lib/llvm-22/bin",
                        help="folder of clang and llvm-nm")
    parser.add_argument("--features", type=pathlib.Path, required=True,
                        help="compiler/language_features.def: the features that Weft advertises")
    parser.add_argument("--extensions", default=EXTENSIONS, help="names, separated by commas")
    parser.add_argument("--versions", default="CL1.0,CL1.1,CL1.2,CL2.0,CL3.0,CLC++,CLC++2021")
    parser.add_argument("--known-missing", default="", help="builtins, separated by commas")
    parser.add_argument("--list", action="store_true", help="print every missing symbol")
    arguments = parser.parse_args()

    clang, llvm_nm = arguments.tools / "clang", arguments.tools / "llvm-nm"
    have = defined(llvm_nm, arguments.library)
    extensions = advertised(arguments.extensions, arguments.features)
    known = set(filter(None, arguments.known_missing.split(",")))
    missing = collections.defaultdict(set)
    total = set()
    for version in arguments.versions.split(","):
        for symbol, name in mangled(clang, llvm_nm, version, extensions).items():
            total.add(symbol)
            if symbol not in have and name not in known:
                missing[name].add(symbol)
    for name in sorted(missing):
        symbols = ": " + " ".join(sorted(missing[name])) if arguments.list else ""
        print(f"missing: {name} ({len(missing[name])}){symbols}")
    count = sum(map(len, missing.values()))
    print(f"{len(total) - count} of {len(total)} builtins are defined")
    if not total:
        sys.exit("no builtins found: the parsing of Clang's header failed")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
