// Shared by the decoders of this target; not for Swift.
#pragma once

#include "pictures.h"

#define PICTURE_BUFFER 65536
#define PICTURE_EXIF 65536

/// The memory of every decode: its two buffers, a library's state, the inflate window and colour tables.
#define PICTURE_BASE ((int64_t)1 << 20)
/// The memory that lcms needs per byte of a profile (tags are read more than once, and a curve becomes two tables), and
/// for its colour grid (cmsopt.c, PrelinOpt: at most 33 × 33 × 33 or 23 × 23 × 23 × 23 nodes).
#define PROFILE_BYTES 8
#define PROFILE_GRID ((int64_t)4 << 20)

/// The colours of a PNG that is decoded in parts, determined once.
typedef struct {
    bool is_known;
    /// NULL for sRGB.
    struct Colors *colors;
    bool has_bad_profile;
} SharedColors;

/// The state of one decode. It is allocated outside the functions that call setjmp, so that longjmp can't clobber
/// locals.
typedef struct {
    PictureInput input;
    PictureBounds bounds;
    bool lenient;
    PictureSniff sniff;
    PictureAim aim;
    PictureBegin begin;
    PictureRow row;
    void *context;
    PictureResult *result;
    PictureHead head;
    /// The data ended before the decoder was finished.
    bool has_ended;
    bool can_seek;
    int64_t offset;
    const uint8_t *window;
    size_t window_count;
    /// The bytes already held when the head is delivered: for a profile, a buffered source, tags.
    int64_t taken;
    /// The part of `taken` that buffers the source.
    size_t taken_by_source;
    uint8_t *pixels;
    uint8_t *rgba;
    /// The complete source, if it can't seek and the format needs seeking.
    uint8_t *held;
    /// The conversion to sRGB for decoders without colour management.
    struct Colors *colors;
    /// For a PNG that is a part of another; otherwise NULL.
    SharedColors *shared;
    size_t exif_count;
    uint8_t exif[PICTURE_EXIF];
    uint8_t buffer[PICTURE_BUFFER];
} Decoder;

/// Returns NULL with the result set if out of memory.
Decoder *decoder_create(
    const PictureInput *input, const PictureBounds *bounds, bool lenient, PictureResult *result);
/// Frees the decoder with everything that it holds.
void decoder_destroy(Decoder *decoder);
/// Opens the source and makes its first bytes available in `window`: at least 64, if it has that many. Returns false
/// with a failure set.
bool decoder_open(Decoder *decoder);
/// Makes the next bytes available in `window`. Returns false at the end of the data and if a read failed.
bool decoder_fill(Decoder *decoder);
/// Copies exactly `count` bytes. Returns false if there are fewer.
bool decoder_read(Decoder *decoder, uint8_t *into, size_t count);
/// Reads at an offset without moving the position. Returns false if the source can't seek or has fewer bytes.
bool decoder_peek(Decoder *decoder, int64_t offset, uint8_t *into, size_t count);
/// Like `decoder_peek`, but reads up to `count` bytes and returns their number.
size_t decoder_read_at(Decoder *decoder, int64_t offset, uint8_t *into, size_t count);
/// Reads the whole source into memory, within the limit on bytes, so that `input.bytes` holds it.
bool decoder_hold(Decoder *decoder);
/// Makes `decoder_peek` work for any source: one that can't seek is read into memory, within the limit on bytes.
bool decoder_make_seekable(Decoder *decoder);
/// The size of a seekable source in bytes; -1 if unknown.
int64_t decoder_size(Decoder *decoder);
/// Skips `count` bytes. Returns false if there are fewer.
bool decoder_skip(Decoder *decoder, size_t count);
/// The position of the next byte to be read, for a source that can seek.
int64_t decoder_position(const Decoder *decoder);
/// Continues at an offset of a source that can seek.
void decoder_seek(Decoder *decoder, int64_t offset);
/// Moves forward in a source that can seek. The end of the data isn't noticed before the next read.
void decoder_jump(Decoder *decoder, int64_t count);
/// Sets a failure unless one is set already.
void decoder_fail(Decoder *decoder, PictureStatus status, const char *message);
/// Checks the number of pixels against the limits, before anything is allocated for them.
bool decoder_admits(Decoder *decoder, uint32_t width, uint32_t height, bool is_held);
/// Checks the decode's memory against the limits and delivers the head. Nothing that grows with the picture is
/// allocated before this. `bytes` comes in addition to `taken`. Returns false if the limit is exceeded or the callback
/// stops the decode.
bool decoder_reserve(Decoder *decoder, int64_t bytes);
/// Like `decoder_reserve`, and allocates one row in `rgba`, which `bytes` excludes.
bool decoder_begin(Decoder *decoder, int64_t bytes);
/// Adds to `taken`. Returns false with a failure set if it exceeds the limits.
bool decoder_take(Decoder *decoder, int64_t bytes);
/// The additional memory for using a profile of `count` bytes.
int64_t profile_memory(size_t count);
/// Sets the failure truncated if the data ended, otherwise corrupt.
void decoder_fail_on_data(Decoder *decoder, const char *message);
/// Whether the available rows shall be delivered: there is no failure, or only damage and `lenient` is set.
bool decoder_may_deliver(const Decoder *decoder);
/// Uses an ICC profile for rows of 8-bit RGBA. Call it before `decoder_begin`. A profile that isn't RGB is ignored.
void decoder_use_profile(Decoder *decoder, const uint8_t *profile, size_t count);
/// The maximum size of a profile that is used, in bytes.
#define PICTURE_PROFILE (4 << 20)
/// Delivers one row in sRGB. Returns false if the callback stops the decode.
bool decoder_deliver(Decoder *decoder, const uint8_t *rgba);

/// Reverses premultiplied alpha in place.
void unmultiply(uint8_t *rgba, uint32_t width);

/// Converts CMYK to RGB in place. Adobe's files store CMYK inverted.
void lighten_inks(uint8_t *pixel, uint32_t width, bool is_inverted);

/// The orientation in a TIFF structure, 1–8; 1 if there is none.
uint8_t exif_orientation(const uint8_t *tiff, size_t count);

void decode_png(Decoder *decoder);
void decode_jpeg(Decoder *decoder);
void decode_gif(Decoder *decoder);
void decode_webp(Decoder *decoder);
void decode_heif(Decoder *decoder);
void decode_tiff(Decoder *decoder);
void decode_bmp(Decoder *decoder);
void decode_pnm(Decoder *decoder);
