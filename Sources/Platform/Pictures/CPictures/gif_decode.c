#include "library.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(use)                                                                                                 \
    use(DGifOpen) use(DGifCloseFile) use(DGifGetRecordType) use(DGifGetImageDesc) use(DGifGetLine)                     \
    use(DGifGetExtension) use(DGifGetExtensionNext) use(DGifExtensionToGCB) use(GifErrorString)
LIBRARY("libgif.so.7", FUNCTIONS)

typedef struct {
    Decoder *decoder;
    GifFileType *file;
    int transparent;
    /// The frame's rectangle on the canvas.
    uint32_t left, top, width, height;
    uint8_t palette[256][4];
} Reader;

static int on_read(GifFileType *file, GifByteType *into, int count) {
    if (count <= 0) return 0;
    return decoder_read(file->UserData, into, (size_t)count) ? count : 0;
}

static bool fail(Reader *reader) {
    if (reader->file->Error == D_GIF_ERR_NOT_ENOUGH_MEM) {
        decoder_fail(reader->decoder, PictureStatusOutOfMemory, "out of memory");
    }
    const char *message = real.GifErrorString(reader->file->Error);
    decoder_fail_on_data(reader->decoder, message ? message : "the file contains no frame");
    return false;
}

/// Reads an extension. Only the graphic control extension is used, for transparency.
static bool read_extension(Reader *reader) {
    int code = 0;
    GifByteType *block = NULL;
    int went = real.DGifGetExtension(reader->file, &code, &block);
    while (went != GIF_ERROR && block) {
        GraphicsControlBlock control;
        if (code == GRAPHICS_EXT_FUNC_CODE && real.DGifExtensionToGCB(block[0], block + 1, &control) != GIF_ERROR) {
            reader->transparent = control.TransparentColor;
        }
        went = real.DGifGetExtensionNext(reader->file, &block);
    }
    return went != GIF_ERROR || fail(reader);
}

static bool find_frame(Reader *reader) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    while (real.DGifGetRecordType(reader->file, &type) != GIF_ERROR) {
        switch (type) {
        case IMAGE_DESC_RECORD_TYPE: return real.DGifGetImageDesc(reader->file) != GIF_ERROR || fail(reader);
        case EXTENSION_RECORD_TYPE:
            if (!read_extension(reader)) return false;
            break;
        default:
            decoder_fail(reader->decoder, PictureStatusCorrupt, "the file contains no frame");
            return false;
        }
    }
    return fail(reader);
}

/// An index without a palette entry is black, as in most decoders.
static bool set_palette(Reader *reader) {
    GifFileType *file = reader->file;
    const ColorMapObject *map = file->Image.ColorMap ? file->Image.ColorMap : file->SColorMap;
    if (!map) {
        decoder_fail(reader->decoder, PictureStatusCorrupt, "the colour table is missing");
        return false;
    }
    for (int i = 0; i < 256; i++) {
        reader->palette[i][3] = 255;
        if (i >= map->ColorCount) continue;
        reader->palette[i][0] = map->Colors[i].Red;
        reader->palette[i][1] = map->Colors[i].Green;
        reader->palette[i][2] = map->Colors[i].Blue;
    }
    if (reader->transparent >= 0 && reader->transparent < 256) memset(reader->palette[reader->transparent], 0, 4);
    return true;
}

/// Sets the head. The canvas is enlarged to contain the frame: many encoders leave its size at zero.
static bool set_head(Reader *reader) {
    Decoder *decoder = reader->decoder;
    const GifImageDesc *image = &reader->file->Image;
    reader->left = (uint32_t)image->Left;
    reader->top = (uint32_t)image->Top;
    reader->width = (uint32_t)image->Width;
    reader->height = (uint32_t)image->Height;
    if (reader->width == 0 || reader->height == 0) {
        decoder_fail(decoder, PictureStatusCorrupt, "the frame has a side of length zero");
        return false;
    }
    uint32_t width = (uint32_t)reader->file->SWidth, height = (uint32_t)reader->file->SHeight;
    if (width < reader->left + reader->width) width = reader->left + reader->width;
    if (height < reader->top + reader->height) height = reader->top + reader->height;
    decoder->head.width = width;
    decoder->head.height = height;
    decoder->head.has_alpha = reader->transparent >= 0 || reader->width < width || reader->height < height;
    if (!decoder_admits(decoder, width, height, image->Interlace)) return false;
    // giflib buffers nothing: it delivers one line at a time.
    int64_t lines = (int64_t)reader->width * (image->Interlace ? reader->height : 1);
    if (!set_palette(reader) || !decoder_begin(decoder, lines)) return false;
    decoder->pixels = calloc(image->Interlace ? reader->height : 1, reader->width);
    if (decoder->pixels) return true;
    decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
    return false;
}

