#include "gif_read.h"

#include <stdlib.h>
#include <string.h>

/// Sets the head.
static bool set_head(GIFReader *reader) {
    Decoder *decoder = reader->decoder;
    if (reader->width == 0 || reader->height == 0) {
        decoder_fail(decoder, PictureStatusCorrupt, "the frame has a side of length zero");
        return false;
    }
    uint32_t width, height;
    gif_canvas(reader, &width, &height);
    gif_enlarge(&width, &height, reader->left + reader->width, reader->top + reader->height);
    decoder->head.width = width;
    decoder->head.height = height;
    decoder->head.has_alpha = reader->transparent >= 0 || reader->width < width || reader->height < height;
    if (!decoder_admits(decoder, width, height, reader->is_interlaced)) return false;
    // giflib buffers nothing: it delivers one line at a time.
    uint32_t lines = reader->is_interlaced ? reader->height : 1;
    if (!gif_set_palette(reader) || !decoder_begin(decoder, (int64_t)reader->width * lines)) return false;
    decoder->pixels = calloc(lines, reader->width);
    if (decoder->pixels) return true;
    decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
    return false;
}

/// Draws a line of the frame onto the canvas. The rest of the canvas row stays transparent.
static bool deliver(GIFReader *reader, const uint8_t *line) {
    gif_color(reader, line, reader->decoder->rgba + reader->left * 4);
    return decoder_deliver(reader->decoder, reader->decoder->rgba);
}

static bool deliver_clear(GIFReader *reader, uint32_t rows) {
    memset(reader->decoder->rgba, 0, (size_t)reader->decoder->head.width * 4);
    for (uint32_t row = 0; row < rows; row++) {
        if (!decoder_deliver(reader->decoder, reader->decoder->rgba)) return false;
    }
    return true;
}

static bool stream(GIFReader *reader) {
    for (uint32_t row = 0; row < reader->height; row++) {
        if (!gif_read_line(reader, reader->decoder->pixels)) return false;
        reader->decoder->result->rows = reader->top + row + 1;
        if (!deliver(reader, reader->decoder->pixels)) return false;
    }
    return true;
}

/// Decodes an interlaced frame. Each pass paints its lines as blocks, so that a truncated frame is complete but coarse.
/// Returns the number of lines painted.
static uint32_t weave(GIFReader *reader) {
    uint32_t painted = 0;
    uint8_t *pixels = reader->decoder->pixels;
    for (const GIFPass *pass = gif_passes; pass < gif_passes + 4; pass++) {
        for (uint32_t row = pass->first; row < reader->height; row += pass->step) {
            uint8_t *line = pixels + (size_t)row * reader->width;
            if (!gif_read_line(reader, line)) return painted;
            for (uint32_t copy = 1; copy < pass->block && row + copy < reader->height; copy++) {
                memcpy(line + (size_t)copy * reader->width, line, reader->width);
            }
            uint32_t end = row + pass->block < reader->height ? row + pass->block : reader->height;
            if (painted < end) painted = end;
            reader->decoder->result->rows++;
        }
    }
    return painted;
}

static bool deliver_woven(GIFReader *reader) {
    uint32_t rows = weave(reader);
    if (!decoder_may_deliver(reader->decoder)) return false;
    for (uint32_t row = 0; row < rows; row++) {
        if (!deliver(reader, reader->decoder->pixels + (size_t)row * reader->width)) return false;
    }
    return reader->decoder->result->status == PictureStatusDone;
}

/// Reads up to the end of the first frame.
static void read_all(GIFReader *reader) {
    if (!gif_find_frame(reader) || !set_head(reader)) return;
    if (!deliver_clear(reader, reader->top)) return;
    if (!(reader->is_interlaced ? deliver_woven(reader) : stream(reader))) return;
    reader->decoder->result->rows = reader->decoder->head.height;
    deliver_clear(reader, reader->decoder->head.height - reader->top - reader->height);
}

void decode_gif(Decoder *decoder) {
    GIFReader reader;
    if (gif_open(&reader, decoder)) read_all(&reader);
    gif_close(&reader);
}
