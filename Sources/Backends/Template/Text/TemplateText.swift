import Domain

/// A text of a template with places for values: `{{name}}`, and `{{name?}}` where there may be none. What is put there
/// is never read again, whatever it holds.
package struct TemplateText: Equatable, Sendable {
    enum Piece: Equatable, Sendable {
        case literal(String)
        case place(Place)
    }

    struct Place: Equatable, Sendable {
        let name: String
        let isOptional: Bool
    }

    let pieces: [Piece]

    /// `nil` when a place is not closed or holds no name.
    init?(_ text: String) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let opening = rest.firstRange(of: "{{") {
            guard let closing = rest[opening.upperBound...].firstRange(of: "}}"),
                let place = Place(rest[opening.upperBound..<closing.lowerBound])
            else { return nil }
            if opening.lowerBound > rest.startIndex { pieces.append(.literal(String(rest[..<opening.lowerBound]))) }
            pieces.append(.place(place))
            rest = rest[closing.upperBound...]
        }
        guard rest.firstRange(of: "}}") == nil else { return nil }
        if !rest.isEmpty { pieces.append(.literal(String(rest))) }
        self.pieces = pieces
    }

    init(literal text: String) {
        pieces = [.literal(text)]
    }

    var places: [Place] {
        pieces.compactMap { if case .place(let place) = $0 { place } else { nil } }
    }

    /// A text that is one place takes the value as it is, of whatever type; any other is a text. `nil`: nothing is there,
    /// and that may be so.
    func value(_ values: TemplateValues) -> JSONValue? {
        if pieces.count == 1, case .place(let place) = pieces[0] { return values[place.name] }
        return .text(text(values))
    }

    /// The pieces joined; `escape` is used on what is put in.
    func text(_ values: TemplateValues, escape: (_ name: String, _ text: String) -> String = { $1 }) -> String {
        pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .place(let place): escape(place.name, values[place.name]?.spelled ?? "")
            }
        }.joined()
    }
}

extension TemplateText.Place {
    fileprivate init?(_ text: Substring) {
        let isOptional = text.hasSuffix("?")
        let name = isOptional ? text.dropLast() : text
        let isName = name.utf8.allSatisfy { byte in
            97...122 ~= byte || 65...90 ~= byte || 48...57 ~= byte || byte == UInt8(ascii: "_")
        }
        guard isName, !name.isEmpty else { return nil }
        self.init(name: String(name), isOptional: isOptional)
    }
}
