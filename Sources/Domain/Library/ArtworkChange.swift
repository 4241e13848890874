/// What a person asks to be changed about artworks; what is `nil` stays.
package struct ArtworkEdit: Equatable, Sendable {
    /// Tags that the artworks should have.
    package var addedTags: [Tag]
    /// Tags that the artworks should not have. A tag that is added too stays.
    package var removedTags: [Tag]
    /// Whether tags that only a model gave are removed. One that is added too stays.
    package var removesMachineTags: Bool
    package var isFavourite: Bool?
    package var isTrashed: Bool?

    package init(
        addedTags: [Tag] = [], removedTags: [Tag] = [], removesMachineTags: Bool = false, isFavourite: Bool? = nil,
        isTrashed: Bool? = nil
    ) {
        self.addedTags = addedTags
        self.removedTags = removedTags
        self.removesMachineTags = removesMachineTags
        self.isFavourite = isFavourite
        self.isTrashed = isTrashed
    }

    package func changes(at utc: UTCMillis) -> [ArtworkChange] {
        let isTagging = !(addedTags.isEmpty && removedTags.isEmpty)
        return [
            isTagging ? .tags(added: addedTags, removed: removedTags) : nil,
            removesMachineTags ? .withoutMachineTags : nil, isFavourite.map { .favourite($0) },
            isTrashed.map { .trash($0 ? utc : nil) },
        ].compactMap(\.self)
    }
}

/// One change of an artwork.
package enum ArtworkChange: Equatable, Sendable {
    /// Tags that the artwork should have as a person's, and tags that it should not have. Then `machine`: tags that it
    /// gets as a machine's unless it has them.
    case tags(added: [Tag], removed: [Tag], machine: [Tag] = [])
    /// Removes the tags that only a model gave.
    case withoutMachineTags
    case favourite(Bool)
    /// Moves it to the trash, or out of it.
    case trash(UTCMillis?)
}

extension Artwork {
    package func isChanged(by change: ArtworkChange) -> Bool {
        switch change {
        case .tags, .withoutMachineTags:
            // How a tag is shown doesn't count.
            changed(by: change).map { $0.tags != Set(tags) || $0.machine != machineTags } ?? false
        case .favourite(let isFavourite): self.isFavourite != isFavourite
        // What is in the trash already stays there as long as it was to stay.
        case .trash(let time): (trashed == nil) != (time == nil)
        }
    }
}

extension Artwork {
    /// Its tags after a change of them, and those of them that are a machine's; `nil` for another change. New tags are
    /// as the change has them, the others as the artwork has them.
    package func changed(by change: ArtworkChange) -> (tags: Set<Tag>, machine: Set<Tag>)? {
        switch change {
        case .tags(let added, let removed, let machine):
            var tags = Set(tags).subtracting(removed)
            var marked = machineTags.intersection(tags)
            marked.subtract(added)
            tags.formUnion(added)
            marked.formUnion(Set(machine).subtracting(tags))
            return (tags.union(machine), marked)
        case .withoutMachineTags: return (Set(tags).subtracting(machineTags), [])
        case .favourite, .trash: return nil
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
