// The language of queries:
//
//     query       = [ term { space term } ]
//     term        = [ "-" ] ( word | group | key ":" ( value | group ) )
//     group       = "(" alternative { "|" alternative } ")"
//     alternative = word, or value after a key
//
// A word or value ends at a space, a bar or a parenthesis. Parts of it can be quoted ("two words"), and `\` takes the
// character after it literally, within quotes too. A `*` at the end of a word or name asks for anything that begins so,
// and so does a `/` at the end of a name. What comes before the first `:` is a key, unless part of it is quoted or
// escaped, it is empty, it is a number (`12:30`, `16:9`), or it is no key and `//` follows (`https://…`). An unknown key
// is a mistake, never a word.

/// The characters and bounds of the language.
package enum LibrarySyntax {
    /// The largest length of a query in Unicode scalars.
    package static let longest = 1000
    /// The largest number of words and values, those in groups too.
    package static let most = 64

    /// Whether a text means itself inside a query, wherever a word or value may stand.
    static func isBare(_ text: String) -> Bool { !text.unicodeScalars.contains { isSpecial($0) } }

    /// The search for artworks with a tag.
    package static func search(tag: String) -> String { LibraryKey.tag.rawValue + ":" + quoted(tag) }

    static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "\\", "|", "(", ")", "*": true
        default: isSpace(scalar)
        }
    }
}

extension LibraryQuery {
    /// Reads a query. Every text is a query or has a problem; an empty one finds everything outside the trash.
    package init(text: String) throws(LibraryQueryProblem) {
        guard text.unicodeScalars.count <= LibrarySyntax.longest else {
            throw LibraryQueryProblem(
                kind: .tooLong(limit: LibrarySyntax.longest), offset: 0, length: text.count)
        }
        var parser = LibraryQueryParser(text)
        do throws(LibraryQueryParser.Mistake) { self = try parser.query() } catch {
            throw parser.problem(error)
        }
    }
}

/// Reads Unicode scalars, because a combining mark after an operator doesn't change it.
private struct LibraryQueryParser {
    /// A problem with its place among the scalars.
    struct Mistake: Error {
        let kind: LibraryQueryProblem.Kind
        let range: Range<Int>
    }

    private let text: String
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var terms = 0
    private var conditions: [LibraryCondition] = []
    private var sort: LibrarySort?

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    mutating func query() throws(Mistake) -> LibraryQuery {
        skipSpace()
        while current != nil {
            try term()
            // A bar or parenthesis, or a term without a space before it.
            if let next = current, !LibrarySyntax.isSpace(next) { throw misplaced(next, at: position) }
            skipSpace()
        }
        return LibraryQuery(conditions: conditions, sort: sort ?? .usual(for: conditions))
    }

    private mutating func term() throws(Mistake) {
        let start = position
        let next = position + 1 < scalars.count ? scalars[position + 1] : " "
        let isNegated = current == "-" && !LibrarySyntax.isSpace(next)
        if isNegated { position += 1 }
        if let operation = current, "|)".unicodeScalars.contains(operation) || (isNegated && operation == "-") {
            throw misplaced(operation, at: position)
        }
        if current == "(" {
            let words = try group { parser, lexeme throws(Mistake) in try parser.word(lexeme) }
            return conditions.append(LibraryCondition(.words(words), isNegated: isNegated))
        }
        let lexeme = try lexeme()
        guard let (key, value) = try keyed(lexeme) else {
            let filter = LibraryFilter.words([try word(lexeme)])
            return conditions.append(LibraryCondition(filter, isNegated: isNegated))
        }
        if key == .sort { return try order(value, isNegated: isNegated, start: start) }
        let isGroup = value.elements.isEmpty && value.range.isEmpty && current == "("
        let values =
            isGroup
            ? try group { parser, lexeme throws(Mistake) in try parser.value(lexeme, of: key) }
            : [try self.value(value, of: key)]
        conditions.append(LibraryCondition(.key(key, values), isNegated: isNegated))
    }

