/// A strictly parsed http or https URL. Ambiguous texts are rejected.
package struct WebAddress: Equatable, Sendable {
    /// Lower case.
    package let scheme: String
    /// Lower case, without the port: a name, four numbers, or an IPv6 address in brackets.
    package let host: String
    package let port: UInt16
    package let text: String

    /// Parses a URL. `nil` for other schemes, a login, backslashes, escapes in the host, and characters that URLs can't
    /// contain.
    package init?(_ text: String) {
        guard let mark = Self.mark(in: text) else { return nil }
        scheme = text[..<mark.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https", text.utf8.allSatisfy({ 33...126 ~= $0 && $0 != 92 }) else {
            return nil
        }
        let authority = text[mark.upperBound...].prefix { !"/?#".contains($0) }
        guard let (host, port) = Self.parts(authority) else { return nil }
        let usual: UInt16 = scheme == "https" ? 443 : 80
        let number = port.map { UInt16(digits: $0) ?? 0 } ?? usual
        guard number > 0 else { return nil }
        self.host = host
        self.port = number
        self.text = text
    }

    /// Resolves a reference relative to this URL: a complete URL, or an absolute path on this host. `nil` for anything
    /// else.
    package func resolving(_ place: String) -> WebAddress? {
        if place.contains("://") { return WebAddress(place) }
        guard place.hasPrefix("/"), !place.hasPrefix("//") else { return nil }
        return WebAddress(origin + place)
    }

    /// Scheme, host and port, as in the text.
    package var origin: String {
        let head = Self.mark(in: text).map { text[..<$0.upperBound] } ?? ""
        return String(head) + text.dropFirst(head.count).prefix { !"/?#".contains($0) }
    }

    private static func mark(in text: String) -> Range<String.Index>? {
        text.indices.first { text[$0...].hasPrefix("://") }.map { $0..<text.index($0, offsetBy: 3) }
    }

    private static func parts(_ authority: Substring) -> (host: String, port: Substring?)? {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let host = authority[...end]
            let after = authority[authority.index(after: end)...]
            let isPlain = host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
            guard isPlain, after.isEmpty || after.hasPrefix(":") else { return nil }
            return (host.lowercased(), after.isEmpty ? nil : after.dropFirst())
        }
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let isPlain = parts[0].allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." || $0 == "_" }
        guard isPlain, !parts[0].isEmpty else { return nil }
        return (parts[0].lowercased(), parts.count == 2 ? parts[1] : nil)
    }
}
