import Synchronization

/// A gateway between clients and providers: a real server, which each provider has a path of its own on. All requests
/// are passed on, but those for work that its fault takes.
package final class Gateway: Sendable {
    /// A provider's path, and what happens on it.
    package struct Route: Sendable {
        /// The first part of the path, without slashes.
        package let name: String
        package let upstream: Upstream
        package let fault: GatewayFault
        /// How many requests for work the fault takes; the rest are passed on.
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

    /// Where a provider is reached, without a slash at the end.
    package func url(_ route: String) -> String { server.url + "/" + route }

    private final class Line: Sendable {
        private let route: Route
        private let taken = Mutex(0)

        init(_ route: Route) {
            self.route = route
        }

        func answer(_ request: Received, at base: String) -> Answer {
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

extension Received {
    /// The request as it is passed on, with a path that doesn't begin with `prefix`.
    fileprivate func without(prefix: String) -> Received {
        let rest = head.replacing(" " + prefix, with: " ", maxReplacements: 1)
        return Received(number: number, connection: connection, head: rest, body: body)
    }
}

/// A provider that stands behind a gateway. It answers as the real one does while nothing is wrong, and counts the
/// requests on which it began work: each of them may cost.
package final class Upstream: Sendable {
    /// `base` is the address, as a client sees it, under which the provider is reached; without a slash at the end.
    package typealias Script = @Sendable (_ request: Received, _ base: String, _ worked: Int) -> Answer

    private let isWork: @Sendable (Received) -> Bool
    private let script: Script
    private let count = Mutex(0)

    package init(isWork: @escaping @Sendable (Received) -> Bool, answering script: @escaping Script) {
        self.isWork = isWork
        self.script = script
    }

    /// How many requests it has begun work on.
    package var worked: Int { count.withLock { $0 } }

    /// Whether this request begins work that may cost.
    package func beginsWork(_ request: Received) -> Bool { isWork(request) }

    func answer(_ request: Received, at base: String) -> Answer {
        let worked = count.withLock { count in
            if isWork(request) { count += 1 }
            return count
        }
        return script(request, base, worked)
    }
}
