#include "glyphs.h"

#include <stddef.h>
#include <string.h>

#include "geometry.h"

// The layout stands in config/glyphs/tables.c.
static const uint8_t dejavu[] = {
#embed "Tables/dejavu.bin"
};
static const uint8_t unifont[] = {
#embed "Tables/unifont.bin"
};

enum { CELL = GLYPH_WIDTH * GLYPH_HEIGHT, WIDE = 2 * GLYPH_HEIGHT };

static size_t count_of(const uint8_t *table) {
    return (size_t)table[0] | (size_t)table[1] << 8 | (size_t)table[2] << 16 | (size_t)table[3] << 24;
}

static const uint8_t *find(const uint8_t *table, size_t size, uint32_t scalar) {
    const uint8_t *codes = table + 4;
    size_t low = 0, count = count_of(table), high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        uint32_t code = (uint32_t)codes[middle * 2] | (uint32_t)codes[middle * 2 + 1] << 8;
        if (code == scalar) return codes + count * 2 + middle * size;
        if (code < scalar) low = middle + 1;
        else high = middle;
    }
    return NULL;
}

int glyph_cells(uint32_t scalar) {
    if (geometry_cells(scalar)) return 1;
    if (find(dejavu, CELL, scalar)) return 1;
    return find(unifont, WIDE, scalar) ? 2 : 0;
}

int glyph_coverage(uint32_t scalar, uint8_t *coverage) {
    if (geometry_coverage(scalar, coverage)) return 1;
    const uint8_t *grey = find(dejavu, CELL, scalar);
    if (grey) {
        memcpy(coverage, grey, CELL);
        return 1;
    }
    const uint8_t *bits = find(unifont, WIDE, scalar);
    if (!bits) return 0;
    for (size_t i = 0; i < 2 * CELL; i++) coverage[i] = bits[i / 8] >> (7 - i % 8) & 1 ? 255 : 0;
    return 2;
}

uint32_t glyph_ink(uint32_t scalar) {
    uint8_t coverage[2 * CELL];
    size_t bytes = (size_t)glyph_coverage(scalar, coverage) * CELL;
    uint32_t ink = 0;
    for (size_t i = 0; i < bytes; i++) ink += coverage[i];
    return ink;
}
