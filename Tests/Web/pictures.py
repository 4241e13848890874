"""PNG files without a library: pictures to drop, and screenshots to read."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png(width, height, color_at):
    """Returns an RGB picture. `color_at(x, y)` returns the colour of a pixel as three numbers."""
    rows = b"".join(
        b"\0" + b"".join(bytes(color_at(x, y)) for x in range(width)) for y in range(height))
    return _file(width, height, rows)


def plain(width, height, color):
    """Returns a picture of one colour, quickly."""
    return _file(width, height, (b"\0" + bytes(color) * width) * height)


def gradient(width=64, height=48, shift=0):
    """Returns a picture with many tones; another `shift` makes another picture."""
    return png(width, height, lambda x, y: (
        (x * 255 // width + shift * 37) % 256, y * 255 // height, (shift * 91 + x + y) % 256))


def quarters(width, height, colors):
    """Returns a picture with four areas of one colour each: top left, top right, bottom left, bottom right."""
    return png(width, height, lambda x, y: colors[(2 if y * 2 >= height else 0) + (1 if x * 2 >= width else 0)])


def _file(width, height, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
