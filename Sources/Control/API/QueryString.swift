/// The query of a URL, `name=value&name=value`, percent-encoded.
package enum QueryString {
    package struct Item: Hashable, Sendable {
        package let name: String
        /// `nil` for a name without an equals sign.
        package let value: String?

        package init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }
    }

    package static func encode(_ items: [Item]) -> String {
        items.map { item in
            escaped(item.name) + (item.value.map { "=" + escaped($0) } ?? "")
        }.joined(separator: "&")
    }

    /// Decodes a query; a plus sign is a space. `nil` when a percent sign is not followed by two hexadecimal digits, or
    /// the bytes are not UTF-8.
    package static func decode(_ text: some StringProtocol) -> [Item]? {
        var items: [Item] = []
        for part in text.utf8.split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            guard let name = unescaped(part[..<(equals ?? part.endIndex)], plusIsSpace: true) else { return nil }
            var value: String?
            if let equals {
                guard let read = unescaped(part[part.index(after: equals)...], plusIsSpace: true) else { return nil }
                value = read
            }
            items.append(Item(name, value))
        }
        return items
    }

    /// Percent-encodes everything but the unreserved characters of RFC 3986.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                escaped +=
                    "%" + String(byte >> 4, radix: 16, uppercase: true)
                    + String(byte & 15, radix: 16, uppercase: true)
            }
        }
        return escaped
    }

    /// Decodes percent-encoded bytes; `nil` when they are malformed.
    package static func unescaped(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        var read: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(nibble), let low = rest.popFirst().flatMap(nibble) else {
                    return nil
                }
                read.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: read.append(UInt8(ascii: " "))
            default: read.append(byte)
            }
        }
        return String(validating: read, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "-._~".utf8.contains(byte)
        }
    }

    private static func nibble(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}
