import BackendKit
import Domain
import PlatformConcurrency
import PlatformDigest
import PlatformPictures
import PlatformSystem
import Testing

@testable import App

@Suite("Transparency masks")
struct TransparencyMaskTests {
    private let threads = ThreadExecutor(name: "masks")

    private func mask(
        _ picture: [UInt8], _ limits: PictureLimits = PictureLimits(), style: MaskStyle = .transparent
    ) async throws(BackendFailure) -> [UInt8] {
        try await TransparencyMask(limits: limits, threads: threads).mask(
            of: InputPicture(picture, .png, digest: sha256(picture)), style)
    }

    private static func picture(_ alphas: [[UInt8]]) throws(PictureFailure) -> [UInt8] {
        try PNGEncoder.encode(width: alphas[0].count, height: alphas.count, hasAlpha: true) { y, row in
            for x in alphas[y].indices { row[x] = RGBA(red: 9, green: 99, blue: 199, alpha: alphas[y][x]) }
            return true
        }
    }

    private static func pixels(_ png: [UInt8]) throws(PictureFailure) -> [[RGBA]] {
        var rows: [[RGBA]] = []
        try PictureDecoder.decode(.bytes(png), limits: PictureLimits()) { _ in
            true
        } row: { row in
            rows.append(row.indices.map { row[$0] })
            return true
        }
        return rows
    }

    @Test("A mask has the picture's size: clear black where alpha is below half, opaque white elsewhere")
    func holes() async throws {
        let png = try await mask(try Self.picture([[255, 0, 127], [128, 254, 1]]))
        let clear = RGBA(red: 0, green: 0, blue: 0, alpha: 0)
        let white = RGBA(red: 255, green: 255, blue: 255)
        #expect(try Self.pixels(png) == [[white, clear, clear], [white, white, clear]])
    }

    @Test("For services that repaint what is white, a mask is opaque, and white where alpha is below half")
    func white() async throws {
        let png = try await mask(try Self.picture([[255, 0], [127, 128]]), style: .white)
        let black = RGBA(red: 0, green: 0, blue: 0)
        let white = RGBA(red: 255, green: 255, blue: 255)
        #expect(try Self.pixels(png) == [[black, white], [white, black]])
    }

    @Test("A picture that is fully opaque, unreadable or too large is rejected with its reason")
    func faults() async throws {
        let whole = try Self.picture([[255, 128]])
        let hole = try Self.picture([[255, 0]])
        let cases: [([UInt8], PictureLimits, String)] = [
            (whole, PictureLimits(), "the input picture has no transparent area"),
            (Array(hole.dropLast(20)), PictureLimits(), "the input picture can't be read"),
            (
                hole, PictureLimits(streamedPixels: 1, heldPixels: 1),
                "the input picture is too large for a mask: 2×1 pixels"
            ),
        ]
        for (picture, limits, said) in cases {
            let failure = await #expect(throws: BackendFailure.self) { try await mask(picture, limits) }
            #expect(failure == .invalid(parameter: "mask", message: said))
        }
    }
}
