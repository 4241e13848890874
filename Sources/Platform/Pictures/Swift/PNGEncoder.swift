internal import CPictures
package import Domain

/// Writes PNG into memory, row by row.
package enum PNGEncoder {
    /// How hard rows are squeezed.
    package enum Style: Sendable {
        /// Adaptive filters, level 6.
        case photo
        /// No filters, level 4: smaller and faster where areas are flat. At level 6 text art takes half as long again to be
        /// 2 % smaller.
        case drawing
        /// Adaptive filters, level 1.
        case fast

        fileprivate var level: Int32 {
            switch self {
            case .photo: 6
            case .drawing: 4
            case .fast: 1
            }
        }
    }

    /// Encodes a picture of `width` × `height` pixels, 8 bits a channel, marked as sRGB.
    /// With `hasAlpha` it is RGBA, else RGB and alpha is dropped; with `greyBits` of 1, 2 or 4 it is grey of so many bits,
    /// the uppermost ones of red. Texts become tEXt where ASCII will do, else iTXt.
    /// `row` fills row `y`; the pixels hold the row before, so that a row that repeats needs no work. When it says
    /// `false` the work ends, and no bytes are returned.
    package static func encode(
        width: Int, height: Int, hasAlpha: Bool = false, greyBits: Int? = nil, style: Style = .photo,
        texts: [PNGText] = [],
        row: (_ y: Int, _ pixels: inout MutableSpan<RGBA>) -> Bool
    ) throws(PictureFailure) -> [UInt8] {
        guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height) else {
            throw .tooManyPixels(width: width, height: height, limit: Int64(Int32.max))
        }
        var result = PictureResult()
        let bytes = withoutActuallyEscaping(row) { row in
            var calls = Calls(width: width, fill: row)
            unsafe PNGText.withChunks(texts) { chunks, count in
                var plan = unsafe PicturePlan(
                    width: UInt32(width), height: UInt32(height), has_alpha: hasAlpha,
                    grey_bits: Int32(greyBits ?? 0), is_filtered: style != .drawing, level: style.level, texts: chunks,
                    text_count: count)
                unsafe withUnsafeMutablePointer(to: &calls) { context in
                    unsafe picture_encode_png(&plan, passRow, passBytes, context, &result)
                }
            }
            return calls.bytes
        }
        if let failure = result.failure { throw failure }
        return result.status == .stopped ? [] : bytes
    }

    private struct Calls {
        let width: Int
        let fill: (Int, inout MutableSpan<RGBA>) -> Bool
        var bytes: [UInt8] = []
    }

    private static let passRow: PictureFill = { context, row, bytes in
        let calls = unsafe context.assumingMemoryBound(to: Calls.self)
        let pixels = unsafe UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: RGBA.self)
        var span = unsafe MutableSpan(_unsafeStart: pixels, count: calls.pointee.width)
        return unsafe calls.pointee.fill(Int(row), &span)
    }

    private static let passBytes: PictureWrite = { context, bytes, count in
        let part = unsafe UnsafeBufferPointer(start: bytes, count: count)
        unsafe context.assumingMemoryBound(to: Calls.self).pointee.bytes.append(contentsOf: part)
        return true
    }
}
