#pragma once
#include <stdint.h>

enum { GLYPH_WIDTH = 8, GLYPH_HEIGHT = 16 };

/// Whose glyphs: those of a font, or the average over all fonts that have the character. What a font lacks is taken
/// from the others.
enum { GLYPH_DEJAVU, GLYPH_NOTO, GLYPH_LIBERATION, GLYPH_JETBRAINS, GLYPH_FONTS, GLYPH_AVERAGE = GLYPH_FONTS };

/// How many cells the scalar's glyph covers: 1 or 2, and 0 when the tables don't have it.
int glyph_cells(uint32_t scalar);

/// Writes the coverage of the scalar's glyph, 0-255, in 16 rows of 8 bytes (of 16 bytes for a wide glyph).
/// `coverage` has room for 256 bytes. Answers as `glyph_cells` does.
int glyph_coverage(int font, uint32_t scalar, uint8_t *coverage);

/// How much a font counts in the average: DejaVu Sans Mono for two thirds, since systems show it or one of its kin (Bitstream
/// Vera, Menlo) more often than all others.
int glyph_weight(int font);

/// Whether the font itself has the scalar, among the glyphs of one cell.
int glyph_is_in(int font, uint32_t scalar);

/// Whether the scalar's shape is defined rather than designed: mosaics, eighths and braille.
int glyph_is_defined(uint32_t scalar);

/// The sum of the coverage: at most 255 x 128 a cell. 0 also when the tables don't have the scalar.
uint32_t glyph_ink(int font, uint32_t scalar);
