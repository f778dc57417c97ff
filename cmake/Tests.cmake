# SPDX-License-Identifier: Apache-2.0
# How tests run: against the build tree, through the ICD loader, with a cache of their own.
set(WEFT_TEST_ENVIRONMENT
    "OCL_ICD_VENDORS=${WEFT_VENDORS_DIR}"
    "WEFT_CACHE_DIR=${CMAKE_BINARY_DIR}/test-cache"
    "WEFT_CHECK=order"
    "CMOCKA_MESSAGE_OUTPUT=stdout"
    "TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/cmake/tsan.supp")

# weft_add_test(name command...): one ctest entry.
function(weft_add_test name)
    add_test(NAME ${name} COMMAND ${ARGN})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${WEFT_TEST_ENVIRONMENT}" TIMEOUT 300)
endfunction()
