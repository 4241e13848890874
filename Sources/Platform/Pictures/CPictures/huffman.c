#include "huffman.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t count;
    uint16_t symbol;
} Leaf;

static int by_count(const void *one, const void *other) {
    const Leaf *a = one, *b = other;
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    return a->symbol < b->symbol ? -1 : 1;
}

/// The symbols that occur, rarest first. One or two that don't occur complete a code of fewer than two.
static int sorted_leaves(Leaf *leaves, const uint32_t *counts, int symbols) {
    int used = 0;
    for (int i = 0; i < symbols; i++) {
        if (counts[i] > 0) leaves[used++] = (Leaf){.count = counts[i], .symbol = (uint16_t)i};
    }
    for (int i = 0; used < 2; i++) {
        if (counts[i] == 0) leaves[used++] = (Leaf){.symbol = (uint16_t)i};
    }
    qsort(leaves, (size_t)used, sizeof *leaves, by_count);
    return used;
}

/// The depth of each leaf, by merging the two smallest of the leaves and of the nodes made so far (both in order).
static void depths_of(const Leaf *leaves, int used, int *depths) {
    uint64_t weights[576];
    int parents[576];
    for (int i = 0; i < used; i++) weights[i] = leaves[i].count;
    int leaf = 0, node = used, made = used;
    while (made < 2 * used - 1) {
        uint64_t sum = 0;
        for (int i = 0; i < 2; i++) {
            int next = node == made || (leaf < used && weights[leaf] <= weights[node]) ? leaf++ : node++;
            sum += weights[next];
            parents[next] = made;
        }
        weights[made++] = sum;
    }
    depths[made - 1] = 0;
    for (int i = made - 2; i >= 0; i--) depths[i] = depths[parents[i]] + 1;
}

/// The number of codes of each length, none longer than `longest`: codes that are too long are shortened, and the room
/// that they then take too much is made by lengthening the longest of the others.
static void limited_counts(const int *depths, int used, int longest, int *of_length) {
    memset(of_length, 0, 16 * sizeof *of_length);
    uint32_t room = 0;
    for (int i = 0; i < used; i++) {
        int length = depths[i] < longest ? depths[i] : longest;
        of_length[length]++;
        room += 1u << (longest - length);
    }
    while (room > 1u << longest) {
        int length = longest - 1;
        while (of_length[length] == 0) length--;
        // One code of this length and one of the longest become two codes that are one bit longer than the former.
        of_length[length]--;
        of_length[length + 1] += 2;
        of_length[longest]--;
        room--;
    }
}

static uint16_t reversed(uint32_t code, int length) {
    uint32_t turned = 0;
    for (int i = 0; i < length; i++) turned |= (code >> i & 1) << (length - 1 - i);
    return (uint16_t)turned;
}

void huffman_make(Huffman *huffman, const uint32_t *counts, int symbols, int longest) {
    Leaf leaves[288];
    int depths[576], of_length[16];
    int used = sorted_leaves(leaves, counts, symbols);
    depths_of(leaves, used, depths);
    limited_counts(depths, used, longest, of_length);
    memset(huffman, 0, sizeof *huffman);
    int next = 0;
    for (int length = longest; length > 0; length--) {
        for (int i = 0; i < of_length[length]; i++) huffman->lengths[leaves[next++].symbol] = (uint8_t)length;
    }
    uint32_t code = 0;
    for (int length = 1; length <= longest; length++) {
        code <<= 1;
        for (int i = 0; i < symbols; i++) {
            if (huffman->lengths[i] == length) huffman->codes[i] = reversed(code++, length);
        }
    }
}
