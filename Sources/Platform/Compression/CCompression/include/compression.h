#pragma once
#include <stddef.h>
#include <stdint.h>

/// The largest size of `size` bytes in the gzip format.
size_t gzip_bound(size_t size);

/// Compresses bytes in the gzip format (RFC 1952), without a name or a time. `level`: 1 (fast) to 9 (small). `output` has
/// room for `gzip_bound(size)` bytes. Returns the number of bytes written; 0 if there is no memory.
size_t gzip_compress(const uint8_t *input, size_t size, int level, uint8_t *output);
