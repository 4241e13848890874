internal import Domain

/// Where on the network somebody listens: numbers, no name.
package struct ListenAddress: Equatable, Sendable {
    /// Such as `127.0.0.1` or `::1`, without brackets.
    package let host: String
    package let port: UInt16

    /// Reads `127.0.0.1:9187` and `[::1]:9187`. `nil` when it is anything else.
    package init?(text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            let inner = host.dropFirst().dropLast()
            let isPlain = inner.utf8.allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }
            guard isPlain, inner.contains(":") else { return nil }
            self.host = String(inner)
        } else {
            let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
            guard numbers.count == 4, !numbers.contains(nil) else { return nil }
            self.host = String(host)
        }
        self.port = port
    }

    package var text: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    /// Whether only this machine reaches it.
    package var isLoopback: Bool { host == "::1" || LoopbackHost.isNamed(host) }
}

extension FieldForm where Value == String {
    /// An address, kept as it is written.
    static func address(onlyLoopback: Bool) -> FieldForm<String> {
        FieldForm(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            guard let address = ListenAddress(text: text), address.isLoopback || !onlyLoopback else {
                throw .malformed(got: text, example: "127.0.0.1:9187")
            }
            return text
        }
    }
}
