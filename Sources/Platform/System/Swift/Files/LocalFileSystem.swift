package import Domain
internal import Glibc
package import PlatformConcurrency
internal import Synchronization

/// The local file system. Every call may block, so it runs on the given executor.
package final class LocalFileSystem: FileSystem {
    let executor: ThreadExecutor
    private let watcher = FolderWatcher()
    private let syncs: SyncCoalescer
    private let own: FolderPath?

    /// New files and folders within `own` are accessible to their owner only.
    package init(executor: ThreadExecutor, own: FolderPath? = nil) {
        self.executor = executor
        self.own = own
        syncs = SyncCoalescer(executor: executor) { folder in
            Result { () throws(FileFailure) in try FileDescriptor.folder(folder).syncFolder() }
        }
    }

    package func list(_ folder: FolderPath) async throws(FileFailure) -> [FileEntry] {
        try await executor.run { () throws(FileFailure) in try FileDescriptor.folder(folder).list() }
    }

    package func fold<Sum: Sendable>(
        _ folder: FolderPath, below: FileName?, into sum: Sum,
        passing: @escaping @Sendable (inout Sum, DirectoryEntry) -> Bool,
        _ step: @escaping @Sendable (inout Sum, FileEntry) -> Void
    ) async throws(FileFailure) -> Sum {
        try await executor.run { () throws(FileFailure) in
            var sum = sum
            let path = below.map(folder.appending) ?? folder
            try FileDescriptor.folder(path).fold(into: &sum, passing: passing, step)
            return sum
        }
    }

    package func entry(_ name: FileName, in folder: FolderPath) async throws(FileFailure) -> FileEntry? {
        try await executor.run { () throws(FileFailure) in
            do throws(FileFailure) {
                return try FileDescriptor.folder(folder, of: name).entry(name.last)?.named(name)
            } catch {
                // An entry below a missing or blocked folder doesn't exist.
                if name.parent != nil, error.isMissingFolder { return nil }
                throw error
            }
        }
    }

    package func itself(_ folder: FolderPath) async throws(FileFailure) -> FileEntry {
        try await executor.run { () throws(FileFailure) in
            try FileDescriptor.folder(folder).entry(named: folder.name)
        }
    }

    package func move(
        _ name: FileName, from source: FolderPath, to newName: FileName, in target: FolderPath
    ) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in
            let source = try FileDescriptor.folder(source, of: name)
            let target = try FileDescriptor.folder(target, of: newName)
            try source.move(name.last, to: newName.last, in: target)
        }
    }

    package func write(_ bytes: [UInt8], to name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in
            try FileDescriptor.folder(folder, of: name).write(bytes, to: name.last, self.sharing(folder))
        }
    }

    package func replace(
        _ name: FileName, in folder: FolderPath, with bytes: [UInt8]
    ) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in
            try FileDescriptor.folder(folder, of: name).replace(name.last, with: bytes, self.sharing(folder))
        }
    }

    package func rename(_ name: FileName, over newName: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in
            let source = try FileDescriptor.folder(folder, of: name)
            try source.rename(name.last, to: newName.last, in: try FileDescriptor.folder(folder, of: newName))
        }
    }

    package func read(
        _ name: FileName, in folder: FolderPath, limit: Int
    ) async throws(FileFailure) -> [UInt8] {
        try await executor.run { () throws(FileFailure) in
            try FileDescriptor.file(name, in: folder).all(limit: limit)
        }
    }

    package func isAtRest(_ name: FileName, in folder: FolderPath) async -> Bool {
        do throws(FileFailure) {
            return try await executor.run { () throws(FileFailure) in
                let file = try FileDescriptor.file(name, in: folder)
                return try file.entry(named: name).size > 0 && file.hasNoWriter
            }
        } catch {
            return false
        }
    }

    package func sync(_ folder: FolderPath) async throws(FileFailure) {
        try await syncs.sync(folder)
    }

    package func remove(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in
            try FileDescriptor.folder(folder, of: name).unlink(name.last)
        }
    }

    package func makeFolder(_ folder: FolderPath) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in
            try FileDescriptor.makeFolder(folder, self.sharing(folder))
        }
    }

    package func makeFolder(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in
            try FileDescriptor.makeFolder(name, in: folder, self.sharing(folder))
        }
    }

    package func space(at folder: FolderPath) async throws(FileFailure) -> DiskSpace {
        try await executor.run { () throws(FileFailure) in try DiskSpace(at: folder) }
    }

    package func watch(
        _ folder: FolderPath, below: any SubfolderSelection,
        _ notify: @escaping @Sendable (FolderChange, _ below: FileName?) async -> Bool
    ) async {
        await watcher.watch(folder, below: below, on: executor, notify)
    }

    private func sharing(_ folder: FolderPath) -> FileSharing {
        own.map(folder.isWithin) == true ? .owner : .group
    }
}

