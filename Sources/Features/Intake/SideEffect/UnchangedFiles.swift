import Domain

/// The files that the last listing of a folder skipped, so that the next one need not examine most of them again. This
/// makes frequent listings of a large folder cheap while nothing happens in it.
actor UnchangedFiles {
    struct File: Equatable, Sendable {
        /// Relative to its own folder.
        let name: FileName
        let inode: UInt64
        /// `true` if the file has been processed, and with it its sidecar.
        let isDone: Bool
    }

    /// The files that one listing may take to be unchanged.
    struct Share: Sendable {
        fileprivate var files: [FileName?: [File]] = [:]
        fileprivate var every = 1
        fileprivate var turn = 0

        /// The files of one subfolder, or of the watch folder itself (`nil`).
        func part(of folder: FileName?) -> Part { Part(files[folder] ?? [], every: every, turn: turn) }
    }

    private struct Known {
        var files: [FileName?: [File]] = [:]
        var ignoredBefore: UTCMillis?
        var turn = 0
    }

    private var known: [String: Known] = [:]

    /// The files that a listing may skip: all but every `every`-th, others each time. Empty if `ignoredBefore` has
    /// changed.
    func share(in folder: String, every: Int, ignoredBefore: UTCMillis?) -> Share {
        guard every > 1, let before = known[folder], before.ignoredBefore == ignoredBefore else { return Share() }
        let turn = (before.turn + 1) % every
        known[folder]?.turn = turn
        return Share(files: before.files, every: every, turn: turn)
    }

    /// Stores the files that a complete listing skipped, by folder.
    func keep(_ files: [FileName?: [File]], in folder: String, ignoredBefore: UTCMillis?) {
        known[folder, default: Known()].files = files
        known[folder]?.ignoredBefore = ignoredBefore
    }
}

extension UnchangedFiles {
    /// The skipped files of one folder in the order in which they were read. The next reading mostly has the same
    /// order, so each file is found where the previous one left off.
    struct Part: Sendable {
        private let files: [File]
        private let every: Int
        private let turn: Int
        private var next = 0
        /// The index of each file, built once the order differs.
        private var places: [FileName: Int]?

        init(_ files: [File], every: Int, turn: Int) {
            self.files = files
            self.every = every
            self.turn = turn
        }

        var count: Int { files.count }

        /// The file if it is unchanged as far as the directory entry tells and is not due to be examined; otherwise
        /// `nil`.
        mutating func file(_ entry: DirectoryEntry) -> File? {
            guard let place = place(of: entry.name) else { return nil }
            next = place + 1
            guard files[place].inode == entry.inode, !isDue(entry.inode) else { return nil }
            return files[place]
        }

        private mutating func place(of name: FileName) -> Int? {
            if next < files.count, files[next].name == name { return next }
            if files.isEmpty { return nil }
            let known = places ?? Dictionary(files.indices.map { (files[$0].name, $0) }) { first, _ in first }
            places = known
            return known[name]
        }

        /// Multiplicative hash: the upper half of the product is well mixed however a file system numbers its inodes.
        private func isDue(_ inode: UInt64) -> Bool {
            let mixed = Int(truncatingIfNeeded: (inode &* 0x9E37_79B9_7F4A_7C15) >> 33)
            return (mixed + turn) % every == 0
        }
    }
}

/// The processed files of observed folders. Read from the database once per folder.
actor ProcessedFiles {
    private let drops: any DropRepository
    private var known: [String: Set<FileIdentity>] = [:]
    private var read: Set<String> = []

    init(_ drops: any DropRepository) {
        self.drops = drops
    }

    func files(in folder: String) async throws(RepositoryFailure) -> Set<FileIdentity> {
        if !read.contains(folder) {
            known[folder, default: []].formUnion(try await drops.observed(in: folder))
            read.insert(folder)
        }
        return known[folder, default: []]
    }

    /// Adds a processed file.
    func add(_ drop: Drop) {
        known[drop.folder, default: []].insert(drop.identity)
    }
}
