/// A search in the library: conditions that must all hold, and the order of the results.
///
/// Artworks in the trash are left out unless a condition asks for `is:trashed`.
package struct LibraryQuery: Equatable, Sendable {
    package var conditions: [LibraryCondition]
    package var sort: LibrarySort

    package init(conditions: [LibraryCondition] = [], sort: LibrarySort = .newest) {
        self.conditions = conditions
        self.sort = sort
    }

    package var includesTrash: Bool {
        conditions.contains { condition in
            guard !condition.isNegated, case .key(_, let values) = condition.filter else { return false }
            return values.contains(.choice(.trashed))
        }
    }
}

extension LibrarySort {
    /// The order of results if none is asked for.
    static func usual(for conditions: [LibraryCondition]) -> LibrarySort {
        let asksForLook = conditions.contains { condition in
            if case .key(.like, _) = condition.filter { !condition.isNegated } else { false }
        }
        return asksForLook ? .likeness : .newest
    }
}

/// A filter that must hold, or must not.
package struct LibraryCondition: Equatable, Sendable {
    package let isNegated: Bool
    package let filter: LibraryFilter

    package init(_ filter: LibraryFilter, isNegated: Bool = false) {
        self.filter = filter
        self.isNegated = isNegated
    }
}

/// Holds if any of its alternatives does. There is at least one.
package enum LibraryFilter: Equatable, Sendable {
    case words([SearchTerm])
    /// The values are of the key's kind; the key is never `sort`.
    case key(LibraryKey, [LibraryValue])
}

/// A word or phrase that is searched in prompts, names and tags.
package struct SearchTerm: Equatable, Sendable {
    /// As typed, in NFC, without quotes.
    package let text: String
    /// Whether the last word may continue.
    package let isPrefix: Bool
    package let plan: TermPlan

    /// `nil` if the text has no letter, digit or emoji.
    package init?(_ text: String, isPrefix: Bool = false) {
        guard let plan = TermPlan(text, isPrefix: isPrefix) else { return nil }
        self.text = SearchText.composed(text)
        self.isPrefix = isPrefix
        self.plan = plan
    }
}

/// A value that a key is compared with.
package enum LibraryValue: Equatable, Sendable {
    case name(NamePattern)
    case number(ValueRange<UInt64>)
    /// In millionths.
    case amount(ValueRange<Int64>)
    case time(LibraryTime)
    case choice(LibraryChoice)
    case like(LikeTarget)
    case stack(StackTarget)
}

/// A name, or the beginning of one.
package struct NamePattern: Equatable, Sendable {
    /// As typed, in NFC.
    package let text: String
    package let isPrefix: Bool
    /// The form by which names are compared, bytewise for the beginning of one.
    package let folded: String

    package init(_ text: String, isPrefix: Bool = false) {
        self.text = SearchText.composed(text)
        self.isPrefix = isPrefix
        folded = SearchText.fold(text)
    }

    package func matches(_ name: String) -> Bool {
        isPrefix ? name.utf8.starts(with: folded.utf8) : name == folded
    }
}

/// Numbers that are equal to, below or above a bound.
package enum ValueRange<Value: Comparable & Sendable>: Equatable, Sendable {
    case equal(Value)
    case below(Value)
    case atMost(Value)
    case above(Value)
    case atLeast(Value)
    /// Both ends belong to the range, and the first is not above the second.
    case within(Value, Value)

    package func contains(_ value: Value) -> Bool {
        switch self {
        case .equal(let bound): value == bound
        case .below(let bound): value < bound
        case .atMost(let bound): value <= bound
        case .above(let bound): value > bound
        case .atLeast(let bound): value >= bound
        case .within(let lower, let upper): lower <= value && value <= upper
        }
    }

    /// `100`, `<100`, `<=100`, `>100`, `>=100` or `100..200`.
    func text(_ write: (Value) -> String) -> String {
        switch self {
        case .equal(let bound): write(bound)
        case .below(let bound): "<" + write(bound)
        case .atMost(let bound): "<=" + write(bound)
        case .above(let bound): ">" + write(bound)
        case .atLeast(let bound): ">=" + write(bound)
        case .within(let lower, let upper): write(lower) + ".." + write(upper)
        }
    }
}

extension LibraryQuery {
    /// Whether the artwork is a result: the meaning of a query, to which every store's index is only a short cut.
    package func matches(_ artwork: Artwork, in calendar: LibraryCalendar) -> Bool {
        guard artwork.trashed == nil || includesTrash else { return false }
        let hasWords = conditions.contains { if case .words = $0.filter { true } else { false } }
        let document = hasWords ? SearchDocument(artwork) : SearchDocument(prompt: nil, name: "", tags: [])
        return conditions.allSatisfy { condition in
            condition.filter.holds(for: artwork, document, in: calendar) != condition.isNegated
        }
    }
}

