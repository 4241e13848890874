#include "geometry.h"

#include <string.h>

#include "glyphs.h"

// Fills columns x0..<x1 of rows y0..<y1.
static void fill(uint8_t *cell, int x0, int y0, int x1, int y1) {
    for (int y = y0; y < y1; y++) memset(cell + y * GLYPH_WIDTH + x0, 255, (size_t)(x1 - x0));
}

// Draws a mosaic of two columns and `rows` rows; bit 0 is the upper left part, bit 1 the upper right one.
static void mosaic(uint8_t *cell, int rows, unsigned bits) {
    for (int part = 0; part < 2 * rows; part++) {
        int row = part / 2, left = part % 2 * 4;
        int top = (row * GLYPH_HEIGHT * 2 + rows) / (2 * rows), end = ((row + 1) * GLYPH_HEIGHT * 2 + rows) / (2 * rows);
        if (bits >> part & 1) fill(cell, left, top, left + 4, end);
    }
}

// U+1FB00: the 2x3 mosaics in order, except those in older blocks: empty, left half, right half and full.
static unsigned sextant(uint32_t scalar) {
    unsigned bits = scalar - 0x1FB00 + 1;
    if (bits >= 0x15) bits++;
    return bits >= 0x2A ? bits + 1 : bits;
}

static int is_older_octant(unsigned bits) {
    static const uint8_t older[] = {0x00, 0x01, 0x02, 0x03, 0x05, 0x0A, 0x0F, 0x14, 0x28, 0x3F, 0x40, 0x50, 0x55,
                                    0x5A, 0x5F, 0x80, 0xA0, 0xA5, 0xAA, 0xAF, 0xC0, 0xF0, 0xF5, 0xFA, 0xFC, 0xFF};
    return memchr(older, (int)bits, sizeof older) != NULL;
}

// U+1CD00: the 2x4 mosaics in order, except those in older blocks.
static unsigned octant(uint32_t scalar) {
    unsigned left = scalar - 0x1CD00;
    for (unsigned bits = 0; bits < 256; bits++)
        if (!is_older_octant(bits) && left-- == 0) return bits;
    return 0;
}

static void braille(uint8_t *cell, unsigned dots) {
    static const uint8_t columns[] = {0, 0, 0, 1, 1, 1, 0, 1}, rows[] = {0, 1, 2, 0, 1, 2, 3, 3};
    for (int dot = 0; dot < 8; dot++) {
        int x = 1 + 4 * columns[dot], y = 1 + 4 * rows[dot];
        if (dots >> dot & 1) fill(cell, x, y, x + 2, y + 2);
    }
}

// Eighths and single octants from other blocks.
static int part(uint32_t scalar, uint8_t *cell) {
    static const uint8_t eighths[] = {2, 3, 5, 6, 7};
    if (scalar >= 0x1FB82 && scalar <= 0x1FB86) fill(cell, 0, 0, 8, 2 * eighths[scalar - 0x1FB82]);
    else if (scalar >= 0x1FB87 && scalar <= 0x1FB8B) fill(cell, 8 - eighths[scalar - 0x1FB87], 0, 8, 16);
    else if (scalar >= 0x1FB70 && scalar <= 0x1FB75) {
        int left = (int)(scalar - 0x1FB6F);
        fill(cell, left, 0, left + 1, 16);
    } else if (scalar >= 0x1FB76 && scalar <= 0x1FB7B) {
        int top = 2 * (int)(scalar - 0x1FB75);
        fill(cell, 0, top, 8, top + 2);
    } else if (scalar == 0x1CEA8) mosaic(cell, 4, 0x01);
    else if (scalar == 0x1CEAB) mosaic(cell, 4, 0x02);
    else if (scalar == 0x1CEA3) mosaic(cell, 4, 0x40);
    else if (scalar == 0x1CEA0) mosaic(cell, 4, 0x80);
    else if (scalar == 0x1FBE6) mosaic(cell, 4, 0x14);
    else if (scalar == 0x1FBE7) mosaic(cell, 4, 0x28);
    else return 0;
    return 1;
}

int geometry_cells(uint32_t scalar) {
    uint8_t cell[GLYPH_WIDTH * GLYPH_HEIGHT];
    return geometry_coverage(scalar, cell);
}

int geometry_coverage(uint32_t scalar, uint8_t *cell) {
    if (scalar < 0x2800) return 0;
    memset(cell, 0, GLYPH_WIDTH * GLYPH_HEIGHT);
    if (scalar <= 0x28FF) braille(cell, scalar - 0x2800);
    else if (scalar >= 0x1FB00 && scalar <= 0x1FB3B) mosaic(cell, 3, sextant(scalar));
    else if (scalar >= 0x1CD00 && scalar <= 0x1CDE5) mosaic(cell, 4, octant(scalar));
    else return part(scalar, cell);
    return 1;
}
