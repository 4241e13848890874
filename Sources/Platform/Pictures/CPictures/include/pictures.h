#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a decode or an encode ended. Both libraries leave by longjmp; every jump begins and ends in one C function here.
typedef enum __attribute__((enum_extensibility(closed))) {
    PictureStatusDone = 0,
    /// A callback returned false.
    PictureStatusStopped,
    /// `sniff` knew no kind.
    PictureStatusNotAPicture,
    /// The kind is read, but not this sort of it.
    PictureStatusUnsupportedKind,
    /// The library that reads the kind can't be loaded.
    PictureStatusMissingLibrary,
    PictureStatusTooManyPixels,
    PictureStatusTooManyBytes,
    /// It takes more memory than the bounds allow.
    PictureStatusTooMuchMemory,
    PictureStatusTruncated,
    PictureStatusCorrupt,
    PictureStatusOutOfMemory,
    PictureStatusReadFailed,
} PictureStatus;

/// What can be decoded.
typedef enum __attribute__((enum_extensibility(closed))) {
    PictureKindNone = 0,
    PictureKindPNG,
    PictureKindJPEG,
    PictureKindGIF,
    PictureKindWebP,
    /// HEIC and AVIF.
    PictureKindHEIF,
    PictureKindTIFF,
    PictureKindBMP,
    PictureKindPNM,
} PictureKind;

/// `bytes` when it is not null, else the descriptor. A descriptor that can seek is read from offset 0 by `pread`
/// and its own offset stays; one that can't is read from where it stands.
typedef struct {
    const uint8_t *_Nullable bytes;
    size_t count;
    int descriptor;
} PictureInput;

/// Bounds; see the domain's PictureLimits.
typedef struct {
    int64_t file_bytes;
    int64_t streamed_pixels;
    int64_t held_pixels;
    /// Bytes that one decode may hold.
    int64_t memory;
} PictureBounds;

/// What is known before the first row.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// The size that is delivered where the decoder reduced the picture; else 0.
    uint32_t row_width;
    uint32_t row_count;
    /// EXIF, 1–8.
    uint8_t orientation;
    bool has_alpha;
    /// A profile was there that could not be used.
    bool has_broken_profile;
    /// The most bytes that the decode holds at a time, known before they are allocated.
    int64_t memory;
} PictureHead;

typedef struct {
    PictureStatus status;
    /// `errno` of a read that failed.
    int code;
    uint32_t width;
    uint32_t height;
    /// Whole rows that the data held.
    uint32_t rows;
    /// The bound that was met, and what met it (bytes).
    int64_t limit;
    int64_t bytes;
    char message[256];
} PictureResult;

/// Names the kind from the first bytes: 64 at the least when the data have so many.
typedef PictureKind (*PictureSniff)(void *_Nonnull context, const uint8_t *_Nonnull head, size_t count);
/// The fewest columns and rows, as stored, that are of use; 0 for all there are. Asked of pictures that can be decoded
/// at a reduced size, before `begin`.
typedef void (*PictureAim)(
    void *_Nonnull context, const PictureHead *_Nonnull head, uint32_t *_Nonnull columns, uint32_t *_Nonnull rows);
typedef bool (*PictureBegin)(void *_Nonnull context, const PictureHead *_Nonnull head);
/// `rgba`: `width` pixels of four bytes, valid during the call.
typedef bool (*PictureRow)(void *_Nonnull context, const uint8_t *_Nonnull rgba, uint32_t width);

/// Decodes the first frame row by row, as the kind that `sniff` names. With `lenient` the rows of damaged data are delivered as far
/// as they go (the status still tells of the damage).
void picture_decode(
    const PictureInput *_Nonnull input, const PictureBounds *_Nonnull bounds, bool lenient,
    PictureSniff _Nonnull sniff, PictureAim _Nonnull aim, PictureBegin _Nonnull begin, PictureRow _Nonnull row,
    void *_Nonnull context, PictureResult *_Nonnull result);

/// Opens a regular file for reading, never through a link and never blocking on a FIFO.
/// Returns a descriptor, or minus errno; `-EFTYPE` is spelt as `-EINVAL`.
int picture_open(const char *_Nonnull path);
void picture_close(int descriptor);

/// A text chunk. `text` is UTF-8; written as iTXt when `is_international`, else as tEXt (Latin-1).
typedef struct {
    const char *_Nonnull key;
    const char *_Nonnull text;
    bool is_international;
} PictureText;

typedef struct {
    uint32_t width;
    uint32_t height;
    /// RGBA when true, else RGB: alpha is dropped.
    bool has_alpha;
    /// 1, 2 or 4: grey of so many bits, the uppermost of red; 0 for colours.
    int grey_bits;
    /// Adaptive filters suit photos; flat drawings are smaller and faster without.
    bool is_filtered;
    /// zlib's, 1–9.
    int level;
    const PictureText *_Nullable texts;
    int text_count;
} PicturePlan;

/// Fills `rgba` (it holds the row before).
typedef bool (*PictureFill)(void *_Nonnull context, uint32_t row, uint8_t *_Nonnull rgba);
typedef bool (*PictureWrite)(void *_Nonnull context, const uint8_t *_Nonnull bytes, size_t count);

void picture_encode_png(
    const PicturePlan *_Nonnull plan, PictureFill _Nonnull fill, PictureWrite _Nonnull write, void *_Nonnull context,
    PictureResult *_Nonnull result);
