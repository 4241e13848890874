#include "clip.h"
#include "numbers.h"
#include "webp.h"

#include <stdlib.h>
#include <string.h>

// Each frame is made a WebP of its own.

/// The size of a file's head, VP8X included.
#define HEAD_BYTES 30
#define HAS_FRAMES 0x02
#define HAS_ALPHA 0x10
#define HAS_PROFILE 0x20

typedef struct {
    /// The size of the largest frame's data, and whether a frame needs Huffman tables.
    uint32_t most_bytes;
    bool has_tables;
    int64_t first;
    /// The end of the file, from its header.
    int64_t end;
} State;

typedef struct {
    ClipPlacement placement;
    uint32_t delay;
    /// The bytes left in the frame's chunk.
    uint32_t left;
} Frame;

static bool is(const uint8_t *head, const char *name) {
    return memcmp(head, name, 4) == 0;
}

static uint32_t even(uint32_t count) {
    return count + (count & 1);
}

/// Reads the name and the length of a chunk.
static bool take_head(Clip *clip, uint8_t *head, uint32_t *count) {
    if (!clip_take(clip, head, 8)) return false;
    *count = little_endian(head + 4, 4);
    return *count <= INT32_MAX || clip_fail(clip, "invalid chunk length");
}

/// Reads the head of a frame (ANMF).
static bool take_frame(Clip *clip, uint32_t count, Frame *frame) {
    uint8_t data[16];
    if (count < sizeof data) return clip_fail(clip, "invalid chunk length");
    if (!clip_take(clip, data, sizeof data)) return false;
    *frame = (Frame){
        .placement = {
            .left = little_endian(data, 3) * 2, .top = little_endian(data + 3, 3) * 2,
            .width = little_endian(data + 6, 3) + 1, .height = little_endian(data + 9, 3) + 1,
            .disposal = data[15] & 1 ? ClipDisposalClears : ClipDisposalKeeps, .blends = !(data[15] & 2)},
        .delay = little_endian(data + 12, 3), .left = even(count) - (uint32_t)sizeof data};
    return clip_contains(clip, &frame->placement);
}

/// Reads the head of the next chunk inside a frame. Returns false at the frame's end, too.
static bool take_part(Clip *clip, Frame *frame, uint8_t *head, uint32_t *count) {
    if (frame->left < 8 || !take_head(clip, head, count)) return false;
    frame->left -= 8;
    if (even(*count) > frame->left) return clip_fail(clip, "invalid chunk length");
    frame->left -= even(*count);
    return true;
}

static bool is_pixels(const uint8_t *head) {
    return is(head, "VP8 ") || is(head, "VP8L");
}

/// Reads the alpha flag from the head of a lossless bitstream.
static bool take_alpha(Clip *clip, uint32_t count, bool *has_alpha) {
    uint8_t head[5];
    if (count < sizeof head) return clip_fail(clip, "the bitstream is invalid");
    if (!clip_take(clip, head, sizeof head)) return false;
    *has_alpha = head[4] & 0x10;
    decoder_jump(clip->decoder, (int64_t)even(count) - (int64_t)sizeof head);
    return true;
}

/// Reads a frame's chunks up to its pixels.
static bool scan_parts(Clip *clip, Frame *frame, bool *has_alpha, bool *has_pixels) {
    State *state = clip->state;
    uint8_t head[8];
    uint32_t count, bytes = 0;
    *has_alpha = *has_pixels = false;
    while (!*has_pixels && take_part(clip, frame, head, &count)) {
        bytes += 8 + even(count);
        bool is_lossless = is(head, "VP8L");
        if (is_lossless || is(head, "ALPH")) state->has_tables = true;
        if (is(head, "ALPH")) *has_alpha = true;
        *has_pixels = is_pixels(head);
        if (!is_lossless) decoder_jump(clip->decoder, even(count));
        else if (!take_alpha(clip, count, has_alpha)) return false;
    }
    if (bytes > state->most_bytes) state->most_bytes = bytes;
    return clip->result.status == PictureStatusDone;
}

/// A frame is counted even if its chunks are damaged, because its head is known.
static bool scan_frame(Clip *clip, uint32_t count) {
    State *state = clip->state;
    int64_t start = decoder_position(clip->decoder);
    if (state->first == 0) state->first = start - 8;
    Frame frame;
    bool has_alpha, has_pixels;
    if (!take_frame(clip, count, &frame)) return false;
    bool is_read = scan_parts(clip, &frame, &has_alpha, &has_pixels);
    if (!clip_add(clip, &frame.placement, frame.delay, has_alpha) || !is_read) return false;
    if (!has_pixels) return clip_fail(clip, "the frame has no pixels");
    decoder_seek(clip->decoder, start + count - 1);
    uint8_t last;
    if (!clip_take(clip, &last, 1)) return false;
    clip->is_inside = false;
    decoder_jump(clip->decoder, count & 1);
    return true;
}

