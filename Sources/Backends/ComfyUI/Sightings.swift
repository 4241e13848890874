import Synchronization

/// When work was first seen to be worked on: the server doesn't tell.
final class Sightings: Sendable {
    private let times = Mutex<[String: Int64]>([:])

    /// How long that work has been seen running, in milliseconds.
    func age(of id: String, now: Int64) -> Int64 {
        times.withLock { times in
            let first = times[id] ?? now
            times[id] = first
            return now - first
        }
    }

    func forget(_ id: String) {
        _ = times.withLock { $0.removeValue(forKey: id) }
    }
}
