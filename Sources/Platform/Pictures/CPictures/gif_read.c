#include "gif_read.h"

#include "library.h"

#include <gif_lib.h>
#include <string.h>

#define FUNCTIONS(use)                                                                                                 \
    use(DGifOpen) use(DGifCloseFile) use(DGifGetRecordType) use(DGifGetImageDesc) use(DGifGetLine)                     \
    use(DGifGetExtension) use(DGifGetExtensionNext) use(DGifExtensionToGCB) use(DGifGetCodeNext)                       \
    use(GifFreeSavedImages) use(GifErrorString)
LIBRARY("libgif.so.7", FUNCTIONS)

const GIFPass gif_passes[4] = {{0, 8, 8}, {4, 8, 4}, {2, 4, 2}, {1, 2, 1}};

static int on_read(GifFileType *file, GifByteType *into, int count) {
    if (count <= 0) return 0;
    return decoder_read(file->UserData, into, (size_t)count) ? count : 0;
}

static bool fail(GIFReader *reader) {
    if (reader->file->Error == D_GIF_ERR_NOT_ENOUGH_MEM) {
        decoder_fail(reader->decoder, PictureStatusOutOfMemory, "out of memory");
    }
    const char *message = real.GifErrorString(reader->file->Error);
    decoder_fail_on_data(reader->decoder, message ? message : "the file contains no frame");
    return false;
}

bool gif_open(GIFReader *reader, Decoder *decoder) {
    *reader = (GIFReader){.decoder = decoder};
    if (!library_is_there(decoder)) return false;
    int error = 0;
    reader->file = real.DGifOpen(decoder, on_read, &error);
    if (reader->file) return true;
    const char *message = real.GifErrorString(error);
    decoder_fail_on_data(decoder, message ? message : "the header is missing or invalid");
    return false;
}

void gif_close(GIFReader *reader) {
    int error = 0;
    if (reader->file) real.DGifCloseFile(reader->file, &error);
}

/// Reads an extension. Only the graphic control extension is used.
static bool read_extension(GIFReader *reader) {
    int code = 0;
    GifByteType *block = NULL;
    int went = real.DGifGetExtension(reader->file, &code, &block);
    while (went != GIF_ERROR && block) {
        GraphicsControlBlock control;
        if (code == GRAPHICS_EXT_FUNC_CODE && real.DGifExtensionToGCB(block[0], block + 1, &control) != GIF_ERROR) {
            reader->transparent = control.TransparentColor;
            reader->disposal = control.DisposalMode;
        }
        went = real.DGifGetExtensionNext(reader->file, &block);
    }
    return went != GIF_ERROR || fail(reader);
}

/// giflib keeps a description of every frame, with its palette. Only the present one is needed.
static void forget_frames(GIFReader *reader) {
    if (reader->file->SavedImages) real.GifFreeSavedImages(reader->file);
    reader->file->SavedImages = NULL;
    reader->file->ImageCount = 0;
}

static bool read_description(GIFReader *reader) {
    forget_frames(reader);
    if (real.DGifGetImageDesc(reader->file) == GIF_ERROR) return fail(reader);
    const GifImageDesc *image = &reader->file->Image;
    reader->left = (uint32_t)image->Left;
    reader->top = (uint32_t)image->Top;
    reader->width = (uint32_t)image->Width;
    reader->height = (uint32_t)image->Height;
    reader->is_interlaced = image->Interlace;
    return true;
}

bool gif_find_frame(GIFReader *reader) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    reader->transparent = NO_TRANSPARENT_COLOR;
    reader->disposal = DISPOSAL_UNSPECIFIED;
    while (real.DGifGetRecordType(reader->file, &type) != GIF_ERROR) {
        switch (type) {
        case IMAGE_DESC_RECORD_TYPE: return read_description(reader);
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

void gif_canvas(const GIFReader *reader, uint32_t *width, uint32_t *height) {
    *width = (uint32_t)reader->file->SWidth;
    *height = (uint32_t)reader->file->SHeight;
}

void gif_enlarge(uint32_t *width, uint32_t *height, uint32_t right, uint32_t bottom) {
    if (*width < right) *width = right;
    if (*height < bottom) *height = bottom;
}

/// An index without a palette entry is black, as in most decoders.
bool gif_set_palette(GIFReader *reader) {
    GifFileType *file = reader->file;
    const ColorMapObject *map = file->Image.ColorMap ? file->Image.ColorMap : file->SColorMap;
    if (!map) {
        decoder_fail(reader->decoder, PictureStatusCorrupt, "the colour table is missing");
        return false;
    }
    memset(reader->palette, 0, sizeof reader->palette);
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

bool gif_read_line(GIFReader *reader, uint8_t *line) {
    return real.DGifGetLine(reader->file, line, (int)reader->width) != GIF_ERROR || fail(reader);
}

bool gif_skip_lines(GIFReader *reader) {
    GifByteType *block = NULL;
    do {
        if (real.DGifGetCodeNext(reader->file, &block) == GIF_ERROR) return fail(reader);
    } while (block);
    return true;
}

void gif_color(const GIFReader *reader, const uint8_t *line, uint8_t *rgba) {
    for (uint32_t x = 0; x < reader->width; x++, rgba += 4) memcpy(rgba, reader->palette[line[x]], 4);
}
