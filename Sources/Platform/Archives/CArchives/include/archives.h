#pragma once

#include <stddef.h>
#include <stdint.h>

// Tar archives by libarchive, with nullability annotations.

typedef struct car_writer car_writer;
typedef struct car_reader car_reader;

/// Begins an archive on a descriptor, which stays open. `NULL` if out of memory.
car_writer *_Nullable car_write_open(int descriptor);

/// Begins a regular file of `size` bytes. Times, owners and groups are 0, so that the same content gives the same
/// archive. Returns 0 or an errno.
int car_write_entry(car_writer *_Nonnull writer, const char *_Nonnull name, int64_t size);

/// Writes a part of the file's content. Returns 0 or an errno.
int car_write(car_writer *_Nonnull writer, const uint8_t *_Nullable bytes, size_t count);

/// Writes the end of the archive. Returns 0 or an errno.
int car_write_end(car_writer *_Nonnull writer);

void car_write_free(car_writer *_Nonnull writer);

/// Begins to read a tar archive, which may be compressed by gzip, bzip2, xz or zstd, from a descriptor, which stays open. `NULL` if out of memory.
car_reader *_Nullable car_read_open(int descriptor);

/// Goes on to the next regular file. Returns 1, 0 at the end of the archive, or -1.
int car_read_next(car_reader *_Nonnull reader);

/// The file's path, valid until the next call; `NULL` if it has none that can be read.
const char *_Nullable car_read_name(car_reader *_Nonnull reader);

/// Reads a part of the file's content. Returns the number of bytes, 0 at its end, or -1.
int64_t car_read(car_reader *_Nonnull reader, uint8_t *_Nonnull bytes, size_t count);

/// What went wrong, in libarchive's words; `NULL` if it says nothing.
const char *_Nullable car_read_error(car_reader *_Nonnull reader);

void car_read_free(car_reader *_Nonnull reader);
