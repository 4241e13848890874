internal import Domain
internal import Glibc
internal import Synchronization

/// Watches folders through one inotify instance, which begins with the first watch.
final class FolderWatcher: Sendable {
    private let inotify = Mutex<Inotify?>(nil)

    deinit {
        inotify.withLock { $0?.close() }
    }

    /// Tells `heard` until it answers `false` or the task is cancelled. A folder that went away is tried again once,
    /// at once: it may have been replaced. If that fails, `.unavailable` is the last hint.
    func watch(
        _ folder: FolderPath, below: any SubfolderSelection, on executor: ThreadExecutor,
        _ heard: @Sendable (FolderChange, FileName?) async -> Bool
    ) async {
        while !Task.isCancelled {
            do throws(FileFailure) {
                guard try await watchOnce(folder, below: below, on: executor, heard) else { return }
            } catch {
                _ = await heard(.unavailable(code: error.watchErrno), nil)
                return
            }
        }
    }

    /// Whether to go on: `true` when the watch was lost, `false` when nobody listens any more.
    private func watchOnce(
        _ folder: FolderPath, below: any SubfolderSelection, on executor: ThreadExecutor,
        _ heard: @Sendable (FolderChange, FileName?) async -> Bool
    ) async throws(FileFailure) -> Bool {
        let mailbox = Mailbox()
        var marks = try await executor.run { () throws(FileFailure) in
            try WatchMarks(folder, mailbox, self.shared())
        }
        defer { marks.end() }
        guard await heard(.watching, nil) else { return false }
        below.observe(mailbox.ring)
        for await _ in mailbox.rings {
            // A cancelled watch leaves the change to the one that follows it.
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
