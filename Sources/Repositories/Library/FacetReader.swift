internal import Domain
internal import PlatformSQL

/// Reads the values of facets, and nothing else, from rows of artworks.
struct FacetReader {
    private let facets: [LibraryFacet]
    private var charsets: [String: [String]] = [:]

    init(_ facets: [LibraryFacet]) { self.facets = facets }

    /// The columns of a query on the artworks, one for each facet.
    var columns: String { facets.isEmpty ? "1" : facets.map(Self.column).joined(separator: ", ") }

    mutating func read(_ row: borrowing Row) -> [LibraryFacet: [String]] {
        var values: [LibraryFacet: [String]] = [:]
        for (place, facet) in facets.enumerated() {
            guard let text = row.textIfAny(Int32(place)) else { continue }
            values[facet] =
                switch facet {
                case .tags: text.split(separator: "\n").map(String.init)
                case .charset: sets(text)
                case .folder, .backend, .model, .source, .look: [text]
                }
        }
        return values
    }

    /// The sets of characters that art was made of. There are few, in many rows.
    private mutating func sets(_ text: String) -> [String] {
        if let known = charsets[text] { return known }
        let sets = Charset(rawValue: text)?.sets.map(\.rawValue) ?? []
        charsets[text] = sets
        return sets
    }

    private static func column(_ facet: LibraryFacet) -> String {
        switch facet {
        // Tags have no control characters.
        case .tags:
            """
            (SELECT group_concat(shown, '\n') FROM artwork_tags AS given JOIN tags ON tags.id = given.tag_id
            WHERE given.artwork = number)
            """
        case .folder, .backend, .model, .source, .charset, .look: facet.rawValue
        }
    }
}
