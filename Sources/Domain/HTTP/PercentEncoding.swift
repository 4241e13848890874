/// Percent-encoding (RFC 3986, 2.1).
package enum PercentEncoding {
    /// Encodes all bytes except those of letters, digits, `-._~` and the characters in `others`.
    package static func encoded(_ text: String, keeping others: String = "") -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte) || others.utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes a text; `nil` if a percent sign is not followed by two hexadecimal digits, or the bytes are not UTF-8.
    package static func decoded(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        var read: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue else {
                    return nil
                }
                read.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: read.append(UInt8(ascii: " "))
            default: read.append(byte)
            }
        }
        return String(validating: read, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
