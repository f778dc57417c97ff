// SPDX-License-Identifier: Apache-2.0
// The options of clBuildProgram, clCompileProgram and clLinkProgram, parsed.
#ifndef WEFT_OPTIONS_H
#define WEFT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct weft_options {
    // Preprocessor arguments for Clang in order: "-DNAME=VALUE", "-Idir" (each owned, as is the array).
    char **preprocessor;
    size_t preprocessor_count;
    // "CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1", "CLC++1.0", "CLC++2021"; NULL when not given (then CL1.2
    // rules).
    const char *cl_std;
    bool debug_info;         // -g
    bool no_optimization;    // -cl-opt-disable
    bool no_warnings;        // -w
    bool warnings_as_errors; // -Werror
    bool kernel_arg_info;    // -cl-kernel-arg-info (argument info is always kept)
    bool single_precision_constant;
    bool denorms_are_zero;
    bool fp32_correctly_rounded_divide_sqrt;
    bool mad_enable;
    bool no_signed_zeros; // also by unsafe_math
    bool unsafe_math;     // -cl-unsafe-math-optimizations, also by fast_relaxed
    bool finite_math_only;
    bool fast_relaxed_math;
    bool uniform_work_group_size;
    bool no_subgroup_ifp;
    bool create_library;      // link only
    bool enable_link_options; // link only
    // Not from the text:
    unsigned width;     // how many work-items run in the lanes of vectors, a power of two; 0: as many as are good
    bool remarks;       // whether the log says what keeps kernels from being fast
    uint32_t checks;    // a set of enum weft_check
    uint64_t without;   // a set of enum weft_switch
    const char *cpu;    // borrowed: LLVM's name of the CPU and changes, as WEFT_CPU has them; NULL or "": the host's
    const char *triple; // borrowed: of another machine than this one, for offline use; NULL or "": this one's
    bool offline;       // whether the CPU may be one that has more than this machine's
};

// `kind` is an enum weft_request_kind and decides which options are known. On an unknown or malformed option
// returns false with one sentence naming it in `message`. Quotes ("..." and '...') and backslashes are honoured
// as a POSIX shell would for -D and -I; "-D NAME" and "-I dir" may be two words.
bool weft_options_parse(uint32_t kind, const char *text, struct weft_options *options, char *message,
                        size_t message_size);
void weft_options_finish(struct weft_options *options);

#ifdef __cplusplus
}
#endif
#endif
