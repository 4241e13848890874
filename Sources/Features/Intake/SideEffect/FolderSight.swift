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
    private let rules: Rules
    /// Known files, by name: what lies beside them is passed by too.
    private var passed: Set<FileName> = []

    struct Rules: Sendable {
        let isRecursive: Bool
        /// Files that are passed by.
        let known: Set<FileIdentity>
        /// Files that were changed before, milliseconds since 1970, are passed by.
        let ignoredBefore: Int64?
    }

    init(_ folder: FileName?, _ window: ListingWindow, _ rules: Rules) {
        self.folder = folder
        self.window = window
        self.rules = rules
    }

    mutating func take(_ found: FileEntry) {
        if found.name == FolderFile.name { hasFile = true }
        let entry = folder.map { found.named($0.appending(found.name)) } ?? found
        if rules.known.contains(entry.identity) {
            passed.insert(entry.name)
            return
        }
        // One that carries a picture's or a prompt's name is somebody's mistake, and is told as such.
        if entry.kind == .folder, DropKind(ending: entry.name.ending) == nil {
            if rules.isRecursive, !IgnoredNames.contains(entry.name) { subfolders.append(entry) }
        } else if !IgnoredNames.contains(entry.name) || entry.name.completed != nil {
            if let time = rules.ignoredBefore, entry.changed / 1_000_000 < time { return }
            window.add(entry)
        }
    }

    /// What is told of it.
    func told() -> ListingWindow {
        guard !passed.isEmpty else { return window }
        var told = window
        told.dropCompanions(of: passed)
        return told
    }
}
