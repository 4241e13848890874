#include "child.h"
#include "library.h"
#include "numbers.h"
#include "webp.h"
#include "webp_memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <webp/decode.h>

#define FUNCTIONS(use)                                                                                                 \
    use(WebPGetFeaturesInternal) use(WebPInitDecoderConfigInternal) use(WebPIDecode) use(WebPIAppend)                  \
    use(WebPIDecGetRGB) use(WebPIDelete)
LIBRARY("libwebp.so.7", FUNCTIONS)

// Flags in the header of an extended file.
#define HAS_FRAMES 0x02
#define HAS_EXIF 0x08
#define HAS_ALPHA 0x10
#define HAS_PROFILE 0x20

typedef struct {
    Decoder *decoder;
    WebPDecoderConfig config;
    WebPIDecoder *incremental;
    WebPFrame frame;
    /// Memory for all rows of the frame; delivered rows are returned to the system.
    uint8_t *pixels;
    size_t size;
    size_t stride;
    uint32_t delivered;
    /// The memory that libwebp needs for the file.
    int64_t input;
    /// The pixels or their alpha are lossless, so Huffman tables are needed.
    bool has_tables;
} Reader;

static bool fails(Reader *reader, VP8StatusCode code) {
    switch (code) {
    case VP8_STATUS_OK:
    case VP8_STATUS_SUSPENDED: return false;
    case VP8_STATUS_OUT_OF_MEMORY:
        decoder_fail(reader->decoder, PictureStatusOutOfMemory, "out of memory");
        return true;
    case VP8_STATUS_UNSUPPORTED_FEATURE:
        decoder_fail(reader->decoder, PictureStatusUnsupportedKind, "unknown bitstream feature");
        return true;
    case VP8_STATUS_INVALID_PARAM:
        decoder_fail(reader->decoder, PictureStatusCorrupt, "the frame size differs from the one in the header");
        return true;
    default: decoder_fail(reader->decoder, PictureStatusCorrupt, "the bitstream is invalid"); return true;
    }
}

/// Searches the chunk headers. Returns the offset of the chunk's body, 0 if there is none.
static int64_t find_chunk(Decoder *decoder, const char *name, uint32_t *count) {
    int64_t offset = 12;
    uint8_t head[8];
    for (int chunk = 0; chunk < 65536 && decoder_peek(decoder, offset, head, 8); chunk++) {
        *count = little_endian(head + 4, 4);
        if (memcmp(head, name, 4) == 0) return offset + 8;
        offset += 8 + (int64_t)*count + (*count & 1);
    }
    return 0;
}

/// Whether the pixels or their alpha are lossless. Unknown if the source can't seek.
static bool has_tables(Decoder *decoder) {
    const uint8_t *first = decoder->window;
    if (decoder->window_count < 30 || memcmp(first + 12, "VP8 ", 4) == 0) return false;
    if (memcmp(first + 12, "VP8X", 4) != 0 || first[20] & HAS_FRAMES) return true;
    int64_t offset = 12;
    uint8_t head[8];
    for (int chunk = 0; chunk < 65536 && decoder_peek(decoder, offset, head, 8); chunk++) {
        if (memcmp(head, "VP8 ", 4) == 0) return false;
        if (memcmp(head, "VP8L", 4) == 0 || memcmp(head, "ALPH", 4) == 0) return true;
        uint32_t count = little_endian(head + 4, 4);
        offset += 8 + (int64_t)count + (count & 1);
    }
    return true;
}

uint8_t webp_orientation(Decoder *decoder) {
    uint32_t count = 0;
    int64_t offset = find_chunk(decoder, "EXIF", &count);
    size_t part = count < PICTURE_EXIF ? count : PICTURE_EXIF;
    if (offset == 0 || !decoder_peek(decoder, offset, decoder->exif, part)) return 1;
    size_t prefix = part > 6 && memcmp(decoder->exif, "Exif\0\0", 6) == 0 ? 6 : 0;
    return exif_orientation(decoder->exif + prefix, part - prefix);
}

void webp_use_profile(Decoder *decoder) {
    uint32_t count = 0;
    int64_t offset = find_chunk(decoder, "ICCP", &count);
    uint8_t last = 0;
    bool is_there = offset > 0 && count > 0 && count <= PICTURE_PROFILE && decoder_peek(decoder, offset + count - 1, &last, 1);
    uint8_t *profile = is_there ? malloc(count) : NULL;
    if (profile) decoder->taken += count;
    if (profile && decoder_peek(decoder, offset, profile, count)) decoder_use_profile(decoder, profile, count);
    free(profile);
}

static bool admits(Reader *reader, uint32_t width, uint32_t height, bool is_held) {
    reader->frame.width = reader->decoder->head.width = width;
    reader->frame.height = reader->decoder->head.height = height;
    return decoder_admits(reader->decoder, width, height, is_held);
}

