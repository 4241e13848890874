import BackendKit
import Domain
import PlatformConcurrency
import PlatformPictures
import PlatformSystem
import Rendering

/// Makes masks from the transparent parts of pictures.
struct TransparencyMask: MaskRenderer {
    /// The largest picture, in pixels; far larger than any that inpainting services accept.
    static let pixels = 64 << 20

    let limits: PictureLimits
    let threads: ThreadExecutor
    /// The memory shared with renderings.
    var budget: MemoryBudget?

    func mask(of picture: InputPicture) async throws(BackendFailure) -> [UInt8] {
        let bounds = limits
        let bytes = try await room(for: picture)
        defer { budget?.unreserve(bytes) }
        let made: Result<[UInt8]?, PictureFailure> = await threads.run {
            do throws(PictureFailure) { return .success(try Self.mask(of: picture.bytes, bounds)) } catch {
                return .failure(error)
            }
        }
        switch made {
        case .success(let mask?): return mask
        case .success(nil): throw Self.unfit("the input picture has no transparent area")
        case .failure(.tooManyPixels(let width, let height, _)):
            throw Self.unfit("the input picture is too large for a mask: \(width)×\(height) pixels")
        case .failure(.tooMuchMemory(let bytes, let limit)):
            throw Self.unfit("the input picture needs \(bytes) bytes of memory, but limits.memory allows \(limit)")
        case .failure: throw Self.unfit("the input picture can't be read")
        }
    }

    /// Reserves memory for decoding the picture, one byte per pixel and the mask's file. Returns the number of bytes
    /// to give back, or 0 for a picture that can't be read: its failure is reported when it is decoded.
    private func room(for picture: InputPicture) async throws(BackendFailure) -> Int64 {
        guard let budget else { return 0 }
        let bounds = limits
        let found: PictureInfo? = await threads.run {
            try? PictureDecoder.inspect(.bytes(picture.bytes), limits: bounds)
        }
        guard let found else { return 0 }
        let bytes = found.memory + 2 * Int64(found.width) * Int64(found.height)
        guard bytes <= budget.limit else {
            throw Self.unfit(
                "the input picture needs \(bytes) bytes of memory, but limits.memory allows \(budget.limit)")
        }
        guard await budget.take(bytes) else { throw Self.unfit("it was cancelled") }
        return bytes
    }

    private static func unfit(_ said: String) -> BackendFailure {
        .invalid(parameter: GenerationOption.mask.rawValue, said: said)
    }

    /// `nil` when no part is transparent.
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
