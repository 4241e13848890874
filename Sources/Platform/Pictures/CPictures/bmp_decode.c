#include "bmp.h"

#include <stdlib.h>
#include <string.h>

static void paint_indices(const BMP *bmp, const uint8_t *row) {
    uint32_t bits = bmp->bits, mask = (1u << bits) - 1;
    uint8_t *pixel = bmp->decoder->rgba;
    for (uint32_t x = 0; x < bmp->decoder->head.width; x++, pixel += 4) {
        uint64_t bit = (uint64_t)x * bits;
        uint32_t index = row[bit / 8] >> (8 - bits - bit % 8) & mask;
        memcpy(pixel, bmp->palette[index], 4);
    }
}

static void paint_fields(const BMP *bmp, const uint8_t *row) {
    uint32_t bytes = bmp->bits / 8;
    uint8_t *pixel = bmp->decoder->rgba;
    for (uint32_t x = 0; x < bmp->decoder->head.width; x++, pixel += 4, row += bytes) {
        uint32_t value = (uint32_t)row[0] | (uint32_t)row[1] << 8;
        if (bytes == 4) value |= (uint32_t)row[2] << 16 | (uint32_t)row[3] << 24;
        for (int i = 0; i < 4; i++) {
            const BMPChannel *channel = &bmp->channels[i];
            uint64_t part = (value & channel->mask) >> channel->shift;
            uint64_t level = channel->most ? (part * 255 + channel->most / 2) / channel->most : i == 3 ? 255 : 0;
            // A mask with gaps can yield more than its maximum.
            pixel[i] = (uint8_t)(level < 255 ? level : 255);
        }
    }
}

static void paint_bytes(const BMP *bmp, const uint8_t *row) {
    uint8_t *pixel = bmp->decoder->rgba;
    for (uint32_t x = 0; x < bmp->decoder->head.width; x++, pixel += 4, row += 3) {
        pixel[0] = row[2];
        pixel[1] = row[1];
        pixel[2] = row[0];
        pixel[3] = 255;
    }
}

static void paint(const BMP *bmp, const uint8_t *row) {
    if (bmp->bits <= 8) return paint_indices(bmp, row);
    if (bmp->bits == 24) return paint_bytes(bmp, row);
    paint_fields(bmp, row);
}

/// The number of complete rows in the file. Rows are usually stored bottom-up, so the missing ones are at the top.
static uint32_t stored_rows(const BMP *bmp) {
    int64_t bytes = decoder_size(bmp->decoder) - bmp->offset;
    int64_t rows = bytes < 0 ? 0 : bytes / (int64_t)bmp->row_bytes;
    // The padding after the last row may be missing.
    int64_t used = ((int64_t)bmp->decoder->head.width * bmp->bits + 7) / 8;
    if (bytes >= 0 && bytes % (int64_t)bmp->row_bytes >= used) rows++;
    return rows < bmp->decoder->head.height ? (uint32_t)rows : bmp->decoder->head.height;
}

static void stream(BMP *bmp, uint32_t stored) {
    Decoder *decoder = bmp->decoder;
    uint32_t height = decoder->head.height;
    for (uint32_t y = 0; y < height; y++) {
        uint32_t place = bmp->is_top_down ? y : height - 1 - y;
        if (place < stored) {
            decoder_read_at(decoder, bmp->offset + (int64_t)place * (int64_t)bmp->row_bytes, decoder->pixels, bmp->row_bytes);
            paint(bmp, decoder->pixels);
        } else {
            memset(decoder->rgba, 0, (size_t)decoder->head.width * 4);
        }
        if (!decoder->row(decoder->context, decoder->rgba, decoder->head.width)) {
            return decoder_fail(decoder, PictureStatusStopped, "stopped");
        }
    }
}

static void decode_plain(BMP *bmp) {
    Decoder *decoder = bmp->decoder;
    uint32_t stored = stored_rows(bmp);
    bool is_whole = stored == decoder->head.height;
    // Missing rows are transparent.
    if (!is_whole) decoder->head.has_alpha = true;
    if (!decoder_begin(decoder, (int64_t)bmp->row_bytes)) return;
    decoder->result->rows = stored;
    if (!is_whole) decoder_fail(decoder, PictureStatusTruncated, "unexpected end of data");
    if (stored == 0 || !decoder_may_deliver(decoder)) return;
    decoder->pixels = calloc(1, bmp->row_bytes);
    if (!decoder->pixels) return decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
    stream(bmp, stored);
}

static void decode_runs(BMP *bmp) {
    Decoder *decoder = bmp->decoder;
    int64_t indices = (int64_t)decoder->head.width * decoder->head.height;
    if (!decoder_begin(decoder, indices) || !bmp_read_runs(bmp) || !decoder_may_deliver(decoder)) return;
    for (uint32_t y = 0; y < decoder->head.height; y++) {
        const uint8_t *row = decoder->pixels + (size_t)y * decoder->head.width;
        for (uint32_t x = 0; x < decoder->head.width; x++) memcpy(decoder->rgba + x * 4, bmp->palette[row[x]], 4);
        if (!decoder->row(decoder->context, decoder->rgba, decoder->head.width)) {
            return decoder_fail(decoder, PictureStatusStopped, "stopped");
        }
    }
}

void decode_bmp(Decoder *decoder) {
    if (!decoder_make_seekable(decoder)) return;
    BMP bmp = {.decoder = decoder};
    if (!bmp_read_head(&bmp)) return;
    if (bmp.compression == 1 || bmp.compression == 2) {
        decode_runs(&bmp);
    } else {
        decode_plain(&bmp);
    }
}
