/// A SHA-256 digest (32 bytes), which names immutable content.
package struct Digest: Hashable, Comparable, Sendable {
    package let bytes: [UInt8]

    /// Creates a digest from 32 bytes; `nil` for any other count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Reads 64 hexadecimal characters, either case. `nil` for anything else.
    package init?(hex: some StringProtocol) {
        let digits = hex.utf8.compactMap(\.hexDigitValue)
        guard hex.utf8.count == 64, digits.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// 64 lower-case hexadecimal characters.
    package var hex: String {
        String(unsafeUninitializedCapacity: 64) { text in
            for (index, byte) in bytes.enumerated() {
                text[index * 2] = Self.digit(byte >> 4)
                text[index * 2 + 1] = Self.digit(byte & 15)
            }
            return 64
        }
    }

    /// The digest in base64, as a page's policy has it.
    package var base64: String { String(decoding: MailEncoding.base64(bytes[...]), as: UTF8.self) }

    /// Hashes all bytes at once, which is several times faster than one by one.
    package func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    private static func digit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 87 + nibble }

    package static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
    }
}

extension Digest: CustomStringConvertible {
    package var description: String { hex }
}

extension Digest: TextCodable {
    package init?(text: String) { self.init(hex: text) }

    package var text: String { hex }
}
