import Domain
import Synchronization

/// A file system that records renames and folder syncs.
final class RecordingFileSystem: FileSystem {
    private let files: any FileSystem
    private let kept = Mutex<[String]>([])

    init(_ files: any FileSystem) {
        self.files = files
    }

    var lines: [String] { kept.withLock { $0 } }

    func move(
        _ name: FileName, from source: FolderPath, to newName: FileName, in target: FolderPath
    ) async throws(FileFailure) {
        try await files.move(name, from: source, to: newName, in: target)
        kept.withLock { $0.append(newName.shown) }
    }

    func sync(_ folder: FolderPath) async throws(FileFailure) {
        try await files.sync(folder)
        kept.withLock { $0.append("sync") }
    }

    func list(_ folder: FolderPath) async throws(FileFailure) -> [FileEntry] { try await files.list(folder) }

    func fold<Sum: Sendable>(
        _ folder: FolderPath, below: FileName?, into sum: Sum,
        passing: @escaping @Sendable (inout Sum, DirectoryEntry) -> Bool,
        _ step: @escaping @Sendable (inout Sum, FileEntry) -> Void
    ) async throws(FileFailure) -> Sum {
        try await files.fold(folder, below: below, into: sum, passing: passing, step)
    }

    func entry(_ name: FileName, in folder: FolderPath) async throws(FileFailure) -> FileEntry? {
        try await files.entry(name, in: folder)
    }

    func isAtRest(_ name: FileName, in folder: FolderPath) async -> Bool { await files.isAtRest(name, in: folder) }

    func itself(_ folder: FolderPath) async throws(FileFailure) -> FileEntry { try await files.itself(folder) }

    func read(_ name: FileName, in folder: FolderPath, limit: Int) async throws(FileFailure) -> [UInt8] {
        try await files.read(name, in: folder, limit: limit)
    }

    func write(_ bytes: [UInt8], to name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await files.write(bytes, to: name, in: folder)
    }

    func replace(_ name: FileName, in folder: FolderPath, with bytes: [UInt8]) async throws(FileFailure) {
        try await files.replace(name, in: folder, with: bytes)
    }

    func rename(_ name: FileName, over newName: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await files.rename(name, over: newName, in: folder)
    }

    func remove(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await files.remove(name, in: folder)
    }

    func makeFolder(_ folder: FolderPath) async throws(FileFailure) { try await files.makeFolder(folder) }

    func makeFolder(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await files.makeFolder(name, in: folder)
    }

    func space(at folder: FolderPath) async throws(FileFailure) -> DiskSpace { try await files.space(at: folder) }

    func watch(
        _ folder: FolderPath, below: any SubfolderSelection,
        _ heard: @escaping @Sendable (FolderChange, _ below: FileName?) async -> Bool
    ) async {
        await files.watch(folder, below: below, heard)
    }
}
