# SPDX-License-Identifier: Apache-2.0
# weft_sanitize(target): builds the target under WEFT_SANITIZE, for the runtime and its tests.
function(weft_sanitize target)
    if(WEFT_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=${WEFT_SANITIZE} -fno-omit-frame-pointer
                               -fno-sanitize-recover=undefined)
        target_link_options(${target} PUBLIC -fsanitize=${WEFT_SANITIZE})
    endif()
endfunction()