extension FileFailure {
    /// Whether a folder on the path is missing or is not a folder.
    fileprivate var isMissingFolder: Bool {
        switch self {
        case .missing, .notFolder: true
        default: false
        }
    }
}

/// Coalesces fsyncs of folders. A request that arrives during a sync of the same folder is served by the next one,
/// together with all others that arrived meanwhile. An idle folder is synced at once. No request is ever answered by a
/// sync that began before it.
final class SyncCoalescer: Sendable {
    typealias Outcome = Result<Void, FileFailure>
    typealias Answer = @Sendable (Outcome) -> Void

    /// The callers waiting for the next sync of each folder that is being served.
    private let waiting = Mutex<[FolderPath: [Answer]]>([:])
    private let executor: ThreadExecutor
    private let sync: @Sendable (FolderPath) -> Outcome

    /// `sync` runs, and blocks, on one of the executor's threads.
    init(executor: ThreadExecutor, sync: @escaping @Sendable (FolderPath) -> Outcome) {
        self.executor = executor
        self.sync = sync
    }

    func sync(_ folder: FolderPath) async throws(FileFailure) {
        if executor.isHere, beginSync(folder) { return try syncHere(folder).get() }
        try await withCheckedContinuation { waiter in request(folder) { waiter.resume(returning: $0) } }.get()
    }

    func request(_ folder: FolderPath, _ answer: @escaping Answer) {
        let isFirst = waiting.withLock { waiting in
            defer { waiting[folder, default: []].append(answer) }
            return waiting[folder] == nil
        }
        guard isFirst else { return }
        if !executor.post({ self.serve(folder) }) { serve(folder) }
    }

    /// Marks an idle folder as being served by the caller. Returns `false` if it is being served already.
    private func beginSync(_ folder: FolderPath) -> Bool {
        waiting.withLock { waiting in
            if waiting[folder] != nil { return false }
            waiting[folder] = []
            return true
        }
    }

    /// Syncs on the current thread, which belongs to the executor. Requests that arrive meanwhile are served on another
    /// thread.
    private func syncHere(_ folder: FolderPath) -> Outcome {
        let outcome = sync(folder)
        let isAwaited = waiting.withLock { waiting in
            if waiting[folder]?.isEmpty == true { waiting[folder] = nil }
            return waiting[folder] != nil
        }
        if isAwaited, !executor.post({ self.serve(folder) }) { serve(folder) }
        return outcome
    }

    private func serve(_ folder: FolderPath) {
        while case let answers = takeWaiting(folder), !answers.isEmpty {
            let outcome = sync(folder)
            for answer in answers { answer(outcome) }
        }
    }

    /// Takes the callers waiting now. If there are none, the folder becomes idle.
    private func takeWaiting(_ folder: FolderPath) -> [Answer] {
        waiting.withLock { waiting in
            let answers = waiting.removeValue(forKey: folder) ?? []
            if !answers.isEmpty { waiting[folder] = [] }
            return answers
        }
    }
}
