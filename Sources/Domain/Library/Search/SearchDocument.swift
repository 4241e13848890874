/// The texts of an artwork in which words are searched: its prompt, its name and its tags.
package struct SearchDocument: Sendable {
    /// A phrase is found within one text, never across two.
    let texts: [[SearchPiece]]

    package init(prompt: String?, name: String, tags: [Tag]) {
        texts = ([prompt, name].compactMap(\.self) + tags.map(\.shown)).map { SearchTokenizer.pieces(of: $0) }
    }

    package init(_ artwork: Artwork) {
        self.init(prompt: artwork.prompt, name: artwork.name, tags: artwork.tags)
    }

    /// The document's tokens for an index, each once, in order of appearance.
    package var tokens: [String] {
        var known: Set<String> = []
        return texts.joined().flatMap(\.documentTokens).filter { known.insert($0).inserted }
    }
}

/// How a word or phrase is searched: the tokens that an index must have, then an exact check of the candidates.
///
/// A word is found whole, without regard to case; with `isPrefix`, by its beginning. Hangul, Han and kana are found
/// anywhere in a run. A phrase is found where its pieces follow each other; spaces and punctuation between them don't
/// matter, so `in-front` finds `in front`. In a phrase, a run can begin within the first run and end within the last.
///
/// The tokens are necessary for the check: a text that lacks one is never accepted by `matches`. They are not
/// sufficient: pairs of characters can stand apart, and so can the words of a phrase.
package struct TermPlan: Equatable, Sendable {
    /// All of them are needed; never empty.
    package let tokens: [RequiredToken]
    /// Whether the tokens decide, so that candidates can be counted without a check.
    package let isExact: Bool
    private let pieces: [SearchPiece]
    private let isPrefix: Bool

    /// `nil` if the text has no letter, digit or emoji.
    package init?(_ text: some StringProtocol, isPrefix: Bool = false) {
        let pieces = SearchTokenizer.pieces(of: text)
        guard !pieces.isEmpty else { return nil }
        var known: Set<RequiredToken> = []
        tokens = pieces.indices.flatMap { index in
            pieces[index].requiredTokens(isPrefix: isPrefix && index == pieces.count - 1)
        }.filter { known.insert($0).inserted }
        self.pieces = pieces
        self.isPrefix = isPrefix
        isExact = pieces.count == 1 && pieces[0].hasExactToken
    }

    /// The exact check: whether one of the document's texts contains the word or phrase.
    package func matches(_ document: SearchDocument) -> Bool {
        document.texts.contains { text in
            text.indices.dropLast(pieces.count - 1).contains { start in
                pieces.indices.allSatisfy { piece($0, isFoundIn: text[start + $0]) }
            }
        }
    }

    private func piece(_ index: Int, isFoundIn found: SearchPiece) -> Bool {
        let wanted = pieces[index]
        guard wanted.kind == found.kind, wanted.scalars.count <= found.scalars.count else { return false }
        let (isFirst, isLast) = (index == 0, index == pieces.count - 1)
        let isRun = wanted.kind == .run
        switch (canBeginWithin: isRun && isFirst, canEndWithin: isLast && (isRun || isPrefix)) {
        case (true, true): return found.scalars.contains(wanted.scalars)
        case (true, false): return found.scalars.suffix(wanted.scalars.count) == wanted.scalars[...]
        case (false, true): return found.scalars.starts(with: wanted.scalars)
        case (false, false): return found.scalars == wanted.scalars
        }
    }
}
