#include "clip.h"

#include "colors.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The most frames that are counted; a longer clip ends there.
#define MOST_FRAMES 1000000
/// The memory for a frame's delay: while the array grows, both the old and the new one exist.
#define DELAY_BYTES 12

bool clip_fail(Clip *clip, const char *message) {
    decoder_fail(clip->decoder, PictureStatusCorrupt, message);
    return false;
}

bool clip_take(Clip *clip, uint8_t *into, size_t count) {
    if (decoder_read(clip->decoder, into, count)) return true;
    decoder_fail_on_data(clip->decoder, "unexpected end of data");
    return false;
}

bool clip_set_canvas(Clip *clip, uint32_t width, uint32_t height) {
    clip->canvas.width = clip->decoder->head.width = width;
    clip->canvas.height = clip->decoder->head.height = height;
    return decoder_admits(clip->decoder, width, height, true);
}

bool clip_contains(Clip *clip, const ClipPlacement *frame) {
    int64_t right = (int64_t)frame->left + frame->width, bottom = (int64_t)frame->top + frame->height;
    bool is_inside = frame->width > 0 && frame->height > 0 && right <= clip->canvas.width
        && bottom <= clip->canvas.height;
    return is_inside || clip_fail(clip, "the frame lies outside the canvas");
}

static bool keep_delay(Clip *clip, uint32_t delay) {
    if (clip->frame_count == clip->frame_room) {
        uint32_t room = clip->frame_room > 0 ? clip->frame_room * 2 : 64;
        uint32_t *larger = realloc(clip->delays, room * sizeof *larger);
        if (!larger) {
            decoder_fail(clip->decoder, PictureStatusOutOfMemory, "out of memory");
            return false;
        }
        clip->delays = larger;
        clip->frame_room = room;
    }
    clip->delays[clip->frame_count++] = delay;
    return true;
}

bool clip_add(Clip *clip, const ClipPlacement *frame, uint32_t delay, bool has_alpha) {
    ClipArea part = clip_canvas_part(&clip->canvas, frame);
    size_t area = (size_t)(part.right - part.left) * (part.bottom - part.top);
    bool is_first = clip->frame_count == 0;
    bool is_whole = area == (size_t)clip->canvas.width * clip->canvas.height;
    bool is_clear = is_first ? has_alpha || !is_whole : clip->is_clearing || (has_alpha && !frame->blends);
    if (is_clear) clip->decoder->head.has_alpha = true;
    bool is_restoring = frame->disposal == ClipDisposalRestores;
    clip->is_clearing = frame->disposal == ClipDisposalClears || (is_first && is_restoring);
    if (is_restoring && area * 4 > clip->canvas.saved_bytes) clip->canvas.saved_bytes = area * 4;
    if (frame->width > clip->most_width) clip->most_width = frame->width;
    if (frame->height > clip->most_height) clip->most_height = frame->height;
    clip->is_inside = true;
    return keep_delay(clip, delay) && clip->frame_count < clip->most_frames;
}

void clip_start(Clip *clip, const ClipPlacement *frame) {
    clip->changed = clip_canvas_start(&clip->canvas, frame);
    clip->drawn = 0;
}

void clip_draw(Clip *clip, uint32_t row, const uint8_t *rgba) {
    if (clip->decoder->colors) {
        colors_apply(clip->decoder->colors, rgba, clip->row, clip->canvas.frame.width);
        rgba = clip->row;
    }
    clip_canvas_draw(&clip->canvas, row, rgba);
    clip->drawn++;
}

bool clip_file_take(Clip *clip, int64_t bytes) {
    clip->file_memory = bytes;
    return decoder_take(clip->decoder, bytes);
}

bool clip_file_reserve(Clip *clip, size_t most, size_t more) {
    // A truncated frame may claim to be larger than the source.
    int64_t size = decoder_size(clip->decoder);
    if (size > 0 && (uint64_t)size < most) most = (size_t)size;
    size_t count = most + more;
    if (!decoder_take(clip->decoder, (int64_t)count)) return false;
    clip->file = malloc(count);
    clip->file_room = count;
    if (clip->file) return true;
    decoder_fail(clip->decoder, PictureStatusOutOfMemory, "out of memory");
    return false;
}

bool clip_file_append(Clip *clip, const void *bytes, size_t count) {
    if (count > clip->file_room - clip->file_count) {
        decoder_fail(clip->decoder, PictureStatusCorrupt, "the file has changed");
        return false;
    }
    if (count > 0) memcpy(clip->file + clip->file_count, bytes, count);
    clip->file_count += count;
    return true;
}

bool clip_file_read(Clip *clip, size_t count) {
    Decoder *decoder = clip->decoder;
    while (count > 0 && decoder_fill(decoder)) {
        size_t part = count < decoder->window_count ? count : decoder->window_count;
        if (!clip_file_append(clip, decoder->window, part)) return false;
        decoder_jump(decoder, (int64_t)part);
        count -= part;
    }
    if (count > 0) decoder_fail_on_data(decoder, "unexpected end of data");
    return count == 0;
}

