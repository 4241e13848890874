import Domain

/// A JSON tree with places for values: what a request's body is made of.
indirect enum TemplateNode: Equatable, Sendable {
    case constant(JSONValue)
    case text(TemplateText)
    case list([TemplateNode])
    case object([String: TemplateNode])

    /// The tree with the values in their places. What holds nothing is left out, and so is what becomes empty by that.
    func value(_ values: TemplateValues) -> JSONValue? {
        switch self {
        case .constant(let value): return value
        case .text(let text): return text.value(values)
        case .list(let nodes):
            let kept = nodes.compactMap { $0.value(values) }
            return kept.isEmpty && !nodes.isEmpty ? nil : .list(kept)
        case .object(let members):
            let kept = members.compactMapValues { $0.value(values) }
            return kept.isEmpty && !members.isEmpty ? nil : .object(kept)
        }
    }

    var places: [TemplateText.Place] {
        switch self {
        case .constant: []
        case .text(let text): text.places
        case .list(let nodes): nodes.flatMap(\.places)
        case .object(let members): members.values.flatMap(\.places)
        }
    }
}
