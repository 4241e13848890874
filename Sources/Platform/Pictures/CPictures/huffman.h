#pragma once
#include <stdint.h>

/// A Huffman code of up to 288 symbols for Deflate.
typedef struct {
    /// In bits; 0 for symbols without a code.
    uint8_t lengths[288];
    /// With the first bit of the code as the lowest bit.
    uint16_t codes[288];
} Huffman;

/// Makes a code of at most `longest` bits, up to 15. There are always at least two codes, so that it is complete.
void huffman_make(Huffman *huffman, const uint32_t *counts, int symbols, int longest);
