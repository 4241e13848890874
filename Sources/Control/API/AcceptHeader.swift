package import Domain

/// The headers with which a client says what it understands: `Accept`, `Accept-Language`, `Accept-Encoding`.
package enum AcceptHeader {
    /// The supported language with the highest weight; `standard` when the header names none.
    package static func language(_ header: String?, standard: Language) -> Language {
        var best: (language: Language?, weight: Double) = (nil, 0)
        for (name, weight) in weighted(header ?? "") where weight > best.weight {
            if let language = Language(rawValue: String(name.prefix { $0 != "-" })) { best = (language, weight) }
        }
        return best.language ?? standard
    }

    /// Parses `name;q=0.5, name` into lower-case names and weights. A weight that can't be parsed counts as 1.
    package static func weighted(_ header: String) -> [(name: String, weight: Double)] {
        header.lowercased().split(separator: ",").map { part in
            let pieces = part.split(separator: ";").map { piece in piece.filter { !$0.isWhitespace } }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return (pieces.first ?? "", weight ?? 1)
        }
    }
}
