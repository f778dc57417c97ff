# SPDX-License-Identifier: Apache-2.0
# What libweft.so and weft-compiler both contain: wire format, protocol, build options, program binaries.
include_guard(GLOBAL)

add_library(weft_protocol OBJECT
    ${CMAKE_CURRENT_LIST_DIR}/checks.c
    ${CMAKE_CURRENT_LIST_DIR}/backend/host_features.c
    ${CMAKE_CURRENT_LIST_DIR}/kernel_info.c
    ${CMAKE_CURRENT_LIST_DIR}/names.c
    ${CMAKE_CURRENT_LIST_DIR}/options.c
    ${CMAKE_CURRENT_LIST_DIR}/paths.c
    ${CMAKE_CURRENT_LIST_DIR}/program_binary.c
    ${CMAKE_CURRENT_LIST_DIR}/protocol.c
    ${CMAKE_CURRENT_LIST_DIR}/switches.c
    ${CMAKE_CURRENT_LIST_DIR}/wire.c)
target_include_directories(weft_protocol PUBLIC ${CMAKE_CURRENT_LIST_DIR}/..)
set_target_properties(weft_protocol PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    C_STANDARD 11
    C_EXTENSIONS ON
    C_VISIBILITY_PRESET hidden)
if(COMMAND weft_warnings)
    weft_warnings(weft_protocol)
endif()
