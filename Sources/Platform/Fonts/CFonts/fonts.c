// FreeType, loaded with the first font file. Linking it would cost every start of a program some milliseconds.
#include "fonts.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The soname of FreeType 2.
#define LIBRARY "libfreetype.so.6"

#define FUNCTIONS(use)                                                                                                 \
    use(FT_Init_FreeType) use(FT_Done_FreeType) use(FT_New_Memory_Face) use(FT_Done_Face) use(FT_Get_Char_Index)       \
    use(FT_Load_Glyph) use(FT_Outline_Get_Bitmap)

#define MEMBER(name) __typeof__(&name) name;
static struct { FUNCTIONS(MEMBER) } real;
static int is_loaded;

static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name)                                                                                                     \
    if (!(real.name = (__typeof__(real.name))dlsym(library, #name))) return;
    FUNCTIONS(FIND)
    is_loaded = 1;
}

// Reads the whole file. Returns NULL with `result` set on failure.
static uint8_t *read_file(const char *path, int64_t most, size_t *count, FontsResult *result) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    struct stat status;
    uint8_t *bytes = NULL;
    result->status = FontsUnreadable;
    if (file < 0 || fstat(file, &status)) {
        result->code = errno;
    } else if (S_ISREG(status.st_mode) && status.st_size > most) {
        result->status = FontsTooLarge;
        result->bytes = status.st_size;
    } else if (S_ISREG(status.st_mode)) {
        *count = 0;
        bytes = malloc((size_t)status.st_size + 1);
        if (!bytes) result->status = FontsOutOfMemory;
        while (bytes && *count < (size_t)status.st_size) {
            ssize_t got = read(file, bytes + *count, (size_t)status.st_size - *count);
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) {
                result->code = errno;
                free(bytes);
                bytes = NULL;
            }
            if (got <= 0) break;
            *count += (size_t)got;
        }
    }
    if (file >= 0) close(file);
    return bytes;
}

// FreeType's other formats aren't needed, and excluding them avoids their bugs.
static int is_outline_font(const uint8_t *bytes, size_t count) {
    static const char kinds[][4] = {{0, 1, 0, 0}, {'O', 'T', 'T', 'O'}, {'t', 'r', 'u', 'e'}, {'t', 't', 'c', 'f'}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (count >= 12 && !memcmp(bytes, kinds[i], 4)) return 1;
    return 0;
}

// A cell in font units, by the font's metrics.
typedef struct {
    double advance, descender, line;
} Cell;

static Cell cell_of(FT_Face face) {
    double em = face->units_per_EM > 0 ? face->units_per_EM : 1000;
    Cell cell = {.advance = em / 2, .descender = face->descender, .line = (double)face->ascender - face->descender};
    FT_UInt letter = real.FT_Get_Char_Index(face, 'M');
    if (letter && !real.FT_Load_Glyph(face, letter, FT_LOAD_NO_SCALE) && face->glyph->metrics.horiAdvance > 0)
        cell.advance = (double)face->glyph->metrics.horiAdvance;
    if (cell.line < em / 4 || cell.line > em * 8) {
        cell.line = em * 1.2;
        cell.descender = -em / 4;
    }
    if (cell.advance < cell.line / 5) cell.advance = cell.line / 5;
    if (cell.advance > cell.line * 2) cell.advance = cell.line * 2;
    return cell;
}

// Converts to 1/64 pixel. Points far outside the cell are clamped, because a malicious outline must not take minutes to
// draw.
static FT_Pos placed(double pixels) {
    const double far = 4 * FONTS_HEIGHT;
    if (!(pixels > -far)) pixels = -far;
    if (pixels > far) pixels = far;
    return (FT_Pos)(pixels * 64 + (pixels < 0 ? -0.5 : 0.5));
}

static int draw(FT_Library library, FT_Face face, Cell cell, FT_UInt index, int cells, uint8_t *coverage) {
    if (real.FT_Load_Glyph(face, index, FT_LOAD_NO_SCALE) || face->glyph->format != FT_GLYPH_FORMAT_OUTLINE) return 0;
    FT_Outline *outline = &face->glyph->outline;
    for (int i = 0; i < outline->n_points; i++) {
        outline->points[i].x = placed((double)outline->points[i].x * FONTS_WIDTH / cell.advance);
        outline->points[i].y = placed(((double)outline->points[i].y - cell.descender) * FONTS_HEIGHT / cell.line);
    }
    memset(coverage, 0, FONTS_ROOM);
    int width = cells * FONTS_WIDTH;
    FT_Bitmap bitmap = {.rows = FONTS_HEIGHT, .width = (unsigned)width, .pitch = width, .buffer = coverage,
                        .num_grays = 256, .pixel_mode = FT_PIXEL_MODE_GRAY};
    return outline->n_points == 0 || !real.FT_Outline_Get_Bitmap(library, outline, &bitmap);
}

static void draw_all(FT_Library library, FT_Face face, const uint32_t *scalars, size_t count, uint8_t *cells,
                     uint8_t *coverage, FontsResult *result) {
    Cell cell = cell_of(face);
    result->aspect = cell.advance / cell.line;
    for (size_t i = 0; i < count; i++) {
        FT_UInt index = real.FT_Get_Char_Index(face, scalars[i]);
        if (!index || !draw(library, face, cell, index, cells[i] == 2 ? 2 : 1, coverage + i * FONTS_ROOM)) cells[i] = 0;
    }
}

FontsResult fonts_draw(const char *path, int64_t most_bytes, const uint32_t *scalars, size_t count, uint8_t *cells,
                       uint8_t *coverage) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    FontsResult result = {.status = FontsNotAFont};
    size_t size = 0;
    uint8_t *bytes = read_file(path, most_bytes, &size, &result);
    if (!bytes) return result;
    result.status = FontsNotAFont;
    pthread_once(&once, load);
    FT_Library library = NULL;
    FT_Face face = NULL;
    if (!is_outline_font(bytes, size)) {
        // Reported below.
    } else if (!is_loaded) {
        result.status = FontsNoLibrary;
    } else if (real.FT_Init_FreeType(&library)) {
        result.status = FontsOutOfMemory;
    } else if (!real.FT_New_Memory_Face(library, bytes, (FT_Long)size, 0, &face)) {
        result.status = FT_IS_SCALABLE(face) ? FontsDone : FontsNoOutlines;
        if (result.status == FontsDone) draw_all(library, face, scalars, count, cells, coverage, &result);
    }
    if (face) real.FT_Done_Face(face);
    if (library) real.FT_Done_FreeType(library);
    free(bytes);
    return result;
}