extension LibraryFilter {
    fileprivate func holds(for artwork: Artwork, _ document: SearchDocument, in calendar: LibraryCalendar) -> Bool {
        switch self {
        case .words(let terms): terms.contains { $0.plan.matches(document) }
        case .key(let key, let values): values.contains { $0.holds(for: artwork, key.definition.kind, in: calendar) }
        }
    }
}

extension LibraryValue {
    fileprivate func holds(for artwork: Artwork, _ kind: LibraryValueKind, in calendar: LibraryCalendar) -> Bool {
        switch (self, kind) {
        case (.name(let pattern), .names(let names)): names(artwork).contains(where: pattern.matches)
        case (.number(let range), .numbers(let number)): number(artwork).map(range.contains) ?? false
        case (.amount(let range), .amounts(let amount)): amount(artwork).map(range.contains) ?? false
        case (.time(let time), .times(let relation)):
            time.bounds(relation, in: calendar).contains(artwork.made)
        case (.choice(let choice), .choices): choice.holds(for: artwork)
        case (.like(let target), .pictures):
            [target].distance(of: artwork.making.likeness, artwork.number) != nil
        case (.stack(let target), .stacks): target.contains(artwork)
        default: false
        }
    }
}

extension LibraryQuery {
    /// The canonical notation, which reads as the same query: English keys, quotes only where they are needed.
    package var text: String {
        let order = sort == LibrarySort.usual(for: conditions) ? [] : ["\(LibraryKey.sort.rawValue):\(sort.rawValue)"]
        return (conditions.map(\.text) + order).joined(separator: " ")
    }
}

extension LibraryCondition {
    fileprivate var text: String { (isNegated ? "-" : "") + filter.text }
}

extension LibraryFilter {
    fileprivate var text: String {
        switch self {
        case .words(let terms): Self.group(terms.map(\.quoted))
        case .key(let key, let values): key.rawValue + ":" + Self.group(values.map(\.text))
        }
    }

    private static func group(_ alternatives: [String]) -> String {
        alternatives.count == 1 ? alternatives[0] : "(" + alternatives.joined(separator: "|") + ")"
    }
}

extension SearchTerm {
    /// A colon could look like the end of a key, and a hyphen negates.
    fileprivate var quoted: String {
        let scalars = text.unicodeScalars
        let isBare = scalars.first != "-" && !scalars.contains(":") && LibrarySyntax.isBare(text)
        return (isBare ? text : LibrarySyntax.quoted(text)) + (isPrefix ? "*" : "")
    }
}

extension LibraryValue {
    fileprivate var text: String {
        switch self {
        case .name(let pattern): pattern.quoted
        case .number(let range): range.text { "\($0)" }
        case .amount(let range): range.text { Money(micros: $0, currency: "USD").decimal }
        case .time(let time): time.text
        case .choice(let choice): choice.name
        case .like(let target): target.text
        case .stack(let target): target.part.text
        }
    }
}

extension NamePattern {
    /// Without quotes, a slash at the end of a name means: names that begin with it.
    fileprivate var quoted: String {
        let endsWithSlash = text.unicodeScalars.last == "/"
        guard LibrarySyntax.isBare(text), isPrefix || !(text.isEmpty || endsWithSlash) else {
            return LibrarySyntax.quoted(text) + (isPrefix ? "*" : "")
        }
        return text + (isPrefix && !endsWithSlash ? "*" : "")
    }
}

extension LibraryQuery {
    /// How well the artwork matches, by the query's order; the higher one comes first. By rank each word or phrase
    /// counts most in a tag, then in the name, then in the prompt; words that must not occur don't count. By likeness
    /// the nearest picture has the highest score.
    package func score(_ artwork: Artwork) -> Int {
        switch sort {
        case .newest, .oldest: 0
        case .rank: rank(artwork)
        case .likeness: Self.score(distance(of: artwork.making.likeness, artwork.number))
        }
    }

    /// The score of an artwork at a distance from the pictures that it should look like.
    package static func score(_ distance: LikenessDistance?) -> Int {
        LikenessDistance.farthest - (distance?.value ?? LikenessDistance.farthest)
    }

    private func rank(_ artwork: Artwork) -> Int {
        let places = [
            (weight: 4, document: SearchDocument(prompt: nil, name: "", tags: artwork.tags)),
            (weight: 2, document: SearchDocument(prompt: nil, name: artwork.name, tags: [])),
            (weight: 1, document: SearchDocument(prompt: artwork.prompt, name: "", tags: [])),
        ]
        return wanted.reduce(0) { sum, term in
            sum + places.reduce(0) { $0 + (term.plan.matches($1.document) ? $1.weight : 0) }
        }
    }

    private var wanted: [SearchTerm] {
        conditions.filter { !$0.isNegated }.flatMap { condition -> [SearchTerm] in
            if case .words(let terms) = condition.filter { terms } else { [] }
        }
    }
}
