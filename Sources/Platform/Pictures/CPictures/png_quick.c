#include "png_quick.h"

#include "functions.h"
#include "numbers.h"
#include "png_unfilter.h"

#include <isa-l.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY "libisal.so.2"

/// The approximate number of bytes inflated at a time, in whole rows: the library copies its window at each call.
enum { PART = 1 << 16, SPARE = 4 };

#define FUNCTIONS(use) use(isal_inflate_init) use(isal_inflate) use(crc32_gzip_refl)

FUNCTIONS_OF(LIBRARY, FUNCTIONS)
static bool is_there;

static void load_library(void) {
    is_there = functions_load();
}

bool png_quick_is_there(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_library);
    return is_there;
}

typedef struct {
    Decoder *decoder;
    struct inflate_state *state;
    int channels;
    /// The bytes left in the current chunk's body.
    uint32_t left;
    uint32_t sum;
    /// The chunk after the last IDAT.
    bool is_past;
    uint8_t head[8];
    uint8_t *part;
    uint8_t *rows[2];
} Stream;

static bool fail(Stream *stream, const char *words) {
    decoder_fail_on_data(stream->decoder, words);
    return false;
}

/// Takes the next available bytes of the chunk's body and updates the checksum.
static bool take(Stream *stream, const uint8_t **bytes, size_t *count) {
    Decoder *decoder = stream->decoder;
    if (!decoder_fill(decoder)) return fail(stream, "unexpected end of data");
    *bytes = decoder->window;
    *count = decoder->window_count < stream->left ? decoder->window_count : stream->left;
    decoder->window += *count;
    decoder->window_count -= *count;
    stream->left -= (uint32_t)*count;
    stream->sum = real.crc32_gzip_refl(stream->sum, *bytes, *count);
    return true;
}

/// Moves from the end of one chunk to the body of the next.
static bool turn(Stream *stream) {
    uint8_t sum[4];
    if (!decoder_read(stream->decoder, sum, 4)) return fail(stream, "unexpected end of data");
    // libpng ignores errors in ancillary chunks; they were skipped unread.
    if (big_endian(sum) != stream->sum && !(stream->head[4] & 0x20)) return fail(stream, "CRC error");
    if (memcmp(stream->head + 4, "IEND", 4) == 0) return true;
    if (!decoder_read(stream->decoder, stream->head, 8)) return fail(stream, "unexpected end of data");
    stream->left = big_endian(stream->head);
    if (stream->left > INT32_MAX) return fail(stream, "invalid chunk length");
    stream->sum = real.crc32_gzip_refl(0, stream->head + 4, 4);
    return true;
}

/// Feeds the inflater. Returns false at the end of the IDAT chunks as well.
static bool feed(Stream *stream) {
    while (stream->left == 0) {
        if (stream->is_past || !turn(stream)) return false;
        stream->is_past = memcmp(stream->head + 4, "IDAT", 4) != 0;
        if (stream->is_past) return false;
    }
    const uint8_t *bytes;
    size_t count;
    if (!take(stream, &bytes, &count)) return false;
    stream->state->next_in = (uint8_t *)bytes;
    stream->state->avail_in = (uint32_t)count;
    return true;
}

/// Reads the zlib header (RFC 1950). The zlib checksum at the end isn't verified, because chunks have checksums.
static bool open_stream(Stream *stream) {
    uint8_t head[2];
    for (int i = 0; i < 2; i++) {
        if (stream->state->avail_in == 0 && !feed(stream)) return fail(stream, "no pixel data");
        head[i] = *stream->state->next_in++;
        stream->state->avail_in--;
    }
    bool is_deflated = (head[0] & 15) == 8 && head[0] >> 4 <= 7 && !(head[1] & 0x20);
    return is_deflated && (head[0] << 8 | head[1]) % 31 == 0 ? true : fail(stream, "the pixel data is not a zlib stream");
}

/// Inflates `count` bytes. Data before any damage are delivered; `got` is their number.
static bool inflate_part(Stream *stream, uint8_t *into, size_t count, size_t *got) {
    struct inflate_state *state = stream->state;
    state->next_out = into;
    state->avail_out = (uint32_t)count;
    bool is_well = true;
    while (is_well && state->avail_out > 0) {
        uint32_t before = state->avail_out;
        if (real.isal_inflate(state) < 0) is_well = fail(stream, "damaged pixel data");
        bool is_over = state->block_state == ISAL_BLOCK_FINISH && state->avail_out > 0;
        if (is_over || (state->avail_out == before && state->avail_in == 0 && !feed(stream))) {
            is_well = fail(stream, "not enough pixel data");
        }
    }
    *got = count - state->avail_out;
    return is_well;
}

