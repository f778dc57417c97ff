# SPDX-License-Identifier: Apache-2.0
# LLVM, Clang and lld 22: the version Weft is built with.
find_program(WEFT_LLVM_CONFIG NAMES llvm-config-22 REQUIRED HINTS /usr/lib/llvm-22/bin)
execute_process(COMMAND ${WEFT_LLVM_CONFIG} --prefix OUTPUT_VARIABLE WEFT_LLVM_PREFIX
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
# Tools run on this machine; what is linked is for the one that Weft runs on.
set(WEFT_LLVM_BIN ${WEFT_LLVM_PREFIX}/bin)
if(CMAKE_CROSSCOMPILING)
    set(WEFT_LLVM_PREFIX ${CMAKE_SYSROOT}${WEFT_LLVM_PREFIX})
endif()
# LLVM's version file accepts no bare major version.
find_package(LLVM REQUIRED CONFIG PATHS ${WEFT_LLVM_PREFIX}/lib/cmake/llvm NO_DEFAULT_PATH
             NO_CMAKE_FIND_ROOT_PATH)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
    message(FATAL_ERROR "LLVM 22 is needed, found ${LLVM_VERSION} in ${WEFT_LLVM_PREFIX}")
endif()
# Debian's exports name a library by its path on the machine they are for.
if(CMAKE_CROSSCOMPILING)
    foreach(library ${LLVM_AVAILABLE_LIBS})
        if(NOT TARGET ${library})
            continue()
        endif()
        get_target_property(needs ${library} INTERFACE_LINK_LIBRARIES)
        if(needs)
            list(TRANSFORM needs REPLACE "^/usr/" "${CMAKE_SYSROOT}/usr/")
            set_target_properties(${library} PROPERTIES INTERFACE_LINK_LIBRARIES "${needs}")
        endif()
    endforeach()
endif()
find_program(WEFT_CLANG NAMES clang-22 clang REQUIRED PATHS ${WEFT_LLVM_BIN} NO_DEFAULT_PATH)
find_program(WEFT_LLVM_LINK NAMES llvm-link REQUIRED PATHS ${WEFT_LLVM_BIN} NO_DEFAULT_PATH)
