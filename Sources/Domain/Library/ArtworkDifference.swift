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
        case .tags, .withoutMachineTags:
            .tags(
                added: after.tags.filter { !before.tags.contains($0) },
                removed: before.tags.filter { !after.tags.contains($0) },
                unmarked: before.tags.filter { before.machineTags.contains($0) && !after.machineTags.contains($0) })
        case .favourite: .favourite(after.isFavourite)
        case .trash: .trash(from: before.trashed, to: after.trashed)
        }
    }
}

/// What a change did to an artwork.
package enum ArtworkDifference: Hashable, Sendable {
    /// Tags that it got, and tags that it lost. `unmarked`: tags that were a machine's and are not any more, because it
    /// lost them or a person gave them too.
    case tags(added: [Tag], removed: [Tag], unmarked: [Tag] = [])
    case favourite(Bool)
    case trash(from: UTCMillis?, to: UTCMillis?)

    /// The change that takes it back.
    package var reversal: ArtworkChange {
        switch self {
        case .tags(let added, let removed, let unmarked):
            .tags(
                added: removed.filter { !unmarked.contains($0) },
                removed: added + unmarked.filter { !removed.contains($0) }, machine: unmarked)
        case .favourite(let isFavourite): .favourite(!isFavourite)
        case .trash(let earlier, _): .trash(earlier)
        }
    }
}

extension Artwork {
    /// Whether nothing of the difference has been changed since.
    package func stillHas(_ difference: ArtworkDifference) -> Bool {
        switch difference {
        case .tags(let added, let removed, let unmarked):
            (added + unmarked.filter { !removed.contains($0) }).allSatisfy(tags.contains)
                && !removed.contains(where: tags.contains) && machineTags.isDisjoint(with: unmarked)
        case .favourite(let isFavourite): self.isFavourite == isFavourite
        case .trash(_, let time): trashed == time
        }
    }
}
