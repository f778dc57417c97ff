# SPDX-License-Identifier: Apache-2.0
# Relational Functions
weft_kernel_sources(relational
    all.cl
    any.cl
    bitselect.cl
    isequal.cl
    isfinite.cl
    isgreater.cl
    isgreaterequal.cl
    isinf.cl
    isless.cl
    islessequal.cl
    islessgreater.cl
    isnan.cl
    isnormal.cl
    isnotequal.cl
    isordered.cl
    isunordered.cl
    select.cl
    signbit.cl)
