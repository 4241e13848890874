#pragma once
#include <stdint.h>

enum { GLYPH_WIDTH = 8, GLYPH_HEIGHT = 16 };

/// How many cells the scalar's glyph covers: 1 or 2, and 0 when the tables don't have it.
int glyph_cells(uint32_t scalar);

/// Writes the coverage of the scalar's glyph, 0-255, in 16 rows of 8 bytes (of 16 bytes for a wide glyph).
/// `coverage` has room for 256 bytes. Answers as `glyph_cells` does.
int glyph_coverage(uint32_t scalar, uint8_t *coverage);

/// The sum of the coverage: at most 255 x 128 a cell. 0 also when the tables don't have the scalar.
uint32_t glyph_ink(uint32_t scalar);
