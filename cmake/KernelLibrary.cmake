# SPDX-License-Identifier: Apache-2.0
# Builds kernel-lib.bc: each OpenCL C file to spir64 bitcode, linked, then cleaned up by scalar passes.

# The tools must be those of the LLVM that weft-compiler is linked with: bitcode is read by the same version.
foreach(tool clang llvm-link llvm-extract llvm-nm opt)
    string(TOUPPER "WEFT_${tool}_EXECUTABLE" variable)
    string(REPLACE "-" "_" variable "${variable}")
    find_program(${variable} NAMES ${tool}-22 ${tool} HINTS ${WEFT_LLVM_BIN} NO_DEFAULT_PATH REQUIRED)
    mark_as_advanced(${variable})
endforeach()

set(WEFT_KERNEL_EXTENSIONS
    -all
    +cl_khr_fp16
    +cl_khr_fp64
    +__opencl_c_fp64
    +__opencl_c_int64
    +__opencl_c_atomic_order_acq_rel
    +__opencl_c_atomic_order_seq_cst
    +__opencl_c_atomic_scope_device
    +__opencl_c_atomic_scope_all_devices
    +__opencl_c_program_scope_global_variables
    +__opencl_c_work_group_collective_functions
    +__opencl_c_subgroups
    +__opencl_c_images
    +__opencl_c_3d_image_writes
    +__opencl_c_read_write_images
    +cl_khr_3d_image_writes
    +cl_khr_depth_images
    +cl_khr_mipmap_image
    +cl_khr_mipmap_image_writes
    +cl_khr_byte_addressable_store
    +cl_khr_global_int32_base_atomics
    +cl_khr_global_int32_extended_atomics
    +cl_khr_local_int32_base_atomics
    +cl_khr_local_int32_extended_atomics
    +cl_khr_int64_base_atomics
    +cl_khr_int64_extended_atomics
    +cl_khr_extended_bit_ops
    +__opencl_c_integer_dot_product_input_4x8bit
    +__opencl_c_integer_dot_product_input_4x8bit_packed
    +cl_khr_subgroup_ballot
    +cl_khr_subgroup_clustered_reduce
    +cl_khr_subgroup_extended_types
    +cl_khr_subgroup_non_uniform_arithmetic
    +cl_khr_subgroup_non_uniform_vote
    +cl_khr_subgroup_rotate
    +cl_khr_subgroup_shuffle
    +cl_khr_subgroup_shuffle_relative)
string(REPLACE ";" "," WEFT_KERNEL_EXTENSIONS "${WEFT_KERNEL_EXTENSIONS}")

# Clang's own passes stay off: they would mark everything noinline (-O1) or copy a scalar builtin into each of the
# lanes of its vector overloads (-O2). WEFT_KERNEL_PASSES below is what runs. Sums in builtins (mad_hi, reductions) wrap.
set(WEFT_KERNEL_CFLAGS
    -target spir64 -x cl -cl-std=CL3.0 -O2
    -Xclang -disable-llvm-passes
    -Xclang -finclude-default-header -Xclang -fdeclare-opencl-builtins
    -Xclang -cl-ext=${WEFT_KERNEL_EXTENSIONS}
    -fno-convergent-functions
    -fwrapv -ffp-contract=off -fno-math-errno -fno-strict-aliasing -fomit-frame-pointer -fno-ident
    -Wall -Wextra -Wshadow -Wno-unused-parameter -Werror)

# The thresholds let simplifycfg make selects of most conditions: straight-line code is what packs.
set(WEFT_KERNEL_PASSES
    "always-inline"
    "function(lower-expect)"
    "cgscc(inline,function-attrs,function(sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,simplifycfg,instcombine<no-verify-fixpoint>,adce))"
    "rpo-function-attrs,globaldce,strip-dead-prototypes")
string(REPLACE ";" "," WEFT_KERNEL_PASSES "${WEFT_KERNEL_PASSES}")

