# SPDX-License-Identifier: Apache-2.0
# LLVM, Clang and lld 22: the version Weft is built with.
find_program(WEFT_LLVM_CONFIG NAMES llvm-config-22 REQUIRED HINTS /usr/lib/llvm-22/bin)
execute_process(COMMAND ${WEFT_LLVM_CONFIG} --prefix OUTPUT_VARIABLE WEFT_LLVM_PREFIX
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
# LLVM's version file accepts no bare major version.
find_package(LLVM REQUIRED CONFIG PATHS ${WEFT_LLVM_PREFIX}/lib/cmake/llvm NO_DEFAULT_PATH)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
    message(FATAL_ERROR "LLVM 22 is needed, found ${LLVM_VERSION} in ${WEFT_LLVM_PREFIX}")
endif()
set(WEFT_LLVM_BIN ${WEFT_LLVM_PREFIX}/bin)
find_program(WEFT_CLANG NAMES clang-22 clang REQUIRED PATHS ${WEFT_LLVM_BIN} NO_DEFAULT_PATH)
find_program(WEFT_LLVM_LINK NAMES llvm-link REQUIRED PATHS ${WEFT_LLVM_BIN} NO_DEFAULT_PATH)
