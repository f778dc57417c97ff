# SPDX-License-Identifier: Apache-2.0
# How tests run: against the build tree, through the ICD loader, with a cache of their own.
set(WEFT_TEST_ENVIRONMENT
    "OCL_ICD_VENDORS=${WEFT_VENDORS_DIR}"
    "WEFT_CACHE_DIR=${CMAKE_BINARY_DIR}/test-cache"
    "WEFT_CHECK=order"
    "CMOCKA_MESSAGE_OUTPUT=stdout"
    "TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/cmake/tsan.supp")

# The compiler's process runs under the emulator as the application does, which no system call tells it.
if(CMAKE_CROSSCOMPILING AND CMAKE_CROSSCOMPILING_EMULATOR)
    list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/emulated-compiler @ONLY
         CONTENT "#!/bin/sh\nexec ${emulator} ${CMAKE_BINARY_DIR}/libexec/weft/weft-compiler \"$@\"\n")
    file(CHMOD ${CMAKE_BINARY_DIR}/emulated-compiler
         PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    list(APPEND WEFT_TEST_ENVIRONMENT "WEFT_COMPILER=${CMAKE_BINARY_DIR}/emulated-compiler")
endif()

# weft_add_test(name command...): one ctest entry.
function(weft_add_test name)
    add_test(NAME ${name} COMMAND ${ARGN})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${WEFT_TEST_ENVIRONMENT}" TIMEOUT 300)
endfunction()
