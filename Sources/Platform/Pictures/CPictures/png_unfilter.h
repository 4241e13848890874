// PNG filters (ISO/IEC 15948, 9); not for Swift.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Reverses the filter of one row with 3 or 4 channels and converts it to RGBA. `above` is the previous result, all
/// zero for the first row. With 3 channels, one byte past the end of `raw` is read. Returns false for an unknown
/// filter.
bool png_unfilter_colors(
    int filter, int channels, const uint8_t *raw, const uint8_t *above, uint8_t *rgba, uint32_t width);
/// Reverses the filter of one row of 8-bit grey in place. `above` is the previous row. Returns false for an unknown
/// filter.
bool png_unfilter_greys(int filter, uint8_t *raw, const uint8_t *above, uint32_t width);
