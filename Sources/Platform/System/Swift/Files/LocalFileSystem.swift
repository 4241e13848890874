public import Domain
internal import Glibc
internal import Synchronization

/// The machine's own file system. Every call runs on the given executor, since every call may block.
public final class LocalFileSystem: FileSystem {
    let executor: ThreadExecutor
    private let watcher = FolderWatcher()

    public init(executor: ThreadExecutor) {
        self.executor = executor
    }

    public func list(_ folder: FolderPath) async throws(FileFailure) -> [FileEntry] {
        try await executor.run { () throws(FileFailure) in try FileDescriptor.folder(folder).list() }
    }

    public func entry(_ name: FileName, in folder: FolderPath) async throws(FileFailure) -> FileEntry? {
        try await executor.run { () throws(FileFailure) in try FileDescriptor.folder(folder).entry(name) }
    }

    public func move(
        _ name: FileName, from source: FolderPath, to newName: FileName, in target: FolderPath
    ) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in
            let source = try FileDescriptor.folder(source)
            let target = try FileDescriptor.folder(target)
            try source.move(name, to: newName, in: target)
        }
    }

    public func write(_ bytes: [UInt8], to name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in
            try FileDescriptor.folder(folder).write(bytes, to: name)
        }
    }

    public func replace(
        _ name: FileName, in folder: FolderPath, with bytes: [UInt8]
    ) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in
            try FileDescriptor.folder(folder).replace(name, with: bytes)
        }
    }

    public func read(
        _ name: FileName, in folder: FolderPath, limit: Int
    ) async throws(FileFailure) -> [UInt8] {
        try await executor.run { () throws(FileFailure) in
            try FileDescriptor.folder(folder).file(beneath: name).all(limit: limit)
        }
    }

    public func sync(_ folder: FolderPath) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in try FileDescriptor.folder(folder).syncFolder() }
    }

    public func remove(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in try FileDescriptor.folder(folder).unlink(name) }
    }

    public func makeFolder(_ folder: FolderPath) async throws(FileFailure) {
        try await executor.run { () throws(FileFailure) in try FileDescriptor.makeFolder(folder) }
    }

    public func space(at folder: FolderPath) async throws(FileFailure) -> DiskSpace {
        try await executor.run { () throws(FileFailure) in try DiskSpace(at: folder) }
    }

    public func watch(_ folder: FolderPath, _ heard: @escaping @Sendable (FolderChange) async -> Bool) async {
        await watcher.watch(folder, on: executor, heard)
    }
}
