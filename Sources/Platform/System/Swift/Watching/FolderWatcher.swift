internal import Domain
internal import Synchronization
internal import Glibc

/// Watches folders through one inotify instance, which begins with the first watch.
final class FolderWatcher: Sendable {
    private let inotify = Mutex<Inotify?>(nil)

    deinit {
        inotify.withLock { $0?.close() }
    }

    /// Tells `heard` until it answers `false` or the task is cancelled. A folder that went away is tried again once,
    /// at once: it may have been replaced. If that fails, `.unavailable` is the last hint.
    func watch(
        _ folder: FolderPath, on executor: ThreadExecutor, _ heard: @Sendable (FolderChange) async -> Bool
    ) async {
        while !Task.isCancelled {
            do throws(FileFailure) {
                guard try await watchOnce(folder, on: executor, heard) else { return }
            } catch {
                _ = await heard(.unavailable(code: error.code))
                return
            }
        }
    }

    /// Whether to go on: `true` when the watch was lost, `false` when nobody listens any more.
    private func watchOnce(
        _ folder: FolderPath, on executor: ThreadExecutor, _ heard: @Sendable (FolderChange) async -> Bool
    ) async throws(FileFailure) -> Bool {
        let mailbox = Mailbox()
        let (inotify, watch) = try await executor.run { () throws(FileFailure) in
            let inotify = try self.shared()
            return (inotify, try inotify.add(mailbox, at: folder))
        }
        defer { inotify.remove(mailbox, watch) }
        guard await heard(.watching) else { return false }
        for await _ in mailbox.rings {
            for change in mailbox.take() {
                guard await heard(change) else { return false }
                if change == .lost { return true }
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

extension FileFailure {
    /// The number to show for a watch that can't be.
    fileprivate var code: Int32 {
        switch self {
        case .missing: ENOENT
        case .denied: EACCES
        case .full: ENOSPC
        case .nameTooLong: ENAMETOOLONG
        case .failed(let code): code
        default: EIO
        }
    }
}
