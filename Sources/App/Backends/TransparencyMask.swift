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

    func mask(of picture: InputPicture, _ style: MaskStyle) async throws(BackendFailure) -> [UInt8] {
        let reserved = try await reserveMemory(for: picture)
        defer { budget?.unreserve(reserved) }
        do throws(PictureFailure) {
            let mask = try await threads.run { [limits] () throws(PictureFailure) in
                try Self.mask(of: picture.bytes, style, limits)
            }
            if let mask { return mask }
        } catch {
            switch error {
            case .tooManyPixels(let width, let height, _):
                throw Self.unusable("the input picture is too large for a mask: \(width)×\(height) pixels")
            case .tooMuchMemory(let bytes, let limit): throw Self.tooMuchMemory(bytes, limit)
            default: throw Self.unusable("the input picture can't be read")
            }
        }
        throw Self.unusable("the input picture has no transparent area")
    }

    /// Reserves memory for decoding the picture, one byte per pixel and the mask's file. Returns the number of bytes
    /// to give back, or 0 for a picture that can't be read: its failure is reported when it is decoded.
    private func reserveMemory(for picture: InputPicture) async throws(BackendFailure) -> Int64 {
        guard let budget else { return 0 }
        let info: PictureInfo? = await threads.run { [limits] in
            try? PictureDecoder.inspect(.bytes(picture.bytes), limits: limits)
        }
        guard let info else { return 0 }
        let bytes = info.memory + 2 * Int64(info.width) * Int64(info.height)
        guard bytes <= budget.limit else { throw Self.tooMuchMemory(bytes, budget.limit) }
        guard await budget.take(bytes) else { throw Self.unusable("the request was cancelled") }
        return bytes
    }

    private static func tooMuchMemory(_ bytes: Int64, _ limit: Int64) -> BackendFailure {
        unusable("the input picture needs \(bytes) bytes of memory, but limits.memory allows \(limit)")
    }

    private static func unusable(_ reason: String) -> BackendFailure {
        .invalid(parameter: GenerationOption.mask.rawValue, message: reason)
    }

    /// `nil` when no part is transparent.
    private static func mask(
        of picture: [UInt8], _ style: MaskStyle, _ limits: PictureLimits
    ) throws(PictureFailure) -> [UInt8]? {
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
        let hasAlpha = style == .transparent
        return try PNGEncoder.encode(width: width, height: holes.count / width, hasAlpha: hasAlpha, style: .drawing) {
            y, row in
            for x in 0..<width {
                let value: UInt8 = holes[y * width + x] == (style == .white) ? 255 : 0
                row[x] = RGBA(red: value, green: value, blue: value, alpha: hasAlpha ? value : 255)
            }
            return true
        }
    }
}
