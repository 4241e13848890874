import Domain
import PlatformPictures
import TextArt
import Testing

@testable import Rendering

@Suite("Animated GIF")
struct GIFWriterTests {
    @Test("Frames of few colours are decoded to exactly the pixels of a still, with smooth edges and a credit")
    func exact() throws {
        let caption = ArtCaption(label: "a cat", credit: "by me")
        let frames = (0..<6).map { Self.text("abc @#%. ...", moved: $0, inks: [nil, nil, nil, Self.red]) }
        let gif = try decoded(frames.enumerated().map { ($1, $0 * 100) }, caption: caption)
        #expect(gif.frames.count == 6)
        for (shown, frame) in zip(gif.frames, frames) {
            let isSame = shown == Self.pixels(frame, caption)
            #expect(isSame)
        }
        #expect(gif.bytes.firstRange(of: Array("a cat".utf8)) != nil)
    }

    @Test("Palettes of every size leave room for transparent pixels", arguments: 2...40)
    func sizes(_ count: Int) throws {
        let colors = (0..<count).map { RGB(red: UInt8(255 - $0 * 6), green: UInt8($0 * 3), blue: 90) }
        let frames = (0..<4).map { moved in
            let cells = (0..<200).map { cell in
                // Every second column changes.
                ArtCell("█", foreground: colors[(cell + (cell % 2) * moved) % count])
            }
            return ArtGrid(columns: 20, rows: 10, cells: cells)
        }
        let gif = try decoded(frames.enumerated().map { ($1, $0 * 100) })
        for (shown, frame) in zip(gif.frames, frames) {
            let isSame = shown == Self.pixels(frame)
            #expect(isSame)
        }
    }

    @Test("Only the rectangle of the cells that change is written")
    func rectangle() throws {
        var cells = Self.text("................", moved: 0, inks: [nil]).cells
        let first = ArtGrid(columns: 8, rows: 2, cells: cells)
        cells[11] = ArtCell("@", foreground: Self.red)
        let gif = try decoded([(first, 0), (ArtGrid(columns: 8, rows: 2, cells: cells), 100)])
        let change = try #require(gif.changes.last)
        #expect((24..<32).contains(change.columns.lowerBound) && (25...32).contains(change.columns.upperBound))
        #expect((16..<32).contains(change.rows.lowerBound) && (17...32).contains(change.rows.upperBound))
        #expect(gif.changes[0].columns == 0..<64)
    }

    @Test("Many colours are shown by similar ones, each by the same in every frame; still parts don't change at all")
    func many() throws {
        let frames = (0..<5).map { Self.photo(square: $0) }
        let gif = try decoded(frames.enumerated().map { ($1, $0 * 80) })
        var chosen: [RGBA: RGBA] = [:]
        var (worst, sum, count) = (0, 0, 0)
        for (shown, frame) in zip(gif.frames, frames) {
            for (pixel, wanted) in zip(shown.joined(), Self.pixels(frame).joined()) {
                #expect(chosen[wanted, default: pixel] == pixel)
                chosen[wanted] = pixel
                let error = pixel.distance(wanted)
                (worst, sum, count) = (max(worst, error), sum + error, count + 1)
            }
        }
        #expect(chosen.count > 1_000)
        #expect(worst <= 40 && Double(sum) / Double(count) < 6)
        // The square's colours aren't the scene's, and there is room for them.
        #expect(chosen[RGBA(Self.red)] == RGBA(Self.red))
    }

    @Test("Delays add up to the clip's length, and none is shorter than browsers keep to")
    func delays() throws {
        let frames = (0..<40).map { Self.text("abcdefghijkl", moved: $0, inks: [nil]) }
        let even = try decoded(frames.enumerated().map { ($1, $0 * 1_000 / 30) }, end: 1_333)
        #expect(even.info.delays.count == 40 && Set(even.info.delays) == [30, 40])
        #expect(even.info.delays.reduce(0, +) == 1_330)
        let quick = try decoded(frames.enumerated().map { ($1, $0 * 7) }, end: 280)
        #expect(quick.info.delays.allSatisfy { $0 >= 20 } && quick.info.delays.count <= 14)
        #expect(quick.info.delays.reduce(0, +) == 280)
        let isLast = quick.frames.last == Self.pixels(frames[39])
        #expect(isLast)
    }

    @Test("A frame like the one before prolongs it")
    func still() throws {
        let (one, other) = (Self.text("abc", moved: 0, inks: [nil]), Self.text("abc", moved: 1, inks: [nil]))
        let gif = try decoded([(one, 0), (one, 100), (other, 200), (other, 290), (one, 300), (other, 305)], end: 500)
        #expect(gif.info.delays == [200, 300])
    }

