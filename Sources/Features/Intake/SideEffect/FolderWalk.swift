import Domain
import IntakeFeature

/// A way through a folder and those below it, each of which is gone into once.
struct FolderWalk {
    /// So many folders below the watch folder are gone into, one in the other.
    static let deepest = 32

    private(set) var window: ListingWindow
    private(set) var subfolders: [FileName] = []
    private(set) var unread: [FileName: SubfolderTrouble] = [:]
    /// What keeps everything from being told.
    var fault: FolderFault?
    /// The files that are nobody's business any more, and of which nothing is told.
    private(set) var passed: [FileName?: [RestingFiles.File]] = [:]
    private let rules: FolderSight.Rules
    private var left: [FileEntry] = []

    init(_ window: ListingWindow, _ rules: FolderSight.Rules) {
        self.window = window
        self.rules = rules
    }

    /// What the sight of a folder begins with.
    func sight(of folder: FileName?) -> FolderSight {
        FolderSight(folder, window.blank, rules)
    }

    var isUnfinished: Bool { !left.isEmpty }

    mutating func next() -> FileEntry? { left.popLast() }

    mutating func add(_ sight: FolderSight) {
        window.add(sight.told())
        if !sight.passed.isEmpty { passed[sight.folder] = sight.passed }
        if let folder = sight.folder { subfolders.append(folder) }
        if let folder = sight.folder, folder.components.count >= Self.deepest {
            for deep in sight.subfolders { unread[deep.name] = .tooDeep(levels: Self.deepest) }
        } else {
            left += sight.subfolders
        }
    }

    /// What lies in it, and in those below it, is left there.
    mutating func leave(_ folder: FileName, _ fault: FolderFault) {
        unread[folder] = .misconfigured(fault)
    }

    /// Nothing is added after this.
    mutating func close() { window.close() }

    /// One that went away meanwhile, or is none any more, holds nothing.
    mutating func miss(_ folder: FileName, _ failure: FileFailure) {
        switch failure {
        case .missing, .notRegular, .notFolder: return
        default: unread[folder] = .unreadable(failure)
        }
    }
}
