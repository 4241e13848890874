// Makes a coverage table. Usage:
//   tables font FONT.ttf TABLE.bin     every character of the basic plane that the font has
//   tables common FONT.ttf TABLE.bin   the same, but only of the scripts and signs that art is commonly made of
//   tables unifont unifont.hex TABLE.bin
//   tables emoji unifont_upper.otf TABLE.bin   the pictographs of plane 1, by the lower half of their code points
//
// A table is a sorted index, then the glyphs, all little-endian.
//   u32 count; count x u16 code point; count x glyph
// A font's glyph is 16 rows of 8 bytes of coverage. A Unifont glyph is 16 rows of 2 bytes, the left pixel the highest bit.
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 8, HEIGHT = 16, CELL = WIDTH * HEIGHT, PLANE = 0x10000 };

typedef struct { uint16_t first, last; } Range;

// East Asian wide characters of the basic plane that Unifont draws two cells wide. Emoji are left out: each terminal
// gives them another width.
static const Range wide_ranges[] = {
    {0x1100, 0x115F}, {0x2E80, 0x2FDF}, {0x2FF0, 0x303E}, {0x3041, 0x33FF}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF},
    {0xA960, 0xA97C}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6},
};

// Latin, Greek, Cyrillic, punctuation, arrows, box drawing, block elements and geometric shapes.
static const Range common_ranges[] = {
    {0x20, 0x7E}, {0xA0, 0x17F}, {0x370, 0x3FF}, {0x400, 0x45F}, {0x2010, 0x203F}, {0x20AC, 0x20AC},
    {0x2190, 0x2199}, {0x2500, 0x25FF},
};

static int is_in(const Range *ranges, size_t count, unsigned code) {
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last) return 1;
    return 0;
}

static int is_wide(unsigned code) { return is_in(wide_ranges, sizeof wide_ranges / sizeof *wide_ranges, code); }

static int is_common(unsigned code) { return is_in(common_ranges, sizeof common_ranges / sizeof *common_ranges, code); }

static void stop(const char *what) {
    fprintf(stderr, "tables: %s\n", what);
    exit(1);
}

static void write_table(const char *path, const uint16_t *codes, const uint8_t *glyphs, uint32_t count, size_t size) {
    FILE *file = fopen(path, "wb");
    if (!file) stop("can't write a table");
    fwrite(&count, 4, 1, file);
    fwrite(codes, 2, count, file);
    fwrite(glyphs, size, count, file);
    if (fclose(file)) stop("can't write a table");
    printf("%s: %u glyphs\n", path, count);
}

// Fills columns x0..<x1 and rows y0..<y1, in eighths of the cell's width and height.
static void fill(uint8_t *cell, int x0, int y0, int x1, int y1, uint8_t value) {
    for (int y = y0 * 2; y < y1 * 2; y++)
        for (int x = x0; x < x1; x++) cell[y * WIDTH + x] = value;
}

// Block elements fill their part of the cell exactly, whatever the font's designer drew.
static int draw_block(unsigned code, uint8_t *cell) {
    if (code < 0x2580 || code > 0x259F) return 0;
    memset(cell, 0, CELL);
    static const uint8_t quadrants[] = {4, 8, 1, 13, 9, 7, 11, 2, 6, 14};  // upper left 1, upper right 2, lower 4 and 8
    if (code == 0x2580) fill(cell, 0, 0, 8, 4, 255);
    else if (code <= 0x2588) fill(cell, 0, 8 - (int)(code - 0x2580), 8, 8, 255);
    else if (code <= 0x258F) fill(cell, 0, 0, 8 - (int)(code - 0x2588), 8, 255);
    else if (code == 0x2590) fill(cell, 4, 0, 8, 8, 255);
    else if (code <= 0x2593) fill(cell, 0, 0, 8, 8, (uint8_t)(((code - 0x2590) * 255 + 2) / 4));
    else if (code == 0x2594) fill(cell, 0, 0, 8, 1, 255);
    else if (code == 0x2595) fill(cell, 7, 0, 8, 8, 255);
    else
        for (int part = 0; part < 4; part++)
            if (quadrants[code - 0x2596] >> part & 1)
                fill(cell, part % 2 * 4, part / 2 * 4, part % 2 * 4 + 4, part / 2 * 4 + 4, 255);
    return 1;
}

// A letter's advance: the widest of all may be that of a ligature.
static FT_Pos advance_of(FT_Face face) {
    if (FT_Load_Char(face, 'M', FT_LOAD_NO_SCALE)) stop("the font has no M");
    return face->glyph->metrics.horiAdvance;
}

