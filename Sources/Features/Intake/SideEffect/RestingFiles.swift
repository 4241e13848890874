import Domain

/// The files that the last listing of a folder passed by, so that most of them need not be asked about again at the
/// next: a folder of many that is listed often costs little while nothing happens in it.
actor RestingFiles {
    struct File: Equatable, Sendable {
        /// In its own folder.
        let name: FileName
        let inode: UInt64
        /// Whether it has been worked off, and so speaks for what lies beside it.
        let isDone: Bool
    }

    /// What one listing may take for unchanged.
    struct Share: Sendable {
        fileprivate var files: [FileName?: [File]] = [:]
        fileprivate var every = 1
        fileprivate var turn = 0

        /// Of one folder below, `nil` for the watch folder itself.
        func part(of folder: FileName?) -> Part { Part(files[folder] ?? [], every: every, turn: turn) }
    }

    private struct Known {
        var files: [FileName?: [File]] = [:]
        var ignoredBefore: Int64?
        var turn = 0
    }

    private var known: [String: Known] = [:]

    /// Of the files at rest all but each `every`-th, others at each turn; none when another time tells the old ones now.
    func share(in folder: String, every: Int, ignoredBefore: Int64?) -> Share {
        guard every > 1, let before = known[folder], before.ignoredBefore == ignoredBefore else { return Share() }
        let turn = (before.turn + 1) % every
        known[folder]?.turn = turn
        return Share(files: before.files, every: every, turn: turn)
    }

    /// What a whole listing passed by, in each of its folders.
    func keep(_ files: [FileName?: [File]], in folder: String, ignoredBefore: Int64?) {
        known[folder, default: Known()].files = files
        known[folder]?.ignoredBefore = ignoredBefore
    }
}
