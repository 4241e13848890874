package import Domain

/// An artwork of the library.
package struct ArtworkEntry: Codable, Equatable, Sendable {
    /// The ID of the job that made it: 26 characters. Requests also accept any unique prefix or suffix of at least four.
    package var id: String
    package var made: WireTime
    /// `generated` or `dropped`.
    package var source: String
    /// The name of its files in the outbox, without an ending.
    package var name: String
    /// The watch folder's name.
    package var folder: String
    /// Absent for a dropped picture.
    package var prompt: String?
    package var backend: String?
    package var model: String?
    package var seed: UInt64?
    /// Such as `0.05 USD`; absent if no price is known.
    package var cost: String?
    /// The art's size in cells, and what was chosen for it; absent for a picture without art.
    package var columns: Int?
    package var rows: Int?
    package var charset: String?
    package var look: String?
    package var tags: [String]
    /// Those of the tags that a model gave it and no person; absent if there are none.
    package var machineTags: [String]?
    package var isFavourite: Bool
    /// When it was moved to the trash; absent if it isn't there.
    package var trashed: WireTime?
    /// The size of the picture in bytes; absent unless it is kept.
    package var pictureBytes: Int64?
    /// When the picture was removed, so that it can't be rendered again; absent while it is kept.
    package var pictureRemoved: WireTime?
    /// `duplicate` or `looks_like`, in the results of a search by look.
    package var likeness: String?
    /// The number of other artworks outside the trash that the same backend made of the same prompt, counted up to 100;
    /// in results that show the newest one of them.
    package var variations: ArtworkTotal?

    private enum CodingKeys: String, CodingKey {
        case id, made, source, name, folder, prompt, backend, model, seed, cost, columns, rows, charset, look, tags
        case machineTags = "machine_tags"
        case isFavourite = "favourite"
        case trashed, likeness, variations
        case pictureBytes = "picture_bytes"
        case pictureRemoved = "picture_removed"
    }
}

extension ArtworkEntry {
    /// `resemblance`: how much its picture looks like the one that was searched.
    package init(_ artwork: Artwork, _ resemblance: Resemblance? = nil) {
        let (making, art) = (artwork.making, artwork.making.art)
        let machine = artwork.tags.filter(artwork.machineTags.contains).map(\.shown)
        self.init(
            id: artwork.job.text, made: WireTime(artwork.made), source: artwork.source.rawValue, name: artwork.name,
            folder: artwork.folder, prompt: artwork.prompt, backend: making.backend, model: making.model,
            seed: making.seed, cost: making.cost?.text, columns: art?.columns, rows: art?.rows,
            charset: art?.charset?.rawValue, look: art?.look?.rawValue,
            tags: artwork.tags.map(\.shown), machineTags: machine.isEmpty ? nil : machine,
            isFavourite: artwork.isFavourite, trashed: artwork.trashed.map { WireTime($0) },
            pictureBytes: making.pictureSize, pictureRemoved: artwork.pictureRemoved.map { WireTime($0) },
            likeness: resemblance?.rawValue)
    }
}

extension ArtworkEntry {
    /// The tags for a list; those that only a model gave have an asterisk.
    package var markedTags: [String] { tags.map { machineTags?.contains($0) == true ? $0 + "*" : $0 } }
}

/// One page of a search.
package struct ArtworkList: Codable, Equatable, Sendable {
    package var artworks: [ArtworkEntry]
    /// The value of `after` for the next page; absent on the last page. A page may be short or empty although others
    /// follow.
    package var next: String?
    /// The number of results, if it was asked for.
    package var count: ArtworkTotal?
    /// How often values occur in the results, if that was asked for.
    package var facets: FacetReport?

    package init(artworks: [ArtworkEntry], next: String? = nil, count: ArtworkTotal? = nil) {
        self.artworks = artworks
        self.next = next
        self.count = count
    }
}

/// The number of a search's results.
package struct ArtworkTotal: Codable, Equatable, Sendable {
    package var artworks: Int
    /// Whether there are no more; counting stops at 10,000.
    package var isComplete: Bool

    private enum CodingKeys: String, CodingKey {
        case artworks
        case isComplete = "complete"
    }

    package init(artworks: Int, isComplete: Bool) {
        self.artworks = artworks
        self.isComplete = isComplete
    }
}

