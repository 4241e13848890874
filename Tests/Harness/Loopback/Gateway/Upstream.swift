import Synchronization

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
