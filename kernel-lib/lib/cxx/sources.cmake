# SPDX-License-Identifier: Apache-2.0
# C++ for OpenCL: what Clang calls for it
weft_kernel_sources(cxx
    guard.cl)
