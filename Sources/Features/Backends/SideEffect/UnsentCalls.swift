import Domain
import Synchronization

/// Calls that this run began but didn't send, because the database didn't answer. Whether it stored them is unknown; that
/// they bought nothing is certain.
final class UnsentCalls: Sendable {
    private let ids = Mutex<Set<CallID>>([])

    func insert(_ id: CallID) { ids.withLock { _ = $0.insert(id) } }

    func remove(_ id: CallID) { ids.withLock { _ = $0.remove(id) } }

    func contains(_ id: CallID) -> Bool { ids.withLock { $0.contains(id) } }
}
