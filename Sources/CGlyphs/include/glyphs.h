#pragma once
#include <stdint.h>

enum { GLYPH_WIDTH = 8, GLYPH_HEIGHT = 16 };

/// A font, or the average over all fonts that have the character. Characters missing from a font are taken from the
/// others.
enum { GLYPH_DEJAVU, GLYPH_NOTO, GLYPH_LIBERATION, GLYPH_JETBRAINS, GLYPH_FONTS, GLYPH_AVERAGE = GLYPH_FONTS };

/// The number of cells of the glyph: 1 or 2, or 0 if the tables lack it.
int glyph_cells(uint32_t scalar);

/// Writes the coverage of the glyph, 0-255, in 16 rows of 8 bytes (16 bytes for a wide glyph). `coverage` must have
/// room for 256 bytes. Returns the same as `glyph_cells`.
int glyph_coverage(int font, uint32_t scalar, uint8_t *coverage);

/// A font's weight in the average. DejaVu Sans Mono has two thirds, because systems display it or a relative (Bitstream
/// Vera, Menlo) more often than all others.
int glyph_weight(int font);

/// Whether the font itself has the character, as a glyph of one cell.
int glyph_is_in(int font, uint32_t scalar);

/// Whether the character's shape is defined rather than designed: mosaics, eighths and braille.
int glyph_is_defined(uint32_t scalar);
