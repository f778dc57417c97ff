// SPDX-License-Identifier: Apache-2.0
// Reads cpuid, /proc and /sys. Nothing is cached: each is asked for once or twice in a process's life.
#include "runtime/core/machine.h"

#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/build/cpu_facts.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#define WEFT_X86 1
#endif

// The file's beginning as text; false if it cannot be read.
static bool
read_file(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got;

    if (fd < 0)
        return false;
    got = read(fd, text, size - 1);
    close(fd);
    if (got < 0)
        return false;
    text[got] = '\0';
    return true;
}

static uint64_t
read_number(const char *path, uint64_t fallback)
{
    char text[64];

    if (!read_file(path, text, sizeof(text)) || !isdigit((unsigned char)text[0]))
        return fallback; // also "max", cgroup's word for no limit, and negative numbers, which once were that
    return strtoull(text, NULL, 10);
}

// Paths and the like are on the heap: a thread of an application's may have a stack of 16 KB.

// A limit that a directory of a cgroup hierarchy sets; UINT64_MAX for none.
typedef uint64_t read_limit(const char *directory);

static uint64_t
read_limit_file(const char *directory, const char *name)
{
    uint64_t limit = UINT64_MAX;
    char *path;

    if (asprintf(&path, "%s/%s", directory, name) < 0)
        return limit;
    limit = read_number(path, limit);
    free(path);
    return limit;
}

static uint64_t
read_memory_max(const char *directory)
{
    return read_limit_file(directory, "memory.max");
}

static uint64_t
read_memory_limit(const char *directory)
{
    return read_limit_file(directory, "memory.limit_in_bytes");
}

static uint64_t
whole_cpus(uint64_t quota, uint64_t period)
{
    return quota == UINT64_MAX || period == UINT64_MAX || !period ? UINT64_MAX : quota / period + (quota % period != 0);
}

// "$MAX $PERIOD", microseconds, the first of them "max" without a limit.
static uint64_t
read_cpu_max(const char *directory)
{
    char *path, text[64], *end;
    uint64_t cpus = UINT64_MAX;

    if (asprintf(&path, "%s/cpu.max", directory) < 0)
        return cpus;
    if (read_file(path, text, sizeof(text)) && isdigit((unsigned char)text[0])) {
        uint64_t quota = strtoull(text, &end, 10);

        cpus = whole_cpus(quota, strtoull(end, NULL, 10));
    }
    free(path);
    return cpus;
}

static uint64_t
read_cfs_quota(const char *directory)
{
    return whole_cpus(read_limit_file(directory, "cpu.cfs_quota_us"), read_limit_file(directory, "cpu.cfs_period_us"));
}

// The smallest limit on the way from the process's group up to the root of a cgroup hierarchy, which is mounted at
// `mount`, or for a controller of its own below that.
static uint64_t
smallest_limit_to_root(const char *mount, const char *controller, const char *group, read_limit *read)
{
    uint64_t limit = UINT64_MAX;
    char *path;
    int root = asprintf(&path, "%s%s%s%s", mount, *controller ? "/" : "", controller, group) - (int)strlen(group);

    if (root < 0)
        return limit;
    for (;;) {
        char *slash = strrchr(path + root, '/');
        uint64_t here;

        if (slash && !slash[1])
            *slash = '\0'; // the root's name is "/"
        here = read(path);
        if (here < limit)
            limit = here;
        if (!path[root])
            break;
        slash = strrchr(path + root, '/');
        *(slash ? slash : path + root) = '\0';
    }
    free(path);
    return limit;
}