# weft_kernel_sources(section file...): adds files of kernel-lib/lib/<section>. For the sections' sources.cmake.
function(weft_kernel_sources section)
    foreach(file ${ARGN})
        set_property(GLOBAL APPEND PROPERTY WEFT_KERNEL_SOURCES ${section}/${file})
    endforeach()
endfunction()

# weft_add_kernel_library(target lib_dir include_dir whole stem sections...): compiles and links what was listed. `whole` is
# all of it; SplitKernelLibrary.cmake makes the outputs of `stem`, sections apart.
function(weft_add_kernel_library target lib_dir include_dir whole stem)
    set(parts ${stem}.bc ${stem}.index)
    foreach(section ${ARGN})
        list(APPEND parts ${stem}-${section}.bc)
    endforeach()
    list(JOIN ARGN "," sections)
    get_property(sources GLOBAL PROPERTY WEFT_KERNEL_SOURCES)
    set(objects)
    foreach(source ${sources})
        string(REGEX REPLACE "\\.cl$" ".bc" object "${CMAKE_CURRENT_BINARY_DIR}/lib/${source}")
        get_filename_component(directory ${object} DIRECTORY)
        file(MAKE_DIRECTORY ${directory})
        set(flags ${WEFT_KERNEL_CFLAGS})
        if(source MATCHES "^image/") # offsets of pixels do not wrap: neighbours are seen to lie side by side
            list(APPEND flags -fno-wrapv)
        endif()
        add_custom_command(
            OUTPUT ${object}
            COMMAND ${WEFT_CLANG_EXECUTABLE} ${flags} -I${include_dir} -I${PROJECT_SOURCE_DIR} -MD -MF ${object}.d -MT ${object}
                    -c -emit-llvm ${lib_dir}/${source} -o ${object}
            DEPENDS ${lib_dir}/${source}
            DEPFILE ${object}.d
            COMMENT "CL ${source}"
            VERBATIM)
        list(APPEND objects ${object})
    endforeach()

    # The list goes through a response file: it outgrows a command line in time.
    list(JOIN objects "\n" objects_text)
    file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/objects.rsp CONTENT "${objects_text}\n")
    foreach(output ${whole} ${parts})
        get_filename_component(directory ${output} DIRECTORY)
        file(MAKE_DIRECTORY ${directory})
    endforeach()
    add_custom_command(
        OUTPUT ${whole} ${parts}
        COMMAND ${WEFT_LLVM_LINK_EXECUTABLE} @${CMAKE_CURRENT_BINARY_DIR}/objects.rsp -o
                ${CMAKE_CURRENT_BINARY_DIR}/linked.bc
        COMMAND ${WEFT_OPT_EXECUTABLE} "-passes=${WEFT_KERNEL_PASSES}" -inline-threshold=30
                -phi-node-folding-threshold=8 -two-entry-phi-node-folding-threshold=16
                ${CMAKE_CURRENT_BINARY_DIR}/linked.bc -o ${whole}
        COMMAND ${CMAKE_COMMAND} -DNM=${WEFT_LLVM_NM_EXECUTABLE} -DEXTRACT=${WEFT_LLVM_EXTRACT_EXECUTABLE} -DWHOLE=${whole}
                -DOBJECTS=${CMAKE_CURRENT_BINARY_DIR}/lib -DSECTIONS=${sections} -DSTEM=${stem}
                -P ${PROJECT_SOURCE_DIR}/cmake/SplitKernelLibrary.cmake
        DEPENDS ${objects} ${CMAKE_CURRENT_BINARY_DIR}/objects.rsp ${PROJECT_SOURCE_DIR}/cmake/SplitKernelLibrary.cmake
        COMMENT "Linking the kernel library"
        VERBATIM)
    add_custom_target(${target} ALL DEPENDS ${whole} ${parts})
    install(FILES ${parts} DESTINATION lib/weft)
endfunction()