    /// Reads the alternatives of a group. The position is at its parenthesis.
    private mutating func group<Alternative>(
        _ read: (inout Self, Lexeme) throws(Mistake) -> Alternative
    ) throws(Mistake) -> [Alternative] {
        let start = position
        var alternatives: [Alternative] = []
        repeat {
            position += 1
            skipSpace()
            if current == "|" || current == ")" { throw mistake(.emptyAlternative, at: position) }
            alternatives.append(try read(&self, try alternative(of: start)))
            skipSpace()
        } while current == "|"
        switch current {
        case ")": position += 1
        case "(": throw mistake(.nestedGroup, at: position)
        case .some: throw mistake(.spaceInGroup, at: position)
        case nil: throw Mistake(kind: .unclosedGroup, range: start..<position)
        }
        return alternatives
    }

    private mutating func alternative(of start: Int) throws(Mistake) -> Lexeme {
        guard let first = current else { throw Mistake(kind: .unclosedGroup, range: start..<position) }
        guard first != "(" else { throw mistake(.nestedGroup, at: position) }
        return try lexeme()
    }

    private mutating func order(_ value: Lexeme, isNegated: Bool, start: Int) throws(Mistake) {
        guard !isNegated, current != "(" else { throw Mistake(kind: .noCondition(.sort), range: start..<position) }
        guard sort == nil else { throw Mistake(kind: .duplicate(.sort), range: start..<position) }
        sort = try choice(value, of: .sort, among: LibrarySort.allCases, name: \.rawValue, names: \.names)
        try count(value)
    }
}

// MARK: - Words and values

extension LibraryQueryParser {
    /// Splits a word at the colon after a key. `nil` if it has none. Throws `.unknownKey`.
    private func keyed(_ lexeme: Lexeme) throws(Mistake) -> (LibraryKey, Lexeme)? {
        guard let colon = lexeme.firstIndex(of: ":") else { return nil }
        let (before, after) = (lexeme.elements[..<colon], lexeme.elements[(colon + 1)...])
        let isNumber = before.allSatisfy { ("0"..."9").contains($0.scalar) }
        guard !isNumber, before.allSatisfy({ !$0.isLiteral }) else { return nil }
        let name = before.text
        let end = lexeme.elements[colon].offset + 1
        if let key = LibraryKey(name: name) {
            return (key, Lexeme(elements: after, range: end..<lexeme.range.upperBound))
        }
        guard !after.starts(with: "//".unicodeScalars, by: { $0.scalar == $1 }) else { return nil }
        let kind = LibraryQueryProblem.Kind.unknownKey(name, nearest: LibraryKey.nearest(to: name))
        throw Mistake(kind: kind, range: lexeme.range.lowerBound..<end)
    }

    fileprivate mutating func word(_ lexeme: Lexeme) throws(Mistake) -> SearchTerm {
        try count(lexeme)
        if let first = lexeme.elements.first, !first.isLiteral, first.scalar == "-" {
            throw misplaced("-", at: first.offset)
        }
        if let (_, value) = try keyed(lexeme) {
            // Only in a group, where the key belongs before the parenthesis.
            throw misplaced(":", at: value.range.lowerBound - 1)
        }
        let (stem, isPrefix) = try prefix(lexeme)
        guard let term = SearchTerm(stem.elements.text, isPrefix: isPrefix) else {
            throw Mistake(kind: .nothingToFind, range: lexeme.range)
        }
        return term
    }

