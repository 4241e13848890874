internal import Domain
internal import PlatformHTTPServer

/// Refuses what a web page could have sent, by itself or by a name that it made point here.
enum RequestGuard {
    static func check(_ head: RequestHead, _ target: RequestTarget, _ door: Door) throws(Rejection) {
        for header in ["Origin", "Referer"] where head[header] != nil {
            throw .refused(.fromWebPage(header: header))
        }
        let hosts = head.headers.filter { $0.name.lowercased() == "host" }.map(\.value)
        guard let host = target.host ?? hosts.first else {
            guard head.isCurrent else { return }
            throw .refused(.hostMissing)
        }
        for named in Set(hosts + [host]) where !door.isOurs(named) { throw .refused(.foreignHost(named)) }
    }
}
