/// A word that a person, a folder or a request gave to an artwork, to find it by.
///
/// Tags that differ only in case or composition are the same tag: the one that came first decides how it is shown.
package struct Tag: Hashable, Sendable {
    /// As typed, in NFC and without white space at its ends.
    package let shown: String
    /// The form by which tags are compared.
    package let folded: String

    /// `nil` if nothing is left after trimming, if it is longer than `TagLimits.characters`, or if it contains a
    /// control character.
    package init?(_ text: some StringProtocol) {
        let trimmed = SearchText.composed(PromptText.trimmed(text))
        guard (1...TagLimits.characters).contains(trimmed.unicodeScalars.count),
            !trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        shown = trimmed
        folded = SearchText.fold(trimmed)
    }

    /// A tag that was stored: `shown` and `folded` are those of an earlier one.
    package init(storedAs shown: String, folded: String) {
        self.shown = shown
        self.folded = folded
    }

    /// The tags by their folded form, each once: the first one decides how it is shown.
    package static func distinct(_ tags: some Sequence<Tag>) -> [Tag] {
        var known: Set<Tag> = []
        return tags.filter { known.insert($0).inserted }.sorted { $0.folded < $1.folded }
    }

    package static func == (one: Self, other: Self) -> Bool { one.folded == other.folded }

    package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

/// The bounds of a request's tags.
package enum TagLimits {
    /// The largest number of tags.
    package static let most = 64
    /// The largest length of a tag in Unicode scalars, which is what JSON Schema counts.
    package static let characters = 64
}
