/// The template of a folder's prompts, such as `{prompt}, {tags}, ink drawing`. The filled template is the job's prompt:
/// it is stored with the job, sent to the backend and decides the purchase.
package struct PromptTemplate: Equatable, Sendable {
    package enum Placeholder: String, Equatable, Sendable, CaseIterable {
        /// The drop's own prompt.
        case prompt
        /// The tags, joined by `, `.
        case tags
    }

    private enum Piece: Equatable, Sendable {
        case text(String)
        case value(Placeholder)
    }

    /// As written.
    package let text: String
    private let pieces: [Piece]

    /// Reads a template. One word in braces is a placeholder; other braces, such as `{red|blue}`, are text. Throws if a
    /// placeholder is unknown, and if there is no `{prompt}`.
    package init(parsing text: String) throws(FieldFailure.Problem) {
        self.text = text
        pieces = try Self.pieces(of: text)
        guard pieces.contains(.value(.prompt)) else {
            throw .malformed(got: text, example: "{prompt}, ink drawing")
        }
    }

    /// Fills in the placeholders once: braces in the prompt or in a tag are text. Without tags, `{tags}` is left out
    /// together with the comma and the white space before it; at the beginning, with those after it.
    package func prompt(_ prompt: String, tags: [String]) -> String {
        let pieces = tags.isEmpty ? Self.withoutTags(pieces) : pieces
        return pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .value(.prompt): prompt
            case .value(.tags): tags.joined(separator: ", ")
            }
        }.joined()
    }

    private static func pieces(of text: String) throws(FieldFailure.Problem) -> [Piece] {
        var pieces: [Piece] = []
        var literal = ""
        var rest = text[...]
        while let first = rest.popFirst() {
            let word = first == "{" ? rest.prefix { $0.isLetter || $0.isNumber || "_-".contains($0) } : ""
            guard !word.isEmpty, word.endIndex < rest.endIndex, rest[word.endIndex] == "}" else {
                literal.append(first)
                continue
            }
            if !literal.isEmpty { pieces.append(.text(literal)) }
            literal = ""
            pieces.append(.value(try placeholder(String(word))))
            rest = rest[word.endIndex...].dropFirst()
        }
        return literal.isEmpty ? pieces : pieces + [.text(literal)]
    }

    private static func placeholder(_ word: String) throws(FieldFailure.Problem) -> Placeholder {
        if let known = Placeholder(rawValue: word) { return known }
        let words = Placeholder.allCases.map(\.rawValue)
        let nearest = NearestName.of(word, among: words).map { "{\($0)}" }
        throw .notOneOf(got: "{\(word)}", choices: words.map { "{\($0)}" }, nearest: nearest)
    }

    private static func withoutTags(_ pieces: [Piece]) -> [Piece] {
        var kept: [Piece] = []
        var isBeginning = false
        for piece in pieces {
            switch piece {
            case .text(let text):
                let text = isBeginning ? String(afterSeparator(text)) : text
                if !text.isEmpty { kept.append(.text(text)) }
            case .value(.prompt): kept.append(piece)
            case .value(.tags):
                if case .text(let text) = kept.last {
                    let before = String(afterSeparator(text.reversed()).reversed())
                    kept[kept.count - 1] = .text(before)
                    if before.isEmpty { kept.removeLast() }
                }
            }
            isBeginning = kept.isEmpty
        }
        return kept
    }

    /// Drops white space with at most one comma in it from the beginning.
    private static func afterSeparator(_ text: some Collection<Character>) -> [Character] {
        let rest = text.drop(while: \.isWhitespace)
        return Array(rest.first == "," ? rest.dropFirst().drop(while: \.isWhitespace) : rest)
    }
}
