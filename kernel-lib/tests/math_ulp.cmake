# SPDX-License-Identifier: Apache-2.0
# Tests of the scalar math builtins of the library, compiled for the host: kernel_lib_math_ulp against libm,
# kernel_lib_powers against MPFR. On x86-64 both once more as CPUs run them that have no fused multiply-adds.
#
# Included after weft_add_kernel_library(kernel_library ...). Run math_ulp -s 1 by hand for all 2^32 floats.
set(scalars ${CMAKE_CURRENT_BINARY_DIR}/math_ulp_scalars.bc)
# Functions on vectors cost time here, and those on SPIR-V's opaque types have no meaning on a host.
add_custom_command(
    OUTPUT ${scalars}
    COMMAND ${WEFT_LLVM_EXTRACT_EXECUTABLE} --delete "--rfunc=ocl_|Dv[0-9]" ${library} -o ${scalars}
    DEPENDS kernel_library ${library}
    COMMENT "Math builtins of scalars"
    VERBATIM)
find_package(PkgConfig REQUIRED)
pkg_check_modules(MPFR REQUIRED IMPORTED_TARGET mpfr)

# math_ulp<suffix> and powers<suffix>, and the tests of them, of a module compiled for a level of the host's
# architecture.
function(weft_add_math_tests suffix module march)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/math_ulp_builtins${suffix}.o)
    add_custom_command(
        OUTPUT ${object}
        COMMAND ${WEFT_CLANG_EXECUTABLE} -march=${march} -Wno-override-module -O2 -ffp-contract=off -fPIE
                -ffunction-sections -c ${module} -o ${object}
        DEPENDS ${module}
        COMMENT "Math builtins for ${march}"
        VERBATIM)
    add_library(has_scaling${suffix} OBJECT has_scaling.c)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        target_compile_options(has_scaling${suffix} PRIVATE -march=${march})
    endif()
    add_executable(math_ulp${suffix} math_ulp.c math_ulp_rows.c ${object} $<TARGET_OBJECTS:has_scaling${suffix}>)
    add_executable(powers${suffix} powers.c ${object} $<TARGET_OBJECTS:has_scaling${suffix}>)
    target_link_libraries(powers${suffix} PRIVATE PkgConfig::MPFR)
    foreach(test math_ulp${suffix} powers${suffix})
        set_target_properties(${test} PROPERTIES C_STANDARD 11 C_EXTENSIONS ON)
        # Sections of builtins that need the compiler (work-item functions) fall away.
        target_link_options(${test} PRIVATE -Wl,--gc-sections)
        target_link_libraries(${test} PRIVATE m)
    endforeach()
    add_test(NAME kernel_lib_math_ulp${suffix} COMMAND math_ulp${suffix} -s 16381)
    add_test(NAME kernel_lib_powers${suffix} COMMAND powers${suffix})
endfunction()

weft_add_math_tests("" ${scalars} native)
if(WEFT_BUILD_COMPILER AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(without_fma ${CMAKE_CURRENT_BINARY_DIR}/math_ulp_without_fma.bc)
    add_custom_command(
        OUTPUT ${without_fma}
        COMMAND weft-opt --passes=half-lowering,fma-lowering,half-softening ${scalars} -o ${without_fma}
        DEPENDS weft-opt ${scalars}
        COMMENT "Math builtins without fused multiply-adds"
        VERBATIM)
    weft_add_math_tests(_without_fma ${without_fma} x86-64-v2)
    target_compile_definitions(math_ulp_without_fma PRIVATE WITHOUT_FMA)
endif()
