import Domain
import IntakeFeature

/// The oldest files of a listing, with what lies beside them: however many there are, few are held at a time.
struct ListingWindow: Sendable {
    private let most: Int
    private var oldest: [FileEntry] = []
    /// What says something of other files: `NAME.done`, `NAME.EXT.toml`.
    private var companions: [FileEntry] = []
    private var isCut = false

    init(most: Int) {
        self.most = most
    }

    /// An empty one of the same width.
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

    /// Nothing is added after this.
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
    /// The last that is told, where not all are.
    var last: FileEntry? { isCut ? oldest.last : nil }

    private mutating func cut() {
        guard oldest.count > most else { return }
        oldest.sort { $0.isTaken(before: $1) }
        oldest.removeLast(oldest.count - most)
        isCut = true
    }
}
