/// Strings of JSON (RFC 8259).
enum JSONText {
    private static let digits = Array("0123456789abcdef".utf8)

    static func quoted(_ text: String) -> String {
        var out: [UInt8] = []
        append(quoted: text.utf8, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// - Precondition: the bytes are UTF-8.
    static func append(quoted bytes: some Sequence<UInt8>, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case 0..<32: out += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }
}