/// The months in which artworks were made, the newest first.
package struct MonthList: Codable, Equatable, Sendable {
    package var months: [MonthEntry]

    package init(months: [MonthEntry]) { self.months = months }
}

/// A month and the number of artworks outside the trash that were made in it.
package struct MonthEntry: Codable, Equatable, Sendable {
    /// Such as `2026-11`, as the search `made:` takes it.
    package var month: String
    package var artworks: Int
    /// Whether there are no more; counting stops at 10,000.
    package var isComplete: Bool

    private enum CodingKeys: String, CodingKey {
        case month, artworks
        case isComplete = "complete"
    }

    package init(month: String, artworks: Int, isComplete: Bool) {
        self.month = month
        self.artworks = artworks
        self.isComplete = isComplete
    }

    package init(_ month: LibraryMonth) {
        self.init(
            month: LibraryTime.month(month.day).text, artworks: month.count.artworks,
            isComplete: month.count.isComplete)
    }
}

/// How often values occur in the newest results of a search.
package struct FacetReport: Codable, Equatable, Sendable {
    package struct Count: Codable, Equatable, Sendable {
        package var value: String
        /// The number of artworks that have it.
        package var artworks: Int

        package init(value: String, artworks: Int) {
            self.value = value
            self.artworks = artworks
        }
    }

    package struct Facet: Codable, Equatable, Sendable {
        /// Such as `tags`.
        package var facet: String
        /// The most frequent values, at most 50.
        package var values: [Count]
        /// The number of other values.
        package var others: Int

        package init(facet: String, values: [Count], others: Int) {
            self.facet = facet
            self.values = values
            self.others = others
        }
    }

    /// The number of results that were counted, at most 5,000.
    package var artworks: Int
    /// Whether there are no more results.
    package var isComplete: Bool
    package var facets: [Facet]

    private enum CodingKeys: String, CodingKey {
        case artworks
        case isComplete = "complete"
        case facets
    }

    package init(artworks: Int, isComplete: Bool, facets: [Facet]) {
        self.artworks = artworks
        self.isComplete = isComplete
        self.facets = facets
    }

    package init(_ facets: ArtworkFacets) {
        self.init(
            artworks: facets.artworks, isComplete: facets.isComplete,
            facets: facets.facets.map { facet in
                Facet(
                    facet: facet.facet.rawValue,
                    values: facet.values.map { Count(value: $0.value, artworks: $0.artworks) }, others: facet.others)
            })
    }
}

/// A change of artworks, which are named by `ids` or found by `q`.
package struct ArtworkChangeRequest: Codable, Equatable, Sendable {
    package var ids: [String]?
    package var search: String?
    package var addedTags: [String]?
    package var removedTags: [String]?
    package var removesMachineTags: Bool?
    package var isFavourite: Bool?
    package var isTrashed: Bool?
    package var isDryRun: Bool?

    private enum CodingKeys: String, CodingKey {
        case ids
        case search = "q"
        case addedTags = "add_tags"
        case removedTags = "remove_tags"
        case removesMachineTags = "remove_machine_tags"
        case isFavourite = "favourite"
        case isTrashed = "trashed"
        case isDryRun = "dry_run"
    }

    package init() {}
}

/// The result of a change.
package struct ArtworkChangeAnswer: Codable, Equatable, Sendable {
    package var isDryRun: Bool
    /// The number of artworks that were named or found.
    package var matched: Int
    /// The number of artworks that differ from before, or would.
    package var changed: Int
    /// IDs of changed artworks, at most 1,000.
    package var ids: [String]
    /// Takes the change back within ten minutes; absent if that isn't possible.
    package var undo: String?

    private enum CodingKeys: String, CodingKey {
        case isDryRun = "dry_run"
        case matched, changed, ids, undo
    }

    package init(isDryRun: Bool, matched: Int, changed: Int, ids: [String], undo: String? = nil) {
        self.isDryRun = isDryRun
        self.matched = matched
        self.changed = changed
        self.ids = ids
        self.undo = undo
    }
}

