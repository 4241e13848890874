#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct {
    PictureKind kind;
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
    (void)context, (void)head;
    *columns = *rows = 0;
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

static bool on_row(void *context, const uint8_t *rgba, uint32_t width) {
    Seen *seen = context;
    insist(seen->has_begun && width == seen->head.width && seen->rows < seen->head.height);
    for (size_t i = 0; i < (size_t)width * 4; i++) seen->sum = seen->sum * 31 + rgba[i];
    if (!seen->head.has_alpha) insist(rgba[3] == 255);
    seen->rows++;
    return true;
}

static void decode(PictureKind kind, const PictureInput *input) {
    Seen seen = {.kind = kind};
    PictureResult result;
    picture_decode(input, &bounds, true, on_head, on_aim, on_begin, on_row, &seen, &result);
    insist(memchr(result.message, 0, sizeof result.message) != NULL);
    // What breaks a process of its own would have broken this one.
    insist(strstr(result.message, "broke down") == NULL);
    insist(result.status != PictureStatusDone || (seen.has_begun && seen.rows == seen.head.height));
    insist(!seen.has_begun || result.rows <= seen.head.height);
}

int fuzz(PictureKind kind, const uint8_t *bytes, size_t count) {
    if (count == 0) return 0;
    PictureInput memory = {.bytes = bytes, .count = count, .descriptor = -1};
    decode(kind, &memory);
    int ends[2];
    // What fits into a pipe's own buffer, so that nobody waits.
    if (count > 4096 || pipe(ends) != 0) return 0;
    ssize_t written = write(ends[1], bytes, count);
    close(ends[1]);
    PictureInput piped = {.bytes = NULL, .count = 0, .descriptor = ends[0]};
    if (written == (ssize_t)count) decode(kind, &piped);
    close(ends[0]);
    return 0;
}
