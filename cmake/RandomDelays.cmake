# SPDX-License-Identifier: Apache-2.0
# weft_random_delays(target): with WEFT_RANDOM_DELAYS the target's C files wait at random at atomics, locks and futexes
# (runtime/tests/random_delays.h). weft_random_delays_source(target): the same, and what they call is part of it.
function(weft_random_delays target)
    if(WEFT_RANDOM_DELAYS)
        target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
        target_compile_options(${target} PRIVATE
            "SHELL:$<$<COMPILE_LANGUAGE:C>:-include ${CMAKE_SOURCE_DIR}/runtime/tests/random_delays.h>")
    endif()
endfunction()

function(weft_random_delays_source target)
    weft_random_delays(${target})
    if(WEFT_RANDOM_DELAYS)
        target_sources(${target} PRIVATE ${CMAKE_SOURCE_DIR}/runtime/tests/random_delays.c)
    endif()
endfunction()
