import BackendKit
import Domain
import PlatformConcurrency
import PlatformDigest
import PlatformPictures
import Rendering
import Testing

@testable import App

@Suite("Small copies of pictures")
struct SmallPictureTests {
    private static func picture(
        _ width: Int, _ height: Int, _ pixel: (Int, Int) -> RGBA
    ) throws(PictureFailure) -> [UInt8] {
        try PNGEncoder.encode(width: width, height: height, hasAlpha: true) { y, row in
            for x in 0..<width { row[x] = pixel(x, y) }
            return true
        }
    }

    private static func rows(_ png: [UInt8]) throws(PictureFailure) -> [[RGBA]] {
        var rows: [[RGBA]] = []
        try PictureDecoder.decode(.bytes(png), limits: PictureLimits()) { _ in
            true
        } row: { row in
            rows.append(row.indices.map { row[$0] })
            return true
        }
        return rows
    }

    @Test("A large picture is scaled to 512 pixels, each the mean of its area")
    func large() throws {
        let grey = { (x: Int, y: Int) in RGBA(red: x % 2 == 0 ? 100 : 200, green: 7, blue: y < 300 ? 0 : 250) }
        let rows = try Self.rows(try SmallPicture.png(try Self.picture(1024, 600, grey), PictureLimits()))
        #expect(rows.count == 300 && rows.allSatisfy { $0.count == 512 })
        #expect(rows.first?.first == RGBA(red: 150, green: 7, blue: 0))
        #expect(rows.last?.last == RGBA(red: 150, green: 7, blue: 250))
    }

    @Test("A small one keeps its size, and what is transparent becomes white")
    func small() throws {
        let png = try Self.picture(3, 2) { x, _ in RGBA(red: 10, green: 20, blue: 30, alpha: x == 1 ? 0 : 255) }
        let rows = try Self.rows(try SmallPicture.png(png, PictureLimits()))
        let (color, white) = (RGBA(red: 10, green: 20, blue: 30), RGBA(red: 255, green: 255, blue: 255))
        #expect(rows == [[color, white, color], [color, white, color]])
    }

    @Test("A narrow one stays at least a pixel wide")
    func narrow() throws {
        let png = try Self.picture(2000, 1) { _, _ in RGBA(red: 1, green: 2, blue: 3) }
        let rows = try Self.rows(try SmallPicture.png(png, PictureLimits()))
        #expect(rows.count == 1 && rows.first?.count == 512)
    }

    @Test("The copy goes under the original's digest; what is no picture is refused")
    func copies() async throws {
        let small = SmallPicture(
            limits: PictureLimits(), threads: ThreadExecutor(name: "small"), budget: MemoryBudget(64 << 20))
        let png = try Self.picture(2, 2) { _, _ in RGBA(red: 1, green: 2, blue: 3) }
        let stored = StoredPicture(digest: sha256(png), format: .png)
        let copy = try await small.copy(stored, png)
        #expect(copy.digest == stored.digest && copy.format == .png)
        await #expect(throws: PictureFailure.notAPicture) { try await small.copy(stored, Array("text".utf8)) }
    }
}
