#include "child.h"
#include "library.h"
#include "tiff_memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#define FUNCTIONS(use)                                                                                                 \
    use(TIFFClientOpenExt) use(TIFFClose) use(TIFFGetField) use(TIFFGetFieldDefaulted) use(TIFFIsTiled)                \
    use(TIFFOpenOptionsAlloc) use(TIFFOpenOptionsFree) use(TIFFOpenOptionsSetMaxSingleMemAlloc)                        \
    use(TIFFOpenOptionsSetErrorHandlerExtR) use(TIFFOpenOptionsSetWarningHandlerExtR)                                  \
    use(TIFFRGBAImageOK) use(TIFFRGBAImageBegin) use(TIFFRGBAImageGet) use(TIFFRGBAImageEnd)   \
    use(TIFFStripSize64) use(TIFFTileSize64)
LIBRARY("libtiff.so.6", FUNCTIONS)

typedef struct {
    Decoder *decoder;
    int64_t position;
    int64_t size;
    TIFF *tiff;
    TIFFRGBAImage image;
    bool has_image;
    /// The number of rows decoded at once: a strip or a row of tiles.
    uint32_t band;
    /// Whether it is decoded in a child process, and whether it must be.
    bool is_apart;
    bool needs_child;
    /// The library's first error message.
    char said[200];
} Reader;

static tmsize_t on_read(thandle_t handle, void *into, tmsize_t count) {
    Reader *reader = handle;
    if (count <= 0) return 0;
    size_t got = decoder_read_at(reader->decoder, reader->position, into, (size_t)count);
    if (got < (size_t)count) reader->decoder->has_ended = true;
    reader->position += (int64_t)got;
    return (tmsize_t)got;
}

static tmsize_t on_write(thandle_t handle, void *bytes, tmsize_t count) {
    (void)handle, (void)bytes, (void)count;
    return -1;
}

static toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
    Reader *reader = handle;
    int64_t base = whence == SEEK_CUR ? reader->position : whence == SEEK_END ? reader->size : 0;
    int64_t place;
    if (__builtin_add_overflow(base, (int64_t)offset, &place) || place < 0) return (toff_t)-1;
    reader->position = place;
    return (toff_t)place;
}

static int on_close(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t on_size(thandle_t handle) {
    return (toff_t)((Reader *)handle)->size;
}

static int on_error(TIFF *tiff, void *context, const char *module, const char *format, va_list values) {
    (void)tiff, (void)module;
    Reader *reader = context;
    if (reader->said[0] == 0) vsnprintf(reader->said, sizeof reader->said, format, values);
    return 1;
}

static int on_warning(TIFF *tiff, void *context, const char *module, const char *format, va_list values) {
    (void)tiff, (void)context, (void)module, (void)format, (void)values;
    return 1;
}

static bool fail(Reader *reader) {
    decoder_fail_on_data(reader->decoder, reader->said[0] ? reader->said : "the file structure is invalid");
    return false;
}

/// Opens the file without mmap, and with the limit on a single allocation.
static bool open_file(Reader *reader) {
    TIFFOpenOptions *options = real.TIFFOpenOptionsAlloc();
    if (!options) {
        decoder_fail(reader->decoder, PictureStatusOutOfMemory, "out of memory");
        return false;
    }
    real.TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)reader->decoder->bounds.memory);
    real.TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, reader);
    real.TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, reader);
    reader->tiff = real.TIFFClientOpenExt(
        "picture", "rm", reader, on_read, on_write, on_seek, on_close, on_size, NULL, NULL, options);
    real.TIFFOpenOptionsFree(options);
    return reader->tiff || fail(reader);
}

/// Whether this is a camera raw file. Many of them are TIFF with a small preview in place of the picture.
static bool is_raw(Reader *reader) {
    uint32_t kind = 0;
    uint16_t directories = 0;
    uint64_t *offsets = NULL;
    uint8_t *version = NULL;
    if (real.TIFFGetField(reader->tiff, TIFFTAG_DNGVERSION, &version)) return true;
    bool is_preview = real.TIFFGetField(reader->tiff, TIFFTAG_SUBFILETYPE, &kind) && (kind & FILETYPE_REDUCEDIMAGE);
    return is_preview && real.TIFFGetField(reader->tiff, TIFFTAG_SUBIFD, &directories, &offsets) && directories > 0;
}

