package import Domain
internal import Glibc
internal import Synchronization

/// The machine's own file system. Every call runs on the given executor, since every call may block.
package final class LocalFileSystem: FileSystem {
    let executor: ThreadExecutor
    private let watcher = FolderWatcher()
    private let syncs: FolderSyncs
    private let own: FolderPath?

    /// `own`: a folder in which all that is made is its owner's alone.
    package init(executor: ThreadExecutor, own: FolderPath? = nil) {
        self.executor = executor
        self.own = own
        syncs = FolderSyncs(executor: executor) { folder in
            Result { () throws(FileFailure) in try FileDescriptor.folder(folder).syncFolder() }
        }
    }

    package func list(_ folder: FolderPath) async throws(FileFailure) -> [FileEntry] {
        try await executor.run { () throws(FileFailure) in try FileDescriptor.folder(folder).list() }
    }

    package func fold<Sum: Sendable>(
        _ folder: FolderPath, below: FileName?, into sum: Sum,
        passing: @escaping @Sendable (inout Sum, FileGlimpse) -> Bool,
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
                // What can't be led to is missing.
                if name.parent != nil, error.isNoWay { return nil }
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
                return try file.entry(named: name).size > 0 && file.isUnwritten
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
        _ heard: @escaping @Sendable (FolderChange, _ below: FileName?) async -> Bool
    ) async {
        await watcher.watch(folder, below: below, on: executor, heard)
    }

    private func sharing(_ folder: FolderPath) -> FileSharing {
        own.map(folder.isWithin) == true ? .owner : .group
    }
}

extension FileFailure {
    /// Whether a folder on the way is missing, is a link or is none.
    fileprivate var isNoWay: Bool {
        switch self {
        case .missing, .notFolder: true
        default: false
        }
    }
}
