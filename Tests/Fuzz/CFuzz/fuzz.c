#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct {
    PictureKind kind;
    /// Columns and rows of the art that is wanted; 0 is the picture's own size.
    uint32_t aim;
    PictureHead head;
    bool has_begun;
    uint32_t rows;
    /// Every byte of every row is looked at.
    uint64_t sum;
} Seen;

static const PictureBounds bounds = {.file_bytes = 1 << 20, .streamed_pixels = 1 << 20, .held_pixels = 1 << 18};

static void insist(bool is_so) {
    if (!is_so) abort();
}

static PictureKind on_head(void *context, const uint8_t *head, size_t count) {
    (void)head, (void)count;
    return ((Seen *)context)->kind;
}

static void on_aim(void *context, const PictureHead *head, uint32_t *columns, uint32_t *rows) {
    (void)head;
    *columns = *rows = ((Seen *)context)->aim;
}

static bool on_begin(void *context, const PictureHead *head) {
    Seen *seen = context;
    insist(!seen->has_begun && head->width > 0 && head->height > 0);
    insist((int64_t)head->width * head->height <= bounds.streamed_pixels);
    insist(head->orientation >= 1 && head->orientation <= 8);
    seen->has_begun = true;
    seen->head = *head;
    return true;
}

/// What is decoded at a part of its size says so.
static uint32_t width_of(const PictureHead *head) {
    return head->row_width > 0 ? head->row_width : head->width;
}

static uint32_t rows_of(const PictureHead *head) {
    return head->row_width > 0 ? head->row_count : head->height;
}

static bool on_row(void *context, const uint8_t *rgba, uint32_t width) {
    Seen *seen = context;
    insist(seen->has_begun && width == width_of(&seen->head) && seen->rows < rows_of(&seen->head));
    for (size_t i = 0; i < (size_t)width * 4; i++) seen->sum = seen->sum * 31 + rgba[i];
    if (!seen->head.has_alpha) insist(rgba[3] == 255);
    seen->rows++;
    return true;
}

static void decode(PictureKind kind, uint32_t aim, const PictureInput *input) {
    Seen seen = {.kind = kind, .aim = aim};
    PictureResult result;
    picture_decode(input, &bounds, true, on_head, on_aim, on_begin, on_row, &seen, &result);
    insist(memchr(result.message, 0, sizeof result.message) != NULL);
    // What breaks a process of its own would have broken this one.
    insist(strstr(result.message, "broke down") == NULL);
    insist(result.status != PictureStatusDone || (seen.has_begun && seen.rows == rows_of(&seen.head)));
    // Told of the picture as it is stored, whatever its size here.
    insist(!seen.has_begun || result.rows <= seen.head.height);
}

int fuzz(PictureKind kind, const uint8_t *bytes, size_t count) {
    if (count == 0) return 0;
    PictureInput memory = {.bytes = bytes, .count = count, .descriptor = -1};
    decode(kind, 0, &memory);
    if (kind == PictureKindJPEG) decode(kind, 1, &memory);
    int ends[2];
    // What fits into a pipe's own buffer, so that nobody waits.
    if (count > 4096 || pipe(ends) != 0) return 0;
    ssize_t written = write(ends[1], bytes, count);
    close(ends[1]);
    PictureInput piped = {.bytes = NULL, .count = 0, .descriptor = ends[0]};
    if (written == (ssize_t)count) decode(kind, 0, &piped);
    close(ends[0]);
    return 0;
}
