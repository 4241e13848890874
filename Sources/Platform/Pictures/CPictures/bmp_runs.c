#include "bmp.h"

#include <stdlib.h>
#include <string.h>

// The escape codes: a zero followed by a byte below three.
#define END_OF_LINE 0
#define END_OF_PICTURE 1
#define MOVE 2

typedef struct {
    BMP *bmp;
    int64_t offset;
    size_t held;
    size_t next;
    uint32_t x;
    /// Counted from the bottom.
    uint32_t y;
    uint8_t buffer[4096];
} Runs;

static bool take(Runs *runs, uint8_t *byte) {
    if (runs->next == runs->held) {
        runs->held = decoder_read_at(runs->bmp->decoder, runs->offset, runs->buffer, sizeof runs->buffer);
        runs->offset += (int64_t)runs->held;
        runs->next = 0;
    }
    if (runs->held == 0) {
        runs->bmp->decoder->has_ended = true;
        return false;
    }
    *byte = runs->buffer[runs->next++];
    return true;
}

/// Writes an index; those beyond the end of the row are dropped.
static void put(Runs *runs, uint8_t index) {
    const PictureHead *head = &runs->bmp->decoder->head;
    if (runs->x >= head->width || runs->y >= head->height) return;
    runs->bmp->decoder->pixels[(size_t)(head->height - 1 - runs->y) * head->width + runs->x++] = index;
}

static void put_run(Runs *runs, uint8_t count, uint8_t value) {
    bool is_small = runs->bmp->bits == 4;
    for (int i = 0; i < count; i++) put(runs, !is_small ? value : i % 2 ? value & 15 : value >> 4);
}

/// Reads literal indices, padded to a multiple of 16 bits.
static bool put_plain(Runs *runs, uint8_t count) {
    bool is_small = runs->bmp->bits == 4;
    uint32_t bytes = is_small ? (count + 1u) / 2 : count;
    uint8_t value = 0;
    for (uint32_t i = 0; i < bytes; i++) {
        if (!take(runs, &value)) return false;
        if (is_small) {
            put(runs, value >> 4);
            if (i * 2 + 1 < count) put(runs, value & 15);
        } else {
            put(runs, value);
        }
    }
    return bytes % 2 == 0 || take(runs, &value);
}

/// Reads one run. Returns false at the end of the data; sets `is_done` at the end of the picture.
static bool step(Runs *runs, bool *is_done) {
    uint8_t count = 0, value = 0, right = 0, up = 0;
    if (!take(runs, &count) || !take(runs, &value)) return false;
    if (count > 0) {
        put_run(runs, count, value);
        return true;
    }
    switch (value) {
    case END_OF_LINE:
        runs->x = 0;
        runs->y++;
        break;
    case END_OF_PICTURE: *is_done = true; break;
    case MOVE:
        if (!take(runs, &right) || !take(runs, &up)) return false;
        runs->x += right;
        runs->y += up;
        break;
    default: return put_plain(runs, value);
    }
    *is_done = *is_done || runs->y >= runs->bmp->decoder->head.height;
    return true;
}

bool bmp_read_runs(BMP *bmp) {
    Decoder *decoder = bmp->decoder;
    decoder->pixels = calloc(decoder->head.height, decoder->head.width);
    Runs *runs = decoder->pixels ? malloc(sizeof *runs) : NULL;
    if (!runs) {
        decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
        return false;
    }
    memset(runs, 0, offsetof(Runs, buffer));
    runs->bmp = bmp;
    runs->offset = bmp->offset;
    bool is_done = false;
    while (!is_done && step(runs, &is_done)) {}
    // Many encoders omit the end marker after the last row.
    bool is_whole = is_done || (runs->y + 1 == decoder->head.height && runs->x == decoder->head.width);
    decoder->result->rows = is_whole ? decoder->head.height : runs->y;
    free(runs);
    if (!is_whole) decoder_fail_on_data(decoder, "unexpected end of data");
    return true;
}
