import Domain
import IntakeFeature

/// A traversal of a folder and its subfolders, each of which is read once.
struct DirectoryWalker {
    /// The maximum depth of subfolders that are read.
    static let deepest = 32

    private(set) var window: ListingWindow
    private(set) var subfolders: [FileName] = []
    private(set) var unread: [FileName: SubfolderFailure] = [:]
    /// The reason why nothing is reported.
    var fault: FolderConfigFailure?
    /// The files of the window that share their stem with any other file.
    private(set) var twins: Set<FileName> = []
    /// The skipped files by folder, which are not reported.
    private(set) var skipped: [FileName?: [UnchangedFiles.File]] = [:]
    private let rules: DirectoryScan.Rules
    private var left: [FileEntry] = []
    private var stems = StemKeys()

    init(_ window: ListingWindow, _ rules: DirectoryScan.Rules) {
        self.window = window
        self.rules = rules
    }

    /// Begins the reading of a folder.
    func scan(of folder: FileName?) -> DirectoryScan {
        DirectoryScan(folder, window.blank, rules)
    }

    var isUnfinished: Bool { !left.isEmpty }

    mutating func next() -> FileEntry? { left.popLast() }

    mutating func add(_ scan: DirectoryScan) {
        window.add(scan.reported())
        stems.add(scan.stems)
        if !scan.skipped.isEmpty { skipped[scan.folder] = scan.skipped }
        if let folder = scan.folder { subfolders.append(folder) }
        if let folder = scan.folder, folder.components.count >= Self.deepest {
            for deep in scan.subfolders { unread[deep.name] = .tooDeep(levels: Self.deepest) }
        } else {
            left += scan.subfolders
        }
    }

    /// Skips a subfolder and everything below it.
    mutating func skip(_ folder: FileName, _ fault: FolderConfigFailure) {
        unread[folder] = .misconfigured(fault)
    }

    /// Completes the window; nothing may be added afterwards.
    mutating func close() {
        window.close()
        let names = window.entries.filter { $0.kind == .file }.map(\.name)
        twins = stems.shared(by: names, keepsFolders: rules.keepsFolders)
    }

    /// Records a subfolder that can't be read. One that disappeared meanwhile, or is no longer a folder, is ignored.
    mutating func markUnreadable(_ folder: FileName, _ failure: FileFailure) {
        switch failure {
        case .missing, .notRegular, .notFolder: return
        default: unread[folder] = .unreadable(failure)
        }
    }
}

/// Decides which subfolders are read.
struct SubfolderFilter {
    struct Place: Hashable {
        let device: UInt64
        let inode: UInt64

        init(_ entry: FileEntry) {
            device = entry.device
            inode = entry.inode
        }
    }

    /// The folders that the service writes into, which are skipped.
    let own: Set<Place>
    /// Their paths, which may not exist yet.
    let ownPaths: [FolderPath]
    /// The watch folder's device; `nil` if unknown.
    let device: UInt64?

    func allow(_ folder: FileEntry, in source: WatchFolder) -> Bool {
        if own.contains(Place(folder)) || ownPaths.contains(source.path.appending(folder.name)) { return false }
        return device == nil || folder.device == device
    }
}

/// The relevant entries of one folder, with names relative to the watch folder.
struct DirectoryScan: Sendable {
    /// The subfolder; `nil` for the watch folder itself.
    let folder: FileName?
    private(set) var window: ListingWindow
    private(set) var subfolders: [FileEntry] = []
    /// `true` if the folder has a `.textify.toml`.
    private(set) var hasFile = false
    /// Files that are skipped and not reported. Sidecars of those that are done are not reported either.
    private(set) var skipped: [UnchangedFiles.File] = []
    private var unchanged: UnchangedFiles.Part
    private(set) var stems = StemKeys()
    private let rules: Rules

    struct Rules: Sendable {
        let isRecursive: Bool
        /// Processed files, which are skipped.
        let known: Set<FileIdentity>
        /// Files changed before this time are skipped.
        let ignoredBefore: UTCMillis?
        /// Files that are taken to be unchanged.
        let unchanged: UnchangedFiles.Share
        /// Whether outputs of different subfolders are in different folders.
        let keepsFolders: Bool
    }

