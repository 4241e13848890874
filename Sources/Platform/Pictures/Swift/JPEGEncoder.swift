internal import CPictures
package import Domain

/// Encodes JPEG into memory, row by row.
package enum JPEGEncoder {
    private static let mostPixels = 65_500

    /// Encodes a picture of `width` × `height` pixels (1–65,500 each) without alpha and metadata, which is read as sRGB.
    /// `quality`: 1–100, libjpeg's scale. `row` fills row `y`; the buffer still holds the previous row. If `row` returns
    /// `false`, encoding stops and no bytes are returned.
    package static func encode(
        width: Int, height: Int, quality: Int, row: (_ y: Int, _ pixels: inout MutableSpan<RGBA>) -> Bool
    ) throws(PictureFailure) -> [UInt8] {
        guard (1...mostPixels).contains(width), (1...mostPixels).contains(height) else {
            throw .tooManyPixels(width: width, height: height, limit: Int64(mostPixels))
        }
        var result = PictureResult()
        let bytes = withoutActuallyEscaping(row) { row in
            var calls = EncoderCalls(width: width, fill: row)
            unsafe withUnsafeMutablePointer(to: &calls) { context in
                unsafe picture_encode_jpeg(
                    UInt32(width), UInt32(height), Int32(quality), EncoderCalls.fill, EncoderCalls.write, context,
                    &result)
            }
            return calls.bytes
        }
        if let failure = result.failure { throw failure }
        return result.status == .stopped ? [] : bytes
    }
}
