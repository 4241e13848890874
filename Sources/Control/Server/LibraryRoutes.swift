internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// The routes of the library: artworks and their tags.
struct LibraryRoutes: Sendable {
    let library: any LibrarySource

    var routes: [Route] {
        [
            Route("GET", "/v1/artworks", .read, query: ["q", "limit", "after", "stacks", "count", "facets"]) {
                exchange throws(Rejection) in
                try await search(exchange)
            },
            Route("GET", "/v1/artworks/months", .read, query: ["limit"]) { exchange throws(Rejection) in
                let limit = try Parameters.limit(exchange.query) ?? 120
                return try await answered { () throws(ControlFailure) in
                    .json(MonthList(months: try await library.months(limit: limit).map(MonthEntry.init)))
                }
            },
            Route("GET", "/v1/artworks/{id}", .read) { exchange throws(Rejection) in
                let part = try Self.fragment(exchange.id)
                return try await answered { () throws(ControlFailure) in
                    .json(ArtworkEntry(try await library.artwork(part)))
                }
            },
            Route("GET", "/v1/artworks/{id}/suggestions", .read, query: ["limit"]) { exchange throws(Rejection) in
                let part = try Self.fragment(exchange.id)
                let limit = try Parameters.limit(exchange.query) ?? 10
                return try await answered { () throws(ControlFailure) in
                    .json(TagSuggestionList(try await library.suggestions(for: part, limit: limit)))
                }
            },
            Route("POST", "/v1/artworks/{id}/suggestions", .submit, body: .request) { exchange throws(Rejection) in
                try await ask(exchange)
            },
            Route("POST", "/v1/artworks/change", .submit, body: .request) { exchange throws(Rejection) in
                try await change(exchange)
            },
            Route("POST", "/v1/artworks/undo", .submit, body: .request) { exchange throws(Rejection) in
                let request =
                    try exchange.body.isEmpty
                    ? UndoRequest() : exchange.json(LibraryFields.undo, into: UndoRequest())
                return try await answered { () throws(ControlFailure) in
                    let result = try await library.undo(request.token.map(UndoToken.init), by: exchange.user)
                    return .json(UndoAnswer(restored: result.restored, left: result.left))
                }
            },
            Route("POST", "/v1/artworks/distinct", .submit, body: .request) { exchange throws(Rejection) in
                try await tellApart(exchange)
            },
            Route("GET", "/v1/tags", .read, query: ["prefix", "limit"]) { exchange throws(Rejection) in
                let prefix = exchange.query.text("prefix") ?? ""
                let limit = try Parameters.limit(exchange.query) ?? 100
                return try await answered { () throws(ControlFailure) in
                    let tags = try await library.tags(beginning: prefix, limit: limit)
                    return .json(TagList(tags: tags.map { TagEntry(tag: $0.tag.shown, artworks: $0.artworks) }))
                }
            },
            Route("POST", "/v1/tags/{name}/rename", .submit, body: .request) { exchange throws(Rejection) in
                try await rename(exchange)
            },
            Route("DELETE", "/v1/tags/{name}", .submit) { exchange throws(Rejection) in
                let tag = try Self.tag(exchange.id)
                return try await answered { () throws(ControlFailure) in
                    .json(TagEntry(tag, try await library.delete(tag, by: exchange.user)))
                }
            },
        ]
    }

    private func answered(
        _ work: () async throws(ControlFailure) -> ServerResponse
    ) async throws(Rejection) -> ServerResponse {
        do throws(ControlFailure) { return try await work() } catch { throw .failed(error) }
    }

    private static func fragment(_ text: String) throws(Rejection) -> JobIDFragment {
        guard let part = JobIDFragment(text: text) else { throw .failed(.noSuchArtwork(text)) }
        return part
    }

    private static func tag(_ text: String) throws(Rejection) -> Tag {
        guard let tag = Tag(text) else { throw .failed(.noSuchTag(text)) }
        return tag
    }

    private static func query(_ text: String) throws(Rejection) -> LibraryQuery {
        do throws(LibraryQueryProblem) { return try LibraryQuery(text: text) } catch {
            throw .failed(.search(text, error))
        }
    }
}

extension LibraryRoutes {
    /// The search that a request asks for, and its part.
    static func page(of exchange: Exchange) throws(Rejection) -> (query: LibraryQuery, range: ArtworkRange) {
        let query = try query(exchange.query.text("q") ?? "")
        let range = ArtworkRange(
            limit: try Parameters.limit(exchange.query) ?? 50,
            after: try exchange.query.text("after").map { text throws(Rejection) in
                guard let position = ArtworkPosition(cursor: text, in: query) else {
                    throw Parameters.wrong("after", .malformed(got: text, example: "the next of the page before"))
                }
                return position
            }, isStacked: try Parameters.flag("stacks", exchange.query))
        return (query, range)
    }

    private func search(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let (query, range) = try Self.page(of: exchange)
        let isCounted = try Parameters.flag("count", exchange.query)
        let facets = try Self.facets(exchange.query.text("facets"))
        return try await answered { () throws(ControlFailure) in
            let query = try await library.resolved(query)
            let page = try await library.page(query, range)
            let entries = page.artworks.map { artwork in
                var entry = ArtworkEntry(
                    artwork, query.distance(of: artwork.making.likeness, artwork.number)?.resemblance)
                entry.variations = page.others[artwork.number].map {
                    ArtworkTotal(artworks: $0.artworks, isComplete: $0.isComplete)
                }
                return entry
            }
            var list = ArtworkList(artworks: entries, next: page.next.map { $0.cursor(in: query) })
            if isCounted {
                let count = try await library.count(query)
                list.count = ArtworkTotal(artworks: count.artworks, isComplete: count.isComplete)
            }
            if !facets.isEmpty { list.facets = FacetReport(try await library.facets(facets, of: query)) }
            return .json(list)
        }
    }

