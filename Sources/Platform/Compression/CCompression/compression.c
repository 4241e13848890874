#include "compression.h"

#include <zlib.h>

enum { HEAD_AND_TRAILER = 18 };

size_t gzip_bound(size_t size) {
    return compressBound(size) + HEAD_AND_TRAILER;
}

size_t gzip_compress(const uint8_t *input, size_t size, int level, uint8_t *output) {
    z_stream stream = {.next_in = (uint8_t *)input, .avail_in = (uInt)size};
    // 16 asks for the gzip format instead of zlib's.
    if (deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_out = output;
    stream.avail_out = (uInt)gzip_bound(size);
    int result = deflate(&stream, Z_FINISH);
    size_t written = stream.total_out;
    deflateEnd(&stream);
    return result == Z_STREAM_END ? written : 0;
}
