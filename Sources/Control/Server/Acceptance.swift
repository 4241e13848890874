internal import Domain

/// Reads the headers in which a client says what it likes.
enum Acceptance {
    /// Whether `Accept` leaves one of some media types. Without the header anything goes.
    static func leaves(_ types: [String], of accept: String?) -> Bool {
        guard let accept, !types.isEmpty else { return true }
        let wishes = weighed(accept)
        return types.contains { type in
            // The most exact wish decides.
            let group = type.prefix { $0 != "/" } + "/*"
            let wish = [type, String(group), "*/*"].lazy.compactMap { name in wishes.first { $0.name == name } }.first
            return (wish?.weight ?? 0) > 0
        }
    }

    /// The language that is liked most among ours; `standard` when none is named.
    static func language(_ header: String?, standard: Language) -> Language {
        let wishes = weighed(header ?? "").filter { $0.weight > 0 }
        var best: (language: Language, weight: Double)?
        for wish in wishes {
            let name = String(wish.name.prefix { $0 != "-" })
            guard let language = Language(rawValue: name), wish.weight > (best?.weight ?? 0) else { continue }
            best = (language, wish.weight)
        }
        return best?.language ?? standard
    }

    /// `name;q=0.5, name` in lower case; what can't be read weighs 1.
    private static func weighed(_ header: String) -> [(name: String, weight: Double)] {
        header.lowercased().split(separator: ",").map { part in
            let pieces = part.split(separator: ";").map { piece in piece.filter { !$0.isWhitespace } }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return (pieces.first ?? "", weight ?? 1)
        }
    }
}
