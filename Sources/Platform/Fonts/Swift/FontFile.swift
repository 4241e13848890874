internal import CFonts
package import Domain
internal import Glibc

/// A TrueType or OpenType font file.
package enum FontFile {
    /// A character's glyph, drawn in one or two cells of `cell` pixels.
    package struct DrawnGlyph: Equatable, Sendable {
        package let scalar: Unicode.Scalar
        /// Coverage from 0 to 255, row by row; one or two cells wide.
        package let coverage: [UInt8]
    }

    /// The requested characters that a font contains.
    package struct Drawing: Equatable, Sendable {
        package let glyphs: [DrawnGlyph]
        /// A cell's width divided by its height, by the font's metrics.
        package let cellAspect: Double
    }

    /// The maximum size of a font file in bytes. Fonts that cover all of Unicode have about 20 MiB.
    package static let mostBytes: Int64 = 64 << 20

    /// The size of a cell in pixels.
    package static var cell: (width: Int, height: Int) { (Int(FONTS_WIDTH), Int(FONTS_HEIGHT)) }

    /// Draws the `characters` that the font contains, in order and without hinting; others are omitted. `isWide`
    /// returns whether a character takes two cells.
    package static func draw(
        _ characters: [Unicode.Scalar], from path: String, isWide: (Unicode.Scalar) -> Bool
    ) throws(FontFailure) -> Drawing {
        var cells = characters.map { isWide($0) ? UInt8(2) : 1 }
        let room = Int(FONTS_ROOM)
        var coverage = [UInt8](repeating: 0, count: room * characters.count)
        let result = unsafe fonts_draw(path, mostBytes, characters.map(\.value), characters.count, &cells, &coverage)
        try check(result)
        let pixels = cell.width * cell.height
        let glyphs = characters.indices.filter { cells[$0] > 0 }.map { index in
            let start = index * room
            return DrawnGlyph(
                scalar: characters[index], coverage: Array(coverage[start..<start + Int(cells[index]) * pixels]))
        }
        guard !glyphs.isEmpty else { throw .noCharacters }
        return Drawing(glyphs: glyphs, cellAspect: result.aspect)
    }

    private static func check(_ result: FontsResult) throws(FontFailure) {
        switch result.status {
        case FontsDone: return
        case FontsNoLibrary: throw .noLibrary
        case FontsNoOutlines: throw .noOutlines
        case FontsOutOfMemory: throw .outOfMemory
        case FontsTooLarge: throw .unreadable(.tooLarge(bytes: result.bytes, limit: mostBytes))
        case FontsUnreadable: throw .unreadable(failure(result.code))
        default: throw .notAFont
        }
    }

    private static func failure(_ code: Int32) -> FileFailure {
        switch code {
        case 0: .notRegular
        case ENOENT: .missing
        case EACCES, EPERM: .denied
        default: .failed(code: Errno(code))
        }
    }
}
