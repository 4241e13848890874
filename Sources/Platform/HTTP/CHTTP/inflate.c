#include "shim.h"

#include <stdlib.h>
#include <zlib.h>

struct chttp_inflater {
    z_stream stream;
    /* The first two bytes, which identify the format. */
    unsigned char head[2];
    size_t head_count;
    size_t head_taken;
    int is_ready;
    int may_be_bare;
    int is_bare;
    int is_gzip;
    int is_done;
    /* The data after the end is not a further gzip member. */
    int is_over;
};

struct chttp_inflater *chttp_inflater_make(int may_be_bare) {
    struct chttp_inflater *inflater = calloc(1, sizeof *inflater);
    if (inflater) inflater->may_be_bare = may_be_bare;
    return inflater;
}

void chttp_inflater_free(struct chttp_inflater *inflater) {
    if (inflater->is_ready) inflateEnd(&inflater->stream);
    free(inflater);
}

static int prepare(struct chttp_inflater *inflater) {
    unsigned first = inflater->head[0], second = inflater->head[1];
    inflater->is_gzip = first == 0x1f && second == 0x8b;
    int is_zlib = (first & 15) == Z_DEFLATED && first >> 4 <= 7 && (first << 8 | second) % 31 == 0;
    inflater->is_bare = !inflater->is_gzip && !is_zlib;
    if (inflater->is_bare && !inflater->may_be_bare) return 0;
    int window = inflater->is_gzip ? MAX_WBITS + 16 : is_zlib ? MAX_WBITS : -MAX_WBITS;
    inflater->is_ready = inflateInit2(&inflater->stream, window) == Z_OK;
    return inflater->is_ready;
}

/* One call of inflate; counts are clamped to what zlib's types hold. */
static int step(
    struct chttp_inflater *inflater, const unsigned char *bytes, size_t count, unsigned char *output, size_t room,
    size_t *taken, size_t *made) {
    z_stream *stream = &inflater->stream;
    stream->next_in = (unsigned char *)(size_t)bytes;
    stream->avail_in = count < 1 << 30 ? (unsigned)count : 1 << 30;
    stream->next_out = output;
    stream->avail_out = room < 1 << 30 ? (unsigned)room : 1 << 30;
    unsigned before = stream->avail_in, free_before = stream->avail_out;
    int code = inflate(stream, Z_NO_FLUSH);
    *taken = before - stream->avail_in;
    *made = free_before - stream->avail_out;
    /* Z_BUF_ERROR only means that no progress was possible. */
    return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR ? code : Z_DATA_ERROR;
}

enum chttp_inflated chttp_inflate(
    struct chttp_inflater *inflater, const unsigned char *bytes, size_t count, unsigned char *output, size_t room,
    size_t *taken, size_t *made) {
    *taken = 0, *made = 0;
    while (inflater->head_count < 2 && *taken < count) inflater->head[inflater->head_count++] = bytes[(*taken)++];
    /* Bare deflate has no header or checksum: only a clean end tells it from other bytes. */
    if (inflater->is_done && inflater->is_bare && *taken) return chttp_inflate_broken;
    if (inflater->head_count < 2) return inflater->is_done ? chttp_inflate_done : chttp_inflate_more;
    if (!inflater->is_ready && !prepare(inflater)) return chttp_inflate_broken;
    if (inflater->is_done) {
        /* A further gzip member (RFC 1952, 2.2) belongs to the body; other trailing data is ignored. */
        int is_member = inflater->is_gzip && inflater->head[0] == 0x1f && inflater->head[1] == 0x8b;
        if (inflater->is_over || !is_member) {
            inflater->is_over = 1;
            *taken = count;
            return chttp_inflate_done;
        }
        if (inflateReset(&inflater->stream) != Z_OK) return chttp_inflate_broken;
        inflater->is_done = 0;
    }
    int code = Z_OK;
    while (inflater->head_taken < 2 && *made < room && code == Z_OK) {
        size_t used = 0, written = 0;
        code = step(
            inflater, inflater->head + inflater->head_taken, 2 - inflater->head_taken, output + *made, room - *made,
            &used, &written);
        inflater->head_taken += used;
        *made += written;
        if (!used && !written) break;
    }
    if (code == Z_OK || code == Z_BUF_ERROR) {
        size_t used = 0, written = 0;
        code = step(inflater, bytes + *taken, count - *taken, output + *made, room - *made, &used, &written);
        *taken += used;
        *made += written;
    }
    if (code == Z_DATA_ERROR) return chttp_inflate_broken;
    if (code != Z_STREAM_END) return chttp_inflate_more;
    inflater->is_done = 1;
    inflater->head_count = inflater->head_taken = 0;
    return chttp_inflate_done;
}
