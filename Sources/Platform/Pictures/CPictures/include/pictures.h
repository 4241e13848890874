#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The result of decoding or encoding. libpng and libjpeg report errors with longjmp; every jump starts and ends within
/// one C function of this module.
typedef enum __attribute__((enum_extensibility(closed))) {
    PictureStatusDone = 0,
    /// A callback returned false.
    PictureStatusStopped,
    /// `sniff` did not recognise the data.
    PictureStatusNotAPicture,
    /// The format is supported, but not this variant.
    PictureStatusUnsupportedKind,
    /// The library for this format can't be loaded.
    PictureStatusMissingLibrary,
    PictureStatusTooManyPixels,
    PictureStatusTooManyBytes,
    /// Decoding needs more memory than permitted.
    PictureStatusTooMuchMemory,
    PictureStatusTruncated,
    PictureStatusCorrupt,
    PictureStatusOutOfMemory,
    PictureStatusReadFailed,
} PictureStatus;

/// The formats that can be decoded.
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

/// `bytes` if not NULL, otherwise the descriptor. A seekable descriptor is read from offset 0 with `pread`, without
/// moving its position; any other from its current position.
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

/// The properties known before the first row.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// The delivered size if the decoder reduces the picture, otherwise 0.
    uint32_t row_width;
    uint32_t row_count;
    /// EXIF, 1–8.
    uint8_t orientation;
    bool has_alpha;
    /// An embedded profile could not be used.
    bool has_broken_profile;
    /// The peak memory of the decode in bytes, known before it is allocated.
    int64_t memory;
} PictureHead;

typedef struct {
    PictureStatus status;
    /// The errno of a failed read.
    int code;
    uint32_t width;
    uint32_t height;
    /// The number of complete rows in the data.
    uint32_t rows;
    /// The limit that was exceeded, and the bytes needed.
    int64_t limit;
    int64_t bytes;
    char message[256];
} PictureResult;

/// Determines the format from the first bytes: at least 64, if the data have that many.
typedef PictureKind (*PictureSniff)(void *_Nonnull context, const uint8_t *_Nonnull head, size_t count);
/// Sets the smallest useful number of columns and rows, as stored; 0 for the full size. Called before `begin` for
/// pictures that can be decoded at a reduced size.
typedef void (*PictureAim)(
    void *_Nonnull context, const PictureHead *_Nonnull head, uint32_t *_Nonnull columns, uint32_t *_Nonnull rows);
typedef bool (*PictureBegin)(void *_Nonnull context, const PictureHead *_Nonnull head);
/// Receives a row: `width` pixels of four bytes, valid during the call.
typedef bool (*PictureRow)(void *_Nonnull context, const uint8_t *_Nonnull rgba, uint32_t width);

/// Decodes the first frame row by row, in the format that `sniff` returns; see `clip_open` for the other frames. With
/// `lenient`, the readable rows of damaged data are delivered; the status still reports the damage.
void picture_decode(
    const PictureInput *_Nonnull input, const PictureBounds *_Nonnull bounds, bool lenient,
    PictureSniff _Nonnull sniff, PictureAim _Nonnull aim, PictureBegin _Nonnull begin, PictureRow _Nonnull row,
    void *_Nonnull context, PictureResult *_Nonnull result);

/// Opens a regular file for reading, without following a link or blocking on a FIFO. Returns a descriptor or a negative
/// errno; `-EINVAL` if it isn't a regular file.
int picture_open(const char *_Nonnull path);
void picture_close(int descriptor);

/// A text chunk. `text` is UTF-8, written as iTXt if `is_international`, otherwise as tEXt (Latin-1).
typedef struct {
    const char *_Nonnull key;
    const char *_Nonnull text;
    bool is_international;
} PictureText;

typedef struct {
    uint32_t width;
    uint32_t height;
    /// RGBA if true, otherwise RGB without alpha.
    bool has_alpha;
    /// The depth of a grey picture: 1, 2 or 4, from the upper bits of red; 0 for colour.
    int grey_bits;
    /// Drawings repeat rows, so that each is stored as its difference from the one above. Otherwise filters are
    /// adaptive, as suits photos.
    bool is_drawing;
    const PictureText *_Nullable texts;
    int text_count;
} PicturePlan;

/// Fills `rgba`, which still holds the previous row.
typedef bool (*PictureFill)(void *_Nonnull context, uint32_t row, uint8_t *_Nonnull rgba);
typedef bool (*PictureWrite)(void *_Nonnull context, const uint8_t *_Nonnull bytes, size_t count);

void picture_encode_png(
    const PicturePlan *_Nonnull plan, PictureFill _Nonnull fill, PictureWrite _Nonnull write, void *_Nonnull context,
    PictureResult *_Nonnull result);

/// Ignores alpha. `width` and `height`: 1 to 65,500; `quality`: 1 to 100, libjpeg's scale.
void picture_encode_jpeg(
    uint32_t width, uint32_t height, int quality, PictureFill _Nonnull fill, PictureWrite _Nonnull write,
    void *_Nonnull context, PictureResult *_Nonnull result);
