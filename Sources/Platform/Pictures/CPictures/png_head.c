#include "png_head.h"

#include "numbers.h"

#include <string.h>

/// Checks IHDR, the first chunk, before libpng reads it.
bool png_admits_header(Decoder *decoder) {
    const uint8_t *head = decoder->window;
    if (decoder->window_count < 33) {
        decoder_fail(decoder, PictureStatusTruncated, "unexpected end of data in the header");
        return false;
    }
    if (memcmp(head + 12, "CgBI", 4) == 0) {
        decoder_fail(
            decoder, PictureStatusCorrupt,
            "a PNG converted by Xcode for a phone (CgBI), which no longer follows the standard; use the original");
        return false;
    }
    if (big_endian(head + 8) != 13 || memcmp(head + 12, "IHDR", 4) != 0) {
        decoder_fail(decoder, PictureStatusCorrupt, "the IHDR header is missing");
        return false;
    }
    uint32_t width = big_endian(head + 16), height = big_endian(head + 20);
    if (width == 0 || height == 0 || width > INT32_MAX || height > INT32_MAX) {
        decoder_fail(decoder, PictureStatusCorrupt, "invalid picture size");
        return false;
    }
    decoder->head.width = width;
    decoder->head.height = height;
    return decoder_admits(decoder, width, height, head[28] != 0);
}

/// Walks over the chunk headers, if the source can seek, to find eXIf before or after the pixels. Returns false if the
/// end is known to be missing.
bool png_survey(Decoder *decoder) {
    int64_t offset = 8;
    uint8_t head[8];
    bool has_exif = false;
    decoder->head.orientation = 1;
    for (int chunk = 0; chunk < 65536 && decoder_peek(decoder, offset, head, 8); chunk++) {
        uint32_t count = big_endian(head);
        if (count > INT32_MAX || memcmp(head + 4, "IEND", 4) == 0) return true;
        if (memcmp(head + 4, "eXIf", 4) == 0 && !has_exif) {
            size_t part = count < PICTURE_EXIF ? count : PICTURE_EXIF;
            has_exif = decoder_peek(decoder, offset + 8, decoder->exif, part);
            if (has_exif) decoder->head.orientation = exif_orientation(decoder->exif, part);
        }
        offset += 12 + (int64_t)count;
    }
    return !decoder->input.bytes && !decoder->can_seek;
}
