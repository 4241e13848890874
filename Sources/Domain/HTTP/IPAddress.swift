/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
    /// 4 bytes or 16, in network order.
    package let bytes: [UInt8]

    /// Creates an address from 4 or 16 bytes; `nil` for any other count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads every numeric spelling that a resolver accepts: `127.0.0.1`, `2130706433`, `0x7f.1`, `0177.0.0.1`, `::1`,
    /// `[::1]`, `::ffff:127.0.0.1`, `fe80::1%eth0`. `nil` for a name.
    package init?(_ text: some StringProtocol) {
        var text = String(text)
        if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        let number = text.contains(":") ? Self.six(text.prefix { $0 != "%" }) : Self.four(text[...])
        guard let number else { return nil }
        bytes = number
    }

    /// Reads an IPv4 address like inet_aton(3): one to four numbers, decimal, octal (`0…`) or hexadecimal (`0x…`); the
    /// last one fills the remaining bytes.
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
        for index in (0..<left).reversed() { bytes.append(UInt8(truncatingIfNeeded: last >> UInt64(8 * index))) }
        return bytes
    }

    /// Reads one number of at most 32 bits; `nil` for anything else.
    private static func number(_ text: Substring) -> UInt64? {
        let lower = text.lowercased()
        let number: UInt64? =
            if lower.hasPrefix("0x") {
                lower == "0x" ? 0 : UInt64(digits: lower.dropFirst(2), radix: 16)
            } else {
                UInt64(digits: lower, radix: lower.hasPrefix("0") ? 8 : 10)
            }
        return number.flatMap { $0 <= UInt64(UInt32.max) ? $0 : nil }
    }

    /// Reads an IPv6 address (RFC 4291, 2.2): eight groups, with at most one run of zeros as `::`, and optionally an
    /// IPv4 address as the last two groups.
    private static func six(_ text: Substring) -> [UInt8]? {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
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
                guard index == parts.count - 1, let numbers = fourNumbers(part) else { return nil }
                bytes += numbers
            } else {
                guard 1...4 ~= part.utf8.count, let group = UInt16(digits: part, radix: 16) else { return nil }
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            }
        }
        return bytes
    }

    /// Reads an IPv4 address as four decimal numbers from 0 to 255; `nil` for any other spelling.
    package static func fourNumbers(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt8(digits: $0) }
        return parts.count == 4 && numbers.count == 4 ? numbers : nil
    }
}

extension [UInt8] {
    /// Returns whether the first `bits` bits are those of `prefix`. Bytes that `prefix` lacks count as zero.
    func starts(with prefix: [UInt8], bits: Int) -> Bool {
        (0..<bits).allSatisfy { bit in
            let wanted = bit / 8 < prefix.count ? prefix[bit / 8] : 0
            return (self[bit / 8] ^ wanted) & (0x80 >> UInt8(bit % 8)) == 0
        }
    }
}

