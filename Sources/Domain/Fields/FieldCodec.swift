/// Reads, checks and displays values of one type, for any field.
package struct FieldCodec<Value>: Sendable {
    package let type: FieldType
    package let apply: @Sendable (FieldValue, _ key: String, inout Value, inout FieldReader) -> Void
    let show: @Sendable (Value) -> String
    /// The fields of a table; empty for anything else.
    private(set) var members: @Sendable () -> [FieldDescription] = { [] }
    /// The values of such a table; `nil` for anything else.
    private(set) var sheet: @Sendable (Value, _ said: FieldValue?) -> FieldListing? = { _, _ in nil }

    /// Creates a codec that merges the new value into the existing one: for tables, and lists that accumulate.
    package init(
        _ type: FieldType, show: @escaping @Sendable (Value) -> String,
        apply: @escaping @Sendable (FieldValue, _ key: String, inout Value, inout FieldReader) -> Void
    ) {
        self.type = type
        self.show = show
        self.apply = apply
    }

    /// Returns the same codec with a table's fields and values.
    func with(
        _ members: @escaping @Sendable () -> [FieldDescription],
        sheet: @escaping @Sendable (Value, FieldValue?) -> FieldListing?
    ) -> FieldCodec {
        var form = self
        form.members = members
        form.sheet = sheet
        return form
    }

    /// Creates a codec that replaces the existing value.
    package init(
        _ type: FieldType, show: @escaping @Sendable (Value) -> String,
        read: @escaping @Sendable (FieldValue) throws(FieldFailure.Problem) -> Value
    ) {
        self.init(type, show: show) { value, key, place, reader in
            do throws(FieldFailure.Problem) {
                place = try read(value)
            } catch {
                reader.report(error, key: key, at: value)
            }
        }
    }

    /// Creates a codec that converts a text and replaces the existing value. If `make` returns `nil`, the text is
    /// reported as malformed.
    package init(
        _ type: FieldType, show: @escaping @Sendable (Value) -> String,
        text make: @escaping @Sendable (String) throws(FieldFailure.Problem) -> Value?
    ) {
        self.init(type, show: show) { value throws(FieldFailure.Problem) in
            let text = try value.text()
            guard let made = try make(text) else {
                throw .malformed(got: text, example: type.example)
            }
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
        let words = Value.allCases.map(\.rawValue)
        return FieldCodec(.choice(words), show: { $0.rawValue }) { text throws(FieldFailure.Problem) in
            guard let made = Value(rawValue: text) else {
                throw .notOneOf(got: text, choices: words, nearest: NearestName.of(text, among: words))
            }
            return made
        }
    }
}

extension FieldCodec where Value == String {
    /// One of the given words, such as the names of the configured backends.
    package static func choice(of words: [String]) -> Self {
        FieldCodec(.choice(words), show: { $0 }) { text throws(FieldFailure.Problem) in
            guard words.contains(text) else {
                throw .notOneOf(got: text, choices: words, nearest: NearestName.of(text, among: words))
            }
            return text
        }
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
    /// A list of distinct elements, which replaces the existing list. `start` is the value that each element is read
    /// over.
    package static func list<Element>(
        of element: FieldCodec<Element>, startingFrom start: Element
    ) -> Self where Value == [Element], Element: Equatable & Sendable {
        gathered(element, start) { _, read in read }
    }

    /// A list of distinct elements, which are appended to the existing list unless they are in it.
    package static func union<Element>(
        of element: FieldCodec<Element>, startingFrom start: Element
    ) -> Self where Value == [Element], Element: Equatable & Sendable {
        gathered(element, start) { old, read in old + read.filter { !old.contains($0) } }
    }

    /// A table of fields, applied to the existing value.
    package static func table(_ table: FieldTable<Value>) -> Self {
        FieldCodec(.table, show: { _ in "" }) { value, key, place, reader in
            table.apply(value, to: &place, under: key, reader: &reader)
        }.with({ table.descriptions }, sheet: { table.sheet(of: $0, said: $1) })
    }

    private static func gathered<Element>(
        _ element: FieldCodec<Element>, _ start: Element,
        _ join: @escaping @Sendable ([Element], [Element]) -> [Element]
    ) -> Self where Value == [Element], Element: Equatable & Sendable {
        FieldCodec(
            .list(element.type), show: { $0.map(element.show).joined(separator: ",") },
            apply: { value, key, place, reader in
                guard case .list(let values) = value.content else {
                    return reader.report(.wrongType(wanted: "list", got: value.typeName), key: key, at: value)
                }
                var read: [Element] = []
                for (index, value) in values.enumerated() {
                    append(value, key: "\(key)[\(index)]", element, start, to: &read, &reader)
                }
                place = join(place, read)
            })
    }

    private static func append<Element: Equatable>(
        _ value: FieldValue, key: String, _ element: FieldCodec<Element>, _ start: Element, to read: inout [Element],
        _ reader: inout FieldReader
    ) {
        let before = reader.failures.count
        var next = start
        element.apply(value, key, &next, &reader)
        guard reader.failures.count == before else { return }
        guard !read.contains(next) else { return reader.report(.duplicate, key: key, at: value) }
        read.append(next)
    }
}

extension FieldCodec where Value == FolderPath {
    /// A non-empty path of a file or folder, made absolute.
    package static func path(_ paths: PathResolver) -> Self {
        FieldCodec(.path, show: { $0.shown }, text: { $0.isEmpty || $0.utf8.contains(0) ? nil : paths.path($0) })
    }
}
