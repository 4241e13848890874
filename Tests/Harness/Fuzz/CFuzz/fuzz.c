#include "clips.h"
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

/// The most frames composed of one clip, the most pixels of its canvas, and the most bytes of its file.
#define CLIP_FRAMES 64
#define CLIP_PIXELS (1 << 14)
#define CLIP_BYTES (1 << 16)

static const PictureBounds clip_bounds = {
    .file_bytes = 1 << 20, .streamed_pixels = CLIP_PIXELS, .held_pixels = CLIP_PIXELS, .memory = (int64_t)3 << 30};

/// Checks that outside of `changed` the canvas is as it was, and keeps it.
static void insist_on_area(const Clip *clip, const ClipHead *head, const ClipArea *changed, bool is_first) {
    static uint8_t canvas[CLIP_PIXELS * 4];
    uint32_t width = head->picture.width, height = head->picture.height;
    insist(changed->left <= changed->right && changed->right <= width);
    insist(changed->top <= changed->bottom && changed->bottom <= height);
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *now = clip_row(clip, y);
        uint8_t *before = canvas + (size_t)y * width * 4;
        bool is_inside = y >= changed->top && y < changed->bottom;
        size_t left = is_inside ? changed->left : width, right = is_inside ? changed->right : width;
        insist(is_first || memcmp(before, now, left * 4) == 0);
        insist(is_first || memcmp(before + right * 4, now + right * 4, (width - right) * 4) == 0);
        for (uint32_t x = 0; x < width && !head->picture.has_alpha; x++) insist(now[x * 4 + 3] == 255);
        memcpy(before, now, (size_t)width * 4);
    }
}

/// Copies the bytes to an address that changes at each call, and spoils the other copy.
static const uint8_t *moved(const uint8_t *bytes, size_t count) {
    static uint8_t places[2][CLIP_BYTES];
    static int place;
    memset(places[place], 0xAA, count);
    place = !place;
    return memcpy(places[place], bytes, count);
}

/// Composes the frames. Returns their number.
static uint32_t compose(Clip *clip, const uint8_t *bytes, size_t count, bool lenient) {
    ClipHead head;
    clip_head(clip, &head);
    insist(head.picture.width > 0 && head.picture.height > 0 && head.frame_count > 0);
    insist((int64_t)head.picture.width * head.picture.height <= CLIP_PIXELS);
    insist(head.picture.orientation >= 1 && head.picture.orientation <= 8);
    uint32_t frames = 0;
    for (;;) {
        ClipArea changed;
        PictureResult result;
        ClipStep step = clip_next(clip, moved(bytes, count), &changed, &result);
        insist(memchr(result.message, 0, sizeof result.message) != NULL);
        insist(strstr(result.message, "crashed") == NULL);
        insist(step != ClipStepFailed || result.status != PictureStatusDone);
        insist(step == ClipStepFailed || lenient || result.status == PictureStatusDone);
        if (step != ClipStepFrame) return frames;
        insist_on_area(clip, &head, &changed, frames == 0);
        insist(++frames <= head.frame_count);
        if (frames == CLIP_FRAMES) return frames;
    }
}

static void decode_clip(PictureKind kind, const uint8_t *bytes, size_t count, bool lenient) {
    Seen seen = {.kind = kind};
    PictureInput memory = {.bytes = moved(bytes, count), .count = count, .descriptor = -1};
    PictureResult result;
    start_counting();
    Clip *clip = clip_open(&memory, &clip_bounds, lenient, on_head, &seen, &result);
    insist(clip || result.status != PictureStatusDone);
    long long bound = HEAD_BYTES;
    if (clip) {
        ClipHead head;
        clip_head(clip, &head);
        bound = head.picture.memory;
        compose(clip, bytes, count, lenient);
        clip_close(clip);
    }
    long long most = stop_counting();
    if (most <= bound + CONSTANT) return;
    fprintf(stderr, "held %lld bytes, %lld are allowed\n", most, bound + CONSTANT);
    abort();
}

int fuzz_clip(PictureKind kind, const uint8_t *bytes, size_t count) {
    if (count == 0 || count > CLIP_BYTES) return 0;
    decode_clip(kind, bytes, count, false);
    decode_clip(kind, bytes, count, true);
    return 0;
}