static bool scan_chunk(Clip *clip) {
    State *state = clip->state;
    Decoder *decoder = clip->decoder;
    int64_t start = decoder_position(decoder);
    uint8_t head[8], loop[6];
    uint32_t count;
    if (start + 8 > state->end || !take_head(clip, head, &count)) return false;
    if (is(head, "ANMF")) return scan_frame(clip, count);
    if (is(head, "ANIM") && count >= sizeof loop) {
        if (!clip_take(clip, loop, sizeof loop)) return false;
        clip->plays = little_endian(loop + 4, 2);
    }
    decoder_seek(decoder, start + 8 + even(count));
    return true;
}

static bool scan(Clip *clip) {
    State *state = clip->state;
    uint8_t head[HEAD_BYTES];
    if (!clip_take(clip, head, sizeof head)) return false;
    if (!is(head + 12, "VP8X") || !(head[20] & HAS_FRAMES)) {
        decoder_fail(clip->decoder, PictureStatusUnsupportedKind, "the picture doesn't move");
        return false;
    }
    if (!clip_set_canvas(clip, little_endian(head + 24, 3) + 1, little_endian(head + 27, 3) + 1)) return false;
    clip->plays = 1;
    state->end = (int64_t)little_endian(head + 4, 4) + 8;
    if (head[20] & HAS_PROFILE) webp_use_profile(clip->decoder);
    clip->decoder->head.orientation = webp_orientation(clip->decoder);
    decoder_seek(clip->decoder, 20 + (int64_t)even(little_endian(head + 16, 4)));
    while (scan_chunk(clip)) {}
    return clip->result.status == PictureStatusDone;
}

static bool prepare(Clip *clip) {
    const State *state = clip->state;
    decoder_seek(clip->decoder, state->first);
    if (!clip_file_reserve(clip, state->most_bytes, HEAD_BYTES)) return false;
    int64_t count = (int64_t)clip->file_room;
    return clip_file_take(clip, webp_file_bytes(clip->most_width, clip->most_height, state->has_tables, count));
}

static bool find_frame(Clip *clip, Frame *frame) {
    for (;;) {
        uint8_t head[8];
        uint32_t count;
        if (!take_head(clip, head, &count)) return false;
        if (is(head, "ANMF")) return take_frame(clip, count, frame);
        decoder_jump(clip->decoder, even(count));
    }
}

/// Starts the file. Its length and whether it has alpha are set at the end.
static bool start_file(Clip *clip, const Frame *frame) {
    uint8_t head[HEAD_BYTES] = "RIFF    WEBPVP8X\x0A";
    put_little_endian(head + 24, frame->placement.width - 1, 3);
    put_little_endian(head + 27, frame->placement.height - 1, 3);
    clip->file_count = 0;
    return clip_file_append(clip, head, sizeof head);
}

static bool append_part(Clip *clip, const uint8_t *head, uint32_t count, bool *has_alpha) {
    if (!clip_file_append(clip, head, 8) || !clip_file_read(clip, even(count))) return false;
    const uint8_t *data = clip->file + clip->file_count - even(count);
    if (is(head, "ALPH") || (is(head, "VP8L") && count >= 5 && data[4] & 0x10)) *has_alpha = true;
    return true;
}

/// Reads the frame's alpha and pixels.
static bool append_parts(Clip *clip, Frame *frame) {
    uint8_t head[8];
    uint32_t count;
    bool has_alpha = false, has_pixels = false, is_read = true;
    while (is_read && !has_pixels && take_part(clip, frame, head, &count)) {
        has_pixels = is_pixels(head);
        if (has_pixels || is(head, "ALPH")) is_read = append_part(clip, head, count, &has_alpha);
        else decoder_jump(clip->decoder, even(count));
    }
    put_little_endian(clip->file + 4, (uint32_t)clip->file_count - 8, 4);
    if (has_alpha) clip->file[20] |= HAS_ALPHA;
    return is_read && clip->result.status == PictureStatusDone;
}

static bool draw(Clip *clip) {
    Frame frame;
    if (!find_frame(clip, &frame)) return false;
    clip_start(clip, &frame.placement);
    if (!start_file(clip, &frame)) return false;
    if (append_parts(clip, &frame)) {
        decoder_jump(clip->decoder, frame.left);
        return clip_file_draw(clip, decode_webp);
    }
    // The part of a first frame that is there is drawn.
    if (clip->decoder->lenient && clip->index == 0) clip_file_draw(clip, decode_webp);
    return false;
}

static void release(Clip *clip) {
    (void)clip;
}

const ClipFormat webp_clip = {
    .state_bytes = sizeof(State), .scan = scan, .prepare = prepare, .draw = draw, .close = release};
