# SPDX-License-Identifier: Apache-2.0
"""How lit runs the FileCheck tests of passes and front end; values come from lit.site.cfg.py in the build tree."""

import os

import lit.formats

config.name = "weft-compiler"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cl"]
config.test_source_root = os.path.dirname(__file__)
config.excludes = ["unit", "Inputs"]
config.environment["WEFT_KERNEL_LIB"] = config.weft_kernel_lib
config.substitutions += [
    ("%weft-opt", os.path.join(config.weft_bin, "weft-opt")),
    ("%weftc", os.path.join(config.weft_bin, "weftc")),
    (r"\bFileCheck\b", os.path.join(config.llvm_bin, "FileCheck")),
    (r"\bllc\b", os.path.join(config.llvm_bin, "llc")),
    (r"\bllvm-dwarfdump\b", os.path.join(config.llvm_bin, "llvm-dwarfdump")),
    (r"(?<![-\w])not\b", os.path.join(config.llvm_bin, "not")),
]
