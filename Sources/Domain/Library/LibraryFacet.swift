/// A property of artworks whose values are counted among the results of a search.
package enum LibraryFacet: String, CaseIterable, Sendable {
    case tags, folder, backend, model, source, charset, look

    /// The key that finds artworks with one of the facet's values.
    package var key: LibraryKey {
        switch self {
        case .tags: .tag
        case .folder: .folder
        case .backend: .backend
        case .model: .model
        case .source: .source
        case .charset: .charset
        case .look: .look
        }
    }

    /// The artwork's values, each once. Art of several sets of characters has a value for each.
    package func values(of artwork: Artwork) -> [String] {
        switch self {
        case .tags: artwork.tags.map(\.shown)
        case .folder: [artwork.folder]
        case .backend: [artwork.making.backend].compactMap(\.self)
        case .model: [artwork.making.model].compactMap(\.self)
        case .source: [artwork.source.rawValue]
        case .charset: artwork.making.art?.charset?.sets.map(\.rawValue) ?? []
        case .look: [artwork.making.art?.look?.rawValue].compactMap(\.self)
        }
    }
}

/// How often values occur in the newest results of a search.
package struct ArtworkFacets: Equatable, Sendable {
    package struct Count: Equatable, Sendable {
        package let value: String
        /// The number of artworks that have it.
        package let artworks: Int

        package init(_ value: String, _ artworks: Int) {
            self.value = value
            self.artworks = artworks
        }
    }

    package struct Facet: Equatable, Sendable {
        package let facet: LibraryFacet
        /// The most frequent values, equally frequent ones by their text.
        package let values: [Count]
        /// The number of other values.
        package let others: Int

        package init(_ facet: LibraryFacet, _ values: [Count], others: Int = 0) {
            self.facet = facet
            self.values = values
            self.others = others
        }
    }

    /// The largest number of results that are counted, and of values of a facet that are returned.
    package static let most = 5_000
    package static let mostValues = 50

    /// The number of results that were counted.
    package let artworks: Int
    /// Whether there are no more results.
    package let isComplete: Bool
    package let facets: [Facet]

    package init(artworks: Int, isComplete: Bool, facets: [Facet]) {
        self.artworks = artworks
        self.isComplete = isComplete
        self.facets = facets
    }
}

/// Counts the values of facets, artwork by artwork.
package struct FacetCounter: Sendable {
    package private(set) var artworks = 0
    private let facets: [LibraryFacet]
    private var counts: [[String: Int]]

    package init(_ facets: [LibraryFacet]) {
        self.facets = facets
        counts = Array(repeating: [:], count: facets.count)
    }

    package mutating func add(_ artwork: Artwork) { add { $0.values(of: artwork) } }

    /// Adds an artwork by its values of each facet.
    package mutating func add(_ values: (LibraryFacet) -> [String]) {
        artworks += 1
        for (place, facet) in facets.enumerated() {
            for value in values(facet) { counts[place][value, default: 0] += 1 }
        }
    }

    package func result(isComplete: Bool) -> ArtworkFacets {
        let counted = zip(facets, counts).map { facet, counts in
            let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            let values = sorted.prefix(ArtworkFacets.mostValues).map { ArtworkFacets.Count($0.key, $0.value) }
            return ArtworkFacets.Facet(facet, values, others: sorted.count - values.count)
        }
        return ArtworkFacets(artworks: artworks, isComplete: isComplete, facets: counted)
    }
}
