import Domain
import PlatformPictures

/// The entry point for libFuzzer: the whole decoder, which finds the format by itself.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzPicture(bytes: UnsafePointer<UInt8>, count: Int) -> Int32 {
    let limits = PictureLimits(fileBytes: 1 << 20, streamedPixels: 1 << 20, heldPixels: 1 << 18)
    let input = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    var rows = 0
    var height = 0
    do throws(PictureFailure) {
        let damage = try PictureDecoder.decode(.bytes(input), limits: limits, damage: .show) { info in
            precondition(info.width > 0 && info.height > 0)
            height = info.height
            return true
        } row: { _ in
            rows += 1
            return true
        }
        precondition(damage == nil ? rows == height : rows <= height)
    } catch {
        precondition(rows <= height)
    }
    return 0
}
