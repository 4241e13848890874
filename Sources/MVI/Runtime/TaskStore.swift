package import MVICore

/// Running work, by name. At most one task holds a name; a task that lost its name can no longer be heard.
///
/// Work that was cancelled keeps its place among the unfinished until it has really stopped, so that
/// `replaceInTurn`, `idle()` and `close()` wait for what runs, not for what is named.
@MainActor
package final class TaskStore<ID: Hashable & Sendable> {
    private struct Entry {
        let id: ID
        let task: Task<Void, Never>
    }

    /// The serial of the work that holds each name.
    private var holders: [ID: UInt64] = [:]
    /// Everything that has not stopped yet, named or not, by serial.
    private var unfinished: [UInt64: Entry] = [:]
    private var lastSerial: UInt64 = 0
    private let bell = IdleBell()
    private var isClosed = false
    private let executor: (any TaskExecutor)?

    /// `executor` is where work runs as long as it names no other place; `nil` is the cooperative pool.
    package init(on executor: (any TaskExecutor)? = nil) {
        self.executor = executor
    }

    /// The names in use. Work that was cancelled is not among them, even while it still winds down.
    package var running: Set<ID> {
        Set(holders.keys)
    }

    /// Whether nothing runs and nothing winds down.
    package var isIdle: Bool {
        unfinished.isEmpty
    }

    /// Starts `work` under `id`, off the main actor. Once the work has stopped its name is freed and, unless
    /// the name had been taken away before, `then` hears what it returned. Starts nothing once closed.
    package func run<Last: Sendable>(
        _ id: ID, ifRunning conflict: Conflict = .replace,
        _ work: @escaping @Sendable (Lease<ID>) async -> Last, then: @escaping @MainActor (Last) -> Void
    ) {
        if isClosed || (conflict == .keep && holders[id] != nil) { return }
        cancel(id)
        let elders = conflict == .replaceInTurn ? unfinished.values.filter { $0.id == id }.map(\.task) : []
        lastSerial += 1
        let lease = Lease(id: id, serial: lastSerial)
        holders[id] = lease.serial
        // It ends on the main actor: one that returned from there would wake a thread only to find nothing left to do.
        let whole: @MainActor @Sendable () async -> Void = { [weak self] in
            let last = await Self.take(lease, work, after: elders)
            self?.finish(lease, last, then)
        }
        let task = Task(executorPreference: executor, operation: whole)
        unfinished[lease.serial] = Entry(id: id, task: task)
    }

    /// Waits for its turn and works, off the main actor. `nil`: replaced while it waited: the newest alone runs.
    @concurrent
    private static func take<Last: Sendable>(
        _ lease: Lease<ID>, _ work: @escaping @Sendable (Lease<ID>) async -> Last, after elders: [Task<Void, Never>]
    ) async -> Last? {
        for elder in elders { await elder.value }
        if !elders.isEmpty, Task.isCancelled { return nil }
        return await work(lease)
    }

    /// Cancels the work under `id` and takes its name away at once.
    package func cancel(_ id: ID) {
        guard let serial = holders.removeValue(forKey: id) else { return }
        unfinished[serial]?.task.cancel()
    }

    /// Whether the holder of `lease` may still be heard.
    package func isCurrent(_ lease: Lease<ID>) -> Bool {
        holders[lease.id] == lease.serial
    }

    /// Waits until nothing runs and nothing winds down. `false` when the waiting itself was cancelled first.
    @discardableResult
    package func idle() async -> Bool {
        while !isIdle {
            guard await bell.wait(since: bell.rings) else { return false }
        }
        return true
    }

    /// Cancels everything, lets nothing start any more, and waits until all of it has stopped.
    package func close() async {
        isClosed = true
        holders = [:]
        let tasks = unfinished.values.map(\.task)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Frees the name before `then` hears the last word, so that it may start the same work again.
    private func finish<Last: Sendable>(_ lease: Lease<ID>, _ last: Last?, _ then: @MainActor (Last) -> Void) {
        unfinished[lease.serial] = nil
        if isCurrent(lease) {
            holders[lease.id] = nil
            if let last { then(last) }
        }
        if isIdle { bell.ring() }
    }

    isolated deinit {
        for entry in unfinished.values { entry.task.cancel() }
    }
}
