// Decodes the rows of simple PNGs (8 bits, not interlaced, sRGB) with ISA-L's inflate, which takes two fifths of zlib's
// time; not for Swift. libpng reads everything before the pixels, and all other PNGs.
#pragma once

#include "decoder.h"

/// Whether the library is installed.
bool png_quick_is_there(void);
/// The memory that `png_quick_stream` allocates, in bytes.
int64_t png_quick_bytes(uint32_t width, int channels);
/// Decodes and delivers all rows, starting at the first byte of the first IDAT's body, which is `count` bytes long.
/// `channels` is 1, 3 or 4. Sets a failure if the data are damaged, after delivering the rows before the damage.
void png_quick_stream(Decoder *decoder, int channels, uint32_t count);
