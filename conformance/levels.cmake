# SPDX-License-Identifier: Apache-2.0
# The same tests for other CPUs than the machine's: those of a lower level by WEFT_CPU, and those that an emulator has,
# which traps what its CPU lacks. `ctest -L cpus` runs them alone.

# What AVX2, F16C and AVX-512 do lies in masked and gathered accesses, halves, and widths. Halves are v4's at v3.
set(topics_x86-64-v2 barriers builtins control_flow half page_ends side_by_side)
set(topics_x86-64-v3 barriers control_flow page_ends side_by_side)

# weft_add_level_test(name cpu command...): with WEFT_CPU.
function(weft_add_level_test name cpu)
    weft_add_test(conformance.${name}_${cpu} ${ARGN})
    set_property(TEST conformance.${name}_${cpu} APPEND PROPERTY ENVIRONMENT WEFT_CPU=${cpu})
    set_property(TEST conformance.${name}_${cpu} PROPERTY LABELS cpus)
endfunction()

set_property(TEST conformance.cpu PROPERTY LABELS cpus)
set(levels)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT CMAKE_CROSSCOMPILING)
    file(STRINGS /proc/cpuinfo flags REGEX "^flags" LIMIT_COUNT 1)
    set(needs_x86-64-v2 " sse4_2 ")
    set(needs_x86-64-v3 " avx2 ")
    set(needs_x86-64-v4 " avx512vl ")
    foreach(level x86-64-v2 x86-64-v3 x86-64-v4)
        if("${flags} " MATCHES "${needs_${level}}")
            list(APPEND levels ${level})
        endif()
    endforeach()
endif()
foreach(level ${levels})
    foreach(topic ${topics_${level}})
        weft_add_level_test(${topic} ${level} conformance_${topic})
    endforeach()
endforeach()

# Kernels alone, on emulated CPUs of any architecture that there are a C compiler and an emulator for.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
# weft_add_cross_test(name script triple cpu emulator options...): by a script of cross/; the emulator is a command.
function(weft_add_cross_test name script triple cpu emulator)
    separate_arguments(words UNIX_COMMAND "${emulator}")
    list(POP_FRONT words program)
    foreach(tool ${triple}-gcc ${triple}-objcopy ${program})
        find_program(WEFT_CROSS_${tool} ${tool})
        mark_as_advanced(WEFT_CROSS_${tool})
        if(CMAKE_CROSSCOMPILING OR NOT WEFT_CROSS_${tool})
            return()
        endif()
    endforeach()
    list(JOIN words " " words)
    add_test(NAME cross.${name}
             COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/cross/${script} --weftc $<TARGET_FILE:weftc>
                     --triple ${triple} "--cpu=${cpu}" --cc ${WEFT_CROSS_${triple}-gcc}
                     --objcopy ${WEFT_CROSS_${triple}-objcopy} "--emulator=${WEFT_CROSS_${program}} ${words}" ${ARGN})
    set_tests_properties(cross.${name} PROPERTIES LABELS cpus TIMEOUT ${WEFT_TEST_TIMEOUT})
endfunction()
set(riscv64_vectors "qemu-riscv64 -cpu rv64,v=true,vext_spec=v1.0,vlen=128 -L /usr/riscv64-linux-gnu")
weft_add_cross_test(nehalem run.py x86_64-linux-gnu nehalem "qemu-x86_64 -cpu Nehalem")
# QEMU 7.2 takes the index of a gather that has no base for none where that is in ymm4; conformance's tests have gathers.
weft_add_cross_test(haswell run.py x86_64-linux-gnu haswell,-fast-gather "qemu-x86_64 -cpu Haswell")
weft_add_cross_test(aarch64 run.py aarch64-linux-gnu generic "qemu-aarch64 -cpu cortex-a57 -L /usr/aarch64-linux-gnu")
weft_add_cross_test(aarch64_halves run.py aarch64-linux-gnu cortex-a76
                    "qemu-aarch64 -cpu max -L /usr/aarch64-linux-gnu")
weft_add_cross_test(riscv64 run.py riscv64-linux-gnu generic-rv64 "qemu-riscv64 -L /usr/riscv64-linux-gnu")
weft_add_cross_test(riscv64_vectors run.py riscv64-linux-gnu generic-rv64,+v "${riscv64_vectors}")
# The suite's programs.
weft_add_cross_test(suite_aarch64 suite.py aarch64-linux-gnu generic "qemu-aarch64 -cpu cortex-a57")
weft_add_cross_test(suite_riscv64 suite.py riscv64-linux-gnu generic-rv64 qemu-riscv64)
weft_add_cross_test(suite_riscv64_vectors suite.py riscv64-linux-gnu generic-rv64,+v "${riscv64_vectors}")
# They can fail.
weft_add_cross_test(can_fail run.py x86_64-linux-gnu nehalem "qemu-x86_64 -cpu Nehalem" --define=WRONG=1)
if(TEST cross.can_fail)
    set_tests_properties(cross.can_fail PROPERTIES PASS_REGULAR_EXPRESSION "0 passed, 5 failed")
endif()
weft_add_cross_test(suite_can_fail suite.py x86_64-linux-gnu nehalem "qemu-x86_64 -cpu Nehalem"
                    --programs=triad --break)
if(TEST cross.suite_can_fail)
    set_tests_properties(cross.suite_can_fail PROPERTIES PASS_REGULAR_EXPRESSION "0 passed, 1 failed")
endif()

# All of Weft on an emulated CPU. The compiler's process is one that the application starts, which the emulator would
# have the machine itself run: a script starts it under the emulator.
find_program(WEFT_EMULATOR_X86 qemu-x86_64)
mark_as_advanced(WEFT_EMULATOR_X86)
function(weft_add_emulated_test model name)
    set(script ${CMAKE_BINARY_DIR}/compiler-on-${model})
    file(CONFIGURE OUTPUT ${script} @ONLY
         CONTENT "#!/bin/sh\nexec ${WEFT_EMULATOR_X86} -cpu ${model} ${WEFT_LIBEXEC_DIR}/weft-compiler \"$@\"\n")
    file(CHMOD ${script} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                     WORLD_EXECUTE)
    weft_add_test(emulated.${model}.${name} ${WEFT_EMULATOR_X86} -cpu ${model} ${ARGN})
    set_property(TEST emulated.${model}.${name} APPEND PROPERTY ENVIRONMENT WEFT_COMPILER=${script})
    set_property(TEST emulated.${model}.${name} PROPERTY LABELS cpus)
endfunction()
if(WEFT_EMULATOR_X86 AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT CMAKE_CROSSCOMPILING)
    foreach(model Nehalem Haswell)
        if(WEFT_BUILD_EXAMPLES)
            foreach(example vector_add reduction mandelbrot)
                weft_add_emulated_test(${model} ${example} $<TARGET_FILE:${example}>)
            endforeach()
        endif()
        weft_add_emulated_test(${model} ndrange $<TARGET_FILE:conformance_ndrange>)
    endforeach()
endif()
