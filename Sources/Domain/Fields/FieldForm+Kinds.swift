extension FieldForm where Value == Bool {
    package static var flag: Self {
        FieldForm(.flag, show: { $0 ? "true" : "false" }) { value throws(FieldFailure.Problem) in try value.flag() }
    }
}

extension FieldForm where Value: BinaryInteger & Sendable {
    /// An integer within a range that `Value` holds.
    package static func integer(_ range: ClosedRange<Int64>) -> Self {
        let type = FieldType.integer(range)
        return FieldForm(type, show: { String($0) }) { value throws(FieldFailure.Problem) in
            let integer = try value.integer()
            guard range.contains(integer), let exact = Value(exactly: integer) else {
                throw .outOfRange(got: String(integer), range: type.range)
            }
            return exact
        }
    }
}

extension FieldForm where Value == Double {
    package static func number(_ range: ClosedRange<Double>) -> Self {
        let type = FieldType.number(range)
        return FieldForm(type, show: { String($0) }) { value throws(FieldFailure.Problem) in
            let number = try value.number()
            guard range.contains(number) else { throw .outOfRange(got: String(number), range: type.range) }
            return number
        }
    }
}

extension FieldForm where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// One of an enumeration's words.
    package static var choice: Self {
        let words = Value.allCases.map(\.rawValue)
        return FieldForm(.choice(words), show: { $0.rawValue }) { text throws(FieldFailure.Problem) in
            guard let made = Value(rawValue: text) else {
                throw .notOneOf(got: text, choices: words, nearest: NearestName.of(text, among: words))
            }
            return made
        }
    }
}

extension FieldForm where Value == String {
    /// One of some words, such as the names of the configured backends.
    package static func choice(of words: [String]) -> Self {
        FieldForm(.choice(words), show: { $0 }) { text throws(FieldFailure.Problem) in
            guard words.contains(text) else {
                throw .notOneOf(got: text, choices: words, nearest: NearestName.of(text, among: words))
            }
            return text
        }
    }

    /// A text of so many characters, none of them a control character.
    package static func line(_ length: ClosedRange<Int>) -> Self {
        FieldForm(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            guard length.contains(text.count) else {
                throw .outOfRange(
                    got: "\(text.count) characters", range: "\(length.lowerBound)–\(length.upperBound) characters")
            }
            if let offset = ControlCharacter.offset(in: text) { throw .controlCharacter(offset: offset) }
            let isPlain = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            return isPlain ? text : nil
        }
    }

    /// A text of any length and any lines, without control characters.
    package static var text: Self {
        FieldForm(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            if let offset = ControlCharacter.offset(in: text) { throw .controlCharacter(offset: offset) }
            return text
        }
    }
}

extension FieldForm where Value == RGB {
    package static var color: Self { FieldForm(.color, show: { $0.text }, text: { RGB(text: $0.lowercased()) }) }
}

extension FieldForm where Value == PictureSize {
    package static func size(sides: ClosedRange<Int>) -> Self {
        let type = FieldType.size(sides: sides)
        return FieldForm(type, show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let size = PictureSize(text: text) else { return nil }
            guard sides.contains(size.width), sides.contains(size.height) else {
                throw .outOfRange(got: text, range: type.range)
            }
            return size
        }
    }
}

extension FieldForm where Value == Duration {
    package static func duration(_ range: ClosedRange<Duration>) -> Self {
        let type = FieldType.duration(range)
        return FieldForm(type, show: { DurationText.text(of: $0) }) { text throws(FieldFailure.Problem) in
            guard let duration = DurationText.duration(from: text) else { return nil }
            guard range.contains(duration) else { throw .outOfRange(got: text, range: type.range) }
            return duration
        }
    }
}
