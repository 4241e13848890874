#include "bmp.h"

#include <stdio.h>
#include <string.h>

// The supported kinds of compression.
#define PLAIN 0
#define RUNS_OF_8 1
#define RUNS_OF_4 2
#define FIELDS 3
#define FIELDS_WITH_ALPHA 6

#define FILE_HEAD 14

static uint32_t number(const uint8_t *at, int bytes) {
    uint32_t value = 0;
    for (int i = bytes - 1; i >= 0; i--) value = value << 8 | at[i];
    return value;
}

static bool fail(BMP *bmp, PictureStatus status, const char *message) {
    decoder_fail(bmp->decoder, status, message);
    return false;
}

static bool truncated(BMP *bmp) {
    return fail(bmp, PictureStatusTruncated, "unexpected end of data in the header");
}

static void set_channel(BMP *bmp, int channel, uint32_t mask) {
    BMPChannel *found = &bmp->channels[channel];
    found->mask = mask;
    found->shift = mask ? __builtin_ctz(mask) : 0;
    found->most = mask >> found->shift;
}

/// The masks follow a header of 40 bytes, or are within a larger one at the same offset.
static bool read_masks(BMP *bmp, uint32_t head_size) {
    bool has_alpha = bmp->compression == FIELDS_WITH_ALPHA || head_size >= 56;
    bool is_plain = bmp->compression == PLAIN;
    uint8_t bytes[16] = {0};
    if (!is_plain && !decoder_peek(bmp->decoder, FILE_HEAD + 40, bytes, has_alpha ? 16 : 12)) return truncated(bmp);
    static const uint32_t usual[2][3] = {{0x7C00, 0x03E0, 0x001F}, {0xFF0000, 0xFF00, 0xFF}};
    for (int channel = 0; channel < 4; channel++) {
        uint32_t standard = channel < 3 ? usual[bmp->bits == 32][channel] : 0;
        set_channel(bmp, channel, is_plain ? standard : number(bytes + channel * 4, 4));
    }
    bmp->decoder->head.has_alpha = bmp->channels[3].most > 0;
    return true;
}

static bool read_palette(BMP *bmp, uint32_t head_size, uint32_t used) {
    uint32_t entry = head_size == 12 ? 3 : 4, most = 1u << bmp->bits;
    uint32_t count = used == 0 || used > most ? most : used;
    for (uint32_t i = 0; i < 256; i++) {
        uint8_t bytes[4] = {0};
        // Entries missing from a truncated palette are black.
        if (i < count) decoder_read_at(bmp->decoder, FILE_HEAD + (int64_t)head_size + i * entry, bytes, entry);
        bmp->palette[i][0] = bytes[2];
        bmp->palette[i][1] = bytes[1];
        bmp->palette[i][2] = bytes[0];
        bmp->palette[i][3] = 255;
    }
    return true;
}

static bool is_known(BMP *bmp, uint32_t head_size) {
    char message[80];
    bool is_os2 = head_size == 16 || head_size == 64;
    uint32_t bits = bmp->bits;
    bool fits = false;
    switch (bmp->compression) {
    case PLAIN: fits = bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32; break;
    case RUNS_OF_8: fits = bits == 8; break;
    case RUNS_OF_4: fits = bits == 4; break;
    case FIELDS:
    case FIELDS_WITH_ALPHA: fits = !is_os2 && (bits == 16 || bits == 32); break;
    case 4: return fail(bmp, PictureStatusUnsupportedKind, is_os2 ? "run-length encoded 24-bit pixels" : "embedded JPEG data");
    case 5: return fail(bmp, PictureStatusUnsupportedKind, "embedded PNG data");
    default: break;
    }
    if (fits) return true;
    snprintf(message, sizeof message, "%u bits per pixel with compression %u", bits, bmp->compression);
    return fail(bmp, PictureStatusUnsupportedKind, message);
}

/// `INT32_MIN` can't be negated.
static bool set_size(BMP *bmp, int64_t width, int64_t height) {
    bool has_runs = bmp->compression == RUNS_OF_4 || bmp->compression == RUNS_OF_8;
    bmp->is_top_down = height < 0;
    if (height < 0) height = -height;
    if (width <= 0 || height == 0 || height > INT32_MAX) return fail(bmp, PictureStatusCorrupt, "invalid picture size");
    if (has_runs && bmp->is_top_down) return fail(bmp, PictureStatusCorrupt, "run-length encoding of a top-down bitmap");
    bmp->decoder->head.width = (uint32_t)width;
    bmp->decoder->head.height = (uint32_t)height;
    bmp->row_bytes = ((size_t)width * bmp->bits + 31) / 32 * 4;
    return decoder_admits(bmp->decoder, (uint32_t)width, (uint32_t)height, has_runs);
}

bool bmp_read_head(BMP *bmp) {
    uint8_t head[FILE_HEAD + 40] = {0};
    if (!decoder_peek(bmp->decoder, 0, head, FILE_HEAD + 4)) return truncated(bmp);
    bmp->offset = number(head + 10, 4);
    uint32_t head_size = number(head + FILE_HEAD, 4);
    if (head_size != 12 && (head_size < 16 || head_size > 124)) return fail(bmp, PictureStatusCorrupt, "unknown header size");
    if (!decoder_peek(bmp->decoder, 0, head, FILE_HEAD + (head_size < 40 ? head_size : 40))) return truncated(bmp);
    const uint8_t *fields = head + FILE_HEAD;
    bool is_core = head_size == 12;
    bmp->bits = number(fields + (is_core ? 10 : 14), 2);
    bmp->compression = head_size >= 40 ? number(fields + 16, 4) : PLAIN;
    if (!is_known(bmp, head_size)) return false;
    int64_t width = is_core ? (int64_t)number(fields + 4, 2) : (int32_t)number(fields + 4, 4);
    int64_t height = is_core ? (int64_t)number(fields + 6, 2) : (int32_t)number(fields + 8, 4);
    if (!set_size(bmp, width, height)) return false;
    if (bmp->bits <= 8) return read_palette(bmp, head_size, head_size >= 40 ? number(fields + 32, 4) : 0);
    return bmp->bits == 24 || read_masks(bmp, head_size);
}
