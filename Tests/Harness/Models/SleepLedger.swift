/// Who sleeps on a manual clock, and who waits for sleepers. A plain value; the clock keeps it behind its lock.
struct SleepLedger {
    struct Sleeper {
        let id: UInt64
        let deadline: ManualClock.Instant
        let wake: CheckedContinuation<Void, any Error>
    }

    struct Watcher {
        let count: Int
        let wake: CheckedContinuation<Void, Never>
    }

    var now: ManualClock.Instant
    var sleepers: [Sleeper] = []
    var watchers: [Watcher] = []
    private var lastID: UInt64 = 0

    init(now: ManualClock.Instant) {
        self.now = now
    }

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    mutating func remove(_ id: UInt64) -> Sleeper? {
        sleepers.firstIndex { $0.id == id }.map { sleepers.remove(at: $0) }
    }

    /// Takes out whoever is due at `instant`: the earliest first, among equals who came first.
    mutating func advance(to instant: ManualClock.Instant) -> [Sleeper] {
        now = max(now, instant)
        let due = sleepers.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        sleepers.removeAll { $0.deadline <= now }
        return due
    }

    mutating func watchersDue() -> [Watcher] {
        let due = watchers.filter { $0.count <= sleepers.count }
        watchers.removeAll { $0.count <= sleepers.count }
        return due
    }
}
