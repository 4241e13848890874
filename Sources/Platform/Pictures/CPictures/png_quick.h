// The rows of plain PNGs (8 bits, not interlaced, sRGB) by ISA-L's inflate, which takes two fifths of zlib's time; not
// for Swift. libpng reads all that stands before the pixels, and every other PNG.
#pragma once

#include "decoder.h"

/// Whether the library is there.
bool png_quick_is_there(void);
/// What `png_quick_stream` allocates for a picture of such rows.
int64_t png_quick_bytes(uint32_t width, int channels);
/// Delivers all rows, from the first byte of the first IDAT's body on, `count` bytes long. `channels` is 1, 3 or 4.
/// Sets a failure when the data are damaged, after the rows before it.
void png_quick_stream(Decoder *decoder, int channels, uint32_t count);
