# SPDX-License-Identifier: Apache-2.0
# Atomic Functions, of OpenCL C 1.x (atomic_*, atom_*) and C11
weft_kernel_sources(atomic
    atomic_add.cl
    atomic_and.cl
    atomic_cmpxchg.cl
    atomic_compare_exchange.cl
    atomic_dec.cl
    atomic_exchange.cl
    atomic_fetch_add.cl
    atomic_fetch_and.cl
    atomic_fetch_max.cl
    atomic_fetch_min.cl
    atomic_fetch_or.cl
    atomic_fetch_sub.cl
    atomic_fetch_xor.cl
    atomic_flag.cl
    atomic_inc.cl
    atomic_init.cl
    atomic_load.cl
    atomic_max.cl
    atomic_min.cl
    atomic_or.cl
    atomic_store.cl
    atomic_sub.cl
    atomic_xchg.cl
    atomic_xor.cl)
