import Domain
import FoundationEssentials
import Glibc
import PlatformFonts
import TestFolders
import Testing

@Suite("Font files")
struct FontFileTests {
    private static let dejavu = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"

    @Test("glyphs are placed in a cell by the font's metrics, missing ones are omitted, blanks are blank")
    func draws() throws {
        let drawing = try FontFile.draw(["M", "가", " ", "_", "\u{10FFFF}"], from: Self.dejavu) { $0 == "가" }
        #expect(drawing.glyphs.map(\.scalar) == ["M", " ", "_"])
        // The advance is 1,233 units, ascent and descent are 1,901 and 483.
        #expect(abs(drawing.cellAspect - 1_233.0 / 2_384) < 1e-9)
        let (letter, blank, line) = (drawing.glyphs[0], drawing.glyphs[1], drawing.glyphs[2])
        #expect(letter.coverage.count == 128 && blank.coverage.allSatisfy { $0 == 0 })
        let ink = letter.coverage.reduce(0) { $0 + Int($1) }
        #expect((128 * 255 / 8..<128 * 255 / 2).contains(ink))
        // The underscore is in the lowest quarter of the cell, over its full width.
        #expect(line.coverage.prefix(96).allSatisfy { $0 == 0 })
        #expect((0..<8).allSatisfy { column in (12..<16).contains { line.coverage[$0 * 8 + column] > 0 } })
    }

    @Test("a double-width character fills both cells")
    func wide() throws {
        let drawing = try FontFile.draw(["W"], from: Self.dejavu) { _ in true }
        #expect(drawing.glyphs[0].coverage.count == 256)
    }

    @Test("a font with none of the characters is rejected")
    func empty() {
        #expect(throws: FontFailure.noCharacters) {
            try FontFile.draw(["\u{10FFFF}"], from: Self.dejavu) { _ in false }
        }
    }

    @Test("a file that isn't a font is rejected with the reason")
    func refused() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write("hello, this is no font at all".utf8, to: "text.ttf")
        let empty = try folder.write([], to: "empty.ttf")
        for (path, failure) in [
            (folder.filePath("none.ttf"), FontFailure.unreadable(.missing)),
            (folder.path.shown, .unreadable(.notRegular)),
            ("/dev/zero", .unreadable(.notRegular)), (text, .notAFont), (empty, .notAFont),
        ] {
            #expect(throws: failure) { try FontFile.draw(["M"], from: path) { _ in false } }
        }
    }

    @Test("a font truncated anywhere is either rejected or drawn, never worse", arguments: 0..<64)
    func cut(part: Int) throws {
        let folder = try TemporaryFolder()
        let whole = try bytes(of: Self.dejavu)
        var rng = SplitMix64(seed: UInt64(part))
        for _ in 0..<4 {
            // Most tables are near the start, so cuts are denser there.
            let share = Double(rng.next() % 1_000_000) / 1_000_000
            let path = try folder.write(whole.prefix(Int(share * share * Double(whole.count))), to: "cut.ttf")
            expectBounded(path)
        }
    }

    @Test("a font with flipped bits is either rejected or drawn, never worse", arguments: 0..<64)
    func flipped(part: Int) throws {
        let folder = try TemporaryFolder()
        let whole = try bytes(of: Self.dejavu)
        var rng = SplitMix64(seed: UInt64(1_000 + part))
        var bytes = whole
        for _ in 0..<1 + part * 4 {
            // Half of the flips are in the table heads, where they have the greatest effect.
            let room = rng.next().isMultiple(of: 2) ? 2_000 : bytes.count
            bytes[Int(rng.next() % UInt64(room))] ^= UInt8(1 << (rng.next() % 8))
        }
        expectBounded(try folder.write(bytes, to: "flipped.ttf"))
    }

    private func expectBounded(_ path: String) {
        let characters = (UInt32(0x20)...0x17F).compactMap { Unicode.Scalar($0) }
        do {
            let drawing = try FontFile.draw(characters, from: path) { _ in false }
            #expect((1...characters.count).contains(drawing.glyphs.count))
            #expect(drawing.glyphs.allSatisfy { $0.coverage.count == 128 })
            #expect((0.2...2.01).contains(drawing.cellAspect))
        } catch {
            #expect([.notAFont, .noCharacters, .noOutlines].contains(error))
        }
    }

    private func bytes(of path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: path)))
    }
}
