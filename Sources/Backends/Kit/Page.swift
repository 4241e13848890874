/// What a body that isn't JSON says, in short.
package enum Page {
    /// A page's title, or else its text; other bodies as they are.
    package static func text(_ body: String) -> String {
        guard let opening = body.first(where: { !$0.isWhitespace }), opening == "<" else { return body }
        let title = between("<title", "</title", in: body).map { $0.drop { $0 != ">" }.dropFirst() }
        let text = title.map(String.init) ?? withoutTags(body)
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "an HTML page" : "an HTML page: " + words
    }

    private static func between(_ start: String, _ end: String, in body: String) -> Substring? {
        let lower = body.lowercased()
        guard lower.utf8.count == body.utf8.count, let opening = lower.firstRange(of: start),
            let closing = lower[opening.upperBound...].firstRange(of: end)
        else { return nil }
        return body[opening.upperBound..<closing.lowerBound]
    }

    private static func withoutTags(_ body: String) -> String {
        var depth = 0
        var kept = ""
        for character in body {
            switch character {
            case "<": depth += 1
            case ">": depth = max(0, depth - 1)
            case _ where depth == 0: kept.append(character)
            default: break
            }
            if character == ">" { kept.append(" ") }
        }
        return kept
    }
}