// The smallest limit of the groups that `membership` (text as of /proc/self/cgroup) names, of both versions of cgroups:
// one hierarchy for all, or one for each controller.
static uint64_t
smallest_limit(const char *membership, const char *mount, read_limit *read_unified, const char *controller,
               read_limit *read_own)
{
    char *text = strdup(membership), *rest = text, *line;
    uint64_t limit = UINT64_MAX;

    while (text && (line = strsep(&rest, "\n")) != NULL) {
        char *controllers = strchr(line, ':');
        char *group = controllers ? strchr(controllers + 1, ':') : NULL;
        uint64_t here = UINT64_MAX;

        if (!group)
            continue;
        *group++ = '\0';
        if (strncmp(line, "0:", 2) == 0 && controllers[1] == '\0') {
            here = smallest_limit_to_root(mount, "", group, read_unified);
        } else {
            // "cpu" is not "cpuset" nor "cpuacct".
            for (char *names = controllers + 1, *name; (name = strsep(&names, ",")) != NULL;)
                if (strcmp(name, controller) == 0)
                    here = smallest_limit_to_root(mount, controller, group, read_own);
        }
        if (here < limit)
            limit = here;
    }
    free(text);
    return limit;
}

// /proc/self/cgroup; owned, NULL if it cannot be read.
static char *
read_membership(void)
{
    const size_t size = 4096;
    char *text = malloc(size);

    if (text && read_file("/proc/self/cgroup", text, size))
        return text;
    free(text);
    return NULL;
}

static uint64_t
cgroup_memory_limit(void)
{
    char *text = read_membership();
    uint64_t limit =
        text ? smallest_limit(text, "/sys/fs/cgroup", read_memory_max, "memory", read_memory_limit) : UINT64_MAX;

    free(text);
    return limit;
}

unsigned
weft_machine_cpu_quota_in(const char *membership, const char *mount)
{
    uint64_t cpus = smallest_limit(membership, mount, read_cpu_max, "cpu", read_cfs_quota);

    return cpus < UINT_MAX ? (unsigned)cpus : UINT_MAX;
}

unsigned
weft_machine_cpu_quota(void)
{
    char *text = read_membership();
    unsigned quota = text ? weft_machine_cpu_quota_in(text, "/sys/fs/cgroup") : UINT_MAX;

    free(text);
    return quota;
}

uint64_t
weft_machine_memory_bytes(void)
{
    uint64_t bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t group = cgroup_memory_limit();
    struct rlimit limit;

    if (group < bytes)
        bytes = group;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < bytes)
        bytes = limit.rlim_cur;
    return bytes;
}

// The value of the first line of /proc/cpuinfo that begins with `key`; false if there is none.
static bool
cpuinfo_value(const char *key, char *value, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[512];
    bool found = false;

    if (!file)
        return false;
    while (!found && fgets(line, sizeof(line), file)) {
        char *colon = strchr(line, ':');

        if (!colon || strncmp(line, key, strlen(key)) != 0)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(value, size, "%s", colon[1] == ' ' ? colon + 2 : colon + 1);
        found = true;
    }
    fclose(file);
    return found;
}

unsigned
weft_machine_clock_mhz(unsigned cpu)
{
    char path[128];
    char text[64];
    uint64_t khz;

    snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u/cpufreq/cpuinfo_max_freq", cpu);
    khz = read_number(path, 0);
    if (khz > 0)
        return (unsigned)(khz / 1000);
#ifdef WEFT_X86
    {
        unsigned base = 0;
        unsigned max = 0;
        unsigned bus = 0;
        unsigned unused = 0;

        if (__get_cpuid(0x16, &base, &max, &bus, &unused) && (max & 0xffff) > 0)
            return max & 0xffff;
    }
#endif
    // Virtual machines often tell no more than the clock of the moment.
    if (cpuinfo_value("cpu MHz", text, sizeof(text)))
        return (unsigned)(strtod(text, NULL) + 0.5);
    return 0;
}

// Removes blanks at both ends and doubled ones within.
static void
remove_extra_blanks(char *text)
{
    char *out = text;

    for (const char *in = text; *in; in++)
        if (*in != ' ' || (out > text && out[-1] != ' '))
            *out++ = *in;
    if (out > text && out[-1] == ' ')
        out--;
    *out = '\0';
}

