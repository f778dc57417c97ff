// SPDX-License-Identifier: Apache-2.0
// Facts about the CPU and its memory, read from the running system when asked for.
#ifndef WEFT_CORE_MACHINE_H
#define WEFT_CORE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WEFT_UUID_BYTES 16

uint64_t weft_machine_memory_bytes(void); // what this process may use: physical memory, cgroup limits, ulimit -v
// How many CPUs' time cgroups leave the process (docker --cpus), rounded up; UINT_MAX without a limit.
unsigned weft_machine_cpu_quota(void);
// The same for a text as of /proc/self/cgroup and the directory that hierarchies are mounted in; for tests.
unsigned weft_machine_cpu_quota_in(const char *membership, const char *mount);
unsigned weft_machine_clock_mhz(unsigned cpu); // the highest the system names; 0 if it names none
// The CPU's marketing name, "" excluded: there is always some text. `size` bytes incl. the NUL at most.
void weft_machine_cpu_name(char *name, unsigned size);
void weft_machine_vendor_name(char *name, size_t size);
uint32_t weft_machine_vendor_id(void); // PCI vendor of the CPU's maker; 0 if unknown
// Of the CPU that kernels are compiled for: the machine's, or what WEFT_CPU names, which the compiler is asked about.
unsigned weft_machine_vector_bytes(void); // widest vector register it computes in
bool weft_machine_has_fma(void);
void weft_machine_uuid(uint8_t uuid[WEFT_UUID_BYTES]); // the same in every process on this machine

#endif
