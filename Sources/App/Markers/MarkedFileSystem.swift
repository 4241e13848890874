import Domain

/// The machine's file system, of which folders that carry a marker are only used while it lies there: nothing is listed,
/// taken or delivered where a disk is not mounted.
struct MarkedFileSystem: FileSystem {
    private let files: any FileSystem
    private let markers: FolderMarkers
    /// Called when a folder is not what it was.
    private let left: @Sendable (FolderPath) -> Void
    /// Outboxes that lie in a watch folder, with that for their root: the database knows their paths alone.
    private let roots: [FolderPath: FolderPath]

    init(
        _ files: any FileSystem, _ markers: FolderMarkers, outboxes: [FolderPath] = [],
        left: @escaping @Sendable (FolderPath) -> Void = { _ in }
    ) {
        self.files = files
        self.markers = markers
        self.left = left
        let inside = outboxes.filter { $0.wayBelowRoot != nil }
        roots = Dictionary(inside.map { ($0.asRoot, $0.root) }) { first, _ in first }
    }

    private func rooted(_ folder: FolderPath) -> FolderPath {
        if roots.isEmpty { return folder }
        return roots[folder.root].map(folder.rooted(at:)) ?? folder
    }

    /// The marker is looked for in the very listing: what was listed is what was marked.
    func list(_ folder: FolderPath) async throws(FileFailure) -> [FileEntry] {
        let folder = rooted(folder)
        let entries = try await files.list(folder)
        try await markers.check(folder, marked: entries.first { $0.name == FolderMarkers.fileName })
        return entries
    }

    /// The marker of the folder itself is looked for before what lies below it is taken for the truth.
    func fold<Sum: Sendable>(
        _ folder: FolderPath, below: FileName?, into sum: Sum,
        passing: @escaping @Sendable (inout Sum, FileGlimpse) -> Bool,
        _ step: @escaping @Sendable (inout Sum, FileEntry) -> Void
    ) async throws(FileFailure) -> Sum {
        let folder = rooted(folder)
        if below != nil {
            let sum = try await files.fold(folder, below: below, into: sum, passing: passing, step)
            try await markers.check(folder)
            return sum
        }
        do throws(FileFailure) {
            let found = try await files.fold(folder, below: nil, into: Marked(sum: sum)) { found, glimpse in
                glimpse.name != FolderMarkers.fileName && passing(&found.sum, glimpse)
            } _: { found, entry in
                if entry.name == FolderMarkers.fileName { found.marker = entry }
                step(&found.sum, entry)
            }
            try await markers.check(folder, marked: found.marker)
            return found.sum
        } catch {
            left(folder)
            throw error
        }
    }

    private struct Marked<Sum: Sendable>: Sendable {
        var sum: Sum
        var marker: FileEntry?
    }

    func isAtRest(_ name: FileName, in folder: FolderPath) async -> Bool {
        await files.isAtRest(name, in: rooted(folder))
    }

    func entry(_ name: FileName, in folder: FolderPath) async throws(FileFailure) -> FileEntry? {
        let folder = rooted(folder)
        let entry: FileEntry?
        do throws(FileFailure) { entry = try await files.entry(name, in: folder) } catch {
            try await markers.check(folder)
            throw error
        }
        if entry == nil { try await markers.check(folder) }
        return entry
    }

    func itself(_ folder: FolderPath) async throws(FileFailure) -> FileEntry {
        try await files.itself(rooted(folder))
    }

    func read(_ name: FileName, in folder: FolderPath, limit: Int) async throws(FileFailure) -> [UInt8] {
        try await files.read(name, in: rooted(folder), limit: limit)
    }

    func move(
        _ name: FileName, from source: FolderPath, to newName: FileName, in target: FolderPath
    ) async throws(FileFailure) {
        let (source, target) = (rooted(source), rooted(target))
        try await markers.check(target)
        do throws(FileFailure) { try await files.move(name, from: source, to: newName, in: target) } catch {
            // What is missing may lie on a disk that went away just now.
            if error == .missing { try await markers.check(source) }
            throw error
        }
    }

    func write(_ bytes: [UInt8], to name: FileName, in folder: FolderPath) async throws(FileFailure) {
        let folder = rooted(folder)
        try await markers.check(folder)
        try await files.write(bytes, to: name, in: folder)
    }

    func replace(_ name: FileName, in folder: FolderPath, with bytes: [UInt8]) async throws(FileFailure) {
        let folder = rooted(folder)
        try await markers.check(folder)
        try await files.replace(name, in: folder, with: bytes)
    }

    func rename(_ name: FileName, over newName: FileName, in folder: FolderPath) async throws(FileFailure) {
        let folder = rooted(folder)
        try await markers.check(folder)
        try await files.rename(name, over: newName, in: folder)
    }

    func sync(_ folder: FolderPath) async throws(FileFailure) { try await files.sync(rooted(folder)) }

    func remove(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await files.remove(name, in: rooted(folder))
    }

    /// A folder that carried a marker is never made anew: its disk is to be mounted.
    func makeFolder(_ folder: FolderPath) async throws(FileFailure) {
        let folder = rooted(folder)
        try await markers.check(folder)
        try await files.makeFolder(folder)
    }

    func makeFolder(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        let folder = rooted(folder)
        try await markers.check(folder)
        try await files.makeFolder(name, in: folder)
    }

    func space(at folder: FolderPath) async throws(FileFailure) -> DiskSpace { try await files.space(at: folder) }

    func watch(
        _ folder: FolderPath, below: any SubfolderSelection,
        _ heard: @escaping @Sendable (FolderChange, _ below: FileName?) async -> Bool
    ) async {
        await files.watch(rooted(folder), below: below, heard)
    }
}