/// Checks the limits before the pixel reader is created: its tables are small, but it is the first to trust the head.
static bool admits(Reader *reader) {
    Decoder *decoder = reader->decoder;
    uint32_t width = 0, height = 0;
    real.TIFFGetField(reader->tiff, TIFFTAG_IMAGEWIDTH, &width);
    real.TIFFGetField(reader->tiff, TIFFTAG_IMAGELENGTH, &height);
    if (width == 0 || height == 0 || width > INT32_MAX || height > INT32_MAX) {
        decoder_fail(decoder, PictureStatusCorrupt, "invalid picture size");
        return false;
    }
    decoder->head.width = width;
    decoder->head.height = height;
    if (!decoder_admits(decoder, width, height, false)) return false;
    uint32_t rows = 0;
    int tag = real.TIFFIsTiled(reader->tiff) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP;
    real.TIFFGetFieldDefaulted(reader->tiff, (uint32_t)tag, &rows);
    reader->band = rows == 0 || rows > height ? height : rows;
    return reader->band < height || decoder_admits(decoder, width, height, true);
}

/// The memory for an unbounded codec besides its strip: the window of Zstandard (at most 128 MiB by default,
/// ZSTD_WINDOWLOG_LIMIT_DEFAULT), the dictionary of LZMA's usual levels (64 MiB), the tables of WebP.
#define CODEC_BYTES ((int64_t)160 << 20)

