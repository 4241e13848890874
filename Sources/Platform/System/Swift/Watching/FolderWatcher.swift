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

    /// Reports changes to `heard` until it returns `false` or the task is cancelled. A watch that was lost is set up
    /// again once, at once, because the folder may have been replaced. If that fails, `.unavailable` is the last
    /// report.
    func watch(
        _ folder: FolderPath, below: any SubfolderSelection, on executor: ThreadExecutor,
        _ heard: @Sendable (FolderChange, FileName?) async -> Bool
    ) async {
        while !Task.isCancelled {
            do throws(FileFailure) {
                guard try await watchUntilLost(folder, below: below, on: executor, heard) else { return }
            } catch {
                _ = await heard(.unavailable(code: error.watchErrno), nil)
                return
            }
        }
    }

    /// Returns `true` if the watch was lost, `false` if the listener has stopped.
    private func watchUntilLost(
        _ folder: FolderPath, below: any SubfolderSelection, on executor: ThreadExecutor,
        _ heard: @Sendable (FolderChange, FileName?) async -> Bool
    ) async throws(FileFailure) -> Bool {
        let mailbox = Mailbox()
        var marks = try await executor.run { () throws(FileFailure) in
            try WatchSet(folder, mailbox, self.shared())
        }
        defer { marks.end() }
        guard await heard(.watching, nil) else { return false }
        below.observe(mailbox.ring)
        for await _ in mailbox.rings {
            // A cancelled watch does not take the change, so that the watch that replaces it can.
            if !Task.isCancelled, let selected = below.takeChange() {
                let results = await marks.keep(selected, on: executor)
                for (name, change) in results { guard await heard(change, name) else { return false } }
            }
            for letter in mailbox.take() {
                guard await heard(letter.change, letter.folder) else { return false }
                guard letter.change == .lost else { continue }
                guard let name = letter.folder else { return true }
                let change = await marks.renew(name, on: executor)
                guard await heard(change, name) else { return false }
            }
        }
        return false
    }

    private func shared() throws(FileFailure) -> Inotify {
        let answer = inotify.withLock { kept in
            Result { () throws(FileFailure) -> Inotify in
                if let kept { return kept }
                let made = try Inotify()
                kept = made
                return made
            }
        }
        return try answer.get()
    }
}

/// The inotify watches of one listener: a folder and selected folders below it.
struct WatchSet {
    private let folder: FolderPath
    private let mailbox: Mailbox
    private let inotify: Inotify
    private let own: Int32
    private var below: [FileName: Int32] = [:]

    /// Starts with the folder itself.
    init(_ folder: FolderPath, _ mailbox: Mailbox, _ inotify: Inotify) throws(FileFailure) {
        self.folder = folder
        self.mailbox = mailbox
        self.inotify = inotify
        own = try inotify.add(Inotify.Listener(mailbox: mailbox, folder: nil), at: folder)
    }

    /// Removes the watches that are no longer selected and adds the missing ones. Returns the result of each addition,
    /// sorted by name.
    mutating func keep(_ selected: Set<FileName>, on executor: ThreadExecutor) async -> [(FileName, FolderChange)] {
        for (name, watch) in below where !selected.contains(name) {
            remove(name, watch)
            below[name] = nil
        }
        return await mark(selected.filter { below[$0] == nil }.sorted(), on: executor)
    }

    /// Sets up a lost watch again, because the folder may have been replaced.
    mutating func renew(_ name: FileName, on executor: ThreadExecutor) async -> FolderChange {
        if let watch = below.removeValue(forKey: name) { remove(name, watch) }
        return await mark([name], on: executor)[0].1
    }

    func end() {
        remove(nil, own)
        for (name, watch) in below { remove(name, watch) }
    }

    private mutating func mark(_ names: [FileName], on executor: ThreadExecutor) async -> [(FileName, FolderChange)] {
        let answers = await executor.run { [folder, mailbox, inotify] in
            names.map { name in
                Result { () throws(FileFailure) in
                    try inotify.add(Inotify.Listener(mailbox: mailbox, folder: name), at: folder.appending(name))
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
        inotify.remove(Inotify.Listener(mailbox: mailbox, folder: name), watch)
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

/// Pending reports for one listener. Bounded for slow listeners: equal reports are merged, and if there are too many
/// they are replaced with one `.lost`, after which the listener must list the folder again.
final class Mailbox: Sendable {
    struct MailboxEntry {
        /// The subfolder concerned, `nil` for the watched folder itself.
        let folder: FileName?
        let change: FolderChange
    }

    private struct Pile {
        var letters: [MailboxEntry] = []
        /// Folders with an unread `.changed`.
        var changed: Set<FileName?> = []
        var closedFileCount = 0
    }

    private static let room = 4096
    /// The number of closed files that are reported by name before `.changed` is reported instead.
    private static let maxClosedReports = 32

    private let pile = Mutex(Pile())
    private let bell: AsyncStream<Void>.Continuation
    /// Yields when there is something to take. Ends with the listener's task.
    let rings: AsyncStream<Void>

    init() {
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Wakes the listener without a report.
    func ring() { bell.yield() }

    func put(_ change: FolderChange, in folder: FileName?) {
        pile.withLock { pile in
            var change = change
            if change.isClosing {
                if pile.closedFileCount >= Self.maxClosedReports {
                    change = .changed
                } else {
                    pile.closedFileCount += 1
                }
            }
            if change == .changed, !pile.changed.insert(folder).inserted { return }
            if pile.letters.count >= Self.room { pile = Pile(letters: [MailboxEntry(folder: nil, change: .lost)]) }
            pile.letters.append(MailboxEntry(folder: folder, change: change))
        }
        bell.yield()
    }

    func take() -> [MailboxEntry] {
        pile.withLock { pile in
            defer { pile = Pile() }
            return pile.letters
        }
    }
}

extension FolderChange {
    fileprivate var isClosing: Bool { if case .closed = self { true } else { false } }
}
