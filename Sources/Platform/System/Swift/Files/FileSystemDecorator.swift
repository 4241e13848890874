package import Domain

/// A file system that changes some operations of another one. Operations that it doesn't implement are those of `base`,
/// in the folder that `located` returns; free space is that of the given path.
package protocol FileSystemDecorator: FileSystem {
    var base: any FileSystem { get }

    /// Maps a folder to the one to use instead of it.
    func located(_ folder: FolderPath) -> FolderPath
}

extension FileSystemDecorator {
    package func located(_ folder: FolderPath) -> FolderPath { folder }

    package func list(_ folder: FolderPath) async throws(FileFailure) -> [FileEntry] {
        try await base.list(located(folder))
    }

    package func fold<Sum: Sendable>(
        _ folder: FolderPath, below: FileName?, into sum: Sum,
        passing: @escaping @Sendable (inout Sum, DirectoryEntry) -> Bool,
        _ step: @escaping @Sendable (inout Sum, FileEntry) -> Void
    ) async throws(FileFailure) -> Sum {
        try await base.fold(located(folder), below: below, into: sum, passing: passing, step)
    }

    package func entry(_ name: FileName, in folder: FolderPath) async throws(FileFailure) -> FileEntry? {
        try await base.entry(name, in: located(folder))
    }

    package func itself(_ folder: FolderPath) async throws(FileFailure) -> FileEntry {
        try await base.itself(located(folder))
    }

    package func read(_ name: FileName, in folder: FolderPath, limit: Int) async throws(FileFailure) -> [UInt8] {
        try await base.read(name, in: located(folder), limit: limit)
    }

    package func isAtRest(_ name: FileName, in folder: FolderPath) async -> Bool {
        await base.isAtRest(name, in: located(folder))
    }

    package func move(
        _ name: FileName, from source: FolderPath, to newName: FileName, in target: FolderPath
    ) async throws(FileFailure) {
        try await base.move(name, from: located(source), to: newName, in: located(target))
    }

    package func write(_ bytes: [UInt8], to name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await base.write(bytes, to: name, in: located(folder))
    }

    package func replace(_ name: FileName, in folder: FolderPath, with bytes: [UInt8]) async throws(FileFailure) {
        try await base.replace(name, in: located(folder), with: bytes)
    }

    package func rename(_ name: FileName, over newName: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await base.rename(name, over: newName, in: located(folder))
    }

    package func sync(_ folder: FolderPath) async throws(FileFailure) { try await base.sync(located(folder)) }

    package func remove(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await base.remove(name, in: located(folder))
    }

    package func makeFolder(_ folder: FolderPath) async throws(FileFailure) {
        try await base.makeFolder(located(folder))
    }

    package func makeFolder(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await base.makeFolder(name, in: located(folder))
    }

    package func space(at folder: FolderPath) async throws(FileFailure) -> DiskSpace {
        try await base.space(at: folder)
    }

    package func watch(
        _ folder: FolderPath, below: any SubfolderSelection,
        _ notify: @escaping @Sendable (FolderChange, _ below: FileName?) async -> Bool
    ) async {
        await base.watch(located(folder), below: below, notify)
    }
}
