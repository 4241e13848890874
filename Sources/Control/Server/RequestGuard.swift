internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// Refuses what a web page could have sent, by itself or by a name that it made point here.
enum RequestGuard {
    static func check(_ head: RequestHead, _ target: RequestTarget) throws(Rejection) {
        for header in ["Origin", "Referer"] where head[header] != nil {
            throw .refused(.fromWebPage(header: header))
        }
        let hosts = head.headers.filter { $0.name.lowercased() == "host" }.map(\.value)
        guard let host = target.host ?? hosts.first else {
            guard head.isCurrent else { return }
            throw .refused(.hostMissing)
        }
        for named in Set(hosts + [host]) where !isOurs(named) { throw .refused(.foreignHost(named)) }
    }

    /// The name with or without a port.
    private static func isOurs(_ host: String) -> Bool {
        let parts = host.lowercased().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, name == ControlHeader.host || name == "localhost" else { return false }
        return parts.count == 1 || parts[1].utf8.allSatisfy { (48...57).contains($0) }
    }
}
