// SPDX-License-Identifier: Apache-2.0
// Sets of small numbers as trees of bits.
#include "runtime/core/bit_tree.h"

#include <assert.h>

static size_t
words_for(size_t bits)
{
    return (bits + 63) / 64;
}

size_t
weft_bit_tree_words(size_t count)
{
    size_t words = words_for(count), sum = words;

    while (words > 1) {
        words = words_for(words);
        sum += words;
    }
    return sum;
}

void
weft_bit_tree_init(struct weft_bit_tree *tree, size_t count, uint64_t *words)
{
    size_t bits = count;

    tree->depth = 0;
    do {
        assert(tree->depth < WEFT_BIT_TREE_LEVELS);
        tree->levels[tree->depth++] = words;
        bits = words_for(bits);
        words += bits;
    } while (bits > 1);
}

void
weft_bit_tree_add(struct weft_bit_tree *tree, size_t number)
{
    for (unsigned level = 0; level < tree->depth; level++, number /= 64)
        tree->levels[level][number / 64] |= UINT64_C(1) << number % 64;
}

void
weft_bit_tree_remove(struct weft_bit_tree *tree, size_t number)
{
    for (unsigned level = 0; level < tree->depth; level++, number /= 64)
        if (tree->levels[level][number / 64] &= ~(UINT64_C(1) << number % 64))
            return; // the word is not empty yet
}

bool
weft_bit_tree_lowest(const struct weft_bit_tree *tree, size_t *number)
{
    size_t at = 0;

    for (unsigned level = tree->depth; level-- > 0;) {
        uint64_t word = tree->levels[level][at];

        if (!word)
            return false; // only at the top
        at = at * 64 + (size_t)__builtin_ctzll(word);
    }
    *number = at;
    return true;
}
