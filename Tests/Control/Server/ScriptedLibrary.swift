import ControlAPI
import ControlServer
import Domain
import Synchronization

extension Digest {
    /// A digest of 32 equal bytes.
    fileprivate init(of byte: UInt8) {
        guard let digest = Digest(bytes: [UInt8](repeating: byte, count: 32)) else { preconditionFailure("32 bytes") }
        self = digest
    }
}

/// A library with one artwork, which records what it was asked.
final class ScriptedLibrary: LibrarySource, TransferSource {
    struct Script: Sendable {
        var asked: [String] = []
        var failure: ControlFailure?
        var next: ArtworkPosition?
    }

    private let script = Mutex(Script())

    var asked: [String] { script.withLock { $0.asked } }

    func change(_ body: (inout Script) -> Void) { script.withLock { body(&$0) } }

    /// An artwork whose every value is known.
    static let artwork = Artwork(
        number: ArtworkNumber(41), job: ScriptedPlane.id, made: 3000, source: .generated, name: "lighthouse",
        folder: "inbox", prompt: "a lighthouse",
        making: ArtworkMaking(
            backend: "studio", model: "m-2", seed: 7, cost: Money(micros: 50_000, currency: "USD"),
            art: ArtworkGrid(columns: 80, rows: 40, charset: .half, look: .tone), pictureSize: 4096,
            likeness: look),
        picture: StoredPicture(digest: Digest(of: 7), format: .png),
        tags: ["sea"].compactMap { Tag($0) }, machineTags: Set(["sea"].compactMap { Tag($0) }), isFavourite: true,
        trashed: 4000, pictureRemoved: 5000)

    private func note(_ what: String) throws(ControlFailure) {
        let failure = script.withLock { script in
            script.asked.append(what)
            return script.failure
        }
        if let failure { throw failure }
    }

    /// Every artwork that is named has no detail and no colour.
    static let look = Likeness(hash: 0, isFlat: true, colors: [UInt8](repeating: 128, count: Likeness.colorBytes))

    func resolved(_ query: LibraryQuery) async throws(ControlFailure) -> LibraryQuery {
        let parts = query.likeReferences
        if !parts.isEmpty { try note("resolve " + parts.map(\.text).joined(separator: ",")) }
        let stacks = query.stackReferences
        if !stacks.isEmpty { try note("stack " + stacks.map(\.text).joined(separator: ",")) }
        return query.resolving(Dictionary(parts.map { ($0, (Self.look, [])) }) { first, _ in first })
            .resolvingStacks(Dictionary(stacks.map { ($0, Self.artwork) }) { first, _ in first })
    }

    func page(_ query: LibraryQuery, _ range: ArtworkRange) async throws(ControlFailure) -> ArtworkPage {
        let after = range.after.map { " after \($0.number.value)" } ?? ""
        try note("search \(query.text) limit \(range.limit)\(after)\(range.isStacked ? " stacked" : "")")
        let others = [Self.artwork.number: ArtworkCount(artworks: 3, isComplete: true)]
        return ArtworkPage(
            artworks: [Self.artwork], next: script.withLock { $0.next }, others: range.isStacked ? others : [:])
    }

    func count(_ query: LibraryQuery) async throws(ControlFailure) -> ArtworkCount {
        try note("count \(query.text)")
        return ArtworkCount(artworks: 1, isComplete: true)
    }

    func facets(
        _ facets: [LibraryFacet], of query: LibraryQuery
    ) async throws(ControlFailure) -> ArtworkFacets {
        try note("facets \(facets.map(\.rawValue).joined(separator: ",")) of \(query.text)")
        var counter = FacetCounter(facets)
        counter.add(Self.artwork)
        return counter.result(isComplete: false)
    }

    func months(limit: Int) async throws(ControlFailure) -> [LibraryMonth] {
        try note("months \(limit)")
        let day = LocalDay(year: 2026, month: 11, day: 1)
        return [LibraryMonth(day: day, count: ArtworkCount(artworks: 10_000, isComplete: false))]
    }

