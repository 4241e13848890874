#include "fuzz.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Available with --sanitize address: every allocated block is counted, including those of libraries.
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

/// The peak number of bytes held since the start; 0 if nothing is counted.
static long long stop_counting(void) {
    is_counting = false;
    return most_held;
}

/// Bytes allowed before the head is known or found missing: a profile of four million bytes and its transform, the file
/// itself if it isn't seekable, and a library's initial allocations.
#define HEAD_BYTES ((long long)24 << 20)
/// Bytes outside the estimate: a library loaded for the first time.
#define CONSTANT ((long long)1 << 20)

typedef struct {
    PictureKind kind;
    /// Columns and rows of the requested art; 0 for the picture's own size.
    uint32_t aim;
    PictureHead head;
    bool has_begun;
    uint32_t rows;
    /// Reads every byte of every row.
    uint64_t sum;
} Seen;

static const RetentionBounds bounds = {
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

/// Pictures decoded at a reduced size report it.
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

/// Checks that the peak is within the head's estimate plus a constant. A HEIF's pixels have a head of their own inside;
/// outside the fuzzer they are decoded in a process with a memory limit, so here only what precedes them is checked.
static void insist_on_memory(const Seen *seen, long long most) {
    if (seen->kind == PictureKindHEIF && seen->has_begun) return;
    long long bound = (seen->has_begun ? seen->head.memory : HEAD_BYTES) + CONSTANT;
    if (most <= bound) return;
    fprintf(stderr, "held %lld bytes, %lld are allowed\n", most, bound);
    abort();
}

static void decode(PictureKind kind, uint32_t aim, const PictureInput *input) {
    Seen seen = {.kind = kind, .aim = aim};
    PictureResult result;
    start_counting();
    picture_decode(input, &bounds, true, on_head, on_aim, on_begin, on_row, &seen, &result);
    insist_on_memory(&seen, stop_counting());
    insist(memchr(result.message, 0, sizeof result.message) != NULL);
    // A failure of a separate decoder process would have been a crash here.
    insist(strstr(result.message, "crashed") == NULL);
    insist(result.status != PictureStatusDone || (seen.has_begun && seen.rows == rows_of(&seen.head)));
    // Rows are counted as the picture is stored, even if it was decoded at a reduced size.
    insist(!seen.has_begun || result.rows <= seen.head.height);
}

int fuzz(PictureKind kind, const uint8_t *bytes, size_t count) {
    if (count == 0) return 0;
    PictureInput memory = {.bytes = bytes, .count = count, .descriptor = -1};
    decode(kind, 0, &memory);
    if (kind == PictureKindJPEG) decode(kind, 1, &memory);
    int ends[2];
    // Fits into the pipe's buffer, so that the write doesn't block.
    if (count > 4096 || pipe(ends) != 0) return 0;
    ssize_t written = write(ends[1], bytes, count);
    close(ends[1]);
    PictureInput piped = {.bytes = NULL, .count = 0, .descriptor = ends[0]};
    if (written == (ssize_t)count) decode(kind, 0, &piped);
    close(ends[0]);
    return 0;
}
