import Domain
import PlatformPictures
import Testing

@Suite("PPM and related formats")
struct PNMTests {
    private func decoded(_ head: String, _ bytes: [UInt8] = [], damage: DamagePolicy = .refuse) throws -> Decoded {
        try Decoded(Array(head.utf8) + bytes, damage: damage)
    }

    @Test("text formats: bits, greys and colours, with comments anywhere")
    func letters() throws {
        let bits = try decoded("P1 # one\n3 1\n0 1\n0")
        #expect(bits.rows == [[.grey(255), .grey(0), .grey(255)]])
        #expect(bits.info == PictureInfo(format: .pnm, width: 3, height: 1, orientation: .up, hasAlpha: false))
        #expect(try decoded("P1\n3 1\n010").rows == bits.rows)
        #expect(try decoded("P2\n2 1 # most\n15\n0 5").rows == [[.grey(0), .grey(85)]])
        #expect(try decoded("P3\n1 2\n255\n1 2 3\n4 5 6\n").rows.map { $0[0].blue } == [3, 6])
    }

    @Test("binary formats: bits, greys and colours, with one or two bytes per sample")
    func bytes() throws {
        #expect(
            try decoded("P4\n9 1\n", [0x80, 0x80]).rows[0].map(\.red) == [0, 255, 255, 255, 255, 255, 255, 255, 0])
        #expect(try decoded("P5\n2 1\n255\n", [7, 200]).rows == [[.grey(7), .grey(200)]])
        #expect(try decoded("P5\n2 1\n65535\n", [0xFF, 0xFF, 0x80, 0x80]).rows == [[.grey(255), .grey(128)]])
        #expect(try decoded("P6\n1 1\n255\n", [10, 13, 32]).rows == [[RGBA(red: 10, green: 13, blue: 32)]])
    }

    @Test("a truncated file is rejected, or shown up to its end")
    func truncated() throws {
        let part: [UInt8] = [1, 2, 3, 4, 5]
        #expect(throws: PictureFailure.truncated(rows: 1, height: 3)) { try decoded("P6\n1 3\n255\n", part) }
        let shown = try decoded("P6\n1 3\n255\n", part, damage: .show)
        #expect(shown.rows == [[RGBA(red: 1, green: 2, blue: 3)]] && shown.damage != nil)
    }

    @Test(
        "an invalid header is corrupt",
        arguments: ["P6 0 1 255\n", "P6 1 1 0\n", "P6 1 1 65536\n", "P6 1x 1 255\n", "P2 1 1 9\nx", "P1 1 1\n2"])
    func broken(head: String) throws {
        let failure = #expect(throws: PictureFailure.self) { try decoded(head, [0, 0, 0]) }
        guard case .corrupt = failure else { throw try #require(failure) }
    }

    @Test("endless numbers are rejected")
    func bounds() {
        #expect(throws: PictureFailure.tooManyPixels(width: 99_999, height: 99_999, limit: 300_000_000)) {
            try decoded("P6 99999 99999 255\n")
        }
        #expect(throws: PictureFailure.corrupt("number too large")) { try decoded("P6 99999999999999999999 1 255\n") }
    }
}
