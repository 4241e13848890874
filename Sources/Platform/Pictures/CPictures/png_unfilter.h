// Filters of PNG (ISO/IEC 15948, 9); not for Swift.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Undoes the filter of one row of 3 or 4 channels, and makes it RGBA. `above` is the row before as this made it, all
/// zero at first. A byte behind the last of `raw` is looked at where there are 3 channels. False for an unknown filter.
bool png_unfilter_colors(
    int filter, int channels, const uint8_t *raw, const uint8_t *above, uint8_t *rgba, uint32_t width);
/// The same for bytes of grey, in place; `above` is the row before.
bool png_unfilter_greys(int filter, uint8_t *raw, const uint8_t *above, uint32_t width);
