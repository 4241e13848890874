/// A strictly parsed URL. Texts that two programs could read differently are rejected: backslashes, spaces and control
/// characters, escapes in the host, a second `@`, and a port that is not a number from 1 to 65535.
package struct WebAddress: Equatable, Sendable {
    /// The parts of a URL that are rejected unless they are allowed explicitly.
    package struct Allowance: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// `user:password@` before the host.
        package static let login = Allowance(rawValue: 1)
        /// Characters outside ASCII, in the host as well.
        package static let international = Allowance(rawValue: 2)
        /// An IPv6 address with its interface, `[fe80::1%25eth0]`.
        package static let zone = Allowance(rawValue: 4)
    }

    /// The schemes of web servers.
    package static let schemes = ["http", "https"]

    /// The scheme in lower case.
    package let scheme: String
    /// The text between `://` and `@`, such as `user:password`; `nil` without an `@`.
    package let login: String?
    /// The host in lower case, without the port: a name, four numbers, or an IPv6 address in brackets.
    package let host: String
    /// The port in the text; `nil` if there is none.
    package let explicitPort: UInt16?
    /// The path: empty, or begins with a slash.
    package let path: String
    package let query: String?
    package let fragment: String?
    package let text: String

    /// Parses a URL. `nil` for schemes other than `schemes`, and for anything that isn't allowed.
    package init?(_ text: String, schemes: [String] = WebAddress.schemes, allowing allowance: Allowance = []) {
        guard let parts = URLParts(text), schemes.contains(parts.scheme.lowercased()) else { return nil }
        let isPlain = text.utf8.allSatisfy { byte in
            33...126 ~= byte && byte != UInt8(ascii: "\\") || byte >= 128 && allowance.contains(.international)
        }
        guard isPlain, parts.login == nil || allowance.contains(.login), parts.login?.contains("@") != true,
            let authority = HostAndPort(parts.server), authority.isHost(allowing: allowance)
        else { return nil }
        if let port = authority.port {
            guard let number = UInt16(digits: port), number > 0 else { return nil }
            explicitPort = number
        } else {
            explicitPort = nil
        }
        scheme = parts.scheme.lowercased()
        login = parts.login.map(String.init)
        host = authority.host.lowercased()
        path = String(parts.path)
        query = parts.query.map(String.init)
        fragment = parts.fragment.map(String.init)
        self.text = text
    }

    /// The port in the text, otherwise the scheme's.
    package var port: UInt16 { explicitPort ?? Self.defaultPort(isEncrypted: isEncrypted) }

    package var isEncrypted: Bool { scheme == "https" }

    package static func defaultPort(isEncrypted: Bool) -> UInt16 { isEncrypted ? 443 : 80 }

    /// Scheme, host and port, as in the text.
    package var origin: String { URLParts(text)?.origin ?? "" }

    /// Returns whether both URLs lead to the same server: the same scheme, host and port.
    package func hasOrigin(of other: WebAddress) -> Bool {
        (scheme, host, port) == (other.scheme, other.host, other.port)
    }

    /// Whether the host is this machine; see `LoopbackHost`.
    package var isOwnMachine: Bool { LoopbackHost.isNamed(host) }

    /// Resolves a reference relative to this URL: a complete URL, or an absolute path on this host. `nil` for anything
    /// else.
    package func resolving(_ reference: String) -> WebAddress? {
        if reference.contains("://") { return WebAddress(reference) }
        guard reference.hasPrefix("/"), !reference.hasPrefix("//") else { return nil }
        return WebAddress(origin + reference)
    }

    /// Returns whether a text has the scheme of a web server, so that it is meant as a URL, valid or not.
    package static func isMeant(by text: some StringProtocol) -> Bool {
        let start = text.prefix(8).lowercased()
        return schemes.contains { start.hasPrefix($0 + "://") }
    }
}

/// A URL's parts, split as in RFC 3986, appendix B, but not checked.
package struct URLParts {
    package let scheme: Substring
    package let login: Substring?
    /// The host and the port.
    package let server: Substring
    package let path: Substring
    package let query: Substring?
    package let fragment: Substring?

    /// Splits a text; `nil` without `://`.
    package init?(_ text: String) {
        guard let separator = text.firstRange(of: "://") else { return nil }
        scheme = text[..<separator.lowerBound]
        let rest = text[separator.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let at = authority.lastIndex(of: "@")
        login = at.map { authority[..<$0] }
        server = at.map { authority[authority.index(after: $0)...] } ?? authority
        let hash = rest.firstIndex(of: "#")
        let pathAndQuery = rest[authority.endIndex..<(hash ?? rest.endIndex)]
        path = pathAndQuery.prefix { $0 != "?" }
        query = path.endIndex < pathAndQuery.endIndex ? pathAndQuery[path.endIndex...].dropFirst() : nil
        fragment = hash.map { rest[rest.index(after: $0)...] }
    }

    package var origin: String { "\(scheme)://\(server)" }

    /// The URL without the parts that may contain a key: login, query and fragment.
    package var shown: String { origin + path }
}

/// A server's name and port as in a URL or a `Host` header, split but not checked further.
package struct HostAndPort {
    /// An IPv6 address is in brackets.
    package let host: Substring
    /// The text after the colon; `nil` without one.
    package let port: Substring?

    /// Splits a text; `nil` if a bracket isn't closed, or something other than a port follows it.
    package init?(_ text: some StringProtocol) {
        let text = Substring(text)
        guard text.hasPrefix("[") else {
            host = text.prefix { $0 != ":" }
            port = host.endIndex < text.endIndex ? text[host.endIndex...].dropFirst() : nil
            return
        }
        guard let end = text.firstIndex(of: "]") else { return nil }
        let rest = text[text.index(after: end)...]
        guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
        host = text[...end]
        port = rest.isEmpty ? nil : rest.dropFirst()
    }

    /// Returns whether the host is a name of letters, digits, `-`, `_` and dots, or an IPv6 address in brackets.
    package func isHost(allowing allowance: WebAddress.Allowance) -> Bool {
        guard host.hasPrefix("[") else {
            return !host.isEmpty && host.allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
        }
        let address = host.dropFirst().dropLast()
        let number = address.prefix { $0 != "%" }
        let isPlain = number.utf8.allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }
        guard isPlain, number.contains(":"), IPAddress(number) != nil else { return false }
        let zone = address[number.endIndex...]
        return zone.isEmpty
            || allowance.contains(.zone) && zone.utf8.dropFirst().allSatisfy { 33...126 ~= $0 && $0 != 91 && $0 != 93 }
    }
}
