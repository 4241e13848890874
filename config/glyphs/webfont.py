#!/usr/bin/env python3
"""Makes Sources/Web/CWebAssets/Files/art.woff2 again: config/glyphs/webfont.py. Needs fonttools, brotli (PyPI) and
fonts-dejavu-core; same font, same bytes.

The font is DejaVu Sans Mono cut to the characters that art is made of. What DejaVu lacks or doesn't fit to a cell is
drawn here, in the geometry of Sources/CGlyphs/geometry.c: a cell is 1233 wide and 2466 high, so that at the default
cell aspect (0.5) rows of text meet without a seam.
"""
import io
import os
import sys

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

SOURCE = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
TARGET = os.path.join(os.path.dirname(__file__), "../../Sources/Web/CWebAssets/Files/art.woff2")
WIDTH, ASCENT, DESCENT = 1233, 1942, 524
HEIGHT = ASCENT + DESCENT
GEOMETRIC = "■□▪▫▬▲△▶▷▼▽◀◁◆◇◈○◎●◐◑◒◓◘◙◦◯"


def kept():
    ranges = [(0x20, 0x7E), (0xA0, 0xFF), (0x2500, 0x257F)]
    return [c for first, last in ranges for c in range(first, last + 1)] + [ord(c) for c in GEOMETRIC + "–—‘’“”•…"]


def blocks():
    """Rectangles of every drawn character, in fractions of the cell from its upper left corner."""
    shapes = {0x2580: [(0, 0, 1, 1 / 2)], 0x2590: [(1 / 2, 0, 1, 1)], 0x2594: [(0, 0, 1, 1 / 8)], 0x2595: [(7 / 8, 0, 1, 1)]}
    for eighths in range(1, 9):
        shapes[0x2580 + eighths] = [(0, 1 - eighths / 8, 1, 1)]
    for code in range(0x2589, 0x2590):
        shapes[code] = [(0, 0, (0x2590 - code) / 8, 1)]
    for code, bits in zip(range(0x2596, 0x25A0), [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]):
        shapes[code] = mosaic(2, bits)
    # Shades: a quarter, half and three quarters of a 4x8 raster.
    for code, test in [(0x2591, lambda x, y: (x + 2 * y) % 4 == 0), (0x2592, lambda x, y: (x + y) % 2 == 0),
                       (0x2593, lambda x, y: (x + 2 * y) % 4 != 0)]:
        shapes[code] = [(x / 4, y / 8, (x + 1) / 4, (y + 1) / 8) for y in range(8) for x in range(4) if test(x, y)]
    places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    for code in range(256):
        shapes[0x2800 + code] = [
            ((1 + 4 * x) / 8, (1 + 4 * y) / 16, (3 + 4 * x) / 8, (3 + 4 * y) / 16)
            for bit, (x, y) in enumerate(places) if code >> bit & 1]
    sextants = [bits for bits in range(1, 63) if bits not in (0x15, 0x2A)]
    for number, bits in enumerate(sextants):
        shapes[0x1FB00 + number] = mosaic(3, bits)
    return shapes


def mosaic(rows, bits):
    return [
        (part % 2 / 2, part // 2 / rows, part % 2 / 2 + 1 / 2, (part // 2 + 1) / rows)
        for part in range(2 * rows) if bits >> part & 1]


def draw(font, rectangles):
    pen = TTGlyphPen(None)
    for x0, y0, x1, y1 in rectangles:
        left, right = round(x0 * WIDTH), round(x1 * WIDTH)
        top, bottom = round(ASCENT - y0 * HEIGHT), round(ASCENT - y1 * HEIGHT)
        pen.moveTo((left, bottom))
        for point in [(left, top), (right, top), (right, bottom)]:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


def stretch(glyph, table):
    """Lets the vertical lines of a box character reach the cell's edges."""
    if glyph.numberOfContours <= 0:
        return
    points = glyph.coordinates
    for index, (x, y) in enumerate(points):
        if y > 1700:
            points[index] = (x, ASCENT)
        elif y < -350:
            points[index] = (x, -DESCENT)
    glyph.recalcBounds(table)


def main():
    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = []
    options.glyph_names = False
    options.notdef_outline = False
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "kern", "FFTM"]
    font = subset.load_font(SOURCE, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=kept())
    subsetter.subset(font)

    glyf, hmtx, cmap = font["glyf"], font["hmtx"], font.getBestCmap()
    for code in range(0x2500, 0x2580):
        stretch(glyf[cmap[code]], glyf)
    order = font.getGlyphOrder()
    for code, rectangles in blocks().items():
        name = f"u{code:05X}"
        order.append(name)
        glyf.glyphs[name] = draw(font, rectangles)
        glyf.glyphs[name].recalcBounds(glyf)
        hmtx[name] = (WIDTH, getattr(glyf.glyphs[name], "xMin", 0) or 0)
        cmap[code] = name
    font.setGlyphOrder(order)
    glyf.glyphOrder = order
    tables = []
    for form, platform, encoding, last in [(4, 3, 1, 0xFFFF), (12, 3, 10, 0x10FFFF)]:
        table = subset.ttLib.newTable("cmap") and subset.ttLib.tables._c_m_a_p.CmapSubtable.newSubtable(form)
        table.platformID, table.platEncID, table.language = platform, encoding, 0
        table.cmap = {code: name for code, name in cmap.items() if code <= last}
        tables.append(table)
    font["cmap"].tables = tables[1:]

    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = ASCENT, -DESCENT, 0
    metrics = font["OS/2"]
    metrics.sTypoAscender, metrics.sTypoDescender, metrics.sTypoLineGap = ASCENT, -DESCENT, 0
    metrics.usWinAscent, metrics.usWinDescent = ASCENT, DESCENT
    metrics.achVendID = "    "
    names = font["name"]
    names.names = []
    # The licence asks that a changed font has another name and carries the notice.
    for number, text in [
        (0, "Bitstream Vera (c) 2003 Bitstream; Arev (c) 2006 Tavmjong Bah; DejaVu changes public domain"),
        (1, "ArtMono"), (2, "Regular"), (4, "ArtMono"), (6, "ArtMono")]:
        names.setName(text, number, 3, 1, 0x409)
    font["post"].formatType = 3.0
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.flavor = "woff2"
    data = io.BytesIO()
    font.save(data)
    target = sys.argv[1] if len(sys.argv) > 1 else TARGET
    with open(target, "wb") as file:
        file.write(data.getvalue())
    print(len(data.getvalue()), "bytes")


main()
