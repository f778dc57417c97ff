# SPDX-License-Identifier: Apache-2.0
# Tests of the scalar math builtins of the library, compiled for the host: kernel_lib_math_ulp against libm,
# kernel_lib_powers against MPFR.
#
# Included after weft_add_kernel_library(kernel_library ...). Run math_ulp -s 1 by hand for all 2^32 floats.
set(object ${CMAKE_CURRENT_BINARY_DIR}/math_ulp_builtins.o)
set(scalars ${CMAKE_CURRENT_BINARY_DIR}/math_ulp_scalars.bc)
# Functions on vectors cost time here, and those on SPIR-V's opaque types have no meaning on a host.
add_custom_command(
    OUTPUT ${object}
    COMMAND ${WEFT_LLVM_EXTRACT_EXECUTABLE} --delete "--rfunc=ocl_|Dv[0-9]" ${library} -o ${scalars}
    COMMAND ${WEFT_CLANG_EXECUTABLE} -march=native -Wno-override-module -O2 -ffp-contract=off -fPIE -ffunction-sections
            -c ${scalars} -o ${object}
    DEPENDS kernel_library ${library}
    COMMENT "Math builtins for the host"
    VERBATIM)
add_executable(math_ulp ${CMAKE_CURRENT_LIST_DIR}/math_ulp.c ${CMAKE_CURRENT_LIST_DIR}/math_ulp_rows.c ${object})
find_package(PkgConfig REQUIRED)
pkg_check_modules(MPFR REQUIRED IMPORTED_TARGET mpfr)
add_executable(powers ${CMAKE_CURRENT_LIST_DIR}/powers.c ${object})
target_link_libraries(powers PRIVATE PkgConfig::MPFR)
foreach(test math_ulp powers)
    set_target_properties(${test} PROPERTIES C_STANDARD 11 C_EXTENSIONS ON)
    # Sections of builtins that need the compiler (work-item functions) fall away.
    target_link_options(${test} PRIVATE -Wl,--gc-sections)
    target_link_libraries(${test} PRIVATE m)
endforeach()
add_test(NAME kernel_lib_math_ulp COMMAND math_ulp -s 16381)
add_test(NAME kernel_lib_powers COMMAND powers)
