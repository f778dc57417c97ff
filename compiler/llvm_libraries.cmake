# SPDX-License-Identifier: Apache-2.0
# Static LLVM, Clang and lld: the CMake exports of Debian's Clang name the shared libLLVM, whose start-up alone costs
# 20 ms in each process; so Clang's and lld's archives are named here.
set(WEFT_CLANG_HEADER ${WEFT_LLVM_PREFIX}/lib/clang/${LLVM_VERSION_MAJOR}/include/opencl-c-base.h)
if(NOT EXISTS ${WEFT_CLANG_HEADER})
    message(FATAL_ERROR "Clang's header ${WEFT_CLANG_HEADER} is missing: install libclang-common-${LLVM_VERSION_MAJOR}-dev")
endif()

set(WEFT_CLANG_LIBRARIES)
foreach(library CodeGen FrontendTool Frontend Driver Serialization Parse Sema Analysis AnalysisLifetimeSafety Edit
        ASTMatchers APINotes Rewrite AST Lex Options Support Basic)
    list(APPEND WEFT_CLANG_LIBRARIES ${WEFT_LLVM_PREFIX}/lib/libclang${library}.a)
endforeach()
set(WEFT_LLD_LIBRARIES ${WEFT_LLVM_PREFIX}/lib/liblldELF.a ${WEFT_LLVM_PREFIX}/lib/liblldCommon.a)
foreach(library ${WEFT_CLANG_LIBRARIES} ${WEFT_LLD_LIBRARIES})
    if(NOT EXISTS ${library})
        message(FATAL_ERROR "${library} is missing: install libclang-${LLVM_VERSION_MAJOR}-dev and liblld-${LLVM_VERSION_MAJOR}-dev")
    endif()
endforeach()

set(LLVM_LINK_COMPONENTS)
llvm_map_components_to_libnames(WEFT_LLVM_LIBRARIES
    ${LLVM_NATIVE_ARCH} AsmParser BitReader BitWriter CodeGen Core Demangle FrontendOpenMP IRReader Linker LTO MC Object Option
    Passes Support Target TargetParser WindowsDriver DebugInfoDWARF Coverage InstCombine ScalarOpts Vectorize IPO
    HipStdPar FrontendHLSL FrontendDriver FrontendOffloading DTLTO)

# lld initializes every target LLVM was built with, for link-time optimization of any of them. Empty initializers for
# all but the host's keep the others' code generators out of the program.
#
# The offline tools have the code generators of WEFT_CROSS_TARGETS as well.
set(WEFT_CROSS_TARGETS AArch64 RISCV X86 CACHE STRING "LLVM's targets that weftc compiles for besides the host's")
mark_as_advanced(WEFT_CROSS_TARGETS)
set(cross_targets)
foreach(target ${WEFT_CROSS_TARGETS})
    if(target IN_LIST LLVM_TARGETS_TO_BUILD AND NOT target STREQUAL LLVM_NATIVE_ARCH)
        list(APPEND cross_targets ${target})
    endif()
endforeach()
llvm_map_components_to_libnames(WEFT_CROSS_LIBRARIES ${cross_targets})

# weft_absent_targets(name target...): an object library with the initializers of all targets but these.
function(weft_absent_targets name)
    set(absent ${LLVM_TARGETS_TO_BUILD})
    list(REMOVE_ITEM absent ${ARGN})
    set(text "// Generated: targets of LLVM that ${name} stands in for.\n")
    foreach(target ${absent})
        string(APPEND text "WEFT_ABSENT_TARGET(${target})\n")
    endforeach()
    file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/generated/${name}.inc CONTENT "${text}")
    add_library(${name} OBJECT backend/lld_targets.cpp)
    target_compile_definitions(${name} PRIVATE "WEFT_ABSENT_TARGETS=\"${name}.inc\"")
    target_include_directories(${name} PRIVATE ${CMAKE_BINARY_DIR}/generated)
    weft_warnings(${name})
endfunction()

find_program(WEFT_LLD NAMES ld.lld-${LLVM_VERSION_MAJOR} ld.lld HINTS ${WEFT_LLVM_BIN})

# weft_uses_llvm(target): compile flags of LLVM's C++.
function(weft_uses_llvm target)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
    target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
    target_compile_definitions(${target} PRIVATE
        $<$<COMPILE_LANGUAGE:CXX>:__STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS>)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti>
                           -ffunction-sections -fdata-sections)
endfunction()

# weft_link_llvm(target): the archives, and a layout that starts fast.
function(weft_link_llvm target)
    target_link_libraries(${target} PRIVATE
        -Wl,--start-group ${WEFT_LLD_LIBRARIES} ${WEFT_CLANG_LIBRARIES} ${WEFT_LLVM_LIBRARIES} -Wl,--end-group)
    # libstdc++ within: LLVM's type information refers to it from all its tables, thousands of relocations in each start.
    target_link_options(${target} PRIVATE -no-pie -static-libstdc++ -static-libgcc
                        LINKER:--gc-sections LINKER:-z,now LINKER:--as-needed)
    # Functions of Clang that frontend/local_block_arguments.cpp stands before.
    foreach(check 25checkBuiltinEnqueueKernel 27checkBuiltinNDRangeAndBlock 31checkBuiltinKernelWorkGroupSize)
        target_link_options(${target} PRIVATE LINKER:--wrap=_ZN5clang10SemaOpenCL${check}EPNS_8CallExprE)
    endforeach()
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF LINKER_LANGUAGE CXX)
    if(WEFT_LLD)
        get_filename_component(directory ${WEFT_LLD} DIRECTORY)
        # gcc takes -fuse-ld=lld and -B for where ld.lld is.
        target_link_options(${target} PRIVATE -fuse-ld=lld -B${WEFT_LLVM_BIN})
    endif()
endfunction()
