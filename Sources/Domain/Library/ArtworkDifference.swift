/// An artwork before a change and after it.
package struct ChangedArtwork: Equatable, Sendable {
    package let before: Artwork
    package let after: Artwork

    package init(before: Artwork, after: Artwork) {
        self.before = before
        self.after = after
    }

    /// What the change did, so that it can be taken back.
    package func difference(by change: ArtworkChange) -> ArtworkDifference {
        switch change {
        case .tags:
            .tags(
                added: after.tags.filter { !before.tags.contains($0) },
                removed: before.tags.filter { !after.tags.contains($0) })
        case .favourite: .favourite(after.isFavourite)
        case .trash: .trash(from: before.trashed, to: after.trashed)
        }
    }
}

/// What a change did to an artwork.
package enum ArtworkDifference: Hashable, Sendable {
    /// Tags that it got, and tags that it lost.
    case tags(added: [Tag], removed: [Tag])
    case favourite(Bool)
    case trash(from: UTCMillis?, to: UTCMillis?)

    /// The change that takes it back.
    package var reversal: ArtworkChange {
        switch self {
        case .tags(let added, let removed): .tags(added: removed, removed: added)
        case .favourite(let isFavourite): .favourite(!isFavourite)
        case .trash(let earlier, _): .trash(earlier)
        }
    }
}

extension Artwork {
    /// Whether nothing of the difference has been changed since.
    package func stillHas(_ difference: ArtworkDifference) -> Bool {
        switch difference {
        case .tags(let added, let removed): added.allSatisfy(tags.contains) && !removed.contains(where: tags.contains)
        case .favourite(let isFavourite): self.isFavourite == isFavourite
        case .trash(_, let time): trashed == time
        }
    }
}
