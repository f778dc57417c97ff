// SPDX-License-Identifier: Apache-2.0
// Resource limits of one build.
#include "compiler/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define DEFAULT_CPU_SECONDS 120
#define DEFAULT_MEMORY_MB 4096

// A positive number from the environment, or `fallback`.
static unsigned
environment_number(const char *name, unsigned fallback)
{
    const char *text = getenv(name);
    char *end;
    unsigned long value;

    if (!text || *text < '0' || *text > '9')
        return fallback;
    errno = 0;
    value = strtoul(text, &end, 10);
    if (errno || *end || !value || value > 1u << 30)
        return fallback;
    return (unsigned)value;
}

struct weft_limits
weft_limits_read(void)
{
    return (struct weft_limits){
        .cpu_seconds = environment_number("WEFT_COMPILER_CPU_SECONDS", DEFAULT_CPU_SECONDS),
        .memory_mb = environment_number("WEFT_COMPILER_MEMORY_MB", DEFAULT_MEMORY_MB),
    };
}

// Writable private memory of this process in bytes, counted as RLIMIT_DATA counts it; 0 when unknown.
static uint64_t
data_bytes(void)
{
    char text[4096];
    const char *line;
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t size;

    if (fd < 0)
        return 0;
    size = read(fd, text, sizeof(text) - 1);
    close(fd);
    if (size <= 0)
        return 0;
    text[size] = '\0';
    line = strstr(text, "\nVmData:");
    return line ? strtoull(line + 8, NULL, 10) * 1024 : 0;
}

// Lowers a limit; never raises what the administrator set.
static void
lower(int resource, rlim_t soft, rlim_t hard)
{
    struct rlimit now;

    if (getrlimit(resource, &now) != 0)
        return;
    if (now.rlim_max == RLIM_INFINITY || hard < now.rlim_max)
        now.rlim_max = hard;
    if (now.rlim_cur == RLIM_INFINITY || soft < now.rlim_cur)
        now.rlim_cur = soft < now.rlim_max ? soft : now.rlim_max;
    setrlimit(resource, &now);
}

static void
prefer_for_oom_killer(void)
{
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

    if (fd >= 0) {
        if (write(fd, "800", 3) < 0) {
            // Only a preference: a build without it works as well.
        }
        close(fd);
    }
}

void
weft_limits_apply(const struct weft_limits *limits)
{
    rlim_t memory = data_bytes() + (rlim_t)limits->memory_mb * 1024 * 1024;

    // The second value is for a build that ignores SIGXCPU.
    lower(RLIMIT_CPU, limits->cpu_seconds, (rlim_t)limits->cpu_seconds + 2);
    // Unlike RLIMIT_AS this leaves out read-only mappings and the reservations of sanitizers and libc.
    lower(RLIMIT_DATA, memory, memory);
    // 1, not 0: the kernel still starts a core_pattern pipe for 0.
    lower(RLIMIT_CORE, 1, 1);
    prefer_for_oom_killer();
}

void
weft_limits_out_of_memory(void)
{
    _exit(WEFT_EXIT_NO_MEMORY);
}
