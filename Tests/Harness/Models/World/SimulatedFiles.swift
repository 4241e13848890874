package import Domain

/// The simulated disk as the file system of one run of the service.
package struct SimulatedFiles: FileSystem {
    /// EIO.
    static let broken = FileFailure.failed(code: 5)
    /// EMFILE.
    private static let shortage = FileFailure.failed(code: 24)
    private let disk: SimulatedDisk
    private let life: ServiceRun
    private let bug: InjectedBug?

    package init(_ disk: SimulatedDisk, _ life: ServiceRun, bug: InjectedBug? = nil) {
        self.disk = disk
        self.life = life
        self.bug = bug
    }

    package func list(_ folder: FolderPath) async throws(FileFailure) -> [FileEntry] {
        try await look("list", folder.shown) { () throws(FileFailure) in try disk.list(folder) }
    }

    package func fold<Sum: Sendable>(
        _ folder: FolderPath, below: FileName?, into sum: Sum,
        passing: @escaping @Sendable (inout Sum, DirectoryEntry) -> Bool,
        _ step: @escaping @Sendable (inout Sum, FileEntry) -> Void
    ) async throws(FileFailure) -> Sum {
        try await list(below.map(folder.appending) ?? folder).reduce(into: sum) { sum, entry in
            if !passing(&sum, DirectoryEntry(name: entry.name, inode: entry.inode)) { step(&sum, entry) }
        }
    }

    package func entry(_ name: FileName, in folder: FolderPath) async throws(FileFailure) -> FileEntry? {
        try await look("look at", "\(folder)/\(name)") { () throws(FileFailure) in try disk.entry(name, in: folder) }
    }

    /// Always throws: simulated folders have no attributes.
    package func itself(_ folder: FolderPath) async throws(FileFailure) -> FileEntry { throw .missing }

    package func read(
        _ name: FileName, in folder: FolderPath, limit: Int
    ) async throws(FileFailure) -> [UInt8] {
        try await look("read", "\(folder)/\(name)") { () throws(FileFailure) in
            let bytes = try disk.read(name, in: folder)
            guard bytes.count <= limit else { throw .tooLarge(bytes: Int64(bytes.count), limit: Int64(limit)) }
            return bytes
        }
    }

    package func move(
        _ name: FileName, from source: FolderPath, to newName: FileName, in target: FolderPath
    ) async throws(FileFailure) {
        try await act("move", "\(source)/\(name) to \(target)/\(newName)") { () throws(FileFailure) in
            if source != target, try isMistaken(name, source, newName, target) { return }
            if bug?.leavesOut(newName) == true { return try disk.unlink(name, in: source) }
            do throws(FileFailure) { try disk.rename(name, from: source, to: newName, in: target) } catch .missing {
                guard bug == .redelivery, source == target, let bytes = disk.lastWritten(name, in: source) else {
                    throw .missing
                }
                try disk.write(bytes, to: newName, in: target)
            }
        }
    }

    /// Makes the injected bug instead of a move, if there is one. Returns whether it did.
    private func isMistaken(
        _ name: FileName, _ source: FolderPath, _ newName: FileName, _ target: FolderPath
    ) throws(FileFailure) -> Bool {
        switch bug {
        case .immovable: throw .full
        // Only if the name is unchanged, so that it happens once per file; otherwise it would never end.
        case .sourceStays where name == newName: try disk.write(disk.read(name, in: source), to: newName, in: target)
        case .sidecarLost where name.ending == "toml": try disk.unlink(name, in: source)
        default: return false
        }
        return true
    }

    package func write(_ bytes: [UInt8], to name: FileName, in folder: FolderPath) async throws(FileFailure) {
        if try await entry(name, in: folder) != nil { try await remove(name, in: folder) }
        do throws(FileFailure) {
            for part in [bytes.count / 2, bytes.count] {
                try await act("write", "\(part) bytes of \(folder)/\(name)") { () throws(FileFailure) in
                    let written = bug == .halfWritten ? part / 2 : part
                    try disk.write(Array(bytes.prefix(written)), to: name, in: folder)
                }
            }
            try await act("sync", "\(folder)/\(name)") { () throws(FileFailure) in
                if bug != .noFileSync { try disk.sync(name, in: folder) }
            }
        } catch {
            try? await remove(name, in: folder)
            throw error
        }
    }

    package func replace(
        _ name: FileName, in folder: FolderPath, with bytes: [UInt8]
    ) async throws(FileFailure) {
        let temporary = FileName(".\(String(life.roll(.max), radix: 36)).part")
        try await write(bytes, to: temporary, in: folder)
        try await rename(temporary, over: name, in: folder)
        try await sync(folder)
    }

    package func rename(
        _ name: FileName, over newName: FileName, in folder: FolderPath
    ) async throws(FileFailure) {
        try await act("replace", "\(folder)/\(newName)") { () throws(FileFailure) in
            if bug?.leavesOut(newName) == true { return try disk.unlink(name, in: folder) }
            try disk.rename(name, from: folder, to: newName, in: folder, replacing: true)
        }
    }

    /// Always unknown in the simulation.
    package func isAtRest(_ name: FileName, in folder: FolderPath) async -> Bool { false }

    package func sync(_ folder: FolderPath) async throws(FileFailure) {
        try await act("sync folder", folder.shown) { () throws(FileFailure) in
            if bug != .noFolderSync { try disk.sync(folder) }
        }
    }

    package func remove(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await act("remove", "\(folder)/\(name)") { () throws(FileFailure) in
            if bug == .partsStay, name.ending == "part" { return }
            do throws(FileFailure) { try disk.unlink(name, in: folder) } catch .missing { return }
        }
    }

    package func makeFolder(_ folder: FolderPath) async throws(FileFailure) {
        try await act("make folder", folder.shown) { disk.makeFolder(folder) }
    }

    package func makeFolder(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await makeFolder(folder.appending(name))
    }

    package func space(at folder: FolderPath) async throws(FileFailure) -> DiskSpace {
        DiskSpace(free: 1 << 40, total: 1 << 41)
    }

    /// Some notifications are lost, and some folders can't be watched. Subfolders never are.
    package func watch(
        _ folder: FolderPath, below: any SubfolderSelection,
        _ onChange: @escaping @Sendable (FolderChange, _ below: FileName?) async -> Bool
    ) async {
        let changes = disk.changes(in: folder)
        guard life.isAlive, life.roll(8) > 0 else {
            _ = await onChange(.unavailable(code: 28), nil)
            return
        }
        guard await onChange(.watching, nil) else { return }
        for await change in changes where life.roll(8) > 0 {
            guard life.isAlive, await onChange(change, nil) else { return }
        }
    }

    private func act(
        _ what: StaticString, _ words: @autoclosure () -> String, _ work: () throws(FileFailure) -> Void
    ) async throws(FileFailure) {
        try await life.act(what, words(), dead: Self.broken) { () throws(FileFailure) in
            if life.diskFails() { throw life.roll(2) == 0 ? .full : Self.broken }
            try work()
        }
    }

    /// Reads from the disk. Reading only fails for lack of descriptors: existing content can always be read later,
    /// otherwise it would really be lost.
    private func look<T>(
        _ what: StaticString, _ words: @autoclosure () -> String, _ work: () throws(FileFailure) -> T
    ) async throws(FileFailure) -> T {
        try await life.act(what, words(), dead: Self.broken) { () throws(FileFailure) in
            if life.diskFails() { throw Self.shortage }
            return try work()
        }
    }
}