/// Reads the extended header: the canvas and the chunks that follow.
static bool read_extended(Reader *reader) {
    Decoder *decoder = reader->decoder;
    const uint8_t *head = decoder->window;
    uint32_t flags = head[20];
    if (!admits(reader, little_endian(head + 24, 3) + 1, little_endian(head + 27, 3) + 1, true)) return false;
    decoder->head.has_alpha = (flags & HAS_ALPHA) != 0;
    if ((flags & (HAS_EXIF | HAS_PROFILE)) && !decoder_make_seekable(decoder)) return false;
    if (flags & HAS_PROFILE) webp_use_profile(decoder);
    if (flags & HAS_FRAMES) {
        if (!decoder_hold(decoder) || !webp_first_frame(decoder, &reader->frame)) return false;
        bool is_whole =
            reader->frame.width == decoder->head.width && reader->frame.height == decoder->head.height;
        decoder->head.has_alpha = reader->frame.has_alpha || !is_whole;
        return decoder_admits(decoder, decoder->head.width, decoder->head.height, true);
    }
    if (flags & HAS_EXIF) decoder->head.orientation = webp_orientation(decoder);
    return true;
}

/// Reads a simple file, whose size is in its first 30 bytes. Only one without alpha can be decoded row by row from
/// start to end.
static bool read_simple(Reader *reader) {
    WebPBitstreamFeatures features;
    VP8StatusCode code = real.WebPGetFeaturesInternal(
        reader->decoder->window, reader->decoder->window_count, &features, WEBP_DECODER_ABI_VERSION);
    if (code == VP8_STATUS_NOT_ENOUGH_DATA) {
        decoder_fail(reader->decoder, PictureStatusTruncated, "unexpected end of data in the header");
        return false;
    }
    if (fails(reader, code)) return false;
    reader->decoder->head.has_alpha = features.has_alpha != 0;
    return admits(reader, (uint32_t)features.width, (uint32_t)features.height, features.format != 1);
}

/// The memory for the file data: twice their size, because libwebp copies them to a larger block as they grow
/// (idec_dec.c, AppendToMemBuffer).
static int64_t input_bytes(Decoder *decoder) {
    int64_t bytes = (int64_t)little_endian(decoder->window + 4, 4) + 8, size = decoder_size(decoder);
    if (size >= 0 && size < bytes) bytes = size;
    if (decoder->bounds.file_bytes < bytes) bytes = decoder->bounds.file_bytes;
    return 2 * bytes + 2 * PICTURE_BUFFER;
}

/// The memory for the delivered rows and the decoder: all pixels if lossless, a plane of alpha, or a row of
/// macroblocks.
static int64_t frame_bytes(int64_t width, int64_t height, bool has_tables) {
    int64_t bytes = 4 * width * height + MACROBLOCK_BYTES * (width / 16 + 3);
    return has_tables ? bytes + width * height + lossless_bytes(width, height) : bytes;
}

int64_t webp_file_bytes(uint32_t width, uint32_t height, bool has_tables, int64_t count) {
    // A child process has a base and a row of its own.
    int64_t bases = 2 * (PICTURE_BASE + 4 * (int64_t)width);
    return bases + 2 * count + 2 * PICTURE_BUFFER + frame_bytes(width, height, has_tables);
}

static bool read_head(Reader *reader) {
    Decoder *decoder = reader->decoder;
    if (decoder->window_count < 30) {
        decoder_fail(decoder, PictureStatusTruncated, "unexpected end of data in the header");
        return false;
    }
    bool is_extended = memcmp(decoder->window + 12, "VP8X", 4) == 0;
    reader->input = input_bytes(decoder);
    if (!(is_extended ? read_extended(reader) : read_simple(reader))) return false;
    int64_t frame = frame_bytes(reader->frame.width, reader->frame.height, reader->has_tables);
    if (!decoder_begin(decoder, reader->input + frame)) return false;
    memset(decoder->rgba, 0, (size_t)decoder->head.width * 4);
    return true;
}

static bool start(Reader *reader) {
    reader->stride = (size_t)reader->frame.width * 4;
    reader->size = reader->stride * reader->frame.height;
    void *pixels = map_pixels(reader->size);
    bool is_known = real.WebPInitDecoderConfigInternal(&reader->config, WEBP_DECODER_ABI_VERSION) != 0;
    if (pixels != MAP_FAILED && is_known) {
        reader->pixels = pixels;
        WebPDecBuffer *output = &reader->config.output;
        output->colorspace = MODE_RGBA;
        output->is_external_memory = 1;
        output->u.RGBA = (WebPRGBABuffer){pixels, (int)reader->stride, reader->size};
        reader->incremental = real.WebPIDecode(NULL, 0, &reader->config);
    }
    if (reader->incremental) return true;
    decoder_fail(reader->decoder, PictureStatusOutOfMemory, "out of memory");
    return false;
}

