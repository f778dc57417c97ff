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
set(absent_targets ${LLVM_TARGETS_TO_BUILD})
list(REMOVE_ITEM absent_targets ${LLVM_NATIVE_ARCH})
set(text "// Generated: targets of LLVM that are not the host's.\n")
foreach(target ${absent_targets})
    string(APPEND text "WEFT_ABSENT_TARGET(${target})\n")
endforeach()
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/generated/absent_targets.inc CONTENT "${text}")

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
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF LINKER_LANGUAGE CXX)
    if(WEFT_LLD)
        get_filename_component(directory ${WEFT_LLD} DIRECTORY)
        # gcc takes -fuse-ld=lld and -B for where ld.lld is.
        target_link_options(${target} PRIVATE -fuse-ld=lld -B${WEFT_LLVM_BIN})
    endif()
endfunction()
