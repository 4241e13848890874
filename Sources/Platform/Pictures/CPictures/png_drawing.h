// Filters and compresses the rows of drawings with ISA-L's deflate, which takes a tenth of zlib's time for 5 % more bytes;
// not for Swift. libpng writes everything but the pixels.
#pragma once

#include <png.h>
#include <stdint.h>

typedef struct PNGDrawing PNGDrawing;

/// `channels` is 3 or 4, of 8 bits. `NULL` if the library isn't installed or memory is short.
PNGDrawing *png_drawing_create(uint32_t width, int channels);
void png_drawing_free(PNGDrawing *drawing);
/// Adds the next row as its difference from the one above. Full buffers become IDAT chunks of `png`.
void png_drawing_add(PNGDrawing *drawing, png_structp png, const uint8_t *rgba);
/// Writes the rest of the pixels.
void png_drawing_end(PNGDrawing *drawing, png_structp png);
