/// Characters that no text from outside may hold, because a terminal obeys them: C0 without tab, line feed, form feed and
/// carriage return, DEL, and C1. Prompts, tags, names and every other free text of a request are refused for one, whether
/// they come as a file, as TOML, as JSON or over the control socket.
package enum ControlCharacter {
    /// The same rule as a regular expression (ECMA-262), for schemas.
    package static let freeText = #"^[^\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]*$"#

    /// The offset of the first one, in bytes of UTF-8.
    package static func offset(in text: String) -> Int? {
        offset(in: text.utf8)
    }

    /// The same in bytes that are taken for UTF-8.
    package static func offset(in bytes: some Sequence<UInt8>) -> Int? {
        var before: UInt8 = 0
        for (place, byte) in bytes.enumerated() {
            if isASCII(byte) { return place }
            // C1 is U+0080 to U+009F, C2 80 to C2 9F in UTF-8.
            if before == 0xC2, byte < 0xA0 { return place - 1 }
            before = byte
        }
        return nil
    }

    private static func isASCII(_ byte: UInt8) -> Bool {
        switch byte {
        case 9, 10, 12, 13: false
        case 0..<0x20, 0x7F: true
        default: false
        }
    }
}
