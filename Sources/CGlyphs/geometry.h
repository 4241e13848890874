#pragma once
#include <stdint.h>

// Characters whose shape is defined rather than designed: mosaics of 2x3 and 2x4 parts, eighths, and braille, whose
// dots are drawn as in terminals.

/// 1 for such a character, otherwise 0.
int geometry_cells(uint32_t scalar);

/// Writes 16 rows of 8 bytes, 0 or 255. Returns the same as `geometry_cells`; if that is 0, the contents of `cell` are
/// undefined.
int geometry_coverage(uint32_t scalar, uint8_t *cell);
