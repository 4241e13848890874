import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// The artworks that a command changes, and how the change is reported.
enum ArtworkSelectionOptions {
    static let options = [
        CommandOption("query", "QUERY", "All artworks that this search finds", "이 검색으로 찾은 작품 모두").offering(.search),
        CommandOption("folder", "NAME", "All artworks of this watch folder", "이 감시 폴더의 작품 모두").offering(.folders),
        CommandOption("backend", "NAME", "All artworks of this backend", "이 백엔드의 작품 모두").offering(.backends),
        CommandOption(
            "since", "TIME", "All artworks made at or after TIME: \(LibraryTime.examples)",
            "TIME 이후에 만든 작품 모두: \(LibraryTime.examples)"
        )
        .offering(.examples(["1h", "2h", "1d", "3d", "today", "yesterday"])),
        CommandOption("dry-run", letter: "n", "Only count the artworks", "대상 작품 수만 확인"), .quiet,
    ]

    /// The search for all artworks that the filters select; `nil` without any. An artwork must match all of them.
    static func query(_ session: ControlSession) throws(CommandFailure) -> String? {
        let given = session.options.last("query")?.text
        var filters: [LibraryCondition] = []
        for (option, key) in [("folder", LibraryKey.folder), ("backend", .backend)] {
            guard let name = session.options.last(option)?.text else { continue }
            filters.append(LibraryCondition(.key(key, [.name(NamePattern(name))])))
        }
        if let text = session.options.last("since")?.text {
            guard let time = LibraryTime(text: text) else {
                let problem = FieldFailure.Problem.malformed(got: text, example: LibraryTime.examples)
                throw session.usageError(session.words.sentence(FieldFailure(key: "--since", problem: problem)))
            }
            // `after` would leave out the day itself.
            filters.append(LibraryCondition(.key(.before, [.time(time)]), isNegated: true))
        }
        if let given, try session.query(given).conditions.isEmpty {
            throw session.usageError(session.words.emptyQuery)
        }
        let parts = [given, filters.isEmpty ? nil : LibraryQuery(conditions: filters).text].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Changes the artworks named by `names`, or those that the filters select.
    static func apply(
        _ edit: (inout ArtworkChangeRequest) -> Void, to names: [String], _ session: ControlSession
    ) async throws(CommandFailure) {
        var request = ArtworkChangeRequest()
        edit(&request)
        if let text = try query(session) {
            guard names.isEmpty else { throw session.usageError(session.words.idsWithArtworkFilter) }
            request.search = text
        } else {
            guard !names.isEmpty else { throw session.usageError(session.words.noArtworkGiven) }
            var ids: [String] = []
            for name in names {
                let id = try await session.artwork(name, inTrash: request.isTrashed == false)
                if !ids.contains(id) { ids.append(id) }
            }
            request.ids = ids
        }
        if session.options.last("dry-run") != nil { request.isDryRun = true }
        let body = try session.json(request)
        let answer = try await session.post(
            "/v1/artworks/change", body: body, limit: .seconds(600), as: ArtworkChangeAnswer.self)
        try session.report(answer) {
            [session.words.changedArtworks($0.changed, of: $0.matched, isDryRun: $0.isDryRun)]
                + session.undoHint($0.undo, artworks: $0.changed)
        }
    }
}

extension ControlSession {
    /// Resolves `last` to the ID of the newest artwork, outside the trash or in it; other names are returned unchanged.
    func artwork(_ name: String, inTrash: Bool = false) async throws(CommandFailure) -> String {
        guard name == "last" else { return name }
        let newest = try await get(
            "/v1/artworks", [.init("q", inTrash ? "is:trashed" : ""), .init("limit", "1")], as: ArtworkList.self)
        guard let artwork = newest.artworks.first else {
            throw CommandFailure(exit: .noInput, text: words.noLastArtwork)
        }
        return artwork.id
    }
}
