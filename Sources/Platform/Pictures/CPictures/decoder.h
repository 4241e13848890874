// Shared by the decoders of this target; not for Swift.
#pragma once

#include "pictures.h"

#define PICTURE_BUFFER 65536
#define PICTURE_EXIF 65536

/// What every decode takes: the two buffers of its own, a library's state, inflate's window, tables of colours.
#define PICTURE_BASE ((int64_t)1 << 20)
/// What lcms makes of each byte of a profile (tags are read more than once, a curve becomes two tables), and the grid of
/// colours that it computes (cmsopt.c, PrelinOpt: at most 33 x 33 x 33 or 23 x 23 x 23 x 23 nodes).
#define PROFILE_BYTES 8
#define PROFILE_GRID ((int64_t)4 << 20)

/// Everything one decode owns. It lies outside of the functions that call setjmp, so no local is clobbered by a jump.
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
    /// The data ended before the decoder had enough.
    bool has_ended;
    bool can_seek;
    int64_t offset;
    const uint8_t *window;
    size_t window_count;
    /// Bytes that are held already when the head is told: a profile's, a whole source's, tags'.
    int64_t taken;
    /// The part of them that holds a source.
    size_t taken_by_source;
    uint8_t *pixels;
    uint8_t *rgba;
    /// The whole of a source that can't seek, for a format that has to.
    uint8_t *held;
    /// What brings the rows of a decoder that knows nothing of colours to sRGB.
    struct Colors *colors;
    size_t exif_count;
    uint8_t exif[PICTURE_EXIF];
    uint8_t buffer[PICTURE_BUFFER];
} Decoder;

/// Makes the next bytes available in `window`. False at the end of the data and when a read failed.
bool decoder_fill(Decoder *decoder);
/// Copies exactly `count` bytes. False when there are fewer.
bool decoder_read(Decoder *decoder, uint8_t *into, size_t count);
/// Reads at an offset without moving. False when the source can't, or has fewer bytes.
bool decoder_peek(Decoder *decoder, int64_t offset, uint8_t *into, size_t count);
/// As `decoder_peek`, but as many bytes as there are.
size_t decoder_read_at(Decoder *decoder, int64_t offset, uint8_t *into, size_t count);
/// Reads the whole source into memory, within the bound of bytes, so that `input.bytes` holds it.
bool decoder_hold(Decoder *decoder);
/// Makes `decoder_peek` work for every source: what can't seek is read into memory, within the bound of bytes.
bool decoder_make_seekable(Decoder *decoder);
/// How many bytes there are, of a source that can seek; -1 when nobody knows.
int64_t decoder_size(Decoder *decoder);
/// Skips so many bytes. False when there are fewer.
bool decoder_skip(Decoder *decoder, size_t count);
/// Sets a failure, the first one wins.
void decoder_fail(Decoder *decoder, PictureStatus status, const char *message);
/// Checks the pixels against the bounds before anything is allocated for them.
bool decoder_admits(Decoder *decoder, uint32_t width, uint32_t height, bool is_held);
/// Checks what the decode will hold against the bounds, and tells the head with it: nothing that grows with the picture is
/// allocated before. `bytes` is what comes beside what is `taken` already. False when it is too much, or when the callback
/// wants no more.
bool decoder_reserve(Decoder *decoder, int64_t bytes);
/// The same, and makes room in `rgba` for one row, which `bytes` leaves out.
bool decoder_begin(Decoder *decoder, int64_t bytes);
/// Adds to what is taken. False, with a failure set, when it is more than the bounds allow.
bool decoder_take(Decoder *decoder, int64_t bytes);
/// What a profile of so many bytes takes beside itself, where it is used.
int64_t profile_memory(size_t count);
/// Truncated when the data ended, else corrupt.
void decoder_fail_on_data(Decoder *decoder, const char *message);
/// Whether the rows that there are shall be delivered: all is well, or only the data are damaged and that is allowed.
bool decoder_may_deliver(const Decoder *decoder);
/// An ICC profile of rows that are RGBA of 8 bits, before `decoder_begin`. One that is not of RGB is left out.
void decoder_use_profile(Decoder *decoder, const uint8_t *profile, size_t count);
/// The largest profile that is looked at, in bytes.
#define PICTURE_PROFILE (4 << 20)
/// Hands one row on, in sRGB. False when the callback wants no more.
bool decoder_deliver(Decoder *decoder, const uint8_t *rgba);

/// Undoes a multiplication by alpha, in place.
void unmultiply(uint8_t *rgba, uint32_t width);

/// Four inks to three lights, in place. Adobe's files store the inks inverted.
void lighten_inks(uint8_t *pixel, uint32_t width, bool is_inverted);

/// The orientation in a TIFF structure, 1–8; 1 when there is none.
uint8_t exif_orientation(const uint8_t *tiff, size_t count);

void decode_png(Decoder *decoder);
void decode_jpeg(Decoder *decoder);
void decode_gif(Decoder *decoder);
void decode_webp(Decoder *decoder);
void decode_heif(Decoder *decoder);
void decode_tiff(Decoder *decoder);
void decode_bmp(Decoder *decoder);
void decode_pnm(Decoder *decoder);
