import Domain

/// Tags to add and to remove, as they are typed: `sea +lake -draft`, `"two words"`.
struct TagEdit: Equatable {
    /// A word that can't be a tag.
    struct Mistake: Error, Equatable {
        let word: String
    }

    private(set) var added: [Tag] = []
    private(set) var removed: [Tag] = []

    var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    init(_ text: String) throws(Mistake) {
        for word in Self.words(in: text) {
            let isSigned = word.hasPrefix("+") || word.hasPrefix("-")
            guard let tag = Tag(isSigned ? String(word.dropFirst()) : word) else { throw Mistake(word: word) }
            if word.hasPrefix("-") { removed.append(tag) } else { added.append(tag) }
        }
    }

    /// Words are separated by white space outside of quotation marks.
    private static func words(in text: String) -> [String] {
        var (words, isQuoted) = ([""], false)
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
            } else if character.isWhitespace, !isQuoted {
                words.append("")
            } else {
                words[words.count - 1].append(character)
            }
        }
        return words.filter { !$0.isEmpty }
    }
}