static bool deliver_clear(Reader *reader, uint32_t rows) {
    memset(reader->decoder->rgba, 0, (size_t)reader->decoder->head.width * 4);
    for (uint32_t row = 0; row < rows; row++) {
        if (!decoder_deliver(reader->decoder, reader->decoder->rgba)) return false;
    }
    return true;
}

/// Returns delivered rows to the system. The decoder writes rows once, from the top, so they are no longer needed.
static void release(Reader *reader, size_t from) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t start = from * reader->stride / page * page, end = reader->delivered * reader->stride / page * page;
    if (end > start) madvise(reader->pixels + start, end - start, MADV_DONTNEED);
}

/// Copies a row. If the header declares no alpha but the pixels have some, the header is trusted.
static void copy_row(Reader *reader, uint32_t row) {
    uint8_t *pixel = reader->decoder->rgba + (size_t)reader->frame.left * 4;
    memcpy(pixel, reader->pixels + row * reader->stride, reader->stride);
    if (reader->decoder->head.has_alpha) return;
    for (uint32_t x = 0; x < reader->frame.width; x++) pixel[x * 4 + 3] = 255;
}

/// Delivers the rows that have been completed.
static bool deliver(Reader *reader) {
    int last = 0, width = 0, height = 0, stride = 0;
    const uint8_t *rows = real.WebPIDecGetRGB(reader->incremental, &last, &width, &height, &stride);
    // The decoder reports no size before its first row.
    if (!rows || last <= 0) return true;
    if ((uint32_t)width != reader->frame.width || (uint32_t)height != reader->frame.height) {
        return !fails(reader, VP8_STATUS_INVALID_PARAM);
    }
    Decoder *decoder = reader->decoder;
    uint32_t from = reader->delivered;
    for (; reader->delivered < (uint32_t)last; reader->delivered++) {
        copy_row(reader, reader->delivered);
        decoder->result->rows = reader->frame.top + reader->delivered + 1;
        if (!decoder_deliver(decoder, decoder->rgba)) return false;
    }
    release(reader, from);
    return true;
}

/// Passes a piece of the bitstream to the decoder. Returns true while it needs more.
static bool append(Reader *reader, const uint8_t *bytes, size_t count) {
    VP8StatusCode code = real.WebPIAppend(reader->incremental, bytes, count);
    if (!deliver(reader) || fails(reader, code)) return false;
    return code == VP8_STATUS_SUSPENDED;
}

static void stream(Reader *reader) {
    Decoder *decoder = reader->decoder;
    bool wants = true;
    if (reader->frame.bytes) {
        wants = append(reader, reader->frame.bytes, reader->frame.count);
        if (wants) decoder->has_ended = true;
    } else {
        while (wants && decoder_fill(decoder)) {
            size_t part = decoder->window_count < PICTURE_BUFFER ? decoder->window_count : PICTURE_BUFFER;
            wants = append(reader, decoder->window, part);
            decoder->window += part;
            decoder->window_count -= part;
        }
    }
    if (wants) decoder_fail_on_data(decoder, "unexpected end of data");
}

static void read_all(Reader *reader) {
    Decoder *decoder = reader->decoder;
    if (!read_head(reader) || !start(reader) || !deliver_clear(reader, reader->frame.top)) return;
    stream(reader);
    if (decoder->result->status != PictureStatusDone) return;
    decoder->result->rows = decoder->head.height;
    deliver_clear(reader, decoder->head.height - reader->frame.top - reader->frame.height);
}

static void decode_here(Decoder *decoder) {
    Reader reader = {.decoder = decoder, .has_tables = has_tables(decoder)};
    read_all(&reader);
    if (reader.incremental) real.WebPIDelete(reader.incremental);
    if (reader.pixels) unmap_pixels(reader.pixels, reader.size);
    webp_frame_free(&reader.frame);
}

/// The size of the canvas, or of a simple lossless picture, from the header.
static int64_t tables_of_head(const uint8_t *head) {
    if (memcmp(head + 12, "VP8X", 4) == 0) {
        return tables_bytes(little_endian(head + 24, 3) + 1, little_endian(head + 27, 3) + 1);
    }
    uint32_t bits = little_endian(head + 21, 4);
    return tables_bytes((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1);
}

void decode_webp(Decoder *decoder) {
    if (!library_is_there(decoder)) return;
    bool is_bounded = !has_tables(decoder) || tables_of_head(decoder->window) <= TABLES_BYTES;
    if (is_bounded) return decode_here(decoder);
    decode_in_child(decoder, decode_here);
}