/// The change to take back.
package struct UndoRequest: Codable, Equatable, Sendable {
    /// The `undo` of its answer; without it, the user's newest change.
    package var token: String?

    package init(token: String? = nil) { self.token = token }
}

/// The result of taking a change back.
package struct UndoAnswer: Codable, Equatable, Sendable {
    /// The number of artworks that are as they were before.
    package var restored: Int
    /// The number of artworks that were changed since, or are gone. They stay as they are.
    package var left: Int

    package init(restored: Int, left: Int) {
        self.restored = restored
        self.left = left
    }
}

/// Artworks that are different pictures, however much they look alike.
package struct DistinctArtworksRequest: Codable, Equatable, Sendable {
    package var ids: [String]?
    /// `false` takes an earlier decision back; `nil` is `true`.
    package var areDistinct: Bool?

    private enum CodingKeys: String, CodingKey {
        case ids
        case areDistinct = "distinct"
    }

    package init() {}
}

/// The result of telling artworks apart.
package struct DistinctArtworksAnswer: Codable, Equatable, Sendable {
    /// The number of pairs that differ from before.
    package var pairs: Int

    package init(pairs: Int) { self.pairs = pairs }
}

/// Tags, the most used ones first.
package struct TagList: Codable, Equatable, Sendable {
    package var tags: [TagEntry]

    package init(tags: [TagEntry]) { self.tags = tags }
}

/// A tag and the number of artworks that have it.
package struct TagEntry: Codable, Equatable, Sendable {
    package var tag: String
    package var artworks: Int
    /// Takes a renaming or deletion back within ten minutes; absent if that isn't possible.
    package var undo: String?

    package init(tag: String, artworks: Int, undo: String? = nil) {
        self.tag = tag
        self.artworks = artworks
        self.undo = undo
    }
}

/// Tags that probably suit an artwork, the best first.
package struct TagSuggestionList: Codable, Equatable, Sendable {
    package struct Entry: Codable, Equatable, Sendable {
        package var tag: String
        /// The number of artworks that have it.
        package var artworks: Int
        /// How strongly it is suggested, in hundredths.
        package var score: Double

        package init(tag: String, artworks: Int, score: Double) {
            self.tag = tag
            self.artworks = artworks
            self.score = score
        }
    }

    package var suggestions: [Entry]
    /// From the vision model; absent if it was not asked, or knows nothing that the artwork doesn't have.
    package var modelTags: [String]?

    private enum CodingKeys: String, CodingKey {
        case suggestions
        case modelTags = "model_tags"
    }

    package init(suggestions: [Entry], modelTags: [String]? = nil) {
        self.suggestions = suggestions
        self.modelTags = modelTags
    }

    package init(_ suggestions: ArtworkSuggestions) {
        self.suggestions = suggestions.byOthers.map {
            Entry(tag: $0.tag.shown, artworks: $0.artworks, score: ($0.score * 100).rounded() / 100)
        }
        modelTags = suggestions.byModel.isEmpty ? nil : suggestions.byModel.map(\.shown)
    }
}

/// A question to the vision model.
package struct AskTagsRequest: Codable, Equatable, Sendable {
    /// Whether it is asked although an earlier answer was lost, which may cost twice; `nil` is `false`.
    package var isRepeated: Bool?

    private enum CodingKeys: String, CodingKey {
        case isRepeated = "again"
    }

    package init(isRepeated: Bool? = nil) { self.isRepeated = isRepeated }
}

/// The vision model's answer.
package struct AskedTags: Codable, Equatable, Sendable {
    /// Its tags, the most fitting first.
    package var tags: [String]
    /// The tags that only a model gave to the artwork, now or before.
    package var machineTags: [String]

    private enum CodingKeys: String, CodingKey {
        case tags
        case machineTags = "machine_tags"
    }

    package init(tags: [String], machineTags: [String]) {
        self.tags = tags
        self.machineTags = machineTags
    }
}

/// The new name of a tag.
package struct TagRenameRequest: Codable, Equatable, Sendable {
    package var to: String?
    /// Whether both tags become one if another tag has that name.
    package var isMerging: Bool?

    private enum CodingKeys: String, CodingKey {
        case to
        case isMerging = "merge"
    }

    package init() {}
}
