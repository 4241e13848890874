#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Deflate (RFC 1951) in a zlib stream (RFC 1950), for rows of drawings. Runs of equal pixels, parts that equal the row
// above, and repeated patterns become matches; the rest is Huffman-coded. For text art it takes a fraction of zlib's
// time, since it looks at pixels instead of bytes and at few earlier places. The bytes are the same on every machine.

typedef struct Deflate Deflate;
/// Receives a part of the stream. Returns false to stop.
typedef bool (*DeflateWrite)(void *context, const uint8_t *bytes, size_t count);

/// Starts a stream of `rows` rows of `line` bytes each: a filter byte, then pixels of `unit` bytes, 1 to 4. Returns NULL
/// if there is too little memory.
Deflate *deflate_open(size_t line, size_t unit, uint32_t rows);
void deflate_close(Deflate *deflate);

/// The place for the next row, of `line` bytes and four more that may be overwritten; valid until the row is added.
uint8_t *deflate_row(Deflate *deflate);
/// Adds the row that was put into `deflate_row`. Returns false if `write` did.
bool deflate_add(Deflate *deflate, DeflateWrite write, void *context);
/// Ends the stream after the last row. Returns false if `write` did.
bool deflate_finish(Deflate *deflate, DeflateWrite write, void *context);
