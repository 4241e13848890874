import Domain

/// A text of a workflow, cut at its placeholders.
struct OpenText: Equatable {
    enum Part: Equatable {
        case fixed(Substring)
        /// The name between the braces, without spaces at its ends, and what stands there where nothing was asked for.
        case open(String, otherwise: JSONValue?)
    }

    let parts: [Part]

    /// `{{` without `}}` behind it is plain text.
    init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let opening = rest.firstRange(of: "{{"),
            let closing = rest[opening.upperBound...].firstRange(of: "}}")
        {
            if opening.lowerBound > rest.startIndex { parts.append(.fixed(rest[..<opening.lowerBound])) }
            parts.append(Self.open(rest[opening.upperBound..<closing.lowerBound]))
            rest = rest[closing.upperBound...]
        }
        if !rest.isEmpty { parts.append(.fixed(rest)) }
        self.parts = parts
    }

    /// The names between braces, in their order.
    var names: [String] {
        parts.compactMap { part in
            if case .open(let name, _) = part { name } else { nil }
        }
    }

    /// Those names behind which something stands for what was not asked for.
    var withDefault: [String] {
        parts.compactMap { part in
            if case .open(let name, .some) = part { name } else { nil }
        }
    }

    /// The value itself where the text is one placeholder and nothing else, so that it keeps its type; else a text with
    /// the values put in. What a value holds is never looked through again. `nil`: nothing stands for one of the names.
    func filled(_ values: [Placeholder: JSONValue]) -> JSONValue? {
        var text = ""
        for part in parts {
            switch part {
            case .fixed(let fixed): text += fixed
            case .open(let name, let otherwise):
                let asked = Placeholder(rawValue: name).flatMap { values[$0] }
                guard let value = asked ?? otherwise else { return nil }
                if parts.count == 1 { return value }
                text += value.word ?? ""
            }
        }
        return .text(text)
    }

    /// `name`, or `name=value`; a value that is a number counts as one.
    private static func open(_ text: Substring) -> Part {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts.map { $0.split(separator: " ").joined(separator: " ") }
        guard let value = words.dropFirst().first, !value.isEmpty else { return .open(words[0], otherwise: nil) }
        let number = Double(value).flatMap { $0.isFinite ? JSONValue.number($0) : nil }
        return .open(words[0], otherwise: Int64(value).map { .integer($0) } ?? number ?? .text(value))
    }
}
