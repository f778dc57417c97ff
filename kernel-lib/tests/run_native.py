#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a test of the kernel library without a runtime: <test>.cl with the builtins beside <test>.c with the references.

The OpenCL C side is compiled for spir64 like any user code, linked with kernel-lib.bc and renamed to the host's triple;
the C side calls it through pointers and counts only, where both agree on the calling convention. With --weftc the
functions are kernels instead, and the C side launches them.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

EXTENSIONS = ("-all,+cl_khr_fp16,+cl_khr_fp64,+__opencl_c_fp64,+__opencl_c_int64,+cl_khr_byte_addressable_store,"
              "+cl_khr_global_int32_base_atomics,+cl_khr_global_int32_extended_atomics,"
              "+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics,"
              "+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,"
              "+__opencl_c_images,+__opencl_c_3d_image_writes,+__opencl_c_read_write_images,+cl_khr_3d_image_writes,"
              "+cl_khr_depth_images,+cl_khr_mipmap_image,+cl_khr_mipmap_image_writes,"
              "+cl_khr_extended_bit_ops,+cl_khr_integer_dot_product,+__opencl_c_integer_dot_product_input_4x8bit,"
              "+__opencl_c_integer_dot_product_input_4x8bit_packed")


def run(*command):
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stderr[:4000]}")
    return result.stdout


def host_module(text, triple, layout):
    """The module as one for the host: same code, its calling convention and opaque types."""
    text = re.sub(r'^target triple = .*$', f'target triple = "{triple}"', text, flags=re.M)
    text = re.sub(r'^target datalayout = .*$', f'target datalayout = "{layout}"', text, flags=re.M)
    text = re.sub(r'\bspir_(func|kernel) ', '', text)
    text = re.sub(r'target\("spirv\.Image"[^)]*\)', 'ptr addrspace(2)', text)
    text = re.sub(r'target\("spirv\.\w+"\) zeroinitializer', 'ptr null', text)
    # An image is the pointer to its description, a sampler its value: what retarget() of the compiler knows.
    text = re.sub(r'^declare ([^@]*)(@_Z12__weft_image\w+)\([^)]*\)[^)\n]*\)[^\n]*$',
                  r'define ptr addrspace(2) \2(ptr addrspace(2) %p) { ret ptr addrspace(2) %p }', text, flags=re.M)
    text = re.sub(r'^declare [^@]*(@_Z14__weft_sampler11ocl_sampler)\([^\n]*$',
                  r'define i64 \1(ptr %p) { %i = ptrtoint ptr %p to i64 ret i64 %i }', text, flags=re.M)
    return re.sub(r'target\("spirv\.\w+"\)', 'ptr', text)


def compile_functions(arguments, here, folder, defines):
    """folder/host.o from the test's functions, linked with the library."""
    clang = arguments.tools / "clang"
    empty = folder / "empty.c"
    empty.write_text("")
    host = run(clang, "-S", "-emit-llvm", empty, "-o", "-")
    triple = re.search(r'target triple = "(.*)"', host).group(1)
    layout = re.search(r'target datalayout = "(.*)"', host).group(1)

    run(clang, "-target", "spir64", "-x", "cl", f"-cl-std={arguments.standard}", "-Xclang",
        f"-cl-ext={EXTENSIONS}", "-O1", "-Xclang", "-disable-llvm-passes", *defines, "-I", here, "-c",
        "-emit-llvm",
        here / f"{arguments.test}.cl", "-o", folder / "user.bc")
    run(arguments.tools / "llvm-link", "--only-needed", folder / "user.bc", arguments.library, "-S",
        "-o", folder / "linked.ll")
    (folder / "host.ll").write_text(host_module((folder / "linked.ll").read_text(), triple, layout))
    run(clang, "-O0", "-march=native", "-Wno-override-module", "-c", folder / "host.ll", "-o", folder / "host.o")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("test", help="name of the test: <test>.cl and <test>.c in this folder")
    parser.add_argument("--library", type=pathlib.Path, required=True)
    parser.add_argument("--tools", type=pathlib.Path, default="/usr/lib/llvm-22/bin", help="folder of clang and kin")
    parser.add_argument("--standard", default="CL1.2")
    parser.add_argument("-D", dest="defines", action="append", default=[], help="macro for both sides")
    parser.add_argument("--weftc", type=pathlib.Path, help="the functions are kernels, compiled by this")
    parser.add_argument("--option", dest="options", action="append", default=[], help="of weftc")
    arguments = parser.parse_args()
    defines = [f"-D{define}" for define in arguments.defines]
    here = pathlib.Path(__file__).resolve().parent
    clang = arguments.tools / "clang"

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if arguments.weftc:
            defines.append("-DKERNELS")
            run(arguments.weftc, "--emit=object", here / f"{arguments.test}.cl", "-o", folder / "host.o",
                f"-cl-std={arguments.standard}", f"-I{here}", *defines, *arguments.options)
        else:
            compile_functions(arguments, here, folder, defines)
        run(clang, "-O0", "-g", "-std=gnu11", "-fsigned-char", "-Wall", "-Wextra", "-frounding-math", *defines,
            "-I", here, "-I", here.parent.parent, here / f"{arguments.test}.c", folder / "host.o", "-lm", "-o",
            folder / "test")
        return subprocess.run([folder / "test"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