    init(_ folder: FileName?, _ window: ListingWindow, _ rules: Rules) {
        self.folder = folder
        self.window = window
        self.rules = rules
        unchanged = rules.unchanged.part(of: folder)
        skipped.reserveCapacity(unchanged.count)
    }

    /// `true` if an entry was skipped before and need not be examined this time.
    mutating func skips(_ found: DirectoryEntry) -> Bool {
        guard let file = unchanged.file(found) else { return false }
        skipped.append(file)
        note(found.name)
        return true
    }

    mutating func take(_ found: FileEntry) {
        if found.name == FolderConfigFile.name { hasFile = true }
        let entry = folder.map { found.named($0.appending(found.name)) } ?? found
        if found.kind == .file { note(found.name) }
        if rules.known.contains(entry.identity) {
            pass(found, isDone: true)
            return
        }
        // A folder that is named like a picture or a prompt is a user's mistake and is reported as such.
        if entry.kind == .folder, DropKind(ending: entry.name.ending) == nil {
            if rules.isRecursive, !IgnoredNames.contains(entry.name) { subfolders.append(entry) }
        } else if !IgnoredNames.contains(entry.name) || entry.name.completed != nil {
            if let time = rules.ignoredBefore, entry.changed.millis < time {
                pass(found, isDone: false)
            } else {
                window.add(entry)
            }
        }
    }

    private mutating func note(_ name: FileName) {
        guard !IgnoredNames.contains(name), name.accompanied == nil else { return }
        let path = rules.keepsFolders ? folder?.appending(name) ?? name : name
        stems.add(path)
    }

    private mutating func pass(_ entry: FileEntry, isDone: Bool) {
        skipped.append(UnchangedFiles.File(name: entry.name, inode: entry.inode, isDone: isDone))
    }

    /// The entries to report.
    func reported() -> ListingWindow {
        guard window.hasCompanions, !skipped.isEmpty else { return window }
        var reported = window
        let done = Set(skipped.lazy.filter(\.isDone).map(\.name))
        reported.dropCompanions { done.contains($0.last) }
        return reported
    }
}

/// The oldest files of a listing with their sidecars and markers. Holds few at a time, however many are added.
struct ListingWindow: Sendable {
    private let most: Int
    private var oldest: [FileEntry] = []
    /// Files that belong to other files: `NAME.done`, `NAME.EXT.toml`.
    private var companions: [FileEntry] = []
    private var isCut = false

    init(most: Int) {
        self.most = most
    }

    /// An empty window of the same size.
    var blank: ListingWindow { ListingWindow(most: most) }

    mutating func add(_ entry: FileEntry) {
        if entry.kind == .file, entry.name.completed != nil || entry.name.accompanied != nil {
            companions.append(entry)
        } else {
            oldest.append(entry)
            if oldest.count / 2 >= most { cut() }
        }
    }

    mutating func add(_ other: ListingWindow) {
        oldest += other.oldest
        companions += other.companions
        isCut = isCut || other.isCut
        if oldest.count > most { cut() }
    }

    var hasCompanions: Bool { !companions.isEmpty }

    mutating func dropCompanions(of isDone: (FileName) -> Bool) {
        companions.removeAll { $0.name.accompanied.map(isDone) == true }
    }

    /// Completes the window; nothing may be added afterwards.
    mutating func close() {
        cut()
        guard isCut else { return }
        let names = Set(oldest.map(\.name))
        companions.removeAll { companion in
            let named = companion.name.completed ?? companion.name.accompanied
            return named.map { names.contains($0.accompanied ?? $0) } != true
        }
    }

    var entries: [FileEntry] { oldest + companions }
    /// The last file that is reported, if not all are.
    var last: FileEntry? { isCut ? oldest.last : nil }

    private mutating func cut() {
        guard oldest.count > most else { return }
        oldest.sort { $0.isTaken(before: $1) }
        oldest.removeLast(oldest.count - most)
        isCut = true
    }
}
