internal import Domain
internal import FoundationEssentials
internal import PlatformSQL

extension SQLValue {
    /// Times are stored as milliseconds.
    static func time(_ moment: UTCMillis) -> SQLValue { .integer(moment.milliseconds) }
}

extension Row {
    func time(_ column: Int32) -> UTCMillis { UTCMillis(integer(column)) }

    func identifier<Kind>(_ column: Int32) throws(RepositoryFailure) -> Identifier<Kind> {
        guard let read = Identifier<Kind>(text: text(column)) else { throw .corrupt("\(Kind.self) \(text(column))") }
        return read
    }

    func word<Word: RawRepresentable>(_ column: Int32) throws(RepositoryFailure) -> Word
    where Word.RawValue == String {
        guard let read = Word(rawValue: text(column)) else { throw .corrupt("\(Word.self) \(text(column))") }
        return read
    }

    func digest(_ column: Int32) throws(RepositoryFailure) -> Digest {
        guard let read = Digest(bytes: blob(column)) else { throw .corrupt("SHA-256") }
        return read
    }

    func digestIfAny(_ column: Int32) throws(RepositoryFailure) -> Digest? {
        isNull(column) ? nil : try digest(column)
    }

    /// Reads the columns of a picture: digest and format.
    func pictureIfAny(_ column: Int32) throws(RepositoryFailure) -> StoredPicture? {
        isNull(column) ? nil : StoredPicture(digest: try digest(column), format: try word(column + 1))
    }

    func json<Value: Decodable>(_ column: Int32) throws(RepositoryFailure) -> Value {
        try JSONText.read(text(column), as: Value.self)
    }

    func jsonIfAny<Value: Decodable>(_ column: Int32) throws(RepositoryFailure) -> Value? {
        isNull(column) ? nil : try json(column)
    }
}

/// JSON with sorted keys, so that equal values give equal text.
enum JSONText {
    static func of(_ value: some Encodable) throws(RepositoryFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw .failed(code: 1, "\(type(of: value)): \(error)")
        }
    }

    static func ofAny(_ value: (some Encodable)?) throws(RepositoryFailure) -> String? {
        guard let value else { return nil }
        return try of(value)
    }

    static func read<Value: Decodable>(_ text: String, as type: Value.Type) throws(RepositoryFailure) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw .corrupt("\(type): \(text.prefix(200))")
        }
    }
}