void
weft_machine_cpu_name(char *name, unsigned size)
{
    char text[128] = "";
#ifdef WEFT_X86
    unsigned brand[12];

    if (__get_cpuid_max(0x80000000, NULL) >= 0x80000004) {
        for (size_t i = 0; i < 3; i++)
            __cpuid(0x80000002 + (unsigned)i, brand[4 * i], brand[4 * i + 1], brand[4 * i + 2], brand[4 * i + 3]);
        memcpy(text, brand, sizeof(brand));
        text[sizeof(brand)] = '\0';
    }
#endif
    if (text[0] == '\0' && !cpuinfo_value("model name", text, sizeof(text)))
        cpuinfo_value("Model", text, sizeof(text));
    remove_extra_blanks(text);
    snprintf(name, size, "%s", text[0] ? text : "CPU");
}

static const struct {
    const char *cpuid; // as cpuid leaf 0 spells it
    uint32_t pci;
} vendors[] = {
    {"GenuineIntel", 0x8086}, {"AuthenticAMD", 0x1022}, {"HygonGenuine", 0x1d94},
    {"CentaurHauls", 0x1106}, {"  Shanghai  ", 0x1d17},
};

enum { VENDOR_BYTES = 12 };

// Empty where there is no cpuid.
static void
read_vendor(char text[VENDOR_BYTES + 1])
{
    memset(text, 0, VENDOR_BYTES + 1);
#ifdef WEFT_X86
    unsigned highest;
    unsigned words[3];

    __cpuid(0, highest, words[0], words[2], words[1]);
    (void)highest;
    memcpy(text, words, sizeof(words));
#endif
}

// As the CPU spells it, and not as the vendor's name is written: programs take that for a sign of the vendor's GPUs.
void
weft_machine_vendor_name(char *name, size_t size)
{
    char text[VENDOR_BYTES + 1];

    read_vendor(text);
    remove_extra_blanks(text);
    snprintf(name, size, "%s", text[0] ? text : "Unknown");
}

uint32_t
weft_machine_vendor_id(void)
{
    char text[VENDOR_BYTES + 1];

    read_vendor(text);
    for (size_t i = 0; i < sizeof(vendors) / sizeof(vendors[0]); i++)
        if (strcmp(text, vendors[i].cpuid) == 0)
            return vendors[i].pci;
    return 0;
}

unsigned
weft_machine_vector_bytes(void)
{
    const struct weft_target_facts *chosen = weft_cpu_facts();

    if (chosen)
        return chosen->vector_bytes;
#ifdef WEFT_X86
    if (__builtin_cpu_supports("avx512f"))
        return 64;
    if (__builtin_cpu_supports("avx"))
        return 32;
#endif
    return 16;
}

bool
weft_machine_has_fma(void)
{
    const struct weft_target_facts *chosen = weft_cpu_facts();

    if (chosen)
        return chosen->has_fma;
#ifdef WEFT_X86
    return __builtin_cpu_supports("fma");
#else
    return true;
#endif
}

void
weft_machine_uuid(uint8_t uuid[WEFT_UUID_BYTES])
{
    char text[256] = "";
    size_t used;
    uint64_t hash = 0xcbf29ce484222325; // FNV-1a, 64 bits: two values, one for each half

    // The system's own id tells machines apart, the CPU's name what a container or clone of it runs on.
    if (!read_file("/etc/machine-id", text, 64))
        gethostname(text, 64);
    text[64] = '\0';
    used = strlen(text);
    weft_machine_cpu_name(text + used, (unsigned)(sizeof(text) - used));
    for (size_t half = 0; half < 2; half++) {
        for (const char *c = text; *c; c++)
            hash = (hash ^ (uint8_t)*c) * 0x100000001b3;
        memcpy(uuid + 8 * half, &hash, 8);
    }
    uuid[6] = (uint8_t)((uuid[6] & 0x0f) | 0x80); // RFC 9562, version 8: custom
    uuid[8] = (uint8_t)((uuid[8] & 0x3f) | 0x80);
}