static PictureKind on_no_sniff(void *context, const uint8_t *head, size_t count) {
    (void)context, (void)head, (void)count;
    return PictureKindNone;
}

static void on_no_aim(void *context, const PictureHead *head, uint32_t *columns, uint32_t *rows) {
    (void)context, (void)head, (void)columns, (void)rows;
}

static bool on_begin(void *context, const PictureHead *head) {
    const Clip *clip = context;
    return head->width == clip->canvas.frame.width && head->height == clip->canvas.frame.height;
}

static bool on_row(void *context, const uint8_t *rgba, uint32_t width) {
    Clip *clip = context;
    (void)width;
    clip_draw(clip, clip->drawn, rgba);
    return true;
}

static Decoder *open_file(Clip *clip, PictureResult *result) {
    PictureInput input = {.bytes = clip->file, .count = clip->file_count, .descriptor = -1};
    PictureBounds bounds = clip->decoder->bounds;
    bounds.file_bytes = INT64_MAX;
    bounds.memory += clip->file_memory - clip->decoder->taken;
    // Of a later frame that is damaged, nothing is shown.
    Decoder *decoder = decoder_create(&input, &bounds, clip->decoder->lenient && clip->index == 0, result);
    if (decoder) {
        decoder->sniff = on_no_sniff;
        decoder->aim = on_no_aim;
        decoder->shared = &clip->shared;
        if (!decoder_open(decoder)) result->status = PictureStatusTruncated;
    }
    return decoder;
}

static void fail_as(Clip *clip, const PictureResult *from) {
    PictureResult *result = &clip->result;
    if (result->status != PictureStatusDone || from->status == PictureStatusDone) return;
    *result = *from;
}

/// Decodes the file with the callbacks. Returns how it ended.
static PictureStatus decode_file(
    Clip *clip, void (*decode)(Decoder *), PictureBegin begin, PictureRow row, void *context) {
    PictureResult result;
    Decoder *decoder = open_file(clip, &result);
    if (decoder) {
        decoder->begin = begin;
        decoder->row = row;
        decoder->context = context;
        if (result.status == PictureStatusDone) decode(decoder);
    }
    decoder_destroy(decoder);
    if (result.status != PictureStatusStopped) fail_as(clip, &result);
    return result.status;
}

bool clip_file_draw(Clip *clip, void (*decode)(Decoder *)) {
    if (decode_file(clip, decode, on_begin, on_row, clip) == PictureStatusStopped) {
        clip_fail(clip, "the frame size differs from the one in its header");
    }
    return clip->result.status == PictureStatusDone;
}

static bool on_head(void *context, const PictureHead *head) {
    *(PictureHead *)context = *head;
    return false;
}

static bool on_no_row(void *context, const uint8_t *rgba, uint32_t width) {
    (void)context, (void)rgba, (void)width;
    return false;
}

bool clip_file_head(Clip *clip, void (*decode)(Decoder *), PictureHead *head) {
    return decode_file(clip, decode, on_head, on_no_row, head) == PictureStatusStopped
        || clip->result.status == PictureStatusDone;
}

static const ClipFormat *format_of(PictureKind kind) {
    switch (kind) {
    case PictureKindGIF: return &gif_clip;
    case PictureKindPNG: return &apng_clip;
    case PictureKindWebP: return &webp_clip;
    default: return NULL;
    }
}

static bool is_damage(PictureStatus status) {
    return status == PictureStatusTruncated || status == PictureStatusCorrupt;
}

/// Reads the container. With `lenient`, damage after the first frame ends the clip.
static bool scan(Clip *clip) {
    clip->format->scan(clip);
    PictureResult *result = &clip->result;
    if (result->status == PictureStatusDone) {
        if (clip->frame_count > 0) return true;
        decoder_fail(clip->decoder, PictureStatusCorrupt, "the file contains no frame");
        return false;
    }
    if (!is_damage(result->status)) return false;
    result->width = clip->canvas.width;
    result->height = clip->canvas.height;
    if (!clip->decoder->lenient || clip->frame_count == 0) return false;
    // Of the first frame, what is there is shown.
    if (clip->is_inside && clip->frame_count > 1) clip->frame_count--;
    clip->damage = *result;
    memset(result, 0, sizeof *result);
    return true;
}

static bool prepare(Clip *clip) {
    Decoder *decoder = clip->decoder;
    int64_t pixels = (int64_t)clip->canvas.width * clip->canvas.height;
    int64_t bytes = pixels * 4 + (int64_t)clip->canvas.saved_bytes + (int64_t)clip->most_width * 4
        + (int64_t)clip->frame_count * DELAY_BYTES;
    if (!decoder_take(decoder, bytes) || !clip->format->prepare(clip)) return false;
    decoder->head.memory = PICTURE_BASE + decoder->taken;
    clip->row = malloc((size_t)clip->most_width * 4);
    if (clip->row && clip_canvas_open(&clip->canvas)) return true;
    decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
    return false;
}