/// The kind of network that an IP address belongs to.
///
/// Source: IANA's registries of special-purpose IPv4 and IPv6 addresses (RFC 6890), and the addresses of cloud
/// providers' metadata services.
package enum AddressScope: String, Equatable, Sendable, CaseIterable {
    /// The public internet.
    case open
    case unspecified
    case loopback
    case linkLocal
    case privateNetwork
    /// Shared address space of a carrier's customers (RFC 6598).
    case carrierNAT
    case multicast
    case documentation
    case reserved
    /// A cloud provider's metadata service, which has the machine's credentials.
    case metadata

    package init(_ address: IPAddress) {
        self = address.bytes.count == 4 ? Self.four(address.bytes) : Self.six(address.bytes)
    }

    /// Derives the scope of a URL's host without resolving it: from an address in any spelling, or a loopback name.
    /// `nil` for any other name.
    package init?(host: some StringProtocol) {
        if let address = IPAddress(host) {
            self.init(address)
        } else if LoopbackHost.isNamed(host.hasSuffix(".") ? String(host.dropLast()) : String(host)) {
            self = .loopback
        } else {
            return nil
        }
    }

    /// Whether the address is internal to a network, not on the public internet.
    package var isInternal: Bool { self != .open }

    /// The name for people.
    package var name: String {
        switch self {
        case .open: "public"
        case .unspecified: "unspecified"
        case .loopback: "loopback"
        case .linkLocal: "link-local"
        case .privateNetwork: "private"
        case .carrierNAT: "carrier NAT"
        case .multicast: "multicast"
        case .documentation: "documentation"
        case .reserved: "reserved"
        case .metadata: "cloud metadata"
        }
    }

    private static func four(_ bytes: [UInt8]) -> AddressScope {
        blocks4.first { bytes.starts(with: $0.prefix, bits: $0.bits) }?.scope ?? .open
    }

    private static func six(_ bytes: [UInt8]) -> AddressScope {
        if let block = blocks6.first(where: { bytes.starts(with: $0.prefix, bits: $0.bits) }) { return block.scope }
        // An IPv4-mapped address (RFC 4291, 2.5.5.2).
        if bytes.starts(with: zeros(10) + [0xFF, 0xFF], bits: 96) { return four(Array(bytes[12...])) }
        // NAT64 (RFC 6052).
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B], bits: 96) { return four(Array(bytes[12...])) }
        // 6to4 (RFC 3056).
        if bytes.starts(with: [0x20, 0x02], bits: 16) { return four(Array(bytes[2..<6])) }
        // The deprecated IPv4-compatible form (RFC 4291, 2.5.5.1): not routable, except to an internal address.
        if bytes.starts(with: [], bits: 96) {
            let scope = four(Array(bytes[12...]))
            return scope == .open ? .reserved : scope
        }
        // Of the rest, only 2000::/3 is assigned (RFC 4291, 2.4).
        return bytes.starts(with: [0x20], bits: 3) ? .open : .reserved
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private typealias Block = (prefix: [UInt8], bits: Int, scope: AddressScope)

    /// The first matching block decides.
    private static let blocks4: [Block] = [
        ([169, 254, 169, 254], 32, .metadata), ([169, 254, 170, 2], 32, .metadata),
        // Alibaba, Oracle, Azure.
        ([100, 100, 100, 200], 32, .metadata), ([192, 0, 0, 192], 32, .metadata),
        ([168, 63, 129, 16], 32, .metadata), ([0], 8, .unspecified), ([10], 8, .privateNetwork),
        ([100, 64], 10, .carrierNAT), ([127], 8, .loopback), ([169, 254], 16, .linkLocal),
        ([172, 16], 12, .privateNetwork), ([192, 0, 0], 24, .reserved),
        ([192, 0, 2], 24, .documentation), ([192, 88, 99], 24, .reserved),
        ([192, 168], 16, .privateNetwork), ([198, 18], 15, .reserved),
        ([198, 51, 100], 24, .documentation), ([203, 0, 113], 24, .documentation),
        ([224], 4, .multicast), ([240], 4, .reserved),
    ]

    private static let blocks6: [Block] = [
        ([], 128, .unspecified), (zeros(15) + [1], 128, .loopback),
        // Amazon and Google.
        ([0xFD, 0, 0x0E, 0xC2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54], 128, .metadata),
        ([0xFD, 0x20, 0, 0xCE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54], 128, .metadata),
        // NAT64 within one network (RFC 8215).
        ([0, 0x64, 0xFF, 0x9B, 0, 1], 48, .privateNetwork),
        // Protocol assignments, including Teredo and benchmarking; no public web servers.
        ([0x20, 0x01, 0], 23, .reserved), ([0x20, 0x01, 0x0D, 0xB8], 32, .documentation),
        ([0x3F, 0xFF], 20, .documentation), ([0xFC], 7, .privateNetwork),
        ([0xFE, 0x80], 10, .linkLocal),
        // Site-local, deprecated.
        ([0xFE, 0xC0], 10, .privateNetwork), ([0xFF], 8, .multicast),
    ]
}

/// Recognises the hosts that are this machine.
package enum LoopbackHost {
    /// Returns whether the host is `localhost` or a name below it, `[::1]`, or an address in 127.0.0.0/8 as four
    /// numbers. A name that only starts like one, such as `127.0.0.1.example.com`, does not count.
    package static func isNamed(_ host: some StringProtocol) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" { return true }
        return IPAddress.fourNumbers(name)?.first == 127
    }
}