    func artwork(_ part: JobIDFragment) async throws(ControlFailure) -> Artwork {
        try note("artwork \(part.text)")
        return Self.artwork
    }

    func suggestions(
        for part: JobIDFragment, limit: Int
    ) async throws(ControlFailure) -> ArtworkSuggestions {
        try note("suggest \(part.text) limit \(limit)")
        return ArtworkSuggestions(
            byOthers: Self.artwork.tags.map { TagSuggestion(tag: $0, artworks: 42, score: 0.123) },
            byModel: Self.artwork.tags)
    }

    func askForTags(
        of part: JobIDFragment, mayRepeat: Bool
    ) async throws(ControlFailure) -> (tags: [Domain.Tag], artwork: Artwork) {
        try note("ask \(part.text)" + (mayRepeat ? " again" : ""))
        return (Self.artwork.tags, Self.artwork)
    }

    func change(
        _ artworks: ArtworkSelection, _ edit: ArtworkEdit, isDryRun: Bool, by user: UInt32
    ) async throws(ControlFailure) -> ArtworkChangeResult {
        let tags =
            edit.addedTags.map { "+" + $0.shown } + edit.removedTags.map { "-" + $0.shown }
            + (edit.removesMachineTags ? ["-machine"] : [])
        let marks = [
            edit.isFavourite.map { "favourite \($0)" }, edit.isTrashed.map { "trashed \($0)" },
            isDryRun ? "dry" : nil,
        ]
        let what: String
        switch artworks {
        case .named(let parts): what = parts.map(\.text).joined(separator: ",")
        case .found(let query): what = "found by \(query.text)"
        }
        try note((["change", what] + tags + marks.compactMap(\.self)).joined(separator: " "))
        return ArtworkChangeResult(matched: 2, changed: [Self.artwork.job], undo: Self.token)
    }

    static let token = UndoToken("mig3k2f1")

    func undo(_ token: UndoToken?, by user: UInt32) async throws(ControlFailure) -> UndoResult {
        try note("undo \(token?.text ?? "newest")")
        return UndoResult(restored: 3, left: 1)
    }

    func tellApart(_ artworks: [JobIDFragment], _ areApart: Bool) async throws(ControlFailure) -> Int {
        try note("\(areApart ? "apart" : "together") \(artworks.map(\.text).joined(separator: ","))")
        return 1
    }

    /// The artwork as an export has it.
    static let portable = PortableArtwork(
        artwork: artwork, request: Request(source: .prompt("a lighthouse")), file: FileName("lighthouse.txt"),
        created: 2000, apart: [ScriptedPlane.id])

    static var transfer: String {
        String(decoding: (try? ControlJSON.encode(ArtworkTransfer(portable))) ?? [], as: UTF8.self)
    }

    func portable(_ artworks: [Artwork]) async throws(ControlFailure) -> [PortableArtwork] {
        try note("portable")
        return [Self.portable]
    }

    func add(_ artwork: PortableArtwork, picture: [UInt8]?) async throws(ControlFailure) -> ArtworkImport {
        try note("import \(artwork.artwork.name) \(picture.map { "\($0.count) bytes" } ?? "without picture")")
        return .added
    }

    func tags(beginning prefix: String, limit: Int) async throws(ControlFailure) -> [TagCount] {
        try note("tags \(prefix) limit \(limit)")
        return Self.artwork.tags.map { TagCount(tag: $0, artworks: 42) }
    }

    func rename(
        _ tag: Tag, to name: Tag, merging: Bool, by user: UInt32
    ) async throws(ControlFailure) -> TagChangeResult {
        try note("rename \(tag.shown) to \(name.shown)\(merging ? " merging" : "")")
        return TagChangeResult(artworks: 42, undo: merging ? nil : Self.token)
    }

    func delete(_ tag: Tag, by user: UInt32) async throws(ControlFailure) -> TagChangeResult {
        try note("delete \(tag.shown)")
        return TagChangeResult(artworks: 42, undo: Self.token)
    }
}
