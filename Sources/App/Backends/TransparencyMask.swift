import BackendKit
import Domain
import PlatformPictures
import PlatformSystem

/// Makes masks of what can be seen through in a picture.
struct TransparencyMask: MaskPainter {
    /// Whoever paints parts anew takes no larger pictures than this, by far.
    static let pixels = 64 << 20

    let limits: PictureLimits
    let threads: ThreadExecutor

    func mask(of picture: InputPicture) async throws(BackendFailure) -> [UInt8] {
        let bounds = limits
        let made: Result<[UInt8]?, PictureFailure> = await threads.run {
            do throws(PictureFailure) { return .success(try Self.mask(of: picture.bytes, bounds)) } catch {
                return .failure(error)
            }
        }
        switch made {
        case .success(let mask?): return mask
        case .success(nil): throw Self.unfit("the given picture has no part that can be seen through")
        case .failure(.tooManyPixels(let width, let height, _)):
            throw Self.unfit("the given picture is too large for that: \(width)×\(height) pixels")
        case .failure: throw Self.unfit("the given picture can't be read")
        }
    }

    private static func unfit(_ said: String) -> BackendFailure {
        .invalid(parameter: GenerationOption.mask.rawValue, said: said)
    }

    /// `nil` when nothing can be seen through.
    private static func mask(of picture: [UInt8], _ limits: PictureLimits) throws(PictureFailure) -> [UInt8]? {
        var limits = limits
        limits.streamedPixels = min(limits.streamedPixels, Int64(pixels))
        limits.heldPixels = min(limits.heldPixels, Int64(pixels))
        var width = 0
        var holes: [Bool] = []
        try PictureDecoder.decode(.bytes(picture), limits: limits) { info in
            width = info.width
            holes.reserveCapacity(info.width * info.height)
            return true
        } row: { row in
            for x in 0..<row.count { holes.append(row[x].alpha < 128) }
            return true
        }
        guard width > 0, holes.contains(true) else { return nil }
        return try PNGEncoder.encode(width: width, height: holes.count / width, hasAlpha: true, style: .drawing) {
            y, row in
            for x in 0..<width {
                let value: UInt8 = holes[y * width + x] ? 0 : 255
                row[x] = RGBA(red: value, green: value, blue: value, alpha: value)
            }
            return true
        }
    }
}
