# SPDX-License-Identifier: Apache-2.0
# weft_warnings(target): the project's warnings, as errors unless WEFT_WERROR is off.
add_library(weft_warnings INTERFACE)
target_compile_options(weft_warnings INTERFACE
    -Wall -Wextra -Wshadow -Wpointer-arith -Wvla -Wundef -Wwrite-strings
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition>
    $<$<COMPILE_LANG_AND_ID:C,Clang>:-Wthread-safety>
    $<$<BOOL:${WEFT_WERROR}>:-Werror>)

function(weft_warnings target)
    target_link_libraries(${target} PRIVATE weft_warnings)
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
endfunction()
