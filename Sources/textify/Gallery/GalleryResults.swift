import ControlAPI

/// The results of a search, as far as they are loaded.
struct GalleryResults: Equatable {
    private(set) var search = ""
    private(set) var artworks: [ArtworkEntry] = []
    /// Where the next page begins; `nil` after the last.
    private(set) var next: String?
    /// The number of all results; `nil` until it is known.
    private(set) var total: ArtworkTotal?

    init() {}

    /// The first page of a search.
    init(_ page: ArtworkList, of search: String) {
        (self.search, artworks, next) = (search, page.artworks, page.next)
    }

    mutating func append(_ page: ArtworkList) {
        artworks += page.artworks
        // A place that is given twice leads nowhere.
        next = page.next == next ? nil : page.next
    }

    mutating func count(_ total: ArtworkTotal) { self.total = total }

    mutating func replace(_ artwork: ArtworkEntry) {
        if let place = artworks.firstIndex(where: { $0.id == artwork.id }) { artworks[place] = artwork }
    }

    /// Whether counting would tell more than what is loaded does.
    var isCountMissing: Bool { next != nil && total == nil }

    /// The number of results as far as it is known.
    var known: ArtworkTotal {
        guard next != nil else { return ArtworkTotal(artworks: artworks.count, isComplete: true) }
        if let total, total.artworks > artworks.count { return total }
        return ArtworkTotal(artworks: artworks.count, isComplete: false)
    }
}
