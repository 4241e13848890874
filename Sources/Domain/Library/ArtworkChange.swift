/// What a person asks to be changed about artworks; what is `nil` stays.
package struct ArtworkEdit: Equatable, Sendable {
    /// Tags that the artworks should have.
    package var addedTags: [Tag]
    /// Tags that the artworks should not have. A tag that is added too stays.
    package var removedTags: [Tag]
    package var isFavourite: Bool?
    package var isTrashed: Bool?

    package init(
        addedTags: [Tag] = [], removedTags: [Tag] = [], isFavourite: Bool? = nil, isTrashed: Bool? = nil
    ) {
        self.addedTags = addedTags
        self.removedTags = removedTags
        self.isFavourite = isFavourite
        self.isTrashed = isTrashed
    }

    package func changes(at utc: UTCMillis) -> [ArtworkChange] {
        let isTagging = !(addedTags.isEmpty && removedTags.isEmpty)
        return [
            isTagging ? .tags(added: addedTags, removed: removedTags) : nil, isFavourite.map { .favourite($0) },
            isTrashed.map { .trash($0 ? utc : nil) },
        ].compactMap(\.self)
    }
}

/// One change of an artwork.
package enum ArtworkChange: Equatable, Sendable {
    /// Tags that the artwork should have, and tags that it should not have.
    case tags(added: [Tag], removed: [Tag])
    case favourite(Bool)
    /// Moves it to the trash, or out of it.
    case trash(UTCMillis?)
}

extension Artwork {
    package func isChanged(by change: ArtworkChange) -> Bool {
        switch change {
        case .tags(let added, let removed):
            added.contains { !tags.contains($0) } || removed.contains { tags.contains($0) && !added.contains($0) }
        case .favourite(let isFavourite): self.isFavourite != isFavourite
        // What is in the trash already stays there as long as it was to stay.
        case .trash(let time): (trashed == nil) != (time == nil)
        }
    }
}

/// The artworks to change.
package enum ArtworkSelection: Equatable, Sendable {
    /// By the identifiers of their jobs, or parts of them.
    case named([JobIDFragment])
    case found(LibraryQuery)
}

/// The result of changing artworks.
package struct ArtworkChangeResult: Equatable, Sendable {
    /// The number of artworks that were named or found.
    package let matched: Int
    /// Those that differ from before, or would.
    package let changed: [JobID]
    /// Takes the change back; `nil` if that isn't possible.
    package let undo: UndoToken?

    package init(matched: Int, changed: [JobID], undo: UndoToken? = nil) {
        self.matched = matched
        self.changed = changed
        self.undo = undo
    }
}

/// The result of changing a tag of all its artworks.
package struct TagChangeResult: Equatable, Sendable {
    /// The number of artworks that have the tag, or had it.
    package let artworks: Int
    /// Takes the change back; `nil` if that isn't possible.
    package let undo: UndoToken?

    package init(artworks: Int, undo: UndoToken? = nil) {
        self.artworks = artworks
        self.undo = undo
    }
}
