import Synchronization

/// Work that was asked to be stopped here. What is taken out of the queue leaves no trace at the server, so that only this
/// tells it from work that the server lost.
final class StoppedWork: Sendable {
    private let names = Mutex<Set<String>>([])

    func add(_ id: String) {
        _ = names.withLock { $0.insert(id) }
    }

    /// Whether it is among them, which it is not any more afterwards.
    func remove(_ id: String) -> Bool {
        names.withLock { $0.remove(id) != nil }
    }
}
