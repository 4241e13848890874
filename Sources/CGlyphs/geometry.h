#pragma once
#include <stdint.h>

// Characters whose shape is defined rather than designed: mosaics of two by three and two by four parts, eighths, and
// braille, whose dots are drawn as terminals draw them.

/// 1 for these characters, else 0.
int geometry_cells(uint32_t scalar);

/// Writes 16 rows of 8 bytes, 0 or 255. Answers as `geometry_cells` does; when it is 0, what was written says nothing.
int geometry_coverage(uint32_t scalar, uint8_t *cell);
