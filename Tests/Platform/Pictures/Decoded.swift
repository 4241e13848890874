import Domain
import PlatformPictures

/// A decoded picture in memory, for checking single pixels.
struct Decoded {
    let info: PictureInfo
    let rows: [[RGBA]]
    let damage: PictureFailure?

    init(
        _ bytes: [UInt8], limits: PictureLimits = PictureLimits(), damage policy: DamagePolicy = .refuse
    ) throws(PictureFailure) {
        try self.init(.bytes(bytes), limits: limits, damage: policy)
    }

    init(
        _ source: PictureSource, limits: PictureLimits = PictureLimits(), damage policy: DamagePolicy = .refuse
    ) throws(PictureFailure) {
        var found: PictureInfo?
        var kept: [[RGBA]] = []
        damage = try PictureDecoder.decode(source, limits: limits, damage: policy) { info in
            found = info
            return true
        } row: { row in
            kept.append(row.indices.map { row[$0] })
            return true
        }
        guard let found else { throw .notAPicture }
        // The memory estimate has its own tests and differs for a pipe.
        let reduced = PictureSize(width: found.rowWidth, height: found.rowCount)
        info = PictureInfo(
            format: found.format, width: found.width, height: found.height, orientation: found.orientation,
            hasAlpha: found.hasAlpha, hasBrokenProfile: found.hasBrokenProfile, reduced: reduced)
        rows = kept
    }

    subscript(x: Int, y: Int) -> RGBA { rows[y][x] }
}
