internal import CPictures
package import Domain

/// Encodes PNG into memory, row by row.
package enum PNGEncoder {
    /// The compression of rows.
    package enum Style: Sendable {
        /// Adaptive filters and thorough compression.
        case photo
        /// Every row as its difference from the one above, compressed fast: text art repeats rows.
        case drawing
    }

    /// Encodes a picture of `width` × `height` pixels, 8 bits per channel, marked as sRGB. The result is RGBA with
    /// `hasAlpha`, otherwise RGB without alpha; with `greyBits` of 1, 2 or 4 it is grey of that depth, from the upper
    /// bits of red. Texts become tEXt if they are ASCII, otherwise iTXt. `row` fills row `y`; the buffer still holds
    /// the previous row, so a repeated row needs no work. If `row` returns `false`, encoding stops and no bytes are
    /// returned.
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
            var calls = EncoderCalls(width: width, fill: row)
            unsafe PNGText.withChunks(texts) { chunks, count in
                var plan = unsafe PicturePlan(
                    width: UInt32(width), height: UInt32(height), has_alpha: hasAlpha,
                    grey_bits: Int32(greyBits ?? 0), is_drawing: style == .drawing, texts: chunks,
                    text_count: count)
                unsafe withUnsafeMutablePointer(to: &calls) { context in
                    unsafe picture_encode_png(&plan, EncoderCalls.fill, EncoderCalls.write, context, &result)
                }
            }
            return calls.bytes
        }
        if let failure = result.failure { throw failure }
        return result.status == .stopped ? [] : bytes
    }
}

/// A text chunk of a PNG.
package struct PNGText: Equatable, Sendable {
    /// 1–79 printable ASCII characters, such as `Software` or `Description`.
    package let key: String
    /// Text without NUL.
    package let text: String

    package init(key: String, text: String) {
        self.key = key
        self.text = text
    }

    /// Passes the chunks as C strings, valid during the call.
    static func withChunks(_ texts: [PNGText], _ body: (UnsafePointer<PictureText>?, Int32) -> Void) {
        let strings = texts.map { (Array($0.key.utf8CString), Array($0.text.utf8CString)) }
        let bytes = strings.flatMap { $0.0 + $0.1 }
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard var next = buffer.baseAddress else { return body(nil, 0) }
            var chunks: [PictureText] = unsafe []
            for (text, string) in zip(texts, strings) {
                let isASCII = text.text.utf8.allSatisfy { $0 < 128 }
                unsafe chunks.append(
                    PictureText(key: next, text: next + string.0.count, is_international: !isASCII))
                unsafe next += string.0.count + string.1.count
            }
            unsafe chunks.withUnsafeBufferPointer { unsafe body($0.baseAddress, Int32($0.count)) }
        }
    }
}
