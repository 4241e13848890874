import Domain
import PlatformPictures

/// A clip with all its composed frames in memory.
struct DecodedClip {
    let info: ClipInfo
    /// The rows of each frame; see `letters`.
    private(set) var frames: [[String]] = []
    private(set) var pixels: [[[RGBA]]] = []
    private(set) var changes: [ClipFrame] = []
    private(set) var damage: PictureFailure?

    init(
        _ bytes: [UInt8], limits: PictureLimits = PictureLimits(), damage policy: DamagePolicy = .refuse
    ) throws(PictureFailure) {
        try self.init(.bytes(bytes), limits: limits, damage: policy)
    }

    init(
        _ source: PictureSource, limits: PictureLimits = PictureLimits(), damage policy: DamagePolicy = .refuse
    ) throws(PictureFailure) {
        var decoder = try ClipDecoder(source, limits: limits, damage: policy)
        info = decoder.info
        while let frame = try decoder.next() {
            changes.append(frame)
            var rows: [[RGBA]] = []
            for y in 0..<info.picture.height {
                rows.append(decoder.withRow(y) { row in row.indices.map { row[$0] } })
            }
            pixels.append(rows)
            frames.append(rows.map { String($0.map(Self.letter)) })
        }
        damage = decoder.damage
    }

    /// A picture drawn with letters: the colours of `GIFTests` by their initials, a dot for a transparent pixel, and a
    /// question mark for any other.
    static let letters: [Character: RGBA] = [
        "R": GIFTests.red, "G": GIFTests.green, "B": GIFTests.blue, "D": GIFTests.dark, ".": .nothing,
    ]

    private static func letter(_ pixel: RGBA) -> Character { letters.first { $0.value == pixel }?.key ?? "?" }
}
