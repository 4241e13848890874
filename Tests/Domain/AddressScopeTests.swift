import Domain
import Testing

@Suite("Address scopes")
struct AddressScopeTests {
    private func scope(_ text: String) -> AddressScope? { IPAddress(text).map { AddressScope($0) } }

    @Test(
        "Each address block includes its first and last address and not their neighbours",
        arguments: [
            ("0.0.0.0", "0.255.255.255", AddressScope.unspecified), ("10.0.0.0", "10.255.255.255", .privateNetwork),
            ("100.64.0.0", "100.127.255.255", .carrierNAT), ("127.0.0.0", "127.255.255.255", .loopback),
            ("169.254.0.0", "169.254.255.255", .linkLocal), ("172.16.0.0", "172.31.255.255", .privateNetwork),
            ("192.0.0.0", "192.0.0.255", .reserved), ("192.0.2.0", "192.0.2.255", .documentation),
            ("192.88.99.0", "192.88.99.255", .reserved), ("192.168.0.0", "192.168.255.255", .privateNetwork),
            ("198.18.0.0", "198.19.255.255", .reserved), ("198.51.100.0", "198.51.100.255", .documentation),
            ("203.0.113.0", "203.0.113.255", .documentation), ("224.0.0.0", "239.255.255.255", .multicast),
            ("240.0.0.0", "255.255.255.255", .reserved),
            ("2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
            ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", .documentation),
            ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", .documentation),
            ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", .privateNetwork),
            ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .privateNetwork),
            ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .linkLocal),
            ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .privateNetwork),
            ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .multicast),
        ])
    func blocks(first: String, last: String, wanted: AddressScope) throws {
        #expect(scope(first) == wanted && scope(last) == wanted)
        for (edge, step) in [(first, -1), (last, 1)] {
            guard let neighbour = neighbour(try #require(IPAddress(edge)), step) else { continue }
            #expect(AddressScope(neighbour) != wanted, "\(neighbour.bytes)")
        }
    }

    /// The next address up or down, or `nil` at the ends of the range.
    private func neighbour(_ address: IPAddress, _ step: Int) -> IPAddress? {
        var bytes = address.bytes
        for place in bytes.indices.reversed() {
            let sum = Int(bytes[place]) + step
            bytes[place] = UInt8(truncatingIfNeeded: sum)
            if 0...255 ~= sum { return IPAddress(bytes: bytes) }
        }
        return nil
    }

    @Test(
        "Cloud metadata services are recognised by address",
        arguments: [
            "169.254.169.254", "169.254.170.2", "100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2::254",
            "fd20:ce::254",
        ])
    func metadata(text: String) {
        #expect(scope(text) == .metadata)
    }

    @Test(
        "Public internet addresses are open",
        arguments: [
            "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
            "128.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255", "2001:200::1", "2606:4700::1111", "2a00::1", "2001:4860:4860::8888", "2002:808:808::1",
            "64:ff9b::8.8.8.8", "::ffff:8.8.8.8",
        ])
    func open(text: String) {
        #expect(scope(text) == .open && scope(text)?.isInternal == false)
    }

    @Test("An IPv4 address embedded in IPv6 determines the scope, in each form")
    func embedded() {
        for (four, wanted) in [
            ("127.0.0.1", AddressScope.loopback), ("10.1.2.3", .privateNetwork), ("169.254.169.254", .metadata),
            ("192.168.0.1", .privateNetwork), ("100.64.0.1", .carrierNAT), ("0.0.0.1", .unspecified),
        ] {
            #expect(scope("::ffff:" + four) == wanted && scope("64:ff9b::" + four) == wanted)
            if four != "0.0.0.1" { #expect(scope("::" + four) == wanted) }
            let bytes = IPAddress(four)?.bytes ?? []
            #expect(
                IPAddress(bytes: [0x20, 0x02] + bytes + [UInt8](repeating: 0, count: 10)).map { AddressScope($0) }
                    == wanted)
        }
        #expect(scope("::8.8.8.8") == .reserved && scope("::ffff:0:7f00:1") == .reserved)
        #expect(scope("::") == .unspecified && scope("::1") == .loopback)
        // A Teredo address embeds an IPv4 address too.
        #expect(scope("2001:0:4136:e378:8000:63bf:3fff:fdd2") == .reserved)
    }

    @Test(
        "Addresses outside 2000::/3 and all known blocks are reserved",
        arguments: [
            "::1:0:0:0", "1::", "400::", "1fff:ffff::", "4000::", "5f00::", "e000::", "f000::", "fbff::",
        ])
    func unassigned(text: String) {
        #expect(scope(text) == .reserved)
    }

    @Test(
        "Every spelling of an address is parsed to the same bytes",
        arguments: [
            ("127.0.0.1", [127, 0, 0, 1]), ("2130706433", [127, 0, 0, 1]), ("0x7f000001", [127, 0, 0, 1]),
            ("0x7F.1", [127, 0, 0, 1]), ("0177.0.0.01", [127, 0, 0, 1]), ("127.1", [127, 0, 0, 1]),
            ("127.0.1", [127, 0, 0, 1]), ("10.65535", [10, 0, 255, 255]), ("0", [0, 0, 0, 0]), ("0x", [0, 0, 0, 0]),
            ("4294967295", [255, 255, 255, 255]), ("[::1]", [UInt8](repeating: 0, count: 15) + [1]),
            ("fe80::1%eth0", [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]),
            ("::FFFF:127.0.0.1", [UInt8](repeating: 0, count: 10) + [255, 255, 127, 0, 0, 1]),
        ] as [(String, [UInt8])])
    func spellings(text: String, bytes: [UInt8]) {
        #expect(IPAddress(text)?.bytes == bytes)
    }

    @Test(
        "Host names and malformed addresses are rejected",
        arguments: [
            "", ".", "a", "1.2.3.4.5", "256.0.0.1", "1.2.3.256", "1.2.3.4.", "1..2", "4294967296", "08.0.0.1", "0xg",
            "+1",
            "-1", "1.+2.3.4", "localhost", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::",
            "::1.2.3",
            "::g", "1:2:3:4:5:6:7::8:9", "127.0.0.1.example",
        ])
    func names(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test("A host's scope is derived from its text only for IP addresses and localhost names")
    func hosts() {
        #expect(AddressScope(host: "LOCALHOST.") == .loopback && AddressScope(host: "a.localhost") == .loopback)
        #expect(AddressScope(host: "0xa9fea9fe") == .metadata && AddressScope(host: "[::1]") == .loopback)
        #expect(AddressScope(host: "nas.lan") == nil && AddressScope(host: "localhost.example") == nil)
    }
}
