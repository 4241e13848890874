/// Where gpsd listens: `localhost` or a numeric address, with a port, or the path of a Unix socket. Host names aren't
/// resolved: that could take longer than any timeout.
package enum GPSDAddress: Equatable, Sendable {
    case network(host: String, port: UInt16)
    case socket(FolderPath)

    package static var standardPort: UInt16 { 2947 }
    package static var standard: GPSDAddress { .network(host: "127.0.0.1", port: standardPort) }

    /// As it can be read again.
    package var text: String {
        switch self {
        case .network(let host, let port): (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
        case .socket(let path): path.shown
        }
    }

    /// Reads `/run/gps.sock`, `127.0.0.1`, `127.0.0.1:2947`, `localhost`, `::1` or `[::1]:2947`. `nil` for anything
    /// else.
    package init?(text: String) {
        if text.first == "/" {
            guard !text.utf8.contains(0) else { return nil }
            self = .socket(FolderPath(text))
        } else if text.first == "[" {
            let parts = text.dropFirst().split(separator: "]", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].isEmpty || parts[1].first == ":" else { return nil }
            self.init(host: parts[0], port: parts[1].isEmpty ? nil : parts[1].dropFirst())
        } else {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            if parts.count == 2 { self.init(host: parts[0], port: parts[1]) } else { self.init(host: text, port: nil) }
        }
    }

    private init?(host: some StringProtocol, port: Substring?) {
        guard let number = port.map({ UInt16(digits: $0) }) ?? Self.standardPort, number > 0 else { return nil }
        let host = String(host)
        guard host == "localhost" || IPAddress(host) != nil else { return nil }
        self = .network(host: host, port: number)
    }
}
