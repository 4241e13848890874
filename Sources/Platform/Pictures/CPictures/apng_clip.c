#include "clip.h"
#include "numbers.h"
#include "png_head.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// libpng knows no animation. Each frame is made a PNG of its own: the header with the frame's size, the palette, and
// the frame's data.

/// The size of a signature, IHDR, and IEND, and of the length, name and checksum around a chunk's data.
#define FRAME_BYTES 128
#define CHUNK_BYTES 12
/// The maximum size of a chunk that describes colours, as for stills.
#define MOST_CHUNK (4 << 20)

typedef struct {
    /// IHDR's data.
    uint8_t header[13];
    /// The chunks before the pixels that define colours, and those of them that are needed with each frame.
    uint8_t *colors, *palette;
    size_t color_bytes, palette_bytes;
    /// The sequence number that comes next.
    uint32_t sequence;
    /// The number of frames that acTL announces.
    uint32_t announced;
    /// The data of the largest frame, with their chunks' heads.
    size_t most_bytes, frame_bytes;
    /// The header of the next chunk, if it is already read.
    uint8_t head[8];
    bool has_head;
    bool has_pixels;
} State;

static bool is(const uint8_t *head, const char *name) {
    return memcmp(head + 4, name, 4) == 0;
}

/// Reads a chunk's length and name.
static bool take_head(Clip *clip) {
    State *state = clip->state;
    if (state->has_head) {
        state->has_head = false;
        return true;
    }
    if (!clip_take(clip, state->head, 8)) return false;
    return big_endian(state->head) <= INT32_MAX || clip_fail(clip, "invalid chunk length");
}

/// Continues a checksum. zlib would start again at a null pointer.
static uint32_t sum_of(uint32_t before, const uint8_t *data, size_t count) {
    return count > 0 ? (uint32_t)crc32(before, data, (uInt)count) : before;
}

/// Reads the data of a small chunk, whose length must be `count`, and its checksum.
static bool take_data(Clip *clip, uint8_t *data, uint32_t count) {
    const State *state = clip->state;
    uint8_t sum[4];
    if (big_endian(state->head) != count) return clip_fail(clip, "invalid chunk length");
    if (!clip_take(clip, data, count) || !clip_take(clip, sum, 4)) return false;
    uint32_t found = sum_of(sum_of(0, state->head + 4, 4), data, count);
    return found == big_endian(sum) || clip_fail(clip, "CRC error");
}

static void skip_data(Clip *clip) {
    decoder_jump(clip->decoder, (int64_t)big_endian(((State *)clip->state)->head) + 4);
}

static bool append(Clip *clip, uint8_t **bytes, size_t *count, size_t more, const uint8_t *chunk) {
    uint8_t *larger = realloc(*bytes, *count + more);
    if (!larger) {
        decoder_fail(clip->decoder, PictureStatusOutOfMemory, "out of memory");
        return false;
    }
    *bytes = larger;
    memcpy(larger + *count, chunk, more);
    *count += more;
    return true;
}

/// Keeps a whole chunk for the frames' files.
static bool keep(Clip *clip, bool is_palette) {
    State *state = clip->state;
    size_t count = (size_t)big_endian(state->head) + CHUNK_BYTES;
    if (count > MOST_CHUNK) {
        skip_data(clip);
        return true;
    }
    if (!decoder_take(clip->decoder, (int64_t)(is_palette ? 2 * count : count))) return false;
    uint8_t *chunk = malloc(count);
    if (!chunk) {
        decoder_fail(clip->decoder, PictureStatusOutOfMemory, "out of memory");
        return false;
    }
    memcpy(chunk, state->head, 8);
    bool is_kept = clip_take(clip, chunk + 8, count - 8) && append(clip, &state->colors, &state->color_bytes, count, chunk)
        && (!is_palette || append(clip, &state->palette, &state->palette_bytes, count, chunk));
    free(chunk);
    return is_kept;
}

/// Reads the number that orders the chunks of the animation.
static bool is_in_order(Clip *clip, const uint8_t *data) {
    State *state = clip->state;
    return big_endian(data) == state->sequence++ || clip_fail(clip, "the frames are out of order");
}

/// A denominator of zero means hundredths of a second.
static uint32_t delay_of(const uint8_t *data) {
    uint32_t over = (uint32_t)data[20] << 8 | data[21], under = (uint32_t)data[22] << 8 | data[23];
    if (under == 0) under = 100;
    return (over * 1000 + under / 2) / under;
}

