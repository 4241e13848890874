#include "tiff_memory.h"

#include <tiffio.h>

/// Reads a number in the file's byte order.
static uint64_t number(bool is_little, const uint8_t *at, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value = value << 8 | at[is_little ? bytes - 1 - i : i];
    return value;
}

/// The size of a value of each type (TIFF 6.0, section 2; BigTIFF's at the end).
static uint64_t type_bytes(uint64_t type) {
    static const uint8_t sizes[19] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8};
    return type < sizeof sizes ? sizes[type] : 0;
}

/// The memory that libtiff needs for the tags of the first directory: it reads all of them, known or not, and keeps
/// copies of their values; offsets and sizes of strips take eight bytes each. Tags may all refer to the same bytes of
/// the file, so a small file can require gigabytes.
int64_t tiff_tags_memory(Decoder *decoder, int64_t file) {
    uint8_t head[16] = {0}, count[8] = {0}, entry[20] = {0};
    if (!decoder_peek(decoder, 0, head, 8)) return 0;
    bool is_little = head[0] == 'I';
    bool is_big = number(is_little, head + 2, 2) == 43;
    if (is_big && !decoder_peek(decoder, 0, head, 16)) return 0;
    uint64_t at = is_big ? number(is_little, head + 8, 8) : number(is_little, head + 4, 4);
    size_t count_size = is_big ? 8 : 2, entry_size = is_big ? 20 : 12;
    if (at > INT64_MAX - 16 || !decoder_peek(decoder, (int64_t)at, count, count_size)) return 0;
    uint64_t entries = number(is_little, count, (int)count_size);
    at += count_size;
    uint64_t bytes = 0, size = file > 0 ? (uint64_t)file : 0;
    for (uint64_t i = 0; i < entries && i < 65536; i++, at += entry_size) {
        if (!decoder_peek(decoder, (int64_t)at, entry, entry_size)) break;
        uint64_t values = number(is_little, entry + 4, is_big ? 8 : 4), each = type_bytes(number(is_little, entry + 2, 2));
        // Values beyond the end of the file are not read.
        uint64_t most = each > 0 ? size / each : 0;
        if (values > most) values = most;
        bytes += values * (each < 8 ? 8 : each) + values * each + 512;
    }
    return bytes < INT64_MAX / 2 ? (int64_t)bytes : INT64_MAX / 2;
}

/// Codecs that need only a row or tables of fixed size. The others need a window, a dictionary or a whole picture,
/// whose size depends on their data.
bool tiff_codec_is_bounded(uint16_t compression) {
    switch (compression) {
    case COMPRESSION_NONE:
    case COMPRESSION_CCITTRLE:
    case COMPRESSION_CCITTFAX3:
    case COMPRESSION_CCITTFAX4:
    case COMPRESSION_CCITTRLEW:
    case COMPRESSION_LZW:
    case COMPRESSION_JPEG:
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE:
    case COMPRESSION_PACKBITS:
    case COMPRESSION_THUNDERSCAN:
    case COMPRESSION_NEXT: return true;
    default: return false;
    }
}