// The cell is one advance wide and one line (ascender to descender) high; the outline is scaled to it, unhinted.
static void draw_outline(FT_Library library, FT_Face face, FT_Pos advance, uint8_t *cell) {
    FT_Outline *outline = &face->glyph->outline;
    double line = face->ascender - face->descender;
    for (int i = 0; i < outline->n_points; i++) {
        double x = outline->points[i].x * (WIDTH * 64.0) / (double)advance;
        double y = (outline->points[i].y - face->descender) * (HEIGHT * 64.0) / line;
        outline->points[i].x = (FT_Pos)(x < 0 ? x - 0.5 : x + 0.5);
        outline->points[i].y = (FT_Pos)(y < 0 ? y - 0.5 : y + 0.5);
    }
    FT_Bitmap bitmap = {.rows = HEIGHT, .width = WIDTH, .pitch = WIDTH, .buffer = cell, .num_grays = 256,
                        .pixel_mode = FT_PIXEL_MODE_GRAY};
    if (FT_Outline_Get_Bitmap(library, outline, &bitmap)) stop("can't draw an outline");
}

static void make_font(const char *font, const char *path, int only_common) {
    FT_Library library;
    FT_Face face;
    if (FT_Init_FreeType(&library) || FT_New_Face(library, font, 0, &face)) stop("can't open the font");
    FT_Pos advance = advance_of(face);
    uint16_t *codes = calloc(PLANE, 2);
    uint8_t *glyphs = calloc(PLANE, CELL);
    uint32_t count = 0;
    for (unsigned code = 0x20; code < PLANE; code++) {
        FT_UInt index = FT_Get_Char_Index(face, code);
        if (!index || is_wide(code) || (only_common && !is_common(code))) continue;
        uint8_t *cell = glyphs + (size_t)count * CELL;
        if (!draw_block(code, cell)) {
            if (FT_Load_Glyph(face, index, FT_LOAD_NO_SCALE)) stop("can't load a glyph");
            draw_outline(library, face, advance, cell);
        }
        codes[count++] = (uint16_t)code;
    }
    write_table(path, codes, glyphs, count, CELL);
    FT_Done_FreeType(library);
    free(codes);
    free(glyphs);
}

static void make_unifont(const char *hex, const char *path) {
    FILE *file = fopen(hex, "r");
    if (!file) stop("can't open the hex file");
    uint16_t *codes = calloc(PLANE, 2);
    uint8_t *glyphs = calloc(PLANE, 32);
    uint32_t count = 0;
    unsigned code;
    char digits[80];
    while (fscanf(file, "%x:%79s", &code, digits) == 2) {
        if (code >= PLANE || !is_wide(code) || strlen(digits) != 64) continue;
        for (int i = 0; i < 32; i++) {
            unsigned byte;
            sscanf(digits + i * 2, "%2x", &byte);
            glyphs[(size_t)count * 32 + i] = (uint8_t)byte;
        }
        codes[count++] = (uint16_t)code;
    }
    fclose(file);
    write_table(path, codes, glyphs, count, 32);
    free(codes);
    free(glyphs);
}

// Unifont's own pixels: its outlines are squares at 16 pixels an em, of which two are below the line.
static void make_emoji(const char *font, const char *path) {
    FT_Library library;
    FT_Face face;
    if (FT_Init_FreeType(&library) || FT_New_Face(library, font, 0, &face)) stop("can't open the font");
    if (FT_Set_Pixel_Sizes(face, 0, HEIGHT)) stop("can't set the size");
    uint16_t *codes = calloc(PLANE, 2);
    uint8_t *glyphs = calloc(PLANE, 32);
    uint32_t count = 0;
    for (unsigned code = 0x1F000; code < 0x1FB00; code++) {
        FT_UInt index = FT_Get_Char_Index(face, code);
        if (!index) continue;
        if (FT_Load_Glyph(face, index, FT_LOAD_RENDER | FT_LOAD_TARGET_MONO)) stop("can't draw a glyph");
        if (face->glyph->advance.x != 16 * 64) continue;
        const FT_Bitmap *bitmap = &face->glyph->bitmap;
        for (unsigned y = 0; y < bitmap->rows; y++)
            for (unsigned x = 0; x < bitmap->width; x++) {
                int across = face->glyph->bitmap_left + (int)x, down = 14 - face->glyph->bitmap_top + (int)y;
                if (!(bitmap->buffer[y * (unsigned)bitmap->pitch + x / 8] >> (7 - x % 8) & 1)) continue;
                if (across < 0 || across > 15 || down < 0 || down > 15) stop("a glyph is not of 16 by 16 pixels");
                glyphs[(size_t)count * 32 + (size_t)down * 2 + (size_t)across / 8] |= (uint8_t)(128 >> across % 8);
            }
        codes[count++] = (uint16_t)code;
    }
    write_table(path, codes, glyphs, count, 32);
    FT_Done_FreeType(library);
    free(codes);
    free(glyphs);
}

int main(int count, char **arguments) {
    if (count != 4) stop("usage: tables font|common|unifont|emoji SOURCE TABLE.bin");
    if (!strcmp(arguments[1], "emoji")) make_emoji(arguments[2], arguments[3]);
    else if (!strcmp(arguments[1], "unifont")) make_unifont(arguments[2], arguments[3]);
    else make_font(arguments[2], arguments[3], !strcmp(arguments[1], "common"));
    return 0;
}