    fileprivate mutating func value(_ lexeme: Lexeme, of key: LibraryKey) throws(Mistake) -> LibraryValue {
        try count(lexeme)
        let text = PromptText.trimmed(lexeme.elements.text)
        guard !text.isEmpty else { throw Mistake(kind: .missingValue(key), range: lexeme.range) }
        switch key.definition.kind {
        case .names: return .name(try name(lexeme))
        case .numbers: return .number(try range(lexeme, of: key) { UInt64(digits: $0) })
        case .amounts: return .amount(try range(lexeme, of: key) { Money(text: $0 + " USD")?.micros })
        case .times:
            guard let time = LibraryTime(text: text) else {
                throw malformed(lexeme, of: key, like: LibraryTime.examples)
            }
            return .time(time)
        case .choices(let choices):
            return .choice(try choice(lexeme, of: key, among: choices, name: \.name, names: \.names))
        case .pictures:
            guard let target = LikeTarget(text: text) else { throw malformed(lexeme, of: key) }
            return .like(target)
        case .stacks:
            guard let part = JobIDFragment(text: text) else { throw malformed(lexeme, of: key) }
            return .stack(StackTarget(part: part))
        case .order: throw Mistake(kind: .noCondition(key), range: lexeme.range)
        }
    }

    private func name(_ lexeme: Lexeme) throws(Mistake) -> NamePattern {
        let (stem, isPrefix) = try prefix(lexeme)
        let text = stem.elements.text
        if isPrefix { return NamePattern(text, isPrefix: true) }
        if let last = stem.elements.last, !last.isLiteral, last.scalar == "/" {
            return NamePattern(text, isPrefix: true)
        }
        return NamePattern(PromptText.trimmed(text))
    }

    /// Splits off the asterisk at the end of a word or name. Throws `.misplaced` if there is one elsewhere.
    private func prefix(_ lexeme: Lexeme) throws(Mistake) -> (Lexeme, isPrefix: Bool) {
        guard let star = lexeme.firstIndex(of: "*") else { return (lexeme, false) }
        guard star == lexeme.elements.endIndex - 1 else { throw misplaced("*", at: lexeme.elements[star].offset) }
        return (Lexeme(elements: lexeme.elements.dropLast(), range: lexeme.range), true)
    }

    private func range<Value: Comparable>(
        _ lexeme: Lexeme, of key: LibraryKey, read: (String) -> Value?
    ) throws(Mistake) -> ValueRange<Value> {
        let text = lexeme.elements.text
        guard let range = ValueRange(text: text, read: read) else { throw malformed(lexeme, of: key) }
        if case .within(let lower, let upper) = range, lower > upper {
            throw Mistake(kind: .emptyRange(key, got: text), range: lexeme.range)
        }
        return range
    }

    /// Finds the choice that has this name.
    private func choice<Choice>(
        _ lexeme: Lexeme, of key: LibraryKey, among choices: [Choice], name: (Choice) -> String,
        names: (Choice) -> [String]
    ) throws(Mistake) -> Choice {
        let text = lexeme.elements.text
        guard !text.isEmpty else { throw Mistake(kind: .missingValue(key), range: lexeme.range) }
        let folded = SearchText.fold(text)
        if let choice = choices.first(where: { names($0).contains(folded) }) { return choice }
        let kind = LibraryQueryProblem.Kind.unknownValue(
            key, got: text, choices: choices.map(name),
            nearest: NearestName.of(folded, among: choices.flatMap(names)))
        throw Mistake(kind: kind, range: lexeme.range)
    }

    private func malformed(_ lexeme: Lexeme, of key: LibraryKey, like example: String? = nil) -> Mistake {
        let example = example ?? key.definition.example
        return Mistake(kind: .malformed(key, got: lexeme.elements.text, example: example), range: lexeme.range)
    }

    private mutating func count(_ lexeme: Lexeme) throws(Mistake) {
        terms += 1
        if terms > LibrarySyntax.most {
            throw Mistake(kind: .tooManyTerms(limit: LibrarySyntax.most), range: lexeme.range)
        }
    }
}

