import Domain
import PlatformPictures
import Testing

@Suite("Pictures truncated at any byte")
struct CutTests {
    private static let pngs = [false, true].flatMap { isInterlaced in
        [RawPicture.Kind.palette, .grey, .colorAlpha].map { kind in
            RawPicture(kind: kind, depth: 8, width: 13, height: 11, isInterlaced: isInterlaced)
        }
    }

    @Test("a PNG is rejected under one policy, and shows correct rows under the other")
    func png() throws {
        for picture in Self.pngs {
            let (whole, rows) = (picture.bytes, picture.rows)
            var most = 0
            for count in 0..<whole.count {
                let cut = Array(whole.prefix(count))
                #expect(throws: PictureFailure.self) { try Decoded(cut) }
                guard let shown = try? Decoded(cut, damage: .show) else { continue }
                #expect(shown.damage != nil && shown.rows.count <= 11)
                if !picture.isInterlaced { #expect(shown.rows == Array(rows.prefix(shown.rows.count))) }
                most = max(most, shown.rows.count)
            }
            #expect(most == 11)
        }
    }

    @Test("an interlaced PNG truncated half-way is complete but coarse")
    func coarse() throws {
        let picture = RawPicture(kind: .grey, depth: 8, width: 16, height: 16, isInterlaced: true)
        // A single pixel chunk would be lost entirely unless its parts were read one by one.
        let shown = try Decoded(Array(picture.bytes.prefix(picture.bytes.count - 120)), damage: .show)
        #expect(shown.rows.count == 16)
        // The first pass is exact at every eighth pixel.
        #expect([0, 8].allSatisfy { shown[$0, 0] == picture.pixel($0, 0) && shown[$0, 8] == picture.pixel($0, 8) })
    }

    @Test("a JPEG neither hangs nor gives invented rows", arguments: [JPEGFixtures.tall, JPEGFixtures.progressive])
    func jpeg(file: String) throws {
        let whole = try JPEGFixtures.bytes(file)
        let height = try Decoded(whole).rows.count
        var shown = 0
        for count in 0..<whole.count {
            let cut = Array(whole.prefix(count))
            if count < whole.count - 2 { #expect(throws: PictureFailure.self) { try Decoded(cut) } }
            guard let some = try? Decoded(cut, damage: .show), !some.rows.isEmpty else { continue }
            #expect(some.rows.count <= height)
            shown += 1
        }
        #expect(shown > 10)
    }
}
