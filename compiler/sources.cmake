# SPDX-License-Identifier: Apache-2.0
# The C files of the compiler, besides those of the object library weft_protocol (protocol.cmake).

# Shared by weft-compiler, weftc and unit tests.
set(WEFT_COMPILER_C_SOURCES
    ${CMAKE_CURRENT_LIST_DIR}/build.c
    ${CMAKE_CURRENT_LIST_DIR}/log.c)
# The executable weft-compiler itself; weftc and weft-opt have their own main.
set(WEFT_COMPILER_SERVER_SOURCES
    ${CMAKE_CURRENT_LIST_DIR}/child.c
    ${CMAKE_CURRENT_LIST_DIR}/limits.c
    ${CMAKE_CURRENT_LIST_DIR}/main.c
    ${CMAKE_CURRENT_LIST_DIR}/memory_handler.cpp
    ${CMAKE_CURRENT_LIST_DIR}/server.c)
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/main.c PROPERTIES
    COMPILE_DEFINITIONS "WEFT_VERSION=\"${PROJECT_VERSION}\"")