    @Test("A delay that is too long for one picture is split")
    func long() throws {
        let (one, other) = (Self.text("abc", moved: 0, inks: [nil]), Self.text("abc", moved: 1, inks: [nil]))
        for wait in [655_350, 655_360, 655_370, 1_400_000] {
            let gif = try decoded([(one, 0), (other, wait)], end: wait + 50)
            #expect(gif.info.delays.reduce(0, +) == UInt32(wait) + 50)
            #expect(gif.info.delays.allSatisfy { $0 >= 20 })
            let isSame = gif.frames.dropLast().allSatisfy { $0 == Self.pixels(one) }
            let isLast = gif.frames.last == Self.pixels(other)
            #expect(isSame && isLast)
        }
    }

    @Test("The number of plays survives", arguments: [ClipPlays.forever, .times(1), .times(2), .times(7)])
    func plays(_ plays: ClipPlays) throws {
        let frames = (0..<2).map { (Self.text("abc", moved: $0, inks: [nil]), $0 * 100) }
        #expect(try decoded(frames, plays: plays).info.plays == plays)
    }

    @Test("A file that is taken piece by piece is the same")
    func pieces() throws {
        let frames = (0..<5).map { Self.photo(square: $0) }
        var (whole, parts, bytes) = (GIFWriter(), GIFWriter(), [UInt8]())
        for (index, frame) in frames.enumerated() {
            try whole.add(frame, at: index * 100)
            try parts.add(frame, at: index * 100)
            bytes += parts.out
            // A picture is written as soon as its delay is known.
            #expect(index < 2 || !parts.out.isEmpty)
            parts.out = []
        }
        try whole.finish(at: 500)
        try parts.finish(at: 500)
        #expect(bytes + parts.out == whole.out)
    }

    @Test("Art that is too wide for the format is refused, and no frames are no file")
    func limits() throws {
        var writer = GIFWriter()
        try writer.finish(at: 100)
        #expect(writer.out.isEmpty)
        let wide = ArtGrid(columns: 8_192, rows: 1, cells: Array(repeating: ArtCell("a"), count: 8_192))
        try writer.add(wide, at: 0)
        #expect(throws: PictureFailure.tooManyPixels(width: 65_536, height: 16, limit: 65_535)) {
            try writer.finish(at: 100)
        }
    }

    private static let red = RGB(red: 250, green: 20, blue: 10)

    /// Four columns of characters, whose order is moved on.
    private static func text(_ characters: String, moved: Int, inks: [RGB?]) -> ArtGrid {
        let scalars = Array(characters.unicodeScalars)
        let cells = scalars.indices.map {
            ArtCell(scalars[($0 + moved) % scalars.count], foreground: inks[$0 % inks.count])
        }
        let columns = scalars.count % 4 == 0 ? 4 : scalars.count
        return ArtGrid(columns: columns, rows: scalars.count / columns, cells: cells)
    }

    /// Half blocks of more than a thousand soft colours, and a red square of four cells.
    private static func photo(square: Int) -> ArtGrid {
        let (columns, rows) = (40, 20)
        let cells = (0..<columns * rows).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            func color(_ y: Int) -> RGB {
                RGB(red: UInt8(40 + column * 4), green: UInt8(30 + y * 4), blue: UInt8(200 - column * 2 - y))
            }
            let isRed = (4 + square * 2..<6 + square * 2).contains(column) && (8..<10).contains(row)
            return ArtCell("▀", foreground: isRed ? red : color(2 * row), background: isRed ? red : color(2 * row + 1))
        }
        return ArtGrid(columns: columns, rows: rows, cells: cells)
    }

    private static func pixels(_ grid: ArtGrid, _ caption: ArtCaption = ArtCaption()) -> [[RGBA]] {
        let raster = ArtRaster(grid, caption: caption)
        var rows = raster.rows()
        return (0..<raster.height).map { _ in
            var row = Array(repeating: RGBA(.black), count: raster.width)
            var span = row.mutableSpan
            _ = rows.next(into: &span)
            return row
        }
    }

    private struct Decoded {
        var bytes: [UInt8] = []
        let info: ClipInfo
        var frames: [[[RGBA]]] = []
        var changes: [ClipFrame] = []
    }

    private func decoded(
        _ frames: [(ArtGrid, Int)], end: Int? = nil, plays: ClipPlays = .forever, caption: ArtCaption = ArtCaption()
    ) throws -> Decoded {
        var writer = GIFWriter(plays: plays, caption: caption)
        for (frame, start) in frames { try writer.add(frame, at: start) }
        try writer.finish(at: end ?? (frames.last?.1 ?? 0) + 100)
        var decoder = try ClipDecoder(.bytes(writer.out), limits: PictureLimits())
        var gif = Decoded(bytes: writer.out, info: decoder.info)
        while let change = try decoder.next() {
            gif.changes.append(change)
            gif.frames.append(
                (0..<gif.info.picture.height).map { decoder.withRow($0) { row in row.indices.map { row[$0] } } })
        }
        return gif
    }
}

extension RGBA {
    /// The largest difference of a channel.
    fileprivate func distance(_ other: RGBA) -> Int {
        [(red, other.red), (green, other.green), (blue, other.blue)].map { abs(Int($0) - Int($1)) }.max() ?? 0
    }
}
