// SPDX-License-Identifier: Apache-2.0
// What image_versions has in its images and buffers, and where they end.
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/tests/image_versions_memory.h"
#include "conformance/tests/support.h"

// ---- Random numbers ------------------------------------------------------------------------------------------------

static uint64_t random_state;

void
random_begin(uint64_t seed)
{
    random_state = seed;
}

uint64_t
random_bits(void)
{
    uint64_t x = random_state += 0x9E3779B97F4A7C15u;

    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

unsigned
below(unsigned n)
{
    return (unsigned)(random_bits() >> 33) % n;
}

float
between(float low, float high)
{
    return low + (high - low) * (float)(random_bits() >> 40) / 16777216;
}

// ---- Memory that ends where no more may be touched -----------------------------------------------------------------

struct area
make_area(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), inner = (size + page - 1) / page * page;
    struct area area = {.mapped_bytes = inner + 2 * page, .size = size};

    area.mapped = mmap(NULL, area.mapped_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_ptr_not_equal(area.mapped, MAP_FAILED);
    assert_int_equal(mprotect(area.mapped + page, inner, PROT_READ | PROT_WRITE), 0);
    area.data = area.mapped + page + (below(3) ? inner - size : 0);
    return area;
}

void
fill(unsigned char *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        data[i] = (unsigned char)random_bits();
}

void
end_area(struct area *area)
{
    if (area->mapped)
        munmap(area->mapped, area->mapped_bytes);
    area->mapped = NULL;
}
