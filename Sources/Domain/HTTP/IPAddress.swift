/// An IPv4 or IPv6 address as its bytes.
package struct IPAddress: Hashable, Sendable {
    /// 4 bytes or 16, in network order.
    package let bytes: [UInt8]

    /// `nil` for any other number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads every spelling that a resolver takes for a number: `127.0.0.1`, `2130706433`, `0x7f.1`, `0177.0.0.1`, `::1`,
    /// `[::1]`, `::ffff:127.0.0.1`, `fe80::1%eth0`. `nil` for a name.
    package init?(_ text: some StringProtocol) {
        var text = String(text)
        if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        let number = text.contains(":") ? Self.six(text.prefix { $0 != "%" }) : Self.four(text[...])
        guard let number else { return nil }
        bytes = number
    }

    /// As inet_aton(3): one to four numbers, decimal, octal (`0…`) or hexadecimal (`0x…`); the last one fills what is left.
    private static func four(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(number)
        guard 1...4 ~= parts.count, let last = parts.last ?? nil else { return nil }
        var bytes: [UInt8] = []
        for part in parts.dropLast() {
            guard let part, let byte = UInt8(exactly: part) else { return nil }
            bytes.append(byte)
        }
        let left = 4 - bytes.count
        guard left == 4 || last < 1 << UInt64(8 * left) else { return nil }
        for place in (0..<left).reversed() { bytes.append(UInt8(truncatingIfNeeded: last >> UInt64(8 * place))) }
        return bytes
    }

    /// At most 32 bits; `nil` for anything else.
    private static func number(_ text: Substring) -> UInt64? {
        let lower = text.lowercased()
        guard let first = lower.utf8.first, 48...57 ~= first else { return nil }
        let number =
            if lower.hasPrefix("0x") {
                lower.utf8.count == 2 ? 0 : digits(lower.dropFirst(2), 16)
            } else if lower.hasPrefix("0") {
                digits(lower[...], 8)
            } else {
                digits(lower[...], 10)
            }
        return number.flatMap { $0 <= UInt64(UInt32.max) ? $0 : nil }
    }

    /// Without a sign, which `UInt64(_:radix:)` would take.
    private static func digits(_ text: Substring, _ radix: Int) -> UInt64? {
        text.hasPrefix("+") ? nil : UInt64(text, radix: radix)
    }

    /// RFC 4291, 2.2: eight groups, one run of zeros as `::`, the last two groups perhaps as an IPv4 address.
    private static func six(_ text: Substring) -> [UInt8]? {
        let halves = text.components(of: "::")
        guard halves.count <= 2 else { return nil }
        let sides = halves.map(groups)
        guard let head = sides.first ?? nil, let tail = sides.last ?? nil else { return nil }
        if halves.count == 1 { return head.count == 16 ? head : nil }
        let gap = 16 - head.count - tail.count
        return gap >= 2 ? head + [UInt8](repeating: 0, count: gap) + tail : nil
    }

    private static func groups(_ text: Substring) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if part.contains(".") {
                let numbers = part.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
                guard index == parts.count - 1, numbers.count == 4, !numbers.contains(nil) else { return nil }
                bytes += numbers.compactMap(\.self)
            } else {
                guard 1...4 ~= part.utf8.count, !part.hasPrefix("+"), let group = UInt16(part, radix: 16) else {
                    return nil
                }
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            }
        }
        return bytes
    }
}

extension Substring {
    /// The parts between occurrences of a text of two characters.
    fileprivate func components(of mark: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self
        var place = rest.startIndex
        while place < rest.endIndex {
            guard rest[place...].hasPrefix(mark) else {
                place = rest.index(after: place)
                continue
            }
            parts.append(rest[..<place])
            rest = rest[rest.index(place, offsetBy: mark.count)...]
            place = rest.startIndex
        }
        return parts + [rest]
    }
}