/// The memory for the band as RGBA; a strip or tile decompressed (per plane if planes are separate) and as stored; and
/// the codec's own: runs of a fax row, coefficients and lines of a JPEG with several scans.
static int64_t band_bytes(const Reader *reader) {
    const Decoder *decoder = reader->decoder;
    bool is_tiled = real.TIFFIsTiled(reader->tiff) != 0;
    uint16_t planar = 0, samples = 0, compression = 0;
    uint32_t tile = 0;
    real.TIFFGetFieldDefaulted(reader->tiff, TIFFTAG_PLANARCONFIG, &planar);
    real.TIFFGetFieldDefaulted(reader->tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    real.TIFFGetFieldDefaulted(reader->tiff, TIFFTAG_COMPRESSION, &compression);
    if (is_tiled) real.TIFFGetFieldDefaulted(reader->tiff, TIFFTAG_TILEWIDTH, &tile);
    uint64_t strip = is_tiled ? real.TIFFTileSize64(reader->tiff) : real.TIFFStripSize64(reader->tiff);
    int64_t most = decoder->bounds.memory, width = is_tiled ? tile : decoder->head.width;
    // Avoids overflow: beyond the limit the exact sum doesn't matter.
    if (strip > (uint64_t)most || width > most) return most;
    int64_t bytes = (int64_t)decoder->head.width * 4 * reader->band;
    bytes += (int64_t)strip * (planar == PLANARCONFIG_SEPARATE ? samples < 4 ? samples : 4 : 1);
    // While realloc moves a block, both the old and the new one use memory.
    int64_t file = reader->size > 0 ? reader->size : 0;
    if (compression != COMPRESSION_NONE) bytes += 2 * file;
    else if (file > 0) bytes += (int64_t)strip < file ? (int64_t)strip : file;
    bytes += width * 32;
    if (compression == COMPRESSION_JPEG) bytes += (int64_t)strip * 4 + width * 4 * 4 * 10;
    if (!tiff_codec_is_bounded(compression)) bytes += 2 * (int64_t)strip + CODEC_BYTES;
    return bytes;
}

static bool set_head(Reader *reader) {
    Decoder *decoder = reader->decoder;
    char message[1024] = "";
    if (is_raw(reader)) {
        decoder_fail(decoder, PictureStatusUnsupportedKind, "camera raw data");
        return false;
    }
    if (!admits(reader)) return false;
    uint16_t compression = 0;
    real.TIFFGetFieldDefaulted(reader->tiff, TIFFTAG_COMPRESSION, &compression);
    if (!reader->is_apart && !tiff_codec_is_bounded(compression)) {
        reader->needs_child = true;
        return false;
    }
    if (!real.TIFFRGBAImageOK(reader->tiff, message)) {
        decoder_fail(decoder, PictureStatusUnsupportedKind, message);
        return false;
    }
    reader->has_image = real.TIFFRGBAImageBegin(&reader->image, reader->tiff, 1, message) != 0;
    if (!reader->has_image) return fail(reader);
    // libtiff reports errors that it has recovered from; from here on, every error means lost pixels.
    reader->said[0] = 0;
    // Request the stored orientation, so that rows are delivered as stored.
    uint16_t orientation = reader->image.orientation;
    reader->image.req_orientation = orientation;
    decoder->head.orientation = orientation >= 1 && orientation <= 8 ? (uint8_t)orientation : 1;
    decoder->head.has_alpha = reader->image.alpha != 0;
    uint32_t count = 0;
    void *profile = NULL;
    if (real.TIFFGetField(reader->tiff, TIFFTAG_ICCPROFILE, &count, &profile) && profile) {
        decoder_use_profile(decoder, profile, count);
    }
    if (!decoder_begin(decoder, band_bytes(reader))) return false;
    decoder->pixels = malloc((size_t)decoder->head.width * 4 * reader->band);
    if (!decoder->pixels) decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
    return decoder->pixels != NULL;
}

static void unpack(const uint32_t *packed, uint8_t *rgba, uint32_t width) {
    for (uint32_t x = 0; x < width; x++, rgba += 4) {
        rgba[0] = (uint8_t)TIFFGetR(packed[x]);
        rgba[1] = (uint8_t)TIFFGetG(packed[x]);
        rgba[2] = (uint8_t)TIFFGetB(packed[x]);
        rgba[3] = (uint8_t)TIFFGetA(packed[x]);
    }
}

static void stream(Reader *reader) {
    Decoder *decoder = reader->decoder;
    uint32_t *pixels = (uint32_t *)(void *)decoder->pixels;
    uint32_t width = decoder->head.width, height = decoder->head.height;
    for (uint32_t top = 0; top < height; top += reader->band) {
        uint32_t rows = height - top < reader->band ? height - top : reader->band;
        reader->image.row_offset = (int)top;
        if (!real.TIFFRGBAImageGet(&reader->image, pixels, width, rows) || reader->said[0]) {
            fail(reader);
            return;
        }
        for (uint32_t row = 0; row < rows; row++) {
            unpack(pixels + (size_t)row * width, decoder->rgba, width);
            if (decoder->head.has_alpha) unmultiply(decoder->rgba, width);
            decoder->result->rows = top + row + 1;
            if (!decoder_deliver(decoder, decoder->rgba)) return;
        }
    }
}

/// Decodes the picture. Returns true if it must be decoded in a child process; nothing was delivered then.
static bool read_all(Decoder *decoder, bool is_apart) {
    Reader reader = {.decoder = decoder, .size = decoder_size(decoder), .is_apart = is_apart};
    if (decoder_take(decoder, tiff_tags_memory(decoder, reader.size)) && open_file(&reader) && set_head(&reader)) stream(&reader);
    if (reader.has_image) real.TIFFRGBAImageEnd(&reader.image);
    if (reader.tiff) real.TIFFClose(reader.tiff);
    return reader.needs_child;
}

static void decode_here(Decoder *decoder) {
    read_all(decoder, true);
}

void decode_tiff(Decoder *decoder) {
    if (!library_is_there(decoder) || !decoder_make_seekable(decoder)) return;
    int64_t taken = decoder->taken;
    if (!read_all(decoder, false)) return;
    decoder->taken = taken;
    decode_in_child(decoder, decode_here);
}
