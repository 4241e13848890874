/// A vision model's answer to the question for tags. It may say anything, so reading it never fails: what isn't a tag
/// is left out.
package enum TagAnswer {
    /// The largest number of tags that are taken from an answer.
    package static let most = 8
    /// The number of characters that are read.
    private static let mostRead = 4_000
    /// Longer pieces are sentences.
    private static let mostWords = 4

    /// The question where the configuration has none. It asks for the answer that is read best.
    package static let question = """
        Name what this picture shows. Answer with a JSON array of up to \(most) short tags, each of one or two words in \
        lower case, the most fitting first, and with nothing else.
        """

    /// The tags of an answer in its order, each once: a JSON array of texts, wherever it stands, or else the pieces of
    /// its lines, separated by commas.
    package static func tags(in answer: String) -> [Tag] {
        let text = answer.prefix(mostRead)
        var known: Set<Tag> = []
        let found = (array(in: text) ?? pieces(of: text)).compactMap { Tag($0) }
        return Array(found.filter { known.insert($0).inserted }.prefix(most))
    }

    /// The texts of the first array of texts; `nil` if there is none.
    private static func array(in text: Substring) -> [String]? {
        guard let start = text.firstIndex(of: "["), let end = text[start...].firstIndex(of: "]"),
            let value = try? JSONReader.read(Array(text[start...end].utf8)), case .list(let items) = value.content
        else { return nil }
        return items.compactMap { item in
            if case .text(let tag) = item.content { tag } else { nil }
        }
    }

    private static func pieces(of text: Substring) -> [String] {
        text.split(whereSeparator: \.isNewline).flatMap { line -> [String] in
            let pieces = line.split { separators.contains($0) }.map(bare).filter { !$0.isEmpty }
            // A line with a sentence in it is no list of tags.
            let isSentence = pieces.contains { $0.split(separator: " ").count > mostWords || $0.hasSuffix(":") }
            return isSentence ? [] : pieces
        }
    }

    /// A piece without bullets, numbers and quotation marks.
    private static func bare(_ piece: Substring) -> String {
        var rest = piece.drop { ornaments.contains($0) }
        let number = rest.prefix { $0.isASCII && $0.isNumber }
        if !number.isEmpty, let mark = rest[number.endIndex...].first, mark == "." || mark == ")" {
            rest = rest[number.endIndex...].dropFirst().drop { ornaments.contains($0) }
        }
        while let last = rest.last, ornaments.contains(last) || last == "." { rest.removeLast() }
        return String(rest)
    }

    private static let separators: Set<Character> = [",", ";", "、", "，"]
    private static let ornaments: Set<Character> = Set(" \t-*•#\"'`“”[]{}")
}
