import Domain
import IntakeFeature

/// What one folder holds that may matter, with its names from the watch folder on.
struct FolderSight: Sendable {
    /// The folder, `nil` for the watch folder itself.
    let folder: FileName?
    private(set) var window: ListingWindow
    private(set) var subfolders: [FileEntry] = []
    /// Whether it has a file of its own that says what drops in it ask for.
    private(set) var hasFile = false
    /// Files that are passed by, and of which nothing is told; what lies beside those that are done isn't either.
    private(set) var passed: [RestingFiles.File] = []
    private var resting: RestingFiles.Part
    private let rules: Rules

    struct Rules: Sendable {
        let isRecursive: Bool
        /// Files that are passed by.
        let known: Set<FileIdentity>
        /// Files that were changed before, milliseconds since 1970, are passed by.
        let ignoredBefore: Int64?
        /// What is taken for what it was.
        let resting: RestingFiles.Share
    }

    init(_ folder: FileName?, _ window: ListingWindow, _ rules: Rules) {
        self.folder = folder
        self.window = window
        self.rules = rules
        resting = rules.resting.part(of: folder)
        passed.reserveCapacity(resting.count)
    }

    /// Whether an entry was passed by before and need not be looked at this time.
    mutating func passes(_ found: FileGlimpse) -> Bool {
        guard let file = resting.file(found) else { return false }
        passed.append(file)
        return true
    }

    mutating func take(_ found: FileEntry) {
        if found.name == FolderFile.name { hasFile = true }
        let entry = folder.map { found.named($0.appending(found.name)) } ?? found
        if rules.known.contains(entry.identity) {
            pass(found, isDone: true)
            return
        }
        // One that carries a picture's or a prompt's name is somebody's mistake, and is told as such.
        if entry.kind == .folder, DropKind(ending: entry.name.ending) == nil {
            if rules.isRecursive, !IgnoredNames.contains(entry.name) { subfolders.append(entry) }
        } else if !IgnoredNames.contains(entry.name) || entry.name.completed != nil {
            if let time = rules.ignoredBefore, entry.changed / 1_000_000 < time {
                pass(found, isDone: false)
            } else {
                window.add(entry)
            }
        }
    }

    private mutating func pass(_ entry: FileEntry, isDone: Bool) {
        passed.append(RestingFiles.File(name: entry.name, inode: entry.inode, isDone: isDone))
    }

    /// What is told of it.
    func told() -> ListingWindow {
        guard window.hasCompanions, !passed.isEmpty else { return window }
        var told = window
        let done = Set(passed.lazy.filter(\.isDone).map(\.name))
        told.dropCompanions { done.contains($0.last) }
        return told
    }
}
