package import Domain
import Synchronization

/// A disk that may lose at a power cut what wasn't synced. The other users of the folders access it directly; the
/// service accesses it through `SimulatedFiles` and `SimulatedBlobs`.
package final class SimulatedDisk: Sendable {
    private struct State {
        var tree = SimulatedTree()
        var watchers: [UInt64: (folder: FolderPath, hear: AsyncStream<FolderChange>.Continuation)] = [:]
        var lastWatcher: UInt64 = 0
        /// The number of changes, which is the part of their times that is finer than the clock.
        var changes: Int64 = 0
        var written: [NameLocation: [UInt8]] = [:]
    }

    private let state = Mutex(State())
    private let utc: @Sendable () -> UTCMillis

    package init(utc: @escaping @Sendable () -> UTCMillis) {
        self.utc = utc
    }

    package func makeFolder(_ path: FolderPath) {
        state.withLock { $0.tree.makeFolder(path) }
    }

    package func list(_ folder: FolderPath) throws(FileFailure) -> [FileEntry] {
        try state.withLock { state throws(FileFailure) in
            guard let names = state.tree.folders[folder] else { throw .missing }
            return names.sorted { $0.key < $1.key }.compactMap { state.tree.entry($0.key, number: $0.value) }
        }
    }

    /// The names of the subfolders, sorted.
    package func folders(in folder: FolderPath) -> [FileName] {
        state.withLock { $0.tree.folders.keys.filter { $0 != folder && $0.folder == folder }.map(\.name).sorted() }
    }

    package func entry(_ name: FileName, in folder: FolderPath) throws(FileFailure) -> FileEntry? {
        try state.withLock { state throws(FileFailure) in
            try state.tree.inode(name, in: folder).flatMap { state.tree.entry(name, number: $0) }
        }
    }

    package func read(_ name: FileName, in folder: FolderPath) throws(FileFailure) -> [UInt8] {
        try state.withLock { state throws(FileFailure) in try state.tree.file(name, in: folder).bytes }
    }

    /// Writes a file, creating it if needed. Nothing is durable yet.
    package func write(_ bytes: [UInt8], to name: FileName, in folder: FolderPath) throws(FileFailure) {
        try change(in: [folder], .changed) { state, now throws(FileFailure) in
            if try state.tree.inode(name, in: folder) == nil {
                try state.tree.create(name, in: folder, modified: now)
            }
            try state.tree.fill(name, in: folder, with: bytes, modified: now)
            state.written[NameLocation(folder: folder, name: name)] = bytes
        }
    }

    /// Overwrites a file through an open descriptor, wherever the file has been moved, and sets its modification time.
    /// The change is durable immediately. Does nothing if the file is gone or its content isn't `old`.
    package func write(
        _ bytes: [UInt8], over old: [UInt8], into inode: UInt64, of folder: FolderPath, modified: UTCNanos?
    ) {
        try? change(in: [folder], .changed) { state, now throws(FileFailure) in
            guard state.tree[inode]?.bytes == old else { return }
            state.tree[inode]?.bytes = bytes
            state.tree[inode]?.synced = bytes
            state.tree[inode]?.modified = modified ?? now
            state.tree[inode]?.changed = now
        }
    }

    /// The content last written under a name, even if the file is gone.
    func lastWritten(_ name: FileName, in folder: FolderPath) -> [UInt8]? {
        state.withLock { $0.written[NameLocation(folder: folder, name: name)] }
    }

    /// Throws `.exists` unless `replacing`.
    package func rename(
        _ name: FileName, from source: FolderPath, to newName: FileName, in target: FolderPath, replacing: Bool = false
    ) throws(FileFailure) {
        try change(in: [source], .changed) { state, _ throws(FileFailure) in
            if !replacing, try state.tree.inode(newName, in: target) != nil { throw .exists }
            try state.tree.rename(name, from: source, to: newName, in: target)
        }
        tell(source == target ? .changed : .arrived(newName), target)
    }

    package func unlink(_ name: FileName, in folder: FolderPath) throws(FileFailure) {
        try change(in: [folder], .changed) { state, _ throws(FileFailure) in
            try state.tree.unlink(name, in: folder)
        }
    }

    package func sync(_ name: FileName, in folder: FolderPath) throws(FileFailure) {
        try state.withLock { state throws(FileFailure) in try state.tree.sync(name, in: folder) }
    }

    package func sync(_ folder: FolderPath) throws(FileFailure) {
        try state.withLock { state throws(FileFailure) in try state.tree.sync(folder) }
    }

    /// Cuts the power and restores it.
    package func cut(_ rng: inout SplitMix64) {
        rng = state.withLock { [rng] state in
            var rng = rng
            state.tree.cut(&rng)
            return rng
        }
    }

    /// Notifications of changes in a folder, for as long as the stream is consumed.
    func changes(in folder: FolderPath) -> AsyncStream<FolderChange> {
        let (stream, hear) = AsyncStream.makeStream(of: FolderChange.self)
        let ticket = state.withLock { state in
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = (folder, hear)
            return state.lastWatcher
        }
        hear.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: ticket) }
        }
        return stream
    }

    private func change(
        in folders: [FolderPath], _ news: FolderChange,
        _ work: (inout State, _ now: UTCNanos) throws(FileFailure) -> Void
    ) throws(FileFailure) {
        let now = utc().milliseconds * 1_000_000
        try state.withLock { state throws(FileFailure) in
            // Every change within a millisecond gets a distinct time, as on a disk with a fine enough clock. Times follow
            // the clock, also when it is set back.
            state.changes = (state.changes + 1) % 1_000_000
            try work(&state, UTCNanos(now + state.changes))
        }
        for folder in folders { tell(news, folder) }
    }

    private func tell(_ news: FolderChange, _ folder: FolderPath) {
        let hearers = state.withLock { state in
            state.watchers.filter { $0.value.folder == folder }.sorted { $0.key < $1.key }.map(\.value.hear)
        }
        for hearer in hearers { hearer.yield(news) }
    }
}

extension SimulatedTree {
    fileprivate func entry(_ name: FileName, number: UInt64) -> FileEntry? {
        self[number].map { file in
            FileEntry(
                name: name, kind: .file, device: 1, inode: number, size: Int64(file.bytes.count),
                modified: file.modified, changed: file.changed)
        }
    }
}