    /// The facets that a list names, in its order.
    private static func facets(_ text: String?) throws(Rejection) -> [LibraryFacet] {
        var facets: [LibraryFacet] = []
        for word in (text ?? "").split(separator: ",").map(String.init) {
            guard let facet = LibraryFacet(rawValue: word) else {
                throw Parameters.notOneOf(LibraryFacet.allCases.map(\.rawValue), "facets", word)
            }
            if !facets.contains(facet) { facets.append(facet) }
        }
        return facets
    }

    private func change(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let request = try exchange.json(LibraryFields.change, into: ArtworkChangeRequest())
        let selection = try Self.selection(request)
        let edit = request.edit
        guard edit != ArtworkEdit() else { throw Parameters.wrong("add_tags", .missing) }
        let isDryRun = request.isDryRun ?? false
        return try await answered { () throws(ControlFailure) in
            let result = try await library.change(
                selection, edit, isDryRun: isDryRun, by: exchange.user)
            return .json(
                ArtworkChangeAnswer(
                    isDryRun: isDryRun, matched: result.matched, changed: result.changed.count,
                    ids: result.changed.prefix(1_000).map(\.text), undo: result.undo?.text))
        }
    }

    /// Artworks are named or searched, not both. A search without conditions would select everything.
    private static func selection(_ request: ArtworkChangeRequest) throws(Rejection) -> ArtworkSelection {
        switch (request.ids ?? [], request.search) {
        case ([], nil): throw Parameters.wrong("ids", .missing)
        case ([], let text?):
            let query = try query(text)
            guard !query.conditions.isEmpty else { throw Parameters.wrong("q", .missing) }
            return .found(query)
        case (let ids, nil):
            var parts: [JobIDFragment] = []
            for id in ids { parts.append(try fragment(id)) }
            return .named(parts)
        case (_, .some): throw Parameters.wrong("q", .conflict(with: "ids"))
        }
    }

    private func ask(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let part = try Self.fragment(exchange.id)
        let request =
            try exchange.body.isEmpty ? AskTagsRequest() : exchange.json(LibraryFields.ask, into: AskTagsRequest())
        return try await answered { () throws(ControlFailure) in
            let (tags, artwork) = try await library.askForTags(of: part, mayRepeat: request.isRepeated ?? false)
            let machine = artwork.tags.filter(artwork.machineTags.contains)
            return .json(AskedTags(tags: tags.map(\.shown), machineTags: machine.map(\.shown)))
        }
    }

    private func tellApart(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let request = try exchange.json(LibraryFields.distinct, into: DistinctArtworksRequest())
        var parts: [JobIDFragment] = []
        for id in request.ids ?? [] { parts.append(try Self.fragment(id)) }
        guard parts.count > 1 else { throw Parameters.wrong("ids", .missing) }
        let named = parts
        return try await answered { () throws(ControlFailure) in
            .json(DistinctArtworksAnswer(pairs: try await library.tellApart(named, request.areDistinct ?? true)))
        }
    }

    private func rename(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let tag = try Self.tag(exchange.id)
        let request = try exchange.json(LibraryFields.rename, into: TagRenameRequest())
        guard let name = request.to.flatMap({ Tag($0) }) else { throw Parameters.wrong("to", .missing) }
        return try await answered { () throws(ControlFailure) in
            let result = try await library.rename(
                tag, to: name, merging: request.isMerging ?? false, by: exchange.user)
            return .json(TagEntry(name, result))
        }
    }
}

extension Exchange {
    fileprivate var user: UInt32 { head.peer.user }
}

extension TagEntry {
    fileprivate init(_ tag: Tag, _ result: TagChangeResult) {
        self.init(tag: tag.shown, artworks: result.artworks, undo: result.undo?.text)
    }
}

extension ArtworkChangeRequest {
    fileprivate var edit: ArtworkEdit {
        ArtworkEdit(
            addedTags: (addedTags ?? []).compactMap { Tag($0) },
            removedTags: (removedTags ?? []).compactMap { Tag($0) }, removesMachineTags: removesMachineTags ?? false,
            isFavourite: isFavourite, isTrashed: isTrashed)
    }
}

extension ArtworkPosition {
    /// `1.NUMBER.SCORE.QUERY`: a version, the place, and the query that it belongs to.
    func cursor(in query: LibraryQuery) -> String { "1.\(number.value).\(score)." + Self.mark(query) }

    /// `nil` for any other text and for a cursor of another query.
    init?(cursor: String, in query: LibraryQuery) {
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "1", let number = Int64(digits: parts[1]),
            let score = Int(digits: parts[2]),
            parts[3] == Self.mark(query)
        else { return nil }
        self.init(number: ArtworkNumber(number), score: score)
    }

    /// A hash of the query's canonical text: it only has to tell a person's queries apart.
    private static func mark(_ query: LibraryQuery) -> String {
        String(StableHash.of(query.text.utf8), radix: 36)
    }
}
