#include "png_drawing.h"

#include "functions.h"

#include <isa-l.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY "libisal.so.2"

/// The approximate number of bytes deflated at a time, in whole rows, and the size of a chunk. Pixels are stored four
/// bytes at a time.
enum { PART = 1 << 16, CHUNK = 1 << 16, SPARE = 4, FILTER_UP = 2 };

#define FUNCTIONS(use) use(isal_deflate_init) use(isal_deflate)

FUNCTIONS_OF(LIBRARY, FUNCTIONS)
static bool is_there;

static void load_library(void) {
    is_there = functions_load();
}

struct PNGDrawing {
    struct isal_zstream stream;
    uint8_t tables[ISAL_DEF_LVL1_DEFAULT];
    uint8_t chunk[CHUNK];
    uint32_t width;
    int channels;
    /// The row above, in RGBA.
    uint8_t *above;
    /// Filtered rows, `filled` bytes of `size`.
    uint8_t *part;
    size_t filled, size;
};

PNGDrawing *png_drawing_create(uint32_t width, int channels) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_library);
    if (!is_there) return NULL;
    PNGDrawing *drawing = malloc(sizeof *drawing);
    if (!drawing) return NULL;
    const size_t line = (size_t)width * (size_t)channels + 1;
    drawing->width = width;
    drawing->channels = channels;
    drawing->filled = 0;
    drawing->size = line < PART ? PART / line * line : line;
    drawing->above = calloc(width, 4);
    drawing->part = malloc(drawing->size + SPARE);
    if (!drawing->above || !drawing->part) {
        png_drawing_free(drawing);
        return NULL;
    }
    real.isal_deflate_init(&drawing->stream);
    drawing->stream.level = 1;
    drawing->stream.level_buf = drawing->tables;
    drawing->stream.level_buf_size = sizeof drawing->tables;
    drawing->stream.gzip_flag = IGZIP_ZLIB;
    drawing->stream.next_out = drawing->chunk;
    drawing->stream.avail_out = CHUNK;
    return drawing;
}

void png_drawing_free(PNGDrawing *drawing) {
    if (!drawing) return;
    free(drawing->above);
    free(drawing->part);
    free(drawing);
}

static void write_chunk(PNGDrawing *drawing, png_structp png) {
    png_write_chunk(png, (png_const_bytep)"IDAT", drawing->chunk, CHUNK - drawing->stream.avail_out);
    drawing->stream.next_out = drawing->chunk;
    drawing->stream.avail_out = CHUNK;
}

static void deflate_part(PNGDrawing *drawing, png_structp png, bool is_last) {
    struct isal_zstream *stream = &drawing->stream;
    stream->next_in = drawing->part;
    stream->avail_in = (uint32_t)drawing->filled;
    stream->end_of_stream = is_last;
    for (;;) {
        if (real.isal_deflate(stream) != COMP_OK) png_error(png, "the pixels can't be compressed");
        if (stream->avail_out > 0 && stream->avail_in == 0) break;
        write_chunk(drawing, png);
    }
    drawing->filled = 0;
}

static uint32_t pixel(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

/// Subtracts each byte from the other's, without borrows between them.
static uint32_t difference(uint32_t one, uint32_t other) {
    const uint32_t high = 0x80808080u;
    return ((one | high) - (other & ~high)) ^ ((one ^ ~other) & high);
}

static void filter(const PNGDrawing *drawing, const uint8_t *rgba, uint8_t *into) {
    const uint8_t *above = drawing->above;
    for (uint32_t x = 0; x < drawing->width; x++, rgba += 4, above += 4, into += drawing->channels) {
        const uint32_t rest = difference(pixel(rgba), pixel(above));
        memcpy(into, &rest, sizeof rest);
    }
}

void png_drawing_add(PNGDrawing *drawing, png_structp png, const uint8_t *rgba) {
    uint8_t *into = drawing->part + drawing->filled;
    const size_t row = 4 * (size_t)drawing->width, line = (size_t)drawing->width * (size_t)drawing->channels;
    *into++ = FILTER_UP;
    if (memcmp(rgba, drawing->above, row) == 0) {
        memset(into, 0, line);
    } else {
        filter(drawing, rgba, into);
        memcpy(drawing->above, rgba, row);
    }
    drawing->filled += 1 + line;
    if (drawing->filled == drawing->size) deflate_part(drawing, png, false);
}

void png_drawing_end(PNGDrawing *drawing, png_structp png) {
    deflate_part(drawing, png, true);
    if (drawing->stream.avail_out < CHUNK) write_chunk(drawing, png);
}