/// Reads a frame control chunk.
static bool take_control(Clip *clip, ClipPlacement *frame, uint32_t *delay) {
    static const ClipDisposal disposals[3] = {ClipDisposalKeeps, ClipDisposalClears, ClipDisposalRestores};
    uint8_t data[26];
    if (!take_data(clip, data, sizeof data) || !is_in_order(clip, data)) return false;
    if (data[24] > 2 || data[25] > 1) return clip_fail(clip, "unknown disposal or blending");
    *frame = (ClipPlacement){
        .width = big_endian(data + 4), .height = big_endian(data + 8), .left = big_endian(data + 12),
        .top = big_endian(data + 16), .disposal = disposals[data[24]], .blends = data[25] == 1};
    *delay = delay_of(data);
    return clip_contains(clip, frame);
}

static bool add(Clip *clip) {
    State *state = clip->state;
    ClipPlacement frame;
    uint32_t delay;
    if (clip->is_inside && state->frame_bytes == 0) return clip_fail(clip, "the frame has no data");
    clip->is_inside = false;
    if (!take_control(clip, &frame, &delay)) return false;
    bool is_whole = frame.width == clip->canvas.width && frame.height == clip->canvas.height;
    if (!state->has_pixels && !is_whole) return clip_fail(clip, "the first frame doesn't fill the canvas");
    state->frame_bytes = 0;
    // The pixels of every frame are stored in the same way. Whether they are transparent is known after the scan.
    return clip_add(clip, &frame, delay, false);
}

static void count_data(State *state) {
    state->frame_bytes += (size_t)big_endian(state->head) + CHUNK_BYTES;
    if (state->frame_bytes > state->most_bytes) state->most_bytes = state->frame_bytes;
}

static bool scan_animated_data(Clip *clip) {
    State *state = clip->state;
    uint8_t number[4];
    if (clip->frame_count == 0) return clip_fail(clip, "the frames are out of order");
    if (big_endian(state->head) < 4) return clip_fail(clip, "invalid chunk length");
    if (!clip_take(clip, number, 4) || !is_in_order(clip, number)) return false;
    count_data(state);
    decoder_jump(clip->decoder, (int64_t)big_endian(state->head));
    return true;
}

static bool scan_control(Clip *clip) {
    uint8_t data[8];
    if (!take_data(clip, data, sizeof data)) return false;
    ((State *)clip->state)->announced = big_endian(data);
    clip->plays = big_endian(data + 4);
    return true;
}

static bool is_color(const uint8_t *head) {
    static const char names[5][5] = {"gAMA", "cHRM", "sRGB", "iCCP", "cICP"};
    for (int i = 0; i < 5; i++) {
        if (is(head, names[i])) return true;
    }
    return false;
}

/// Reads a chunk. Returns false at the end, too.
static bool scan_chunk(Clip *clip) {
    State *state = clip->state;
    const uint8_t *head = state->head;
    if (!take_head(clip)) return false;
    if (is(head, "IEND")) {
        take_data(clip, NULL, 0);
        return false;
    }
    bool is_animated = state->announced > 0;
    if (is_animated && is(head, "fcTL")) {
        return clip->frame_count < state->announced && add(clip);
    }
    if (is_animated && is(head, "fdAT")) return scan_animated_data(clip);
    if (is(head, "IDAT")) {
        state->has_pixels = true;
        if (!is_animated) {
            decoder_fail(clip->decoder, PictureStatusUnsupportedKind, "the picture doesn't move");
            return false;
        }
        if (clip->frame_count == 1) count_data(state);
    } else if (!state->has_pixels) {
        if (is(head, "acTL")) return scan_control(clip);
        bool is_palette = is(head, "PLTE") || is(head, "tRNS");
        if (is_palette || is_color(head)) return keep(clip, is_palette);
    }
    skip_data(clip);
    return true;
}

static bool scan(Clip *clip) {
    State *state = clip->state;
    Decoder *decoder = clip->decoder;
    if (!png_admits_header(decoder)) return false;
    if (!clip_set_canvas(clip, decoder->head.width, decoder->head.height)) return false;
    memcpy(state->header, decoder->window + 16, sizeof state->header);
    // Finds the orientation.
    png_survey(decoder);
    decoder_jump(decoder, 33);
    while (scan_chunk(clip)) {}
    if (clip->result.status != PictureStatusDone) return false;
    if (clip->is_inside && state->frame_bytes == 0 && clip->frame_count < clip->most_frames) {
        return clip_fail(clip, "the frame has no data");
    }
    clip->is_inside = false;
    return true;
}

static bool append_chunk(Clip *clip, const char *name, const uint8_t *data, uint32_t count) {
    uint8_t head[8], sum[4];
    put_big_endian(head, count);
    memcpy(head + 4, name, 4);
    put_big_endian(sum, sum_of(sum_of(0, head + 4, 4), data, count));
    return clip_file_append(clip, head, 8) && clip_file_append(clip, data, count) && clip_file_append(clip, sum, 4);
}

