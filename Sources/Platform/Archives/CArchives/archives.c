#include "archives.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>

/// The size of reads, in bytes.
enum { BLOCK = 1 << 16 };

static struct archive *archive(car_writer *writer) { return (struct archive *)writer; }

/// libarchive leaves the errno 0 or -1 where no system call failed.
static int code(struct archive *archive) {
    int code = archive_errno(archive);
    return code > 0 ? code : EIO;
}

car_writer *car_write_open(int descriptor) {
    struct archive *writer = archive_write_new();
    if (!writer) return NULL;
    if (archive_write_set_format_pax_restricted(writer) != ARCHIVE_OK ||
        archive_write_open_fd(writer, descriptor) != ARCHIVE_OK) {
        archive_write_free(writer);
        return NULL;
    }
    return (car_writer *)writer;
}

int car_write_entry(car_writer *writer, const char *name, int64_t size) {
    struct archive_entry *entry = archive_entry_new();
    if (!entry) return ENOMEM;
    archive_entry_set_pathname(entry, name);
    archive_entry_set_size(entry, size);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, 0, 0);
    int result = archive_write_header(archive(writer), entry);
    archive_entry_free(entry);
    return result == ARCHIVE_OK ? 0 : code(archive(writer));
}

int car_write(car_writer *writer, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        la_ssize_t written = archive_write_data(archive(writer), bytes, count);
        if (written <= 0) return code(archive(writer));
        bytes += written;
        count -= (size_t)written;
    }
    return 0;
}

int car_write_end(car_writer *writer) {
    return archive_write_close(archive(writer)) == ARCHIVE_OK ? 0 : code(archive(writer));
}

void car_write_free(car_writer *writer) {
    // Otherwise an archive that was given up would get an end.
    archive_write_fail(archive(writer));
    archive_write_free(archive(writer));
}

struct car_reader {
    struct archive *archive;
    struct archive_entry *entry;
};

car_reader *car_read_open(int descriptor) {
    car_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->archive = archive_read_new();
    if (!reader->archive) {
        free(reader);
        return NULL;
    }
    // Only what libarchive does itself: for other compressions it would start programs.
    archive_read_support_filter_gzip(reader->archive);
    archive_read_support_filter_bzip2(reader->archive);
    archive_read_support_filter_xz(reader->archive);
    archive_read_support_filter_zstd(reader->archive);
    archive_read_support_format_tar(reader->archive);
    // A failure comes again with the first entry.
    archive_read_open_fd(reader->archive, descriptor, BLOCK);
    return reader;
}

int car_read_next(car_reader *reader) {
    for (;;) {
        int result = archive_read_next_header(reader->archive, &reader->entry);
        if (result == ARCHIVE_EOF) return 0;
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return -1;
        if (archive_entry_filetype(reader->entry) == AE_IFREG && !archive_entry_hardlink(reader->entry)) return 1;
    }
}

const char *car_read_name(car_reader *reader) { return archive_entry_pathname(reader->entry); }

int64_t car_read(car_reader *reader, uint8_t *bytes, size_t count) {
    la_ssize_t got = archive_read_data(reader->archive, bytes, count);
    return got < 0 ? -1 : got;
}

const char *car_read_error(car_reader *reader) { return archive_error_string(reader->archive); }

void car_read_free(car_reader *reader) {
    archive_read_free(reader->archive);
    free(reader);
}