extension ValueRange {
    /// `nil` if the text has none of the forms of `text`. The ends of a range can be in the wrong order.
    fileprivate init?(text: String, read: (String) -> Value?) {
        if let dots = text.firstRange(of: "..") {
            guard let lower = read(String(text[..<dots.lowerBound])), let upper = read(String(text[dots.upperBound...]))
            else { return nil }
            self = .within(lower, upper)
            return
        }
        let sign = text.prefix { "<>=".contains($0) }
        guard let bound = read(String(text[sign.endIndex...])) else { return nil }
        switch sign {
        case "", "=": self = .equal(bound)
        case "<": self = .below(bound)
        case "<=": self = .atMost(bound)
        case ">": self = .above(bound)
        case ">=": self = .atLeast(bound)
        default: return nil
        }
    }
}

// MARK: - Characters

/// A word or value as it stands in the text.
private struct Lexeme {
    struct Element {
        let scalar: Unicode.Scalar
        /// Whether it is quoted or escaped, so that it is never an operator.
        let isLiteral: Bool
        /// Its place among the query's scalars.
        let offset: Int
    }

    let elements: ArraySlice<Element>
    let range: Range<Int>

    func firstIndex(of scalar: Unicode.Scalar) -> Int? {
        elements.firstIndex { $0.scalar == scalar && !$0.isLiteral }
    }
}

extension Sequence<Lexeme.Element> {
    fileprivate var text: String {
        var scalars = String.UnicodeScalarView()
        for element in self { scalars.append(element.scalar) }
        return SearchText.composed(String(scalars))
    }
}

extension LibraryQueryParser {
    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func skipSpace() {
        while let scalar = current, LibrarySyntax.isSpace(scalar) { position += 1 }
    }

    /// Reads up to a space, a bar or a parenthesis outside quotes.
    private mutating func lexeme() throws(Mistake) -> Lexeme {
        let start = position
        var elements: [Lexeme.Element] = []
        while let scalar = current, !LibrarySyntax.isSpace(scalar), !"|()".unicodeScalars.contains(scalar) {
            switch scalar {
            case "\"": try quote(into: &elements)
            case "\\": elements.append(try escaped())
            default:
                elements.append(Lexeme.Element(scalar: scalar, isLiteral: false, offset: position))
                position += 1
            }
        }
        return Lexeme(elements: elements[...], range: start..<position)
    }

    private mutating func quote(into elements: inout [Lexeme.Element]) throws(Mistake) {
        let start = position
        position += 1
        while let scalar = current, scalar != "\"" {
            guard scalar != "\\" else {
                elements.append(try escaped())
                continue
            }
            elements.append(Lexeme.Element(scalar: scalar, isLiteral: true, offset: position))
            position += 1
        }
        guard current != nil else { throw Mistake(kind: .unclosedQuote, range: start..<position) }
        position += 1
    }

    private mutating func escaped() throws(Mistake) -> Lexeme.Element {
        guard position + 1 < scalars.count else { throw misplaced("\\", at: position) }
        position += 2
        return Lexeme.Element(scalar: scalars[position - 1], isLiteral: true, offset: position - 1)
    }

    private func misplaced(_ scalar: Unicode.Scalar, at index: Int) -> Mistake {
        mistake(.misplaced(scalar), at: index)
    }

    private func mistake(_ kind: LibraryQueryProblem.Kind, at index: Int) -> Mistake {
        Mistake(kind: kind, range: index..<min(index + 1, scalars.count))
    }

    /// Translates a place among scalars into characters: those that contain the scalars.
    func problem(_ mistake: Mistake) -> LibraryQueryProblem {
        let characters = text.enumerated().flatMap { offset, character in
            Array(repeating: offset, count: character.unicodeScalars.count)
        }
        let offset = mistake.range.lowerBound < characters.count ? characters[mistake.range.lowerBound] : text.count
        let end = mistake.range.isEmpty ? offset : characters[mistake.range.upperBound - 1] + 1
        return LibraryQueryProblem(kind: mistake.kind, offset: offset, length: end - offset)
    }
}
