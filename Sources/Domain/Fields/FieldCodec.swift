/// Reads, checks and displays values of one type, for any field.
package struct FieldCodec<Value>: Sendable {
    package let type: FieldType
    let show: @Sendable (Value) -> String
    /// Reads a value. If there is none to use, reports why at the key and returns `nil`.
    package let read: @Sendable (FieldValue, _ key: String, inout FieldReader) -> Value?

    package init(
        _ type: FieldType, show: @escaping @Sendable (Value) -> String,
        read: @escaping @Sendable (FieldValue, _ key: String, inout FieldReader) -> Value?
    ) {
        self.type = type
        self.show = show
        self.read = read
    }

    /// Creates a codec that reports the error thrown by `read`.
    init(
        _ type: FieldType, show: @escaping @Sendable (Value) -> String,
        read: @escaping @Sendable (FieldValue) throws(FieldFailure.Problem) -> Value
    ) {
        self.init(type, show: show) { value, key, reader in
            do throws(FieldFailure.Problem) {
                return try read(value)
            } catch {
                return reader.reject(error, key: key, at: value)
            }
        }
    }

    /// Creates a codec that converts a text. If `make` returns `nil`, the text is reported as malformed.
    package init(
        _ type: FieldType, show: @escaping @Sendable (Value) -> String,
        text make: @escaping @Sendable (String) throws(FieldFailure.Problem) -> Value?
    ) {
        self.init(type, show: show) { value throws(FieldFailure.Problem) in
            let text = try value.text()
            guard let made = try make(text) else { throw .malformed(got: text, example: type.example) }
            return made
        }
    }

    /// Creates a codec for one of some words. `make` returns `nil` for any other text.
    package init(
        words: [String], show: @escaping @Sendable (Value) -> String, make: @escaping @Sendable (String) -> Value?
    ) {
        self.init(.choice(words), show: show) { text throws(FieldFailure.Problem) in
            guard let made = make(text) else { throw .notOneOf(text, words) }
            return made
        }
    }
}

extension FieldCodec where Value == Bool {
    package static var flag: Self {
        FieldCodec(.flag, show: { $0 ? "true" : "false" }) { value throws(FieldFailure.Problem) in try value.flag() }
    }
}

extension FieldCodec where Value: BinaryInteger & Sendable {
    /// An integer within a range; `Value` must be able to represent it.
    package static func integer(_ range: ClosedRange<Int64>) -> Self {
        let type = FieldType.integer(range)
        return FieldCodec(type, show: { String($0) }) { value throws(FieldFailure.Problem) in
            let integer = try value.integer()
            guard range.contains(integer), let exact = Value(exactly: integer) else {
                throw .outOfRange(got: String(integer), range: type.range)
            }
            return exact
        }
    }
}

extension FieldCodec where Value == Double {
    package static func number(_ range: ClosedRange<Double>) -> Self {
        let type = FieldType.number(range)
        return FieldCodec(type, show: { String($0) }) { value throws(FieldFailure.Problem) in
            let number = try value.number()
            guard range.contains(number) else { throw .outOfRange(got: String(number), range: type.range) }
            return number
        }
    }
}

extension FieldCodec where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// One of an enumeration's raw values.
    package static var choice: Self {
        FieldCodec(words: Value.allCases.map(\.rawValue), show: { $0.rawValue }, make: { Value(rawValue: $0) })
    }
}

extension FieldCodec where Value == String {
    /// One of the given words, such as the names of the configured backends.
    package static func choice(of words: [String]) -> Self {
        FieldCodec(words: words, show: { $0 }, make: { words.contains($0) ? $0 : nil })
    }

    /// A line of text, its length in characters, without control characters or line breaks.
    package static func line(_ length: ClosedRange<Int>) -> Self {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            guard length.contains(text.count) else {
                throw .outOfRange(
                    got: "\(text.count) characters", range: "\(length.lowerBound)–\(length.upperBound) characters")
            }
            if let offset = ControlCharacter.offset(in: text) { throw .controlCharacter(offset: offset) }
            let isPlain = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            return isPlain ? text : nil
        }
    }

    /// A text of any length and any number of lines, without control characters.
    package static var text: Self {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            if let offset = ControlCharacter.offset(in: text) { throw .controlCharacter(offset: offset) }
            return text
        }
    }
}

extension FieldCodec where Value == RGB {
    package static var color: Self { FieldCodec(.color, show: { $0.text }, text: { RGB(text: $0.lowercased()) }) }
}

extension FieldCodec where Value == PictureSize {
    package static func size(sides: ClosedRange<Int>) -> Self {
        let type = FieldType.size(sides: sides)
        return FieldCodec(type, show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let size = PictureSize(text: text) else { return nil }
            guard sides.contains(size.width), sides.contains(size.height) else {
                throw .outOfRange(got: text, range: type.range)
            }
            return size
        }
    }
}

extension FieldCodec where Value == Duration {
    package static func duration(_ range: ClosedRange<Duration>) -> Self {
        let type = FieldType.duration(range)
        return FieldCodec(type, show: { DurationText.text(of: $0) }) { text throws(FieldFailure.Problem) in
            guard let duration = DurationText.duration(from: text) else { return nil }
            guard range.contains(duration) else { throw .outOfRange(got: text, range: type.range) }
            return duration
        }
    }
}

extension FieldCodec {
    /// A list of distinct elements. Repeated elements are mistakes, unless the list is a set, such as tags.
    /// `most`: the largest number of elements, repeated ones included; `nil` for any.
    package static func list<Element>(
        of element: FieldCodec<Element>, isSet: Bool = false, most: Int? = nil
    ) -> Self where Value == [Element], Element: Equatable & Sendable {
        let type = FieldType.list(element.type, most: most)
        return FieldCodec(type, show: { $0.map(element.show).joined(separator: ",") }) { value, key, reader in
            guard let values = reader.elements(of: value, key: key) else { return nil }
            if let most, values.count > most { return reader.reject(.tooMany(values.count, most), key: key, at: value) }
            var read: [Element] = []
            for (index, value) in values.enumerated() {
                let key = "\(key)[\(index)]"
                guard let next = element.read(value, key, &reader) else { continue }
                if !read.contains(next) {
                    read.append(next)
                } else if !isSet {
                    reader.report(.duplicate, key: key, at: value)
                }
            }
            return read
        }
    }
}

extension FieldCodec where Value == FolderPath {
    /// A non-empty path of a file or folder, made absolute.
    package static func path(_ paths: PathResolver) -> Self {
        FieldCodec(.path, show: { $0.shown }, text: { $0.isEmpty || $0.utf8.contains(0) ? nil : paths.path($0) })
    }
}
