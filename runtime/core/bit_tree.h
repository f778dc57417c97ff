// SPDX-License-Identifier: Apache-2.0
// A set of small numbers whose lowest is found at once: bits, and above each word of bits a bit that says whether any
// of them is set.
#ifndef WEFT_CORE_BIT_TREE_H
#define WEFT_CORE_BIT_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WEFT_BIT_TREE_LEVELS 6u // 2^36 numbers

struct weft_bit_tree {
    unsigned depth;                         // levels in use
    uint64_t *levels[WEFT_BIT_TREE_LEVELS]; // borrowed from whoever gave the words: the bits first, then what is above
};

// How many words a set of the numbers below `count` takes.
size_t weft_bit_tree_words(size_t count);
// An empty set in so many zeroed words.
void weft_bit_tree_init(struct weft_bit_tree *tree, size_t count, uint64_t *words);
void weft_bit_tree_add(struct weft_bit_tree *tree, size_t number);
void weft_bit_tree_remove(struct weft_bit_tree *tree, size_t number);
// False if the set is empty.
bool weft_bit_tree_lowest(const struct weft_bit_tree *tree, size_t *number);

static inline bool
weft_bit_tree_has(const struct weft_bit_tree *tree, size_t number)
{
    return tree->levels[0][number / 64] >> number % 64 & 1;
}

#endif
