import Domain
import PlatformPictures
import Testing

@Suite("JPEG")
struct JPEGTests {
    @Test(
        "RGB, CMYK, progressive and arithmetic files show the same two colours",
        arguments: [
            JPEGFixtures.rgb, JPEGFixtures.cmyk, JPEGFixtures.progressive,
            JPEGFixtures.arithmetic,
        ])
    func colors(file: String) throws {
        let decoded = try Decoded(JPEGFixtures.bytes(file))
        #expect(decoded.info.format == .jpeg && !decoded.info.hasAlpha)
        #expect(decoded.rows.count == 16 && decoded.rows.allSatisfy { $0.count == 16 })
        #expect(Self.isNear(decoded[2, 8], RGBA(red: 200, green: 40, blue: 30)))
        #expect(Self.isNear(decoded[13, 3], RGBA(red: 20, green: 60, blue: 220)))
    }

    @Test("grey stays grey")
    func grey() throws {
        let decoded = try Decoded(JPEGFixtures.bytes(JPEGFixtures.grey))
        #expect(decoded.rows.joined().allSatisfy { $0.red == $0.green && $0.green == $0.blue && $0.alpha == 255 })
        #expect(decoded[2, 8].red > decoded[13, 3].red)
    }

    @Test("the orientation in APP1 is read", arguments: 1...8)
    func orientation(value: UInt8) throws {
        let exif = Samples.exif(orientation: value, isLittle: value < 5)
        let file = try Samples.jpeg(JPEGFixtures.bytes(JPEGFixtures.rgb), exif: exif)
        #expect(try PictureDecoder.inspect(.bytes(file), limits: PictureLimits()).orientation.rawValue == value)
    }

    @Test("a truncated file gives the decoded rows and none invented by libjpeg")
    func truncated() throws {
        let whole = try JPEGFixtures.bytes(JPEGFixtures.tall)
        let cut = Array(whole.prefix(whole.count - 60))
        #expect(throws: PictureFailure.self) { try Decoded(cut) }
        let shown = try Decoded(cut, damage: .show)
        guard case .truncated(let rows, 64) = shown.damage else { throw try #require(shown.damage) }
        #expect(rows > 0 && rows < 64 && shown.rows.count == rows)
        #expect(try shown.rows == Array(Decoded(whole).rows.prefix(rows)))
    }

    @Test("a truncated progressive file is rejected, or shown complete but coarse")
    func progressive() throws {
        let whole = try JPEGFixtures.bytes(JPEGFixtures.progressive)
        let cut = Array(whole.prefix(whole.count - 100))
        #expect(throws: PictureFailure.truncated(rows: 0, height: 16)) { try Decoded(cut) }
        #expect(try Decoded(cut, damage: .show).rows.count == 16)
    }

    @Test("a progressive file has the limit of held pictures")
    func held() throws {
        let file = try JPEGFixtures.bytes(JPEGFixtures.progressive)
        #expect(throws: PictureFailure.tooManyPixels(width: 16, height: 16, limit: 255)) {
            try Decoded(file, limits: PictureLimits(heldPixels: 255))
        }
        #expect(
            try Decoded(JPEGFixtures.bytes(JPEGFixtures.rgb), limits: PictureLimits(heldPixels: 255)).rows.count == 16)
    }

    @Test("12-bit files are rejected with a message")
    func twelve() throws {
        var file = try JPEGFixtures.bytes(JPEGFixtures.rgb)
        let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        file[frame + 4] = 12
        let failure = #expect(throws: PictureFailure.self) { try Decoded(file) }
        #expect(failure == .corrupt("12 bits per sample; only 8 are supported"))
    }

    @Test(
        "a picture is halved as long as enough pixels are left",
        arguments: [(16, 64), (9, 33), (8, 32), (5, 16), (4, 16), (2, 8), (1, 1)])
    func reduced(columns: Int, rows: Int) throws {
        let whole = try Decoded(JPEGFixtures.bytes(JPEGFixtures.tall))
        var delivered: [[RGBA]] = []
        var told: PictureInfo?
        try PictureDecoder.decode(
            .bytes(JPEGFixtures.bytes(JPEGFixtures.tall)), limits: PictureLimits(),
            aim: { info in
                #expect(info.width == 16 && info.height == 64)
                return PictureSize(width: columns, height: rows)
            },
            begin: { info in
                told = info
                return true
            },
            row: { row in
                delivered.append(row.indices.map { row[$0] })
                return true
            })
        let info = try #require(told)
        let divisor = 16 / info.rowWidth
        #expect([1, 2, 4, 8].contains(divisor) && info.rowCount * divisor == 64)
        #expect(info.width == 16 && info.height == 64, "the picture keeps its size")
        #expect(info.rowWidth >= columns && info.rowCount >= rows)
        #expect(divisor == 8 || info.rowWidth / 2 < columns || info.rowCount / 2 < rows)
        #expect(delivered.count == info.rowCount && delivered.allSatisfy { $0.count == info.rowWidth })
        let (few, all) = (mean(delivered), mean(whole.rows))
        #expect(abs(few - all) < 3)
    }

    private func mean(_ rows: [[RGBA]]) -> Double {
        let all = rows.joined()
        return all.map { Double($0.green) }.reduce(0, +) / Double(all.count)
    }

    private static func isNear(_ one: RGBA, _ other: RGBA) -> Bool {
        abs(Int(one.red) - Int(other.red)) < 8 && abs(Int(one.green) - Int(other.green)) < 8
            && abs(Int(one.blue) - Int(other.blue)) < 8 && one.alpha == other.alpha
    }
}
