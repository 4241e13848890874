/// The proxies that the environment names, as libcurl and curl read it. `HTTP_PROXY` in capitals is not read: a CGI
/// program's caller could set it.
package struct ProxyRules: Equatable, Sendable {
    /// Every variable that is read.
    package static let variables = [
        "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    ]

    private let plain: HTTPProxy
    private let encrypted: HTTPProxy
    private let exceptions: [String]

    package init(environment: [String: String] = [:]) {
        func first(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        func proxy(_ text: String?) -> HTTPProxy {
            text.map { .at(Secret($0)) } ?? .direct
        }
        plain = proxy(first("http_proxy", "all_proxy", "ALL_PROXY"))
        encrypted = proxy(first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"))
        exceptions = (first("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    }

    /// The proxy for an address. This machine's own loopback never takes one.
    package func proxy(host: String, isEncrypted: Bool) -> HTTPProxy {
        LoopbackHost.isNamed(host) || isException(host) ? .direct : isEncrypted ? encrypted : plain
    }

    /// `*` is every host; a name is itself and all below it, with or without a dot at its start; an address is itself, or
    /// a block such as `10.0.0.0/8`.
    private func isException(_ host: String) -> Bool {
        let address = IPAddress(host)
        var name = host.lowercased()[...]
        if name.hasSuffix(".") { name = name.dropLast() }
        return exceptions.contains { exception in
            if exception == "*" { return true }
            if let address { return Self.block(exception, holds: address) }
            var suffix = exception[...]
            if suffix.hasSuffix(".") { suffix = suffix.dropLast() }
            if suffix.hasPrefix(".") { suffix = suffix.dropFirst() }
            return !suffix.isEmpty && (name == suffix || name.hasSuffix("." + suffix))
        }
    }

    private static func block(_ text: String, holds address: IPAddress) -> Bool {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let block = parts.first.flatMap({ IPAddress($0) }), block.bytes.count == address.bytes.count else {
            return false
        }
        let most = block.bytes.count * 8
        guard let bits = parts.count == 1 ? most : Int(parts[1]), 0...most ~= bits else { return false }
        return (0..<bits).allSatisfy { bit in
            (block.bytes[bit / 8] ^ address.bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
        }
    }
}
