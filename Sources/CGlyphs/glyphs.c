#include "glyphs.h"

#include <stddef.h>
#include <string.h>

#include "geometry.h"

// The layout is documented in config/glyphs/tables.c.
static const uint8_t dejavu[] = {
#embed "Tables/dejavu.bin"
};
static const uint8_t noto[] = {
#embed "Tables/noto.bin"
};
static const uint8_t liberation[] = {
#embed "Tables/liberation.bin"
};
static const uint8_t jetbrains[] = {
#embed "Tables/jetbrains.bin"
};
static const uint8_t unifont[] = {
#embed "Tables/unifont.bin"
};
static const uint8_t emoji[] = {
#embed "Tables/emoji.bin"
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

static const uint8_t *const fonts[GLYPH_FONTS] = {
    [GLYPH_DEJAVU] = dejavu, [GLYPH_NOTO] = noto, [GLYPH_LIBERATION] = liberation, [GLYPH_JETBRAINS] = jetbrains};

static const uint8_t *find_grey(int font, uint32_t scalar) {
    return scalar < 0x10000 ? find(fonts[font], CELL, scalar) : NULL;
}

// Bitmaps with two bytes per row.
static const uint8_t *find_wide(uint32_t scalar) {
    if (scalar < 0x10000) return find(unifont, WIDE, scalar);
    return scalar >= 0x1F000 && scalar < 0x1FB00 ? find(emoji, WIDE, scalar & 0xFFFF) : NULL;
}

int glyph_is_in(int font, uint32_t scalar) {
    return font >= 0 && font < GLYPH_FONTS && find_grey(font, scalar) != NULL;
}

int glyph_is_defined(uint32_t scalar) { return geometry_cells(scalar); }

static int is_known(uint32_t scalar) {
    for (int font = 0; font < GLYPH_FONTS; font++)
        if (find_grey(font, scalar)) return 1;
    return 0;
}

int glyph_cells(uint32_t scalar) {
    if (geometry_cells(scalar) || is_known(scalar)) return 1;
    return find_wide(scalar) ? 2 : 0;
}

int glyph_weight(int font) {
    return font == GLYPH_DEJAVU ? 6 : 1;
}

// The glyph of one font, or of the first other font that has it. For the average: the weighted mean over all fonts that
// have it, rounded.
static int grey(int font, uint32_t scalar, uint8_t *coverage) {
    const uint8_t *one = font == GLYPH_AVERAGE ? NULL : find_grey(font, scalar);
    if (one) {
        memcpy(coverage, one, CELL);
        return 1;
    }
    uint32_t sums[CELL] = {0}, count = 0;
    for (int other = 0; other < GLYPH_FONTS; other++) {
        const uint8_t *cell = find_grey(other, scalar);
        if (!cell) continue;
        uint32_t weight = font == GLYPH_AVERAGE ? (uint32_t)glyph_weight(other) : 1;
        count += weight;
        for (size_t i = 0; i < CELL; i++) sums[i] += cell[i] * weight;
        if (font != GLYPH_AVERAGE) break;
    }
    if (!count) return 0;
    for (size_t i = 0; i < CELL; i++) coverage[i] = (uint8_t)((sums[i] + count / 2) / count);
    return 1;
}

int glyph_coverage(int font, uint32_t scalar, uint8_t *coverage) {
    if (font < 0 || font > GLYPH_AVERAGE) font = GLYPH_AVERAGE;
    if (geometry_coverage(scalar, coverage) || grey(font, scalar, coverage)) return 1;
    const uint8_t *bits = find_wide(scalar);
    if (!bits) return 0;
    for (size_t i = 0; i < 2 * CELL; i++) coverage[i] = bits[i / 8] >> (7 - i % 8) & 1 ? 255 : 0;
    return 2;
}