static bool read_line(Reader *reader, uint8_t *line) {
    return real.DGifGetLine(reader->file, line, (int)reader->width) != GIF_ERROR || fail(reader);
}

/// Draws a line of the frame onto the canvas. The rest of the canvas row stays transparent.
static bool deliver(Reader *reader, const uint8_t *line) {
    uint8_t *pixel = reader->decoder->rgba + reader->left * 4;
    for (uint32_t x = 0; x < reader->width; x++, pixel += 4) memcpy(pixel, reader->palette[line[x]], 4);
    return decoder_deliver(reader->decoder, reader->decoder->rgba);
}

static bool deliver_clear(Reader *reader, uint32_t rows) {
    memset(reader->decoder->rgba, 0, (size_t)reader->decoder->head.width * 4);
    for (uint32_t row = 0; row < rows; row++) {
        if (!decoder_deliver(reader->decoder, reader->decoder->rgba)) return false;
    }
    return true;
}

static bool stream(Reader *reader) {
    for (uint32_t row = 0; row < reader->height; row++) {
        if (!read_line(reader, reader->decoder->pixels)) return false;
        reader->decoder->result->rows = reader->top + row + 1;
        if (!deliver(reader, reader->decoder->pixels)) return false;
    }
    return true;
}

/// Decodes an interlaced frame. Each pass paints its lines as blocks, so that a truncated frame is complete but coarse.
/// Returns the number of lines painted.
static uint32_t weave(Reader *reader) {
    static const uint32_t first[4] = {0, 4, 2, 1}, step[4] = {8, 8, 4, 2}, block[4] = {8, 4, 2, 1};
    uint32_t painted = 0;
    uint8_t *pixels = reader->decoder->pixels;
    for (int pass = 0; pass < 4; pass++) {
        for (uint32_t row = first[pass]; row < reader->height; row += step[pass]) {
            uint8_t *line = pixels + (size_t)row * reader->width;
            if (!read_line(reader, line)) return painted;
            for (uint32_t copy = 1; copy < block[pass] && row + copy < reader->height; copy++) {
                memcpy(line + (size_t)copy * reader->width, line, reader->width);
            }
            uint32_t end = row + block[pass] < reader->height ? row + block[pass] : reader->height;
            if (painted < end) painted = end;
            reader->decoder->result->rows++;
        }
    }
    return painted;
}

static bool deliver_woven(Reader *reader) {
    uint32_t rows = weave(reader);
    if (!decoder_may_deliver(reader->decoder)) return false;
    for (uint32_t row = 0; row < rows; row++) {
        if (!deliver(reader, reader->decoder->pixels + (size_t)row * reader->width)) return false;
    }
    return reader->decoder->result->status == PictureStatusDone;
}

/// Reads up to the end of the first frame.
static void read_all(Reader *reader) {
    if (!find_frame(reader) || !set_head(reader)) return;
    if (!deliver_clear(reader, reader->top)) return;
    if (!(reader->file->Image.Interlace ? deliver_woven(reader) : stream(reader))) return;
    reader->decoder->result->rows = reader->decoder->head.height;
    deliver_clear(reader, reader->decoder->head.height - reader->top - reader->height);
}

void decode_gif(Decoder *decoder) {
    if (!library_is_there(decoder)) return;
    Reader reader = {.decoder = decoder, .transparent = NO_TRANSPARENT_COLOR};
    int error = 0;
    reader.file = real.DGifOpen(decoder, on_read, &error);
    if (!reader.file) {
        const char *message = real.GifErrorString(error);
        return decoder_fail_on_data(decoder, message ? message : "the header is missing or invalid");
    }
    read_all(&reader);
    real.DGifCloseFile(reader.file, &error);
}
