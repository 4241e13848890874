internal import CPictures

/// A text chunk of a PNG.
package struct PNGText: Equatable, Sendable {
    /// 1–79 printable ASCII characters, such as `Software` or `Description`.
    package let key: String
    /// Any text without NUL.
    package let text: String

    package init(key: String, text: String) {
        self.key = key
        self.text = text
    }

    /// Lends the chunks as C strings for the time of the call.
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
