/// Something that an artwork has in common with others, from which its further tags can be guessed.
package enum TagCue: Hashable, Sendable {
    case tag(Tag)
    /// A word of the prompt, or two characters of a script that doesn't separate words: a token of `SearchTokenizer`.
    case word(String)
    /// The watch folder's name.
    case folder(String)
}

extension Artwork {
    /// What other artworks may share: tags first, then words of the prompt, then the folder. Bounded, because each of
    /// them is looked up.
    package var tagCues: [TagCue] {
        let words = SearchDocument(prompt: prompt, name: "", tags: []).tokens.filter { $0.unicodeScalars.count > 1 }
        return tags.prefix(TagEvidence.mostTags).map { .tag($0) }
            + words.prefix(TagEvidence.mostWords).map { .word($0) } + [.folder(folder)]
    }
}

/// How often tags occur together with cues.
package struct TagEvidence: Equatable, Sendable {
    /// The newest artworks with a cue, without those in the trash and the artwork that is to be tagged.
    package struct Sample: Equatable, Sendable {
        package let cue: TagCue
        /// The size of the sample.
        package let artworks: Int
        /// For each tag the number of artworks in the sample that have it.
        package let counts: [Tag: Int]

        package init(_ cue: TagCue, artworks: Int, counts: [Tag: Int]) {
            self.cue = cue
            self.artworks = artworks
            self.counts = counts
        }
    }

    /// The largest number of tags of an artwork that serve as cues, and of words of its prompt.
    package static let mostTags = 16
    package static let mostWords = 24
    /// The largest number of artworks in a sample. With all cues at most 41,000 artworks are read, whatever the size of
    /// the library.
    package static let sample = 1_000

    /// The number of all artworks. Erased ones may count too.
    package let artworks: Int
    /// For each tag of a sample the number of artworks that have it.
    package let uses: [Tag: Int]
    package let samples: [Sample]

    package init(artworks: Int, uses: [Tag: Int], samples: [Sample]) {
        self.artworks = artworks
        self.uses = uses
        self.samples = samples
    }
}

/// A tag that probably suits an artwork.
package struct TagSuggestion: Equatable, Sendable {
    package let tag: Tag
    /// The number of artworks that have it.
    package let artworks: Int
    /// How strongly the cues speak for it; more than 0.
    package let score: Double

    package init(tag: Tag, artworks: Int, score: Double) {
        self.tag = tag
        self.artworks = artworks
        self.score = score
    }
}

/// Tags that probably suit an artwork, without those that it has.
package struct ArtworkSuggestions: Equatable, Sendable {
    /// From artworks that have something in common with it, the best first.
    package let byOthers: [TagSuggestion]
    /// From a vision model that looked at its picture, the best first.
    package let byModel: [Tag]

    package init(byOthers: [TagSuggestion], byModel: [Tag] = []) {
        self.byOthers = byOthers
        self.byModel = byModel
    }
}

extension TagSuggestion {
    /// Artworks with the usual share of each tag that are added to each sample, so that a few artworks that happen to
    /// share a tag prove little.
    private static let damping = 5.0
    /// Fewer artworks of a sample with a tag are a coincidence.
    private static let leastShared = 2
    /// Weaker suggestions are left out.
    private static let leastScore = 0.1

    /// The tags that suit the artwork best, the best first and equally good ones by their folded form. Tags that it has
    /// are left out.
    ///
    /// Each cue votes for the tags that occur with it, as in B. Sigurbjörnsson and R. van Zwol, "Flickr Tag
    /// Recommendation Based on Collective Knowledge" (WWW 2008). A vote of cue `c` for tag `t` is
    ///
    ///     weight(c) · confidence · (1 − 1 / lift)
    ///
    /// where `share` is the share of all artworks that have the tag, `confidence = (shared + 5 · share) / (sample + 5)`
    /// that of the sample, damped by an m-estimate, and `lift = confidence / share`. Without the damping this is the
    /// "added value" of P. Tan, V. Kumar and J. Srivastava, "Selecting the Right Interestingness Measure for Association
    /// Patterns" (KDD 2002). Unlike the lift alone it doesn't favour rare tags, and a tag that is common everywhere gets
    /// no vote. A tag weighs 1; words and the folder, which say less, weigh half.
    package static func ranked(for artwork: Artwork, by evidence: TagEvidence, limit: Int) -> [TagSuggestion] {
        var scores: [Tag: Double] = [:]
        for sample in evidence.samples {
            for (tag, shared) in sample.counts where shared >= leastShared {
                let share = Double(evidence.uses[tag] ?? shared) / Double(max(1, evidence.artworks))
                let confidence = (Double(shared) + damping * share) / (Double(sample.artworks) + damping)
                let lift = confidence / share
                if lift > 1 { scores[tag, default: 0] += sample.cue.weight * confidence * (1 - 1 / lift) }
            }
        }
        let known = Set(artwork.tags)
        let suggestions = scores.filter { $0.value >= leastScore && !known.contains($0.key) }.map { tag, score in
            TagSuggestion(tag: tag, artworks: evidence.uses[tag] ?? 0, score: score)
        }
        return Array(suggestions.sorted { ($1.score, $0.tag.folded) < ($0.score, $1.tag.folded) }.prefix(limit))
    }
}

extension TagCue {
    fileprivate var weight: Double {
        switch self {
        case .tag: 1
        case .word, .folder: 0.5
        }
    }
}
