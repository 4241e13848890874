import Domain

/// A text of a workflow, cut at its placeholders.
struct OpenText: Equatable {
    enum Part: Equatable {
        case fixed(Substring)
        /// The name between the braces, without spaces at its ends.
        case open(String)
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
            let name = rest[opening.upperBound..<closing.lowerBound].split(separator: " ").joined(separator: " ")
            parts.append(.open(name))
            rest = rest[closing.upperBound...]
        }
        if !rest.isEmpty { parts.append(.fixed(rest)) }
        self.parts = parts
    }

    /// The names between braces, in their order.
    var names: [String] {
        parts.compactMap { part in
            if case .open(let name) = part { name } else { nil }
        }
    }

    /// The value itself where the text is one placeholder and nothing else, so that it keeps its type; else a text with
    /// the values put in. What a value holds is never looked through again. `nil`: nothing stands for one of the names.
    func filled(_ values: [Placeholder: JSONValue]) -> JSONValue? {
        var text = ""
        for part in parts {
            switch part {
            case .fixed(let fixed): text += fixed
            case .open(let name):
                guard let value = Placeholder(rawValue: name).flatMap({ values[$0] }) else { return nil }
                if parts.count == 1 { return value }
                text += value.word ?? ""
            }
        }
        return .text(text)
    }
}
