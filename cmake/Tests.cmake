# SPDX-License-Identifier: Apache-2.0
# How tests run: against the build tree, through the ICD loader, with a cache of their own.
set(WEFT_TEST_ENVIRONMENT
    "OCL_ICD_VENDORS=${WEFT_VENDORS_DIR}"
    "WEFT_CACHE_DIR=${CMAKE_BINARY_DIR}/test-cache"
    "WEFT_CHECK=order"
    "CMOCKA_MESSAGE_OUTPUT=stdout"
    "TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/cmake/tsan.supp")

set(timeout 300)

# weft_started_program(variable name program): the path by which processes of tests start a program of the build. An
# emulator of user space runs one process, and what that starts is the machine's: a script, `name`, starts it again.
function(weft_started_program variable name program)
    set(${variable} ${program} PARENT_SCOPE)
    if(CMAKE_CROSSCOMPILING AND CMAKE_CROSSCOMPILING_EMULATOR)
        list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
        file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/emulated/${name} CONTENT "#!/bin/sh\nexec ${emulator} ${program} \"$@\"\n"
             FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
        set(${variable} ${CMAKE_BINARY_DIR}/emulated/${name} PARENT_SCOPE)
    endif()
endfunction()

if(CMAKE_CROSSCOMPILING AND CMAKE_CROSSCOMPILING_EMULATOR)
    set(timeout 3600)
    weft_started_program(compiler weft-compiler ${WEFT_LIBEXEC_DIR}/weft-compiler)
    list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
    list(APPEND WEFT_TEST_ENVIRONMENT "WEFT_COMPILER=${compiler}" "WEFT_TEST_EMULATOR=${emulator}")
endif()
set(WEFT_TEST_TIMEOUT ${timeout} CACHE STRING "Seconds that a test may take")

# weft_add_test(name command...): one ctest entry.
function(weft_add_test name)
    add_test(NAME ${name} COMMAND ${ARGN})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${WEFT_TEST_ENVIRONMENT}" TIMEOUT ${WEFT_TEST_TIMEOUT}
        SKIP_RETURN_CODE 77)
endfunction()
