// SPDX-License-Identifier: Apache-2.0
// Writing and checking program binaries, and the content hash they use.
#include "compiler/program_binary.h"

#include "compiler/wire.h"

#include <stdlib.h>
#include <string.h>

// Last bytes of a binary. Before it lie the payload, the info, the dependencies, the origin and the target, in this
// order.
struct trailer {
    uint64_t payload_size, info_size, deps_size, origin_size, target_size; // bytes
    uint32_t version, kind;
    unsigned char magic[8];
    uint64_t checksum; // of everything before this field
};
_Static_assert(sizeof(struct trailer) == WEFT_BINARY_TRAILER_BYTES, "the trailer has no padding");

static const unsigned char magic[8] = {'\x7f', 'W', 'e', 'f', 't', '\r', '\n', '\x1a'};

static uint64_t
load64(const unsigned char *p)
{
    uint64_t value;

    memcpy(&value, p, sizeof(value));
    return value;
}

// The two halves of the 128-bit product, folded: every input bit reaches every output bit's half.
static uint64_t
fold(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 u128;
    u128 product = (u128)a * b;

    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// Odd constants: the fractional bits of the square roots of 2, 3, 5, 7, lowest bit set.
#define K0 0x6a09e667f3bcc909u
#define K1 0xbb67ae8584caa73bu
#define K2 0x3c6ef372fe94f82bu
#define K3 0xa54ff53a5f1d36f1u

uint64_t
weft_hash64(const void *data, size_t size, uint64_t seed)
{
    const unsigned char *p = data;
    size_t left = size;
    uint64_t a = seed ^ K0, b = seed ^ K1, c = seed ^ K2, d = seed ^ K3;
    uint64_t tail[8] = {0};

    // Four independent chains of 16 bytes each keep the multiplier busy.
    for (; left >= 64; left -= 64, p += 64) {
        a = fold(load64(p) ^ K1, load64(p + 8) ^ a);
        b = fold(load64(p + 16) ^ K2, load64(p + 24) ^ b);
        c = fold(load64(p + 32) ^ K3, load64(p + 40) ^ c);
        d = fold(load64(p + 48) ^ K0, load64(p + 56) ^ d);
    }
    if (left) {
        memcpy(tail, p, left);
        a = fold(tail[0] ^ K1, tail[1] ^ a);
        b = fold(tail[2] ^ K2, tail[3] ^ b);
        c = fold(tail[4] ^ K3, tail[5] ^ c);
        d = fold(tail[6] ^ K0, tail[7] ^ d);
    }
    a = fold(a ^ K2, b ^ K0 ^ size);
    c = fold(c ^ K1, d ^ K3 ^ seed);
    return fold(a ^ K3, c ^ K2 ^ size);
}

// Copies a part; what is empty may be NULL. Returns its end.
static unsigned char *
append(unsigned char *to, const void *part, size_t size)
{
    if (size)
        memcpy(to, part, size);
    return to + size;
}

bool
weft_binary_write(const struct weft_binary_view *view, const char *target, unsigned char **data, size_t *size)
{
    struct trailer trailer = {
        .payload_size = view->payload_size,
        .info_size = view->info_size,
        .deps_size = view->deps_size,
        .origin_size = view->origin_size,
        .target_size = strlen(target),
        .version = WEFT_BINARY_VERSION,
        .kind = view->kind,
    };
    size_t before = view->payload_size + view->info_size + view->deps_size + view->origin_size + trailer.target_size;
    unsigned char *bytes = malloc(before + sizeof(trailer)), *p = bytes;

    if (!bytes)
        return false;
    memcpy(trailer.magic, magic, sizeof(magic));
    p = append(p, view->payload, view->payload_size);
    p = append(p, view->info, view->info_size);
    p = append(p, view->deps, view->deps_size);
    p = append(p, view->origin, view->origin_size);
    p = append(p, target, trailer.target_size);
    memcpy(p, &trailer, sizeof(trailer));
    trailer.checksum = weft_hash64(bytes, before + offsetof(struct trailer, checksum), WEFT_BINARY_VERSION);
    memcpy(p, &trailer, sizeof(trailer));
    *data = bytes;
    *size = before + sizeof(trailer);
    return true;
}

static bool
adds_up(const struct trailer *t, size_t before)
{
    const uint64_t sizes[] = {t->payload_size, t->info_size, t->deps_size, t->origin_size, t->target_size};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        if (sizes[i] > before)
            return false;
        before -= sizes[i];
    }
    return before == 0;
}

const char *
weft_binary_parse(const void *data, size_t size, const char *target, struct weft_binary_view *view)
{
    const unsigned char *bytes = data;
    struct trailer t;
    size_t before;

    if (!data || size < sizeof(t))
        return "the bytes are too few for a program binary";
    before = size - sizeof(t);
    memcpy(&t, bytes + before, sizeof(t));
    if (memcmp(t.magic, magic, sizeof(magic)) != 0)
        return "the bytes are not a program binary of Weft";
    if (t.version != WEFT_BINARY_VERSION)
        return "the program binary was written by another version of Weft";
    if (t.checksum != weft_hash64(bytes, before + offsetof(struct trailer, checksum), WEFT_BINARY_VERSION))
        return "the program binary is damaged: its checksum does not match";
    if (!adds_up(&t, before))
        return "the program binary is damaged: its parts do not add up";
    if (t.kind < WEFT_BINARY_OBJECT || t.kind > WEFT_BINARY_EXECUTABLE)
        return "the program binary is of an unknown kind";
    if (target && (t.target_size != strlen(target) || memcmp(bytes + before - t.target_size, target, t.target_size)))
        return "the program binary was made for another CPU or by another version of Weft";
    view->kind = t.kind;
    view->payload = bytes;
    view->payload_size = t.payload_size;
    view->info = bytes + t.payload_size;
    view->info_size = t.info_size;
    view->deps = bytes + t.payload_size + t.info_size;
    view->deps_size = t.deps_size;
    view->origin = bytes + t.payload_size + t.info_size + t.deps_size;
    view->origin_size = t.origin_size;
    return NULL;
}

bool
weft_binary_depends_on_time(const void *deps, size_t size)
{
    struct weft_reader in = {.data = deps, .size = size};
    const uint32_t count = weft_reader_u32(&in);
    bool depends = false;

    for (uint32_t i = 0; i < count && !in.failed; i++) {
        size_t path;

        depends = weft_reader_u32(&in) == WEFT_DEPENDENCY_TIME || depends;
        weft_reader_bytes(&in, &path);
        weft_reader_u64(&in);
    }
    return depends || in.failed;
}
