#pragma once
#include <stddef.h>
#include <stdint.h>

/// A glyph is drawn into one or two cells of this many pixels.
enum { FONTS_WIDTH = 8, FONTS_HEIGHT = 16, FONTS_ROOM = 2 * FONTS_WIDTH * FONTS_HEIGHT };

typedef enum {
    FontsDone,
    /// FreeType is not installed.
    FontsNoLibrary,
    /// Not a TrueType or OpenType font, or a damaged one.
    FontsNotAFont,
    /// The glyphs are bitmaps, not outlines.
    FontsNoOutlines,
    FontsOutOfMemory,
    /// The file could not be read; see `code`.
    FontsUnreadable,
    FontsTooLarge,
} FontsStatus;

typedef struct {
    FontsStatus status;
    /// An errno; 0 if it is not a regular file.
    int code;
    /// The size of a file that is too large.
    int64_t bytes;
    /// A cell's width divided by its height: the advance of M over the line from ascender to descender.
    double aspect;
} FontsResult;

/// Draws characters of the font file at `path`. `cells` holds the number of cells for each scalar, 1 or 2, and is set
/// to 0 for scalars that the font lacks. `coverage` has FONTS_ROOM bytes for each scalar: 16 rows of 8 or 16 bytes.
FontsResult fonts_draw(const char *_Nonnull path, int64_t most_bytes, const uint32_t *_Nonnull scalars, size_t count,
                       uint8_t *_Nonnull cells, uint8_t *_Nonnull coverage);
