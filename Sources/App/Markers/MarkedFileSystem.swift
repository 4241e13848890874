import Domain
import PlatformSystem

/// A file system that uses folders with a marker only while the marker is present: nothing is listed, taken or
/// delivered while a disk is not mounted.
struct MarkedFileSystem: FileSystemDecorator {
    let base: any FileSystem
    private let markers: FolderMarkers
    /// Called when a folder is no longer the one it was.
    private let lost: @Sendable (FolderPath) -> Void
    /// Maps outboxes inside a watch folder to paths rooted at it, because the database stores plain paths.
    private let roots: [FolderPath: FolderPath]

    init(
        _ base: any FileSystem, _ markers: FolderMarkers, outboxes: [FolderPath] = [],
        lost: @escaping @Sendable (FolderPath) -> Void = { _ in }
    ) {
        self.base = base
        self.markers = markers
        self.lost = lost
        let inside = outboxes.filter { $0.pathBelowRoot != nil }
        roots = Dictionary(inside.map { ($0.asRoot, $0.root) }) { first, _ in first }
    }

    func located(_ folder: FolderPath) -> FolderPath {
        if roots.isEmpty { return folder }
        return roots[folder.root].map(folder.rooted(at:)) ?? folder
    }

    /// The marker is taken from the same listing, so that what was listed is what was marked.
    func list(_ folder: FolderPath) async throws(FileFailure) -> [FileEntry] {
        let folder = located(folder)
        let entries = try await base.list(folder)
        try await markers.check(folder, marked: entries.first { $0.name == FolderMarkers.fileName })
        return entries
    }

    /// Checks the marker of the folder itself before entries below it are trusted.
    func fold<Sum: Sendable>(
        _ folder: FolderPath, below: FileName?, into sum: Sum,
        passing: @escaping @Sendable (inout Sum, DirectoryEntry) -> Bool,
        _ step: @escaping @Sendable (inout Sum, FileEntry) -> Void
    ) async throws(FileFailure) -> Sum {
        let folder = located(folder)
        if below != nil {
            let sum = try await base.fold(folder, below: below, into: sum, passing: passing, step)
            try await markers.check(folder)
            return sum
        }
        do throws(FileFailure) {
            let found = try await base.fold(folder, below: nil, into: Marked(sum: sum)) { found, entry in
                entry.name != FolderMarkers.fileName && passing(&found.sum, entry)
            } _: { found, entry in
                if entry.name == FolderMarkers.fileName { found.marker = entry }
                step(&found.sum, entry)
            }
            try await markers.check(folder, marked: found.marker)
            return found.sum
        } catch {
            lost(folder)
            throw error
        }
    }

    private struct Marked<Sum: Sendable>: Sendable {
        var sum: Sum
        var marker: FileEntry?
    }

    func entry(_ name: FileName, in folder: FolderPath) async throws(FileFailure) -> FileEntry? {
        let folder = located(folder)
        let entry: FileEntry?
        do throws(FileFailure) { entry = try await base.entry(name, in: folder) } catch {
            try await markers.check(folder)
            throw error
        }
        if entry == nil { try await markers.check(folder) }
        return entry
    }

    func move(
        _ name: FileName, from source: FolderPath, to newName: FileName, in target: FolderPath
    ) async throws(FileFailure) {
        let (source, target) = (located(source), located(target))
        try await markers.check(target)
        do throws(FileFailure) { try await base.move(name, from: source, to: newName, in: target) } catch {
            // A missing file may be on a disk that was just unmounted.
            if error == .missing { try await markers.check(source) }
            throw error
        }
    }

    func write(_ bytes: [UInt8], to name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await base.write(bytes, to: name, in: checked(folder))
    }

    func replace(_ name: FileName, in folder: FolderPath, with bytes: [UInt8]) async throws(FileFailure) {
        try await base.replace(name, in: checked(folder), with: bytes)
    }

    func rename(_ name: FileName, over newName: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await base.rename(name, over: newName, in: checked(folder))
    }

    /// A folder that had a marker is never created again: its disk has to be mounted.
    func makeFolder(_ folder: FolderPath) async throws(FileFailure) {
        try await base.makeFolder(checked(folder))
    }

    func makeFolder(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await base.makeFolder(name, in: checked(folder))
    }

    private func checked(_ folder: FolderPath) async throws(FileFailure) -> FolderPath {
        let folder = located(folder)
        try await markers.check(folder)
        return folder
    }
}
