package import MVICore
internal import PlatformConcurrency

/// Running work by name. At most one task holds a name; results of a task that has lost its name are ignored.
///
/// Cancelled work counts as unfinished until it has really stopped, so that `replaceInTurn`, `idle()` and `close()`
/// wait for everything that runs, whether it has a name or not.
@MainActor
package final class TaskStore<ID: Hashable & Sendable> {
    private struct Entry {
        let id: ID
        let task: Task<Void, Never>
    }

    /// The serial of the work that holds each name.
    private var holders: [ID: UInt64] = [:]
    /// All work that has not stopped yet, with or without a name, by serial.
    private var unfinished: [UInt64: Entry] = [:]
    private var lastSerial: UInt64 = 0
    /// The number of times that no work was left.
    private let idleTimes = AsyncValue(0)
    private var isClosed = false
    private let executor: (any TaskExecutor)?

    /// `executor` runs work that does not choose another executor; `nil` selects the cooperative pool.
    package init(on executor: (any TaskExecutor)? = nil) {
        self.executor = executor
    }

    /// The names in use. Cancelled work is not included, even while it is still stopping.
    package var running: Set<ID> {
        Set(holders.keys)
    }

    /// Whether no work is running or still stopping.
    package var isIdle: Bool {
        unfinished.isEmpty
    }

    /// Starts `work` under `id`, off the main actor. Once it has stopped, its name is freed and `then` receives its
    /// result, unless the name was taken away before. Starts nothing once closed.
    package func run<Last: Sendable>(
        _ id: ID, ifRunning conflict: Conflict = .replace,
        _ work: @escaping @Sendable (Lease<ID>) async -> Last, then: @escaping @MainActor (Last) -> Void
    ) {
        if isClosed || (conflict == .keep && holders[id] != nil) { return }
        cancel(id)
        let predecessors = conflict == .replaceInTurn ? unfinished.values.filter { $0.id == id }.map(\.task) : []
        lastSerial += 1
        let lease = Lease(id: id, serial: lastSerial)
        holders[id] = lease.serial
        // Ends on the main actor, because returning from elsewhere would wake a thread that finds nothing left to do.
        let operation: @MainActor @Sendable () async -> Void = { [weak self] in
            let last = await Self.perform(lease, work, after: predecessors)
            self?.finish(lease, last, then)
        }
        let task = Task(executorPreference: executor, operation: operation)
        unfinished[lease.serial] = Entry(id: id, task: task)
    }

    /// Waits for the predecessors and then runs `work`, off the main actor. Returns `nil` without running it if it was
    /// replaced while waiting.
    @concurrent
    private static func perform<Last: Sendable>(
        _ lease: Lease<ID>, _ work: @escaping @Sendable (Lease<ID>) async -> Last,
        after predecessors: [Task<Void, Never>]
    ) async -> Last? {
        for predecessor in predecessors { await predecessor.value }
        if !predecessors.isEmpty, Task.isCancelled { return nil }
        return await work(lease)
    }

    /// Cancels the work under `id` and frees its name at once.
    package func cancel(_ id: ID) {
        guard let serial = holders.removeValue(forKey: id) else { return }
        unfinished[serial]?.task.cancel()
    }

    /// Returns whether the work with this lease still holds its name.
    package func isCurrent(_ lease: Lease<ID>) -> Bool {
        holders[lease.id] == lease.serial
    }

    /// Waits until no work is running or still stopping. Returns `false` if the waiting task was cancelled first.
    @discardableResult
    package func idle() async -> Bool {
        while !isIdle {
            let seen = idleTimes.value
            guard await idleTimes.first({ $0 > seen ? true : nil }) != nil else { return false }
        }
        return true
    }

    /// Cancels all work, prevents new work from starting, and waits until all of it has stopped.
    package func close() async {
        isClosed = true
        holders = [:]
        let tasks = unfinished.values.map(\.task)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Frees the name and passes the result on, in this order: `then` may start work of the same name.
    private func finish<Last: Sendable>(_ lease: Lease<ID>, _ last: Last?, _ then: @MainActor (Last) -> Void) {
        unfinished[lease.serial] = nil
        if isCurrent(lease) {
            holders[lease.id] = nil
            if let last { then(last) }
        }
        if isIdle { idleTimes.update { $0 += 1 } }
    }

    isolated deinit {
        for entry in unfinished.values { entry.task.cancel() }
    }
}

/// A token by which work shows that it still holds its name.
///
/// Serials are never reused, so a lease that outlives its work is never mistaken for another.
package struct Lease<ID: Hashable & Sendable>: Hashable, Sendable {
    package let id: ID
    let serial: UInt64
}
