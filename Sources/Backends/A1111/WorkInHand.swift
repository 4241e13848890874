import Synchronization

/// What is being asked for, by its keys, and what of it was told to stop.
final class WorkInHand: Sendable {
    private let keys = Mutex<[String: Bool]>([:])

    func begin(_ key: String) {
        keys.withLock { $0[key] = false }
    }

    /// Whether it was told to stop.
    func end(_ key: String) -> Bool {
        keys.withLock { $0.removeValue(forKey: key) == true }
    }

    func has(_ key: String) -> Bool {
        keys.withLock { $0[key] != nil }
    }

    /// Whether it is all that is being asked for: what runs at the server is that then, if it runs at all.
    func isAlone(_ key: String) -> Bool {
        keys.withLock { $0[key] != nil && $0.count == 1 }
    }

    func mark(_ key: String, isStopped: Bool) {
        keys.withLock { keys in
            if keys[key] != nil { keys[key] = isStopped }
        }
    }
}
