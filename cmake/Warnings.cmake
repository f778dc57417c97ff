# SPDX-License-Identifier: Apache-2.0
# weft_warnings(target): the project's warnings, as errors unless WEFT_WERROR is off.
# Clang blames std::stable_sort's user for what libstdc++ itself calls and deprecates. At -O3 GCC inlines moves of LLVM's
# small containers, and takes the half of their union that is not in use for read.
add_library(weft_warnings INTERFACE)
target_compile_options(weft_warnings INTERFACE
    -Wall -Wextra -Wshadow -Wpointer-arith -Wvla -Wundef -Wwrite-strings
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition>
    $<$<COMPILE_LANG_AND_ID:C,Clang>:-Wthread-safety>
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-deprecated-declarations>
    $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<CONFIG:Release>>:-Wno-maybe-uninitialized>
    $<$<BOOL:${WEFT_WERROR}>:-Werror>)

function(weft_warnings target)
    target_link_libraries(${target} PRIVATE weft_warnings)
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
endfunction()
