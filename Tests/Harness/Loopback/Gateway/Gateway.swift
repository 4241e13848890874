import Synchronization

/// A gateway between clients and providers: a real server on which each provider has its own path. All requests are
/// forwarded, except the requests for work that the fault intercepts.
package final class Gateway: Sendable {
    /// A provider's path and the fault on it.
    package struct Route: Sendable {
        /// The first path component, without slashes.
        package let name: String
        package let upstream: Upstream
        package let fault: GatewayFault
        /// The number of requests for work that the fault intercepts; the rest are forwarded.
        package let times: Int

        package init(_ name: String, to upstream: Upstream, _ fault: GatewayFault, times: Int) {
            self.name = name
            self.upstream = upstream
            self.fault = fault
            self.times = times
        }
    }

    private let server: Server

    package init(_ routes: [Route]) throws {
        let lines = routes.map { ($0.name, Line($0)) }
        let known = Dictionary(lines) { first, _ in first }
        server = try Server { received in
            let parts = received.target.split(separator: "/", maxSplits: 1)
            guard let name = parts.first.map(String.init), let line = known[name] else { return .status(404) }
            let host = received.header("host") ?? ""
            return line.answer(received.without(prefix: "/" + name), at: "http://\(host)/\(name)")
        }
    }

    /// The base URL of a provider, without a trailing slash.
    package func url(_ route: String) -> String { server.url + "/" + route }

    private final class Line: Sendable {
        private let route: Route
        private let taken = Mutex(0)

        init(_ route: Route) {
            self.route = route
        }

        func answer(_ request: ReceivedRequest, at base: String) -> Answer {
            guard route.upstream.beginsWork(request), isTaken() else {
                return route.upstream.answer(request, at: base)
            }
            switch route.fault.reach {
            case .worked: return route.fault.answer(route.upstream.answer(request, at: base))
            case .stopped, .refused: return route.fault.answer(Answer())
            }
        }

        private func isTaken() -> Bool {
            taken.withLock { taken in
                guard taken < route.times else { return false }
                taken += 1
                return true
            }
        }
    }
}

extension ReceivedRequest {
    /// The request as forwarded, with `prefix` removed from its path.
    fileprivate func without(prefix: String) -> ReceivedRequest {
        let rest = head.replacing(" " + prefix, with: " ", maxReplacements: 1)
        return ReceivedRequest(number: number, connection: connection, head: rest, body: body)
    }
}

/// A provider behind a gateway. It answers as the real one does when nothing is wrong, and counts the requests on which
/// it began work, each of which may cost.
package final class Upstream: Sendable {
    /// `base` is the provider's URL as seen by the client, without a trailing slash.
    package typealias Script = @Sendable (_ request: ReceivedRequest, _ base: String, _ worked: Int) -> Answer

    private let isWork: @Sendable (ReceivedRequest) -> Bool
    private let script: Script
    private let count = Mutex(0)

    package init(isWork: @escaping @Sendable (ReceivedRequest) -> Bool, answering script: @escaping Script) {
        self.isWork = isWork
        self.script = script
    }

    /// The number of requests on which it began work.
    package var worked: Int { count.withLock { $0 } }

    /// Whether this request begins work that may cost.
    package func beginsWork(_ request: ReceivedRequest) -> Bool { isWork(request) }

    func answer(_ request: ReceivedRequest, at base: String) -> Answer {
        let worked = count.withLock { count in
            if isWork(request) { count += 1 }
            return count
        }
        return script(request, base, worked)
    }
}