static bool deliver(Stream *stream, uint32_t row, uint8_t *raw) {
    Decoder *decoder = stream->decoder;
    uint32_t width = decoder->head.width;
    uint8_t *rgba = stream->rows[row & 1], *above = stream->rows[~row & 1];
    if (stream->channels > 1) {
        if (!png_unfilter_colors(raw[0], stream->channels, raw + 1, above, rgba, width)) {
            return fail(stream, "unknown filter type");
        }
    } else {
        // The previous row's greys are stored after its pixels.
        uint8_t *greys = rgba + 4 * (size_t)width;
        if (!png_unfilter_greys(raw[0], raw + 1, above + 4 * (size_t)width, width)) {
            return fail(stream, "unknown filter type");
        }
        memcpy(greys, raw + 1, width);
        for (uint32_t x = 0; x < width; x++) {
            uint32_t pixel = 0xFF000000u | greys[x] * 0x010101u;
            memcpy(rgba + 4 * (size_t)x, &pixel, 4);
        }
    }
    decoder->result->rows = row + 1;
    return decoder_deliver(decoder, rgba);
}

static bool deliver_all(Stream *stream, size_t line, uint32_t most) {
    uint32_t height = stream->decoder->head.height;
    for (uint32_t row = 0; row < height;) {
        uint32_t rows = height - row < most ? height - row : most;
        size_t got;
        PictureResult *result = stream->decoder->result;
        bool is_well = inflate_part(stream, stream->part, rows * line, &got);
        // The rows before the damage are delivered nevertheless.
        PictureStatus status = result->status;
        result->status = PictureStatusDone;
        for (size_t i = 0; i < got / line; i++, row++) {
            if (!deliver(stream, row, stream->part + i * line)) return false;
        }
        result->status = status;
        if (!is_well) return false;
    }
    return true;
}

/// Reads to the end of the file, because a picture truncated after its pixels counts as damaged.
static void finish(Stream *stream) {
    for (;;) {
        const uint8_t *bytes;
        size_t count;
        while (stream->left > 0) {
            if (!take(stream, &bytes, &count)) return;
        }
        bool is_end = memcmp(stream->head + 4, "IEND", 4) == 0;
        if (!turn(stream) || is_end) return;
        bool is_known = memcmp(stream->head + 4, "IDAT", 4) == 0 || memcmp(stream->head + 4, "IEND", 4) == 0;
        if (!is_known && !(stream->head[4] & 0x20)) {
            fail(stream, "unknown critical chunk");
            return;
        }
    }
}

/// The sizes of a row in the file with its filter byte and of a decoded row, and the number of rows inflated at a time.
typedef struct {
    size_t line, row;
    uint32_t most;
} Sizes;

static Sizes sizes_of(uint32_t width, int channels) {
    size_t line = (size_t)width * (size_t)channels + 1;
    return (Sizes){.line = line, .row = (size_t)width * 5 + SPARE, .most = line < PART ? (uint32_t)(PART / line) : 1};
}

int64_t png_quick_bytes(uint32_t width, int channels) {
    Sizes sizes = sizes_of(width, channels);
    return (int64_t)(sizes.line * sizes.most + SPARE + sizes.row * 2);
}

void png_quick_stream(Decoder *decoder, int channels, uint32_t count) {
    Sizes sizes = sizes_of(decoder->head.width, channels);
    size_t line = sizes.line, row = sizes.row;
    uint32_t most = sizes.most;
    Stream stream = {.decoder = decoder, .channels = channels, .left = count, .head = {0, 0, 0, 0, 'I', 'D', 'A', 'T'}};
    stream.state = malloc(sizeof *stream.state);
    stream.part = malloc(line * most + SPARE);
    stream.rows[0] = calloc(row, 2);
    stream.rows[1] = stream.rows[0] ? stream.rows[0] + row : NULL;
    if (stream.state && stream.part && stream.rows[0]) {
        real.isal_inflate_init(stream.state);
        stream.state->avail_in = 0;
        stream.sum = real.crc32_gzip_refl(0, stream.head + 4, 4);
        if (open_stream(&stream) && deliver_all(&stream, line, most)) finish(&stream);
    } else {
        decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
    }
    free(stream.state);
    free(stream.part);
    free(stream.rows[0]);
}
