#include "fuzz.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// With --sanitize address these are there: every block that anyone allocates is counted, the libraries' too.
int __sanitizer_install_malloc_and_free_hooks(
    void (*on_malloc)(const volatile void *, size_t), void (*on_free)(const volatile void *)) __attribute__((weak));
size_t __sanitizer_get_allocated_size(const volatile void *block) __attribute__((weak));

static atomic_llong held, most_held;
static atomic_bool is_counting;

static void on_malloc(const volatile void *block, size_t count) {
    (void)block;
    if (!is_counting) return;
    long long now = (held += (long long)count);
    if (now > most_held) most_held = now;
}

static void on_free(const volatile void *block) {
    if (is_counting && block) held -= (long long)__sanitizer_get_allocated_size(block);
}

static void start_counting(void) {
    static bool is_installed;
    if (!is_installed && __sanitizer_install_malloc_and_free_hooks) {
        __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
    }
    is_installed = true;
    held = most_held = 0;
    is_counting = true;
}

/// The most bytes that were held at a time since the start; 0 where nobody counts.
static long long stop_counting(void) {
    is_counting = false;
    return most_held;
}

/// What may be held before a head is known, or found to be none: a profile of four million bytes and what is made of it,
/// the file itself where it can't be sought in, and what a library opens with.
#define HEAD_BYTES ((long long)24 << 20)
/// What is no part of the estimate: a library that is loaded for the first time.
#define CONSTANT ((long long)1 << 20)

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

static const PictureBounds bounds = {
    .file_bytes = 1 << 20, .streamed_pixels = 1 << 20, .held_pixels = 1 << 18, .memory = (int64_t)3 << 30};

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

/// What was held is what the head said, and a constant. HEIF's pixels have a head of their own inside: outside of a fuzzer a
/// process of its own keeps them to their bound, so here only what comes before is held against one.
static void insist_on_memory(const Seen *seen, long long most) {
    if (seen->kind == PictureKindHEIF && seen->has_begun) return;
    long long bound = (seen->has_begun ? seen->head.memory : HEAD_BYTES) + CONSTANT;
    if (most <= bound) return;
    fprintf(stderr, "held %lld bytes, where %lld were told of\n", most, bound);
    abort();
}

static void decode(PictureKind kind, uint32_t aim, const PictureInput *input) {
    Seen seen = {.kind = kind, .aim = aim};
    PictureResult result;
    start_counting();
    picture_decode(input, &bounds, true, on_head, on_aim, on_begin, on_row, &seen, &result);
    insist_on_memory(&seen, stop_counting());
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
