# SPDX-License-Identifier: Apache-2.0
# libweft.so is optimized across its files: a launch is a chain of small functions of many (enqueue and finish take 8 %
# less). The objects have ordinary code as well, which the tests link.
option(WEFT_LINK_TIME_OPTIMIZATION "Optimize libweft.so across its files" ON)
if(WEFT_SANITIZE OR NOT CMAKE_C_COMPILER_ID STREQUAL "GNU" OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(WEFT_LINK_TIME_OPTIMIZATION OFF)
endif()

# GCC clears structures of more than 64 bytes by `rep stos`, whose start alone takes 30 cycles, a few times in a launch.
set(WEFT_CLEARING)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    set(WEFT_CLEARING -mmemset-strategy=vector_loop:512:noalign,libcall:-1:noalign)
endif()

# weft_link_time_objects(target): the library is made of these.
function(weft_link_time_objects target)
    target_compile_options(${target} PRIVATE ${WEFT_CLEARING})
    if(WEFT_LINK_TIME_OPTIMIZATION)
        target_compile_options(${target} PRIVATE -flto -ffat-lto-objects)
        target_link_options(${target} INTERFACE
            $<IF:$<STREQUAL:$<TARGET_PROPERTY:NAME>,weft>,-flto=auto,-fno-lto>
            ${WEFT_CLEARING})
    endif()
endfunction()
