#pragma once
#include <stddef.h>
#include <stdint.h>

/// A glyph is drawn into one cell or two of this many pixels.
enum { FONTS_WIDTH = 8, FONTS_HEIGHT = 16, FONTS_ROOM = 2 * FONTS_WIDTH * FONTS_HEIGHT };

typedef enum {
    FontsDone,
    /// FreeType is not installed.
    FontsNoLibrary,
    /// Not a TrueType or OpenType font, or a damaged one.
    FontsNotAFont,
    /// Its glyphs are pixels or pictures, not outlines.
    FontsNoOutlines,
    FontsOutOfMemory,
    /// `code` says why the file could not be read.
    FontsUnreadable,
    FontsTooLarge,
} FontsStatus;

typedef struct {
    FontsStatus status;
    /// An errno; 0 for what is no regular file.
    int code;
    /// The file's, where it is too large.
    int64_t bytes;
    /// A cell's width over its height: an advance of M over a line from ascender to descender.
    double aspect;
} FontsResult;

/// Draws characters of the font file at `path`. `cells` holds how many cells each scalar shall take, 1 or 2, and is 0
/// afterwards for what the font lacks. `coverage` has FONTS_ROOM bytes for each scalar: 16 rows of 8 or 16 bytes.
FontsResult fonts_draw(const char *_Nonnull path, int64_t most_bytes, const uint32_t *_Nonnull scalars, size_t count,
                       uint8_t *_Nonnull cells, uint8_t *_Nonnull coverage);
