internal import Domain
internal import Glibc
internal import PlatformConcurrency
internal import Synchronization

/// Watches folders through one inotify instance, which is created with the first watch.
final class FolderWatcher: Sendable {
    private let inotify = Mutex<Inotify?>(nil)

    deinit {
        inotify.withLock { $0?.close() }
    }

    /// Reports changes to `notify` until it returns `false` or the task is cancelled. A watch that was lost is set up
    /// again once, at once, because the folder may have been replaced. If that fails, `.unavailable` is the last
    /// report.
    func watch(
        _ folder: FolderPath, below: any SubfolderSelection, on executor: ThreadExecutor,
        _ notify: @Sendable (FolderChange, FileName?) async -> Bool
    ) async {
        while !Task.isCancelled {
            do throws(FileFailure) {
                guard try await watchUntilLost(folder, below: below, on: executor, notify) else { return }
            } catch {
                _ = await notify(.unavailable(code: error.watchErrno), nil)
                return
            }
        }
    }

    /// Returns `true` if the watch was lost, `false` if the listener has stopped.
    private func watchUntilLost(
        _ folder: FolderPath, below: any SubfolderSelection, on executor: ThreadExecutor,
        _ notify: @Sendable (FolderChange, FileName?) async -> Bool
    ) async throws(FileFailure) -> Bool {
        let reports = ReportQueue()
        var watches = try await executor.run { () throws(FileFailure) in
            try WatchSet(folder, reports, self.shared())
        }
        defer { watches.end() }
        guard await notify(.watching, nil) else { return false }
        below.observe(reports.wake)
        for await _ in reports.wakeups {
            // A cancelled watch does not take the change, so that the watch that replaces it can.
            if !Task.isCancelled, let selected = below.takeChange() {
                let results = await watches.keep(selected, on: executor)
                for (name, change) in results { guard await notify(change, name) else { return false } }
            }
            for report in reports.take() {
                guard await notify(report.change, report.folder) else { return false }
                guard report.change == .lost else { continue }
                guard let name = report.folder else { return true }
                let change = await watches.renew(name, on: executor)
                guard await notify(change, name) else { return false }
            }
        }
        return false
    }

    /// Returns the inotify instance, which the first call creates.
    private func shared() throws(FileFailure) -> Inotify {
        try inotify.withLock { shared throws(FileFailure) in
            if let shared { return shared }
            let created = try Inotify()
            shared = created
            return created
        }
    }
}

/// The inotify watches of one listener: a folder and selected folders below it.
struct WatchSet {
    private let folder: FolderPath
    private let reports: ReportQueue
    private let inotify: Inotify
    private let own: Int32
    private var below: [FileName: Int32] = [:]

    /// Starts with the folder itself.
    init(_ folder: FolderPath, _ reports: ReportQueue, _ inotify: Inotify) throws(FileFailure) {
        self.folder = folder
        self.reports = reports
        self.inotify = inotify
        own = try inotify.add(Inotify.Listener(reports: reports, folder: nil), at: folder)
    }

    /// Removes the watches that are no longer selected and adds the missing ones. Returns the result of each addition,
    /// sorted by name.
    mutating func keep(_ selected: Set<FileName>, on executor: ThreadExecutor) async -> [(FileName, FolderChange)] {
        for (name, watch) in below where !selected.contains(name) {
            remove(name, watch)
            below[name] = nil
        }
        return await add(selected.filter { below[$0] == nil }.sorted(), on: executor)
    }

    /// Sets up a lost watch again, because the folder may have been replaced.
    mutating func renew(_ name: FileName, on executor: ThreadExecutor) async -> FolderChange {
        if let watch = below.removeValue(forKey: name) { remove(name, watch) }
        return await add([name], on: executor)[0].1
    }

    func end() {
        remove(nil, own)
        for (name, watch) in below { remove(name, watch) }
    }

    private mutating func add(_ names: [FileName], on executor: ThreadExecutor) async -> [(FileName, FolderChange)] {
        let answers = await executor.run { [folder, reports, inotify] in
            names.map { name in
                Result { () throws(FileFailure) in
                    try inotify.add(Inotify.Listener(reports: reports, folder: name), at: folder.appending(name))
                }
            }
        }
        return zip(names, answers).map { name, answer in
            switch answer {
            case .success(let watch):
                below[name] = watch
                return (name, .watching)
            case .failure(let failure):
                return (name, .unavailable(code: failure.watchErrno))
            }
        }
    }

    private func remove(_ name: FileName?, _ watch: Int32) {
        inotify.remove(Inotify.Listener(reports: reports, folder: name), watch)
    }
}

extension FileFailure {
    /// The error to report for a watch that failed.
    var watchErrno: Errno {
        switch self {
        case .missing: .noEntry
        case .denied: .denied
        case .full: .noSpace
        case .nameTooLong: .nameTooLong
        case .failed(let code): code
        default: .io
        }
    }
}

/// Pending reports for one listener. Bounded for slow listeners: equal reports are merged, and if there are too many,
/// one `.lost` replaces them all, after which the listener must list the folder again.
final class ReportQueue: Sendable {
    struct Report {
        /// The subfolder that has changed; `nil` for the watched folder itself.
        let folder: FileName?
        let change: FolderChange
    }

    private struct State {
        var reports: [Report] = []
        /// Folders with an unread `.changed`.
        var changed: Set<FileName?> = []
        var closedFileCount = 0
    }

    private static let capacity = 4096
    /// The number of closed files that are reported by name before `.changed` is reported instead.
    private static let maxClosedReports = 32

    private let state = Mutex(State())
    private let continuation: AsyncStream<Void>.Continuation
    /// Yields when there is something to take. Ends with the listener's task.
    let wakeups: AsyncStream<Void>

    init() {
        (wakeups, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Wakes the listener without a report.
    func wake() { continuation.yield() }

    func put(_ change: FolderChange, in folder: FileName?) {
        state.withLock { state in
            var change = change
            if change.isClosing {
                if state.closedFileCount >= Self.maxClosedReports {
                    change = .changed
                } else {
                    state.closedFileCount += 1
                }
            }
            if change == .changed, !state.changed.insert(folder).inserted { return }
            if state.reports.count >= Self.capacity { state = State(reports: [Report(folder: nil, change: .lost)]) }
            state.reports.append(Report(folder: folder, change: change))
        }
        continuation.yield()
    }

    func take() -> [Report] {
        state.withLock { state in
            defer { state = State() }
            return state.reports
        }
    }
}

extension FolderChange {
    fileprivate var isClosing: Bool { if case .closed = self { true } else { false } }
}