/// Starts the file of a frame with the signature and the header.
static bool start_file(Clip *clip, uint32_t width, uint32_t height) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    State *state = clip->state;
    clip->file_count = 0;
    put_big_endian(state->header, width);
    put_big_endian(state->header + 4, height);
    return clip_file_append(clip, signature, 8) && append_chunk(clip, "IHDR", state->header, sizeof state->header);
}

static bool end_file(Clip *clip) {
    return append_chunk(clip, "IEND", NULL, 0);
}

/// Decodes the head of the largest frame, to learn the memory that a frame takes, and the colours that all share.
static bool prepare(Clip *clip) {
    State *state = clip->state;
    Decoder *decoder = clip->decoder;
    size_t most = state->most_bytes > state->color_bytes ? state->most_bytes : state->color_bytes;
    if (!clip_file_reserve(clip, most, state->palette_bytes + FRAME_BYTES)) return false;
    bool is_complete = start_file(clip, clip->most_width, clip->most_height)
        && clip_file_append(clip, state->colors, state->color_bytes) && append_chunk(clip, "IDAT", NULL, 0)
        && end_file(clip);
    PictureHead head = {0};
    if (!is_complete || !clip_file_head(clip, decode_png, &head)) return false;
    free(state->colors);
    state->colors = NULL;
    decoder->head.has_alpha |= head.has_alpha;
    decoder->head.has_broken_profile = head.has_broken_profile;
    state->sequence = 0;
    state->has_pixels = state->has_head = false;
    decoder_seek(decoder, 33);
    return clip_file_take(clip, head.memory);
}

/// Reads up to the next frame control chunk.
static bool find_frame(Clip *clip, ClipPlacement *frame) {
    State *state = clip->state;
    uint32_t delay;
    for (;;) {
        if (!take_head(clip)) return false;
        if (is(state->head, "fcTL")) return take_control(clip, frame, &delay);
        if (is(state->head, "IEND")) return clip_fail(clip, "the file has changed");
        if (is(state->head, "IDAT")) state->has_pixels = true;
        skip_data(clip);
    }
}

/// Appends a chunk of the frame's data, as IDAT.
static bool append_data(Clip *clip, bool is_animated) {
    const State *state = clip->state;
    uint32_t count = big_endian(state->head);
    uint8_t head[8] = {0, 0, 0, 0, 'I', 'D', 'A', 'T'}, number[4], sum[4];
    if (is_animated) {
        if (count < 4) return clip_fail(clip, "invalid chunk length");
        if (!clip_take(clip, number, 4) || !is_in_order(clip, number)) return false;
        count -= 4;
    }
    put_big_endian(head, count);
    if (!clip_file_append(clip, head, 8) || !clip_file_read(clip, count) || !clip_take(clip, sum, 4)) return false;
    const uint8_t *data = clip->file + clip->file_count - count;
    uint32_t found = sum_of(0, state->head + 4, 4);
    if (is_animated) found = sum_of(found, number, 4);
    if (sum_of(found, data, count) != big_endian(sum)) return clip_fail(clip, "CRC error");
    put_big_endian(sum, sum_of(sum_of(0, head + 4, 4), data, count));
    return clip_file_append(clip, sum, 4);
}

/// Reads up to the next frame or the end.
static bool append_frame(Clip *clip) {
    State *state = clip->state;
    for (;;) {
        if (!take_head(clip)) return false;
        bool is_pixels = is(state->head, "IDAT"), is_animated = is(state->head, "fdAT");
        if (is(state->head, "fcTL") || is(state->head, "IEND")) {
            state->has_head = true;
            return true;
        }
        if (is_pixels) state->has_pixels = true;
        if (is_animated || (is_pixels && clip->index == 0)) {
            if (!append_data(clip, is_animated)) return false;
        } else {
            skip_data(clip);
        }
    }
}

static bool draw(Clip *clip) {
    State *state = clip->state;
    ClipPlacement frame;
    if (!find_frame(clip, &frame)) return false;
    clip_start(clip, &frame);
    if (!start_file(clip, frame.width, frame.height)) return false;
    if (!clip_file_append(clip, state->palette, state->palette_bytes)) return false;
    if (append_frame(clip)) return end_file(clip) && clip_file_draw(clip, decode_png);
    // The part of a first frame that is there is drawn.
    if (clip->decoder->lenient && clip->index == 0) clip_file_draw(clip, decode_png);
    return false;
}

static void release(Clip *clip) {
    State *state = clip->state;
    free(state->colors);
    free(state->palette);
}

const ClipFormat apng_clip = {
    .state_bytes = sizeof(State), .scan = scan, .prepare = prepare, .draw = draw, .close = release};