/// Finds the format. A pipe is read into memory only if it is a format that can move.
static bool find_format(Clip *clip, PictureSniff sniff, void *context) {
    Decoder *decoder = clip->decoder;
    if (!decoder_open(decoder)) return false;
    PictureKind kind = sniff(context, decoder->window, decoder->window_count);
    clip->format = format_of(kind);
    if (!clip->format) {
        bool is_known = kind != PictureKindNone;
        decoder_fail(
            decoder, is_known ? PictureStatusUnsupportedKind : PictureStatusNotAPicture, "the picture doesn't move");
        return false;
    }
    clip->state = calloc(1, clip->format->state_bytes);
    if (clip->state) return decoder_make_seekable(decoder);
    decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
    return false;
}

static Clip *create(const PictureInput *input, const PictureBounds *bounds, bool lenient, uint32_t most_frames) {
    Clip *clip = calloc(1, sizeof *clip);
    if (!clip) return NULL;
    clip->most_frames = most_frames;
    clip->decoder = decoder_create(input, bounds, lenient, &clip->result);
    if (clip->decoder) return clip;
    free(clip);
    return NULL;
}

Clip *clip_open(
    const PictureInput *input, const PictureBounds *bounds, bool lenient, PictureSniff sniff, void *context,
    PictureResult *result) {
    memset(result, 0, sizeof *result);
    Clip *clip = create(input, bounds, lenient, MOST_FRAMES);
    if (!clip) {
        result->status = PictureStatusOutOfMemory;
        return NULL;
    }
    if (find_format(clip, sniff, context) && scan(clip) && prepare(clip)) return clip;
    *result = clip->result;
    clip_close(clip);
    return NULL;
}

void clip_head(const Clip *clip, ClipHead *head) {
    *head = (ClipHead){
        .picture = clip->decoder->head, .plays = clip->plays, .delays = clip->delays,
        .frame_count = clip->frame_count};
}

/// Memory may have another address at each call.
static void use_address(Decoder *decoder, const uint8_t *bytes) {
    if (!bytes || bytes == decoder->input.bytes) return;
    decoder->window = bytes + (decoder->window - decoder->input.bytes);
    decoder->input.bytes = bytes;
}

static ClipStep end(Clip *clip, PictureResult *result) {
    clip->is_over = true;
    *result = clip->damage;
    return ClipStepEnd;
}

/// What is missing of a first frame becomes black if the clip was announced to be opaque.
static void keep_opaque(Clip *clip) {
    if (clip->decoder->head.has_alpha) return;
    size_t count = (size_t)clip->canvas.width * clip->canvas.height;
    for (size_t i = 0; i < count; i++) clip->canvas.pixels[4 * i + 3] = 255;
}

static ClipStep fail(Clip *clip, PictureResult *result) {
    clip->is_over = true;
    *result = clip->result;
    if (!is_damage(result->status)) return ClipStepFailed;
    result->width = clip->canvas.width;
    result->height = clip->canvas.height;
    result->rows = clip->drawn > 0 ? clip->canvas.visible.top + clip->drawn : 0;
    if (result->rows > result->height) result->rows = result->height;
    if (!clip->decoder->lenient) return ClipStepFailed;
    if (clip->index > 0) return ClipStepEnd;
    if (clip->drawn == 0) return ClipStepFailed;
    keep_opaque(clip);
    return ClipStepFrame;
}

ClipStep clip_next(Clip *clip, const uint8_t *bytes, ClipArea *changed, PictureResult *result) {
    memset(result, 0, sizeof *result);
    if (clip->is_over || clip->index == clip->frame_count) return end(clip, result);
    use_address(clip->decoder, bytes);
    clip->drawn = 0;
    bool is_drawn = clip->format->draw(clip);
    *changed = clip->changed;
    if (!is_drawn) return fail(clip, result);
    clip->index++;
    return ClipStepFrame;
}

const uint8_t *clip_row(const Clip *clip, uint32_t row) {
    return clip->canvas.pixels + (size_t)row * clip->canvas.width * 4;
}

void clip_close(Clip *clip) {
    if (clip->state) clip->format->close(clip);
    free(clip->state);
    decoder_destroy(clip->decoder);
    clip_canvas_close(&clip->canvas);
    free(clip->delays);
    free(clip->row);
    free(clip->file);
    colors_close(clip->shared.colors);
    free(clip);
}

bool clip_moves(const PictureInput *input, const PictureBounds *bounds, PictureSniff sniff, void *context) {
    if (!input->bytes && lseek(input->descriptor, 0, SEEK_CUR) < 0) return false;
    Clip *clip = create(input, bounds, false, 2);
    if (!clip) return false;
    bool is_moving = find_format(clip, sniff, context) && scan(clip) && clip->frame_count > 1;
    clip_close(clip);
    return is_moving;
}
