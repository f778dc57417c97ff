# SPDX-License-Identifier: Apache-2.0
# Script: cuts the kernel library up by section, so that a build reads only what its program uses.
# NM, EXTRACT: LLVM's tools; WHOLE: all of it; OBJECTS: the folder with a folder of bitcode for each section; SECTIONS:
# those with a file of their own, separated by commas; STEM: the outputs' path without its end. Writes
#   STEM.bc            all that is not in another file
#   STEM-SECTION.bc    the functions of a section
#   STEM.index         a line with a space before each section, then `function section` for each, sorted
string(REPLACE "," ";" SECTIONS "${SECTIONS}")

# Sets `result` to the functions that are defined in files.
function(defined_functions result)
    execute_process(COMMAND ${NM} --defined-only --format=posix ${ARGN} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n ]+ [TtWw] " functions "${symbols}")
    list(TRANSFORM functions REPLACE " .*" "")
    set(${result} "${functions}" PARENT_SCOPE)
endfunction()

defined_functions(whole ${WHOLE})
foreach(function ${whole})
    set(is_left_${function} TRUE)
endforeach()
set(index)
set(header)
set(apart)
foreach(section ${SECTIONS})
    file(GLOB objects ${OBJECTS}/${section}/*.bc)
    defined_functions(functions ${objects})
    set(options)
    foreach(function ${functions})
        if(is_left_${function})
            unset(is_left_${function})
            string(APPEND options "--func=${function}\n")
            list(APPEND index "${function} ${section}")
        endif()
    endforeach()
    file(WRITE ${WHOLE}.${section}.rsp "${options}")
    execute_process(COMMAND ${EXTRACT} @${WHOLE}.${section}.rsp ${WHOLE} -o ${STEM}-${section}.bc
                    COMMAND_ERROR_IS_FATAL ANY)
    string(APPEND header " ${section}")
    string(APPEND apart "${options}")
endforeach()
file(WRITE ${WHOLE}.apart.rsp "${apart}")
execute_process(COMMAND ${EXTRACT} --delete @${WHOLE}.apart.rsp ${WHOLE} -o ${STEM}.bc COMMAND_ERROR_IS_FATAL ANY)
list(SORT index)
list(JOIN index "\n" lines)
file(WRITE ${STEM}.index "${header}\n${lines}\n")
